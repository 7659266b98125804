//! Finds good frames after unreadable bytes.
//!
//! Used by [`super::scan`] to distinguish damage from an unfinished write, and by [`super::salvage`] to
//! continue after damage. The checksum of a frame gives the number of its first act; it is plausible if the
//! unreadable bytes have room for the acts before it.

use super::JournalError;
use super::frame::{Before, FramePlace, Key};
use super::header::Format;
use super::record::Unreadable;
use super::source::{Source, frame_at, parse};

/// Minimum length of an act: its kind and a fingerprint.
pub(super) const SHORTEST_ACT: u64 = 9;
/// Maximum distance at which a matching checksum is enough. Farther away so many numbers are plausible that
/// the next frame must agree too, or the file must end.
const NEAR: u64 = 4096;

/// Parameters of a search for frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameSearch {
    pub(super) key: Key,
    pub(super) format: Format,
    /// Place at which the readable part ended when it was written.
    pub(super) from: FramePlace,
    /// Distance by which the bytes moved from where they were written, because bytes before them were
    /// inserted or removed.
    pub(super) moved: i64,
}

/// A frame that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundFrame {
    pub(super) before: Before,
    /// Place where it was written.
    pub(super) place: FramePlace,
    /// Place where the next frame was written.
    pub(super) after: FramePlace,
}

/// Assumed number of the next node while the real one is unknown.
pub(super) const UNKNOWN: u32 = 1 << 31;

impl FrameSearch {
    pub(super) fn new(key: Key, format: Format, from: FramePlace) -> Self {
        Self { key, format, from, moved: 0 }.after(from)
    }

    /// Returns the same search after reading up to this place.
    pub(super) fn after(self, from: FramePlace) -> Self {
        let next = if self.key.is_numbered { from.next } else { UNKNOWN };
        Self { from: FramePlace { next, ..from }, ..self }
    }

    /// Returns the good frame at this offset of the file; adds the number of bytes examined to `spent`.
    pub(super) fn frame(
        self,
        source: &mut impl Source,
        at: u64,
        spent: &mut u64,
    ) -> Result<Option<FoundFrame>, JournalError> {
        *spent += 1;
        let Some((head, payload)) = frame_at(source, at)? else { return Ok(None) };
        *spent += head.payload as u64;
        let (offset, length) = ((at as i64 - self.moved) as u64, head.frame() as u64);
        let places = head.origin(payload).at(offset, self.key, self.from.next);
        let mut found = places.filter(|(_, place)| self.is_possible(*place)).filter_map(|(before, place)| {
            let next = self.next_after(payload, place.next)?;
            Some(FoundFrame { before, place, after: FramePlace { offset: offset + length, next } })
        });
        let Some(found) = found.next() else { return Ok(None) };
        let is_sure =
            !self.key.is_numbered || offset <= self.from.offset + NEAR || at + length == source.len();
        let is_good = is_sure || self.is_followed(source, found)?;
        Ok(Some(found).filter(|_| is_good))
    }

    /// Whether the number at this place is plausible: enough bytes between it and the readable part for the
    /// acts.
    pub(super) fn is_possible(self, place: FramePlace) -> bool {
        let acts = place.next.checked_sub(self.from.next).filter(|_| place.offset >= self.from.offset);
        acts.is_some_and(|acts| acts <= self.most_acts(place.offset))
    }

    /// Maximum number of acts between the readable part and this offset.
    pub(super) fn most_acts(self, offset: u64) -> u32 {
        let acts = offset.saturating_sub(self.from.offset) / SHORTEST_ACT;
        u32::try_from(acts).unwrap_or(u32::MAX)
    }

    /// Number of the next node after this payload; `None` if the payload is malformed.
    pub(super) fn next_after(self, payload: &[u8], next: u32) -> Option<u32> {
        match parse(payload, self.format, next) {
            Ok((_, after)) => Some(after),
            Err((_, Unreadable::Malformed)) => None,
            Err((_, Unreadable::Unknown(_))) => Some(next),
        }
    }

    fn is_followed(self, source: &mut impl Source, found: FoundFrame) -> Result<bool, JournalError> {
        let at = (found.after.offset as i64 + self.moved) as u64;
        let followed = frame_at(source, at)?;
        Ok(followed.is_some_and(|(head, payload)| head.fits(payload, self.key, found.after).is_some()))
    }
}
