//! Checks turns that were read from damaged frames against the checksums of these frames.
//!
//! Part of recovery. If states repeat and bytes were copied or moved, a turn that replays to its fingerprint
//! may still be the wrong one; the checksum of the reconstructed frame decides.

use super::place::SHORTEST_HEAD;
use super::{Fate, Rescue};
use crate::journal::salvage::Gap;
use crate::show::Show;
use crate::timeline::NodeId;

/// A turn restored from a gap.
pub(super) struct Taken {
    /// Bytes of its record.
    record: Vec<u8>,
    /// Whether it was read, not deduced.
    is_read: bool,
}

impl<R: Show> Rescue<R> {
    /// Records the turn that was just restored from a gap.
    pub(super) fn note_taken(&mut self, gap: &Gap, distance: u32, action: &[u8], is_read: bool) {
        let Some(Fate::Kept(node)) = self.fate.last().copied() else { return };
        let fingerprint = self.timeline.fingerprint(node);
        let record = gap.record_of(NodeId(self.next() - 1), distance, action, fingerprint);
        self.taken.push(Taken { record, is_read });
    }

    /// Counts the turns as unproven that were read from frames whose checksums do not confirm them. `first`
    /// is the number of the first turn of the gap.
    pub(super) fn confirm(&mut self, gap: &Gap, first: u32) {
        let taken = std::mem::take(&mut self.taken);
        let (mut rest, mut at, mut next) = (&taken[..], 0, first);
        while let Some((acts, end)) = confirmed_frame(gap, at, next, rest) {
            (rest, at, next) = (&rest[acts..], end, next + acts as u32);
        }
        self.found.unproven += rest.iter().filter(|act| act.is_read).count();
    }
}

/// Returns the number of restored turns in the frame at an offset of the gap, and its end, if its checksum
/// confirms them.
fn confirmed_frame(gap: &Gap, at: usize, next: u32, taken: &[Taken]) -> Option<(usize, usize)> {
    let (mut payload, mut others) = (Vec::new(), at + SHORTEST_HEAD);
    for acts in 0..=taken.len() {
        if let Some(end) = gap.confirmed(at, &payload, next) {
            return Some((acts, end)).filter(|_| !taken.is_empty());
        }
        while let Some((end, _)) = gap.other_at(others) {
            payload.extend_from_slice(gap.part(others..end));
            others = end;
            if let Some(end) = gap.confirmed(at, &payload, next) {
                return Some((acts, end));
            }
        }
        let record = taken.get(acts).map_or(&[][..], |act| &act.record);
        payload.extend_from_slice(record);
        others += record.len();
    }
    None
}
