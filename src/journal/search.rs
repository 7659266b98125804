//! Finds good frames behind a place up to which a save was read, when what follows it is unreadable.
//!
//! Used by [`super::scan`] to tell damage from an unfinished write, and by [`super::salvage`] to read on after damage. A
//! frame tells by its checksum which number its first act has; it is believed if so many acts fit into the unreadable bytes.

use super::JournalError;
use super::frame::{Before, Key, Place};
use super::header::Format;
use super::record::Unreadable;
use super::source::{Source, frame_at, parse};

/// An act has at least so many bytes: its kind and a fingerprint.
pub(super) const SHORTEST_ACT: u64 = 9;
/// Of a frame that begins at most so far behind the place, its own word is enough. Farther away so many numbers are
/// possible that the next frame must agree, or the file end.
const NEAR: u64 = 4096;

/// What is known about a save whose frames are searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) key: Key,
    pub(super) format: Format,
    /// End of what was read, where it stood when it was written.
    pub(super) from: Place,
    /// How far behind its old place everything stands now: bytes may have been put in or taken out before it.
    pub(super) moved: i64,
}

/// A frame that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundFrame {
    pub(super) before: Before,
    /// Where it was written.
    pub(super) place: Place,
    /// Where the next one was written.
    pub(super) after: Place,
}

/// While the number of an act is not known, it is read as if so many nodes came before it.
pub(super) const UNKNOWN: u32 = 1 << 31;

impl Search {
    pub(super) fn new(key: Key, format: Format, from: Place) -> Self {
        Self { key, format, from, moved: 0 }.after(from)
    }

    /// The same, when everything up to this place was read.
    pub(super) fn after(self, from: Place) -> Self {
        let next = if self.key.is_numbered { from.next } else { UNKNOWN };
        Self { from: Place { next, ..from }, ..self }
    }

    /// Returns the good frame at this offset of the file; adds the bytes examined to `spent`.
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
            Some(FoundFrame { before, place, after: Place { offset: offset + length, next } })
        });
        let Some(found) = found.next() else { return Ok(None) };
        let is_sure =
            !self.key.is_numbered || offset <= self.from.offset + NEAR || at + length == source.len();
        let is_good = is_sure || self.is_followed(source, found)?;
        Ok(Some(found).filter(|_| is_good))
    }

    /// Whether as many acts as this place tells may have stood between it and what was read.
    pub(super) fn is_possible(self, place: Place) -> bool {
        let acts = place.next.checked_sub(self.from.next).filter(|_| place.offset >= self.from.offset);
        acts.is_some_and(|acts| acts <= self.most_acts(place.offset))
    }

    /// The most acts that may have stood between what was read and this offset.
    pub(super) fn most_acts(self, offset: u64) -> u32 {
        let acts = offset.saturating_sub(self.from.offset) / SHORTEST_ACT;
        u32::try_from(acts).unwrap_or(u32::MAX)
    }

    /// Number of the node that the next act makes after this payload; `None` if no program writes such a payload.
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
