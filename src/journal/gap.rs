//! Bytes between good frames of a damaged save, and the records that may still stand in them.
//!
//! Made by [`super::salvage`]. The checksums of these records are gone: whoever takes one must prove it by its fingerprint.

use std::ops::Range;

use super::frame::{self, Before, Place};
use super::record::Record;
use super::salvage::Item;
use super::search::{Search, UNKNOWN};
use crate::timeline::NodeId;

/// Unreadable bytes.
#[derive(Clone, Debug)]
pub struct Gap {
    bytes: Vec<u8>,
    /// Number of bytes that stood between them and repeat earlier ones.
    repeated: usize,
    /// What is known about frames, and where they went on when they were written.
    search: Search,
}

impl Gap {
    /// What is left of so many bytes without those that repeat earlier ones.
    pub(super) fn new(bytes: Vec<u8>, of: usize, search: Search) -> Self {
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

    /// Whether these bytes were a frame that only says that everything before it was synced, written here after the act with
    /// the number before `next`.
    pub fn is_proof(&self, next: u32) -> bool {
        let proof = Record::PROOF;
        self.bytes.len() == proof.len() + 5 && self.confirmed(0, &proof, next).is_some()
    }

    /// Whether a name or bookmark may have stood from an offset on, if no act did: not if there are only frames that other
    /// records fill.
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

    /// Number of bytes behind the frames that begin here, by their lengths: more than there should be, if any.
    pub fn beyond_frames(&self) -> usize {
        let mut rest = &self.bytes[..];
        while let Some(after) = frame::Head::read(rest).and_then(|head| rest.get(head.frame()..)) {
            rest = after;
        }
        rest.len()
    }

    /// Returns the act that stands at an offset if these bytes are one, and where it ends.
    pub fn act_at(&self, at: usize) -> Option<(Item, usize)> {
        match self.record_at(at)? {
            (Record::Act { parent, action, fingerprint }, end) => {
                Some((Item::Act { distance: UNKNOWN - parent.0, action, fingerprint }, end))
            }
            _ => None,
        }
    }

    /// Bytes of the record of an act that makes this node.
    pub fn record_of(&self, node: NodeId, distance: u32, action: &[u8], fingerprint: u64) -> Vec<u8> {
        let parent = NodeId(node.0.saturating_sub(distance));
        let (mut bytes, act) = (Vec::new(), Record::Act { parent, action: action.to_vec(), fingerprint });
        // An action that is too long was not in a log.
        _ = act.write(self.search.format, node, &mut bytes);
        bytes
    }

    /// Some of the bytes.
    pub fn part(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Returns where a frame with this payload, whose first act makes node `next`, ends if it begins at an offset: at least
    /// three bytes of its length and checksum stand there.
    pub fn confirmed(&self, at: usize, payload: &[u8], next: u32) -> Option<usize> {
        let place = Place { offset: self.search.from.offset + at as u64, next };
        let is_there = |before| {
            let frame = frame::wrap(payload, self.search.key, place, before);
            let head = &frame[..frame.len() - payload.len()];
            let equal = head.iter().zip(self.bytes.get(at..)?).filter(|(one, other)| one == other).count();
            (equal >= 3).then_some(at + frame.len())
        };
        Before::ALL.into_iter().find_map(is_there).filter(|_| !payload.is_empty())
    }

    /// Returns the length of the head of a frame that begins at an offset, and of the frame's payload.
    pub fn head_at(&self, at: usize) -> Option<(usize, usize)> {
        let head = frame::Head::read(self.bytes.get(at..)?)?;
        Some((head.size, head.payload))
    }

    /// Returns where a record other than an act ends that stands at an offset, and whether it is a name or bookmark.
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
