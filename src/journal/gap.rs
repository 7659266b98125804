//! Bytes between good frames of a damaged save, and the records that may still stand in them.
//!
//! Made by [`super::salvage`]. The checksums of these records are gone: whoever takes one must prove it by its fingerprint.

use super::frame;
use super::header::Format;
use super::record::Record;
use super::salvage::{Item, UNKNOWN};
use crate::timeline::NodeId;

/// Unreadable bytes.
#[derive(Clone, Debug)]
pub struct Gap {
    bytes: Vec<u8>,
    format: Format,
}

/// Heads of frames and records other than acts that may stand before an act.
const MOST_BETWEEN: usize = 4;

impl Gap {
    pub(super) fn new(bytes: Vec<u8>, format: Format) -> Self {
        Self { bytes, format }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether these bytes were a frame that only says that everything before it was synced.
    pub fn is_proof(&self) -> bool {
        let proof = Record::PROOF;
        self.bytes.len() == proof.len() + 5
            && (self.bytes[0] == proof.len() as u8 || self.bytes.ends_with(&proof))
    }

    /// Whether a name or bookmark may have stood here, if no act did: not if a frame begins here with another record.
    pub fn may_be_note(&self) -> bool {
        let kind = frame::Head::read(&self.bytes).and_then(|head| self.bytes.get(head.size));
        !self.is_empty() && !self.is_proof() && kind.is_none_or(|kind| !Record::is_passed_over(*kind))
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

    /// Offsets at which the first act from an offset on may stand, if nothing before it is missing: there, or behind heads
    /// of frames and other records.
    pub fn next_acts(&self, at: usize) -> Vec<usize> {
        let (mut places, mut from) = (vec![at], 0);
        for _ in 0..MOST_BETWEEN {
            let added: Vec<_> = places[from..].iter().flat_map(|&place| self.behind(place)).collect();
            from = places.len();
            places.extend(added);
        }
        places
    }

    /// Where the head of a frame ends, or a record other than an act, that stands at an offset.
    fn behind(&self, at: usize) -> impl Iterator<Item = usize> {
        let head = self.bytes.get(at..).and_then(frame::Head::read).map(|head| at + head.size);
        let other = self.record_at(at).filter(|(record, _)| !matches!(record, Record::Act { .. }));
        head.into_iter().chain(other.map(|(_, end)| end))
    }

    fn record_at(&self, at: usize) -> Option<(Record, usize)> {
        let mut rest = self.bytes.get(at..)?;
        let record = Record::read(&mut rest, self.format, NodeId(UNKNOWN)).ok()?;
        Some((record, self.bytes.len() - rest.len()))
    }
}
