//! Finds the place of bytes that were cut from a save and kept beside it.
//!
//! Used by [`super::salvage`]. Frames tell by their checksums where they stood, and the bytes were cut where a frame ended.

use super::salvage::{LONGEST_MOVED, frame_at};
use super::source::SEARCH_BUDGET;

/// Returns the offset of a save at which these bytes were cut, if a frame in them tells it. Frames of the save begin at
/// `first`.
pub(super) fn place_of(cut: &[u8], file: &[u8], salt: u32, first: usize) -> Option<usize> {
    let (ends, mut spent) = (ends_of_frames(file, salt, first), 0);
    (0..cut.len()).find_map(|at| {
        let (head, payload) = frame_at(cut, at).filter(|(head, _)| head.payload <= LONGEST_MOVED)?;
        spent += 2 * head.payload as u64;
        let offsets = Some(head.offsets_of(payload, salt)).filter(|_| spent <= SEARCH_BUDGET)?;
        let mut places = offsets.into_iter().filter_map(|offset| (offset as usize).checked_sub(at));
        places.find(|place| ends.binary_search(place).is_ok())
    })
}

/// Where good frames of a save end, and where the first may begin.
fn ends_of_frames(file: &[u8], salt: u32, first: usize) -> Vec<usize> {
    let (mut ends, mut at, mut spent) = (vec![first], first, 0);
    while at < file.len() && spent <= SEARCH_BUDGET {
        let found = frame_at(file, at);
        spent += 1 + found.map_or(0, |(head, _)| head.payload as u64);
        let good = found.filter(|(head, payload)| head.fits(payload, salt, at as u64).is_some());
        at += good.map_or(1, |(head, _)| head.frame());
        ends.extend(good.map(|_| at));
    }
    ends
}
