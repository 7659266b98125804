//! Finds the place of bytes that were cut from a save and kept beside it.
//!
//! Used by [`super::salvage`]. The checksums of frames give the places where they were written, and the cut
//! was at the end of a frame.

use super::JournalError;
use super::frame::{FramePlace, Head};
use super::moved::{LONGEST_MOVED, frame_at};
use super::search::FrameSearch;
use super::source::SEARCH_BUDGET;

/// Returns the offset of the save at which these bytes were cut, if a frame in them proves it.
pub(super) fn place_of(cut: &[u8], file: &[u8], search: FrameSearch) -> Result<Option<usize>, JournalError> {
    let (ends, mut spent) = (ends_of_frames(file, search)?, 0);
    Ok((0..cut.len()).find_map(|at| {
        let fits = |end: &&FramePlace| fits(cut, at, search.after(**end));
        spent += ends.len() as u64 * 8;
        let ends = if spent <= SEARCH_BUDGET { &ends[..] } else { &[] };
        ends.iter().find(fits).map(|end| end.offset as usize)
    }))
}

/// Whether there is a short frame here that was written at this distance from the end of the readable part,
/// and the next one agrees.
fn fits(cut: &[u8], at: usize, search: FrameSearch) -> bool {
    let found = frame_at(cut, at).filter(|(head, _)| head.payload <= LONGEST_MOVED);
    let Some((head, payload)) = found else { return false };
    let mut places = head.origin(payload).at(search.from.offset + at as u64, search.key, search.from.next);
    places.any(|(_, place)| {
        let next = search.next_after(payload, place.next).filter(|_| search.is_possible(place));
        let end = at + head.frame();
        next.is_some_and(|next| {
            let after = FramePlace { offset: place.offset + head.frame() as u64, next };
            let follows = |(head, payload): (Head, &[u8])| head.fits(payload, search.key, after).is_some();
            !search.key.is_numbered || frame_at(cut, end).map_or(end == cut.len(), follows)
        })
    })
}

/// Returns the possible places of a cut: the ends of good frames, and the beginning of the first.
fn ends_of_frames(file: &[u8], mut search: FrameSearch) -> Result<Vec<FramePlace>, JournalError> {
    let (mut ends, mut at, mut spent) = (vec![search.from], search.from.offset, 0);
    while at < file.len() as u64 && spent <= SEARCH_BUDGET {
        match search.frame(&mut &*file, at, &mut spent)? {
            Some(found) => {
                search = search.after(found.after);
                at = found.after.offset;
                ends.push(search.from);
            }
            None => at += 1,
        }
    }
    Ok(ends)
}
