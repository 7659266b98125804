//! Finds the place of bytes that were cut from a save and kept beside it.
//!
//! Used by [`super::salvage`]. Frames tell by their checksums where they stood, and the bytes were cut where a frame ended.

use super::JournalError;
use super::frame::{Head, Place};
use super::moved::{LONGEST_MOVED, frame_at};
use super::search::Search;
use super::source::SEARCH_BUDGET;

/// Returns the offset of a save at which these bytes were cut, if a frame in them tells it.
pub(super) fn place_of(cut: &[u8], file: &[u8], search: Search) -> Result<Option<usize>, JournalError> {
    let (ends, mut spent) = (ends_of_frames(file, search)?, 0);
    Ok((0..cut.len()).find_map(|at| {
        let fits = |end: &&Place| fits(cut, at, search.after(**end));
        spent += ends.len() as u64 * 8;
        let ends = if spent <= SEARCH_BUDGET { &ends[..] } else { &[] };
        ends.iter().find(fits).map(|end| end.offset as usize)
    }))
}

/// Whether a short frame stands here that was written so far behind the end of what was read, and the next one agrees.
fn fits(cut: &[u8], at: usize, search: Search) -> bool {
    let found = frame_at(cut, at).filter(|(head, _)| head.payload <= LONGEST_MOVED);
    let Some((head, payload)) = found else { return false };
    let mut places = head.origin(payload).at(search.from.offset + at as u64, search.key, search.from.next);
    places.any(|(_, place)| {
        let next = search.next_after(payload, place.next).filter(|_| search.is_possible(place));
        let end = at + head.frame();
        next.is_some_and(|next| {
            let after = Place { offset: place.offset + head.frame() as u64, next };
            let follows = |(head, payload): (Head, &[u8])| head.fits(payload, search.key, after).is_some();
            !search.key.is_numbered || frame_at(cut, end).map_or(end == cut.len(), follows)
        })
    })
}

/// Where the frames of a save may be cut: where good ones end, and where the first may begin.
fn ends_of_frames(file: &[u8], mut search: Search) -> Result<Vec<Place>, JournalError> {
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
