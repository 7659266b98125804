//! Unreadable bytes between good frames of a damaged save, and the records that may remain in them.
//!
//! Made by [`super::salvage`]. The checksums of these records are lost: a caller must prove each record by
//! its fingerprint.

use std::ops::Range;

use super::frame::{self, Before, FramePlace};
use super::record::Record;
use super::salvage::Item;
use super::search::{FrameSearch, UNKNOWN};
use crate::timeline::NodeId;

/// Unreadable bytes.
#[derive(Clone, Debug)]
pub struct Gap {
    bytes: Vec<u8>,
    /// Number of bytes left out because they repeat earlier ones.
    repeated: usize,
    /// Search parameters: how frames are checked, and where these bytes were written.
    search: FrameSearch,
}

impl Gap {
    /// Creates a gap of `of` bytes in the file; `bytes` leaves out those that repeat earlier ones.
    pub(super) fn new(bytes: Vec<u8>, of: usize, search: FrameSearch) -> Self {
        Self { repeated: of - bytes.len(), bytes, search }
    }

    /// Number of bytes that repeat earlier ones, and so are not unreadable.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether these bytes were a frame with only a [`Record::Synced`], written here when `next` was the
    /// number of the next node.
    pub fn is_proof(&self, next: u32) -> bool {
        let proof = Record::PROOF;
        self.bytes.len() == proof.len() + 5 && self.confirmed(0, &proof, next).is_some()
    }

    /// Whether a name or bookmark may have been here from an offset on, provided that no act was. `false` if
    /// only frames of other records are left.
    pub fn may_be_note(&self, from: usize) -> bool {
        let mut rest = &self.bytes[from..];
        while let Some(head) = frame::Head::read(rest) {
            let payload = rest.get(head.size..head.frame());
            if !payload.is_some_and(Record::is_filled_by_other) {
                return true;
            }
            rest = &rest[head.frame()..];
        }
        !rest.is_empty()
    }

    /// Number of bytes after the complete frames at the beginning, judged by their lengths only. Not 0 if the
    /// bytes do not end with a frame.
    pub fn beyond_frames(&self) -> usize {
        let mut rest = &self.bytes[..];
        while let Some(after) = frame::Head::read(rest).and_then(|head| rest.get(head.frame()..)) {
            rest = after;
        }
        rest.len()
    }

    /// Returns the act at an offset and its end, if the bytes there can be read as one.
    pub fn act_at(&self, at: usize) -> Option<(Item, usize)> {
        match self.record_at(at)? {
            (Record::Act { parent, action, fingerprint }, end) => {
                Some((Item::Act { distance: UNKNOWN - parent.0, action, fingerprint }, end))
            }
            _ => None,
        }
    }

    /// Returns the bytes of a record for an act that makes this node.
    pub fn record_of(&self, node: NodeId, distance: u32, action: &[u8], fingerprint: u64) -> Vec<u8> {
        let parent = NodeId(node.0.saturating_sub(distance));
        let (mut bytes, act) = (Vec::new(), Record::Act { parent, action: action.to_vec(), fingerprint });
        // An action that is too long cannot come from a log.
        _ = act.write(self.search.format, node, &mut bytes);
        bytes
    }

    /// Returns a range of the bytes.
    pub fn part(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Returns the end of the frame at an offset if it had this payload, with `next` as the number of the
    /// next node. At least three bytes of its length and checksum must match.
    pub fn confirmed(&self, at: usize, payload: &[u8], next: u32) -> Option<usize> {
        let place = FramePlace { offset: self.search.from.offset + at as u64, next };
        let is_there = |before| {
            let frame = frame::wrap(payload, self.search.key, place, before);
            let head = &frame[..frame.len() - payload.len()];
            let equal = head.iter().zip(self.bytes.get(at..)?).filter(|(one, other)| one == other).count();
            (equal >= 3).then_some(at + frame.len())
        };
        Before::ALL.into_iter().find_map(is_there).filter(|_| !payload.is_empty())
    }

    /// Returns the lengths of the head and of the payload of the frame at an offset, if the bytes can be read
    /// as one.
    pub fn head_at(&self, at: usize) -> Option<(usize, usize)> {
        let head = frame::Head::read(self.bytes.get(at..)?)?;
        Some((head.size, head.payload))
    }

    /// Returns the end of the record at an offset, and whether it is a name or bookmark; `None` for an act or
    /// an unknown record.
    pub fn other_at(&self, at: usize) -> Option<(usize, bool)> {
        match self.record_at(at)? {
            (Record::Act { .. } | Record::Unknown { .. }, _) => None,
            (record, end) => Some((end, matches!(record, Record::Note(_)))),
        }
    }

    fn record_at(&self, at: usize) -> Option<(Record, usize)> {
        let mut rest = self.bytes.get(at..)?;
        let record = Record::read(&mut rest, self.search.format, NodeId(UNKNOWN)).ok()?;
        Some((record, self.bytes.len() - rest.len()))
    }
}
