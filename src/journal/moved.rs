//! Finds frames that stand elsewhere than they were written, because bytes were put in or taken out before them.
//!
//! Used by [`super::scan`] and [`super::salvage`]. The checksum of a frame tells where it was written for each number that
//! its first act may have; two neighbours that agree leave one place.

use super::frame::{self, Place};
use super::search::{Search, UNKNOWN};

/// A frame that was moved is looked for if its payload is not longer; programs of today write longer ones only for long
/// actions.
pub(super) const LONGEST_MOVED: usize = 256;

/// The head and payload of what may be a frame.
pub(super) fn frame_at(file: &[u8], at: usize) -> Option<(frame::Head, &[u8])> {
    let head = frame::Head::read(file.get(at..)?)?;
    Some((head, file.get(at + head.size..at + head.frame())?))
}

/// Of some frames less is believed, because they fit many places: they are looked for only so far behind what was read.
const NEAR: u64 = 4096;

/// Returns where the frame at an offset of the file was written: at most at `farthest`, if the next one agrees, and near what
/// was read, if it ends the file. `spent` counts the bytes examined and numbers tried.
pub(super) fn place_of(
    file: &[u8],
    at: usize,
    search: Search,
    farthest: u64,
    spent: &mut u64,
) -> Option<Place> {
    let moved = Moved::read(file, at, search, spent)?;
    if moved.end == file.len() {
        place_of_last(&moved, search)
    } else {
        place_of_pair(file, &moved, search, farthest, spent)
    }
}

fn place_of_pair(
    file: &[u8],
    moved: &Moved<'_>,
    search: Search,
    farthest: u64,
    spent: &mut u64,
) -> Option<Place> {
    let (after, next) = frame_at(file, moved.end)?;
    // A frame without acts and its neighbour have the same number, and so say little about it.
    let farthest = if moved.acts == 0 { farthest.min(search.from.offset + NEAR) } else { farthest };
    let numbers = search.most_acts(farthest);
    *spent += u64::from(numbers) + next.len() as u64;
    let agree = |place: &Place| after.fits(next, search.key, moved.after(*place)).is_some();
    moved.places(search, numbers).filter(|place| place.offset <= farthest).find(agree)
}

fn place_of_last(moved: &Moved<'_>, search: Search) -> Option<Place> {
    let farthest = search.from.offset + NEAR;
    moved.places(search, search.most_acts(farthest)).find(|place| place.offset <= farthest)
}

/// The frame at an offset of the file, if it is short and holds records.
struct Moved<'a> {
    head: frame::Head,
    payload: &'a [u8],
    /// Offset of its end.
    end: usize,
    /// Number of its acts.
    acts: u32,
}

impl<'a> Moved<'a> {
    fn read(file: &'a [u8], at: usize, search: Search, spent: &mut u64) -> Option<Self> {
        *spent += 1;
        let (head, payload) = frame_at(file, at).filter(|(head, _)| head.payload <= LONGEST_MOVED)?;
        *spent += 2 * head.payload as u64;
        let acts = search.next_after(payload, UNKNOWN)? - UNKNOWN;
        Some(Self { head, payload, end: at + head.frame(), acts })
    }

    /// Places at which it may have been written, if so many acts at most were between it and what was read.
    fn places(&self, search: Search, acts: u32) -> impl Iterator<Item = Place> {
        let first = search.from.next;
        let places = self.head.origin(self.payload).places(first..=first.saturating_add(acts), search.key);
        places.filter(move |place| search.is_possible(*place))
    }

    /// Where the next frame was written, if this one was here.
    fn after(&self, place: Place) -> Place {
        let next = place.next.saturating_add(self.acts);
        Place { offset: place.offset + self.head.frame() as u64, next }
    }
}
