//! Compares turns that were read in damaged frames with the checksums of these frames.
//!
//! Part of recovery. A turn that replays to its fingerprint may still have been another one, if states repeat and bytes were
//! copied or moved; the checksum of the frame as it must have been tells.

use super::place::SHORTEST_HEAD;
use super::{Fate, Rescue};
use crate::journal::salvage::Gap;
use crate::show::Show;
use crate::timeline::NodeId;

/// A turn that was taken from a gap.
pub(super) struct Taken {
    /// Bytes of its record.
    record: Vec<u8>,
    /// Whether it was read, not worked out.
    is_read: bool,
}

impl<R: Show> Rescue<R> {
    /// Takes note of the turn that was just taken from a gap.
    pub(super) fn note_taken(&mut self, gap: &Gap, distance: u32, action: &[u8], is_read: bool) {
        let Some(Fate::Kept(node)) = self.fate.last().copied() else { return };
        let fingerprint = self.timeline.fingerprint(node);
        let record = gap.record_of(NodeId(self.next() - 1), distance, action, fingerprint);
        self.taken.push(Taken { record, is_read });
    }

    /// Counts the turns as unproven that were read in frames whose checksums do not confirm them. The first turn of the gap
    /// has this number.
    pub(super) fn confirm(&mut self, gap: &Gap, first: u32) {
        let taken = std::mem::take(&mut self.taken);
        let (mut rest, mut at, mut next) = (&taken[..], 0, first);
        while let Some((acts, end)) = confirmed_frame(gap, at, next, rest) {
            (rest, at, next) = (&rest[acts..], end, next + acts as u32);
        }
        self.found.unproven += rest.iter().filter(|act| act.is_read).count();
    }
}

/// Returns how many of the next turns stood in the frame at an offset of the gap, and where it ended, if its checksum
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
