//! Finds frames that moved from where they were written, because bytes before them were inserted or removed.
//!
//! Used by [`super::scan`] and [`super::salvage`]. The checksum of a frame gives the offset at which it was
//! written for each possible number of its first act; two neighbouring frames that agree leave one place.

use super::frame::{self, FramePlace};
use super::search::{FrameSearch, UNKNOWN};

/// Maximum payload of a frame that is recognised after a move; programs of today write longer ones only for
/// long actions.
pub(super) const LONGEST_MOVED: usize = 256;

/// Returns the head and payload of a possible frame.
pub(super) fn frame_at(file: &[u8], at: usize) -> Option<(frame::Head, &[u8])> {
    let head = frame::Head::read(file.get(at..)?)?;
    Some((head, file.get(at + head.size..at + head.frame())?))
}

/// Maximum distance from the end of the readable part for frames that match many places, and so prove less.
const NEAR: u64 = 4096;

/// Returns the place where the frame at an offset of the file was written, at most at `farthest`. The next
/// frame must agree; the last frame of the file must be near the readable part. `spent` counts the bytes
/// examined and numbers tried.
pub(super) fn place_of(
    file: &[u8],
    at: usize,
    search: FrameSearch,
    farthest: u64,
    spent: &mut u64,
) -> Option<FramePlace> {
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
    search: FrameSearch,
    farthest: u64,
    spent: &mut u64,
) -> Option<FramePlace> {
    let (after, next) = frame_at(file, moved.end)?;
    // A frame without acts and its neighbour have the same number, so that the neighbour proves little.
    let farthest = if moved.acts == 0 { farthest.min(search.from.offset + NEAR) } else { farthest };
    let numbers = search.most_acts(farthest);
    *spent += u64::from(numbers) + next.len() as u64;
    let agree = |place: &FramePlace| after.fits(next, search.key, moved.after(*place)).is_some();
    moved.places(search, numbers).filter(|place| place.offset <= farthest).find(agree)
}

fn place_of_last(moved: &Moved<'_>, search: FrameSearch) -> Option<FramePlace> {
    let farthest = search.from.offset + NEAR;
    moved.places(search, search.most_acts(farthest)).find(|place| place.offset <= farthest)
}

/// A possible frame at an offset of the file: short, and with valid records.
struct Moved<'a> {
    head: frame::Head,
    payload: &'a [u8],
    /// Offset of its end.
    end: usize,
    /// Number of its acts.
    acts: u32,
}

impl<'a> Moved<'a> {
    fn read(file: &'a [u8], at: usize, search: FrameSearch, spent: &mut u64) -> Option<Self> {
        *spent += 1;
        let (head, payload) = frame_at(file, at).filter(|(head, _)| head.payload <= LONGEST_MOVED)?;
        *spent += 2 * head.payload as u64;
        let acts = search.next_after(payload, UNKNOWN)? - UNKNOWN;
        Some(Self { head, payload, end: at + head.frame(), acts })
    }

    /// Returns the possible places where it was written, with at most this many acts between it and the
    /// readable part.
    fn places(&self, search: FrameSearch, acts: u32) -> impl Iterator<Item = FramePlace> {
        let first = search.from.next;
        let places = self.head.origin(self.payload).places(first..=first.saturating_add(acts), search.key);
        places.filter(move |place| search.is_possible(*place))
    }

    /// Returns the place of the next frame, if this one was written here.
    fn after(&self, place: FramePlace) -> FramePlace {
        let next = place.next.saturating_add(self.acts);
        FramePlace { offset: place.offset + self.head.frame() as u64, next }
    }
}
