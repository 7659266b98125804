//! Reads turns from bytes that no longer match a checksum, so that one damaged byte does not lose a frame of
//! many turns.
//!
//! Part of recovery. Accepts a turn if it replays on a recovered turn and gives the fingerprint recorded with
//! it. Deduces a few unreadable turns from the one after them, if they explain the bytes in between. Never
//! guesses.

use super::bridge::{BUDGET, MOST_GUESSED, explains, may_hide_a_note, size};
use super::place::{SHORTEST_ACT, SHORTEST_HEAD};
use super::{Fate, Fragment, Rescue};
use crate::journal::JournalError;
use crate::journal::salvage::{Gap, Item};
use crate::show::Show;

/// Minimum number of unreadable bytes that may hide more turns than the search tries, so that its only
/// solution may be wrong.
const TOO_FAR: usize = (MOST_GUESSED as usize + 1) * SHORTEST_ACT;

impl<R: Show> Rescue<R> {
    /// Restores turns from the beginning of a gap, up to this number. Returns the number of bytes that were
    /// read.
    pub(super) fn take_unframed(&mut self, gap: &Gap, end: Option<u32>) -> Result<usize, JournalError> {
        let mut reading = Reading { gap, at: 0, head: None, frame_end: Some(0), budget: BUDGET };
        let mut read = 0;
        while end.is_none_or(|end| self.next() < end) && reading.at < gap.len() {
            self.found.notes_lost += reading.skip_others();
            if self.act_here(&reading).is_none() {
                self.try_short_head(&mut reading);
            }
            let from = reading.at;
            let next = self.act_here(&reading).or_else(|| self.act_beyond(&mut reading));
            let most = end.map_or(u32::MAX, |end| end - self.next());
            let Some(act) = next.filter(|act| act.missing.len() < most as usize) else { break };
            let skipped = act.start - from;
            let may_hide = skipped > 0 && may_hide_a_note(size(&act.missing), skipped, 0);
            self.found.notes_lost += usize::from(may_hide);
            (reading.at, read) = (act.end, act.end);
            self.take_found(gap, act)?;
        }
        Ok(read)
    }

    fn take_found(&mut self, gap: &Gap, found: Unframed) -> Result<(), JournalError> {
        self.take_worked_out(gap, found.missing)?;
        if let Item::Act { distance, action, fingerprint } = found.act {
            self.take_act(distance, action.clone(), Some(fingerprint), &mut Fragment::default())?;
            self.note_taken(gap, distance, &action, true);
            self.found.proven += 1;
        }
        Ok(())
    }

    /// Returns the next act, if its bytes are undamaged and in the current frame.
    fn act_here(&self, reading: &Reading<'_>) -> Option<Unframed> {
        let (act, end) = reading.gap.act_at(reading.at)?;
        reading.frame_end.is_none_or(|frame_end| end <= frame_end).then_some(())?;
        self.is_recorded(&act).then(|| Unframed { missing: Vec::new(), act, start: reading.at, end })
    }

    /// Moves to the act after the head that was just skipped, if the length in the head is damaged and an act
    /// follows a head of the usual size.
    fn try_short_head(&self, reading: &mut Reading<'_>) {
        let short =
            reading.head.filter(|(_, end)| *end == reading.at).map(|(start, _)| start + SHORTEST_HEAD);
        let act = short.and_then(|at| Some((at, reading.gap.act_at(at)?)));
        if let Some((at, _)) = act.filter(|(_, (act, _))| self.is_recorded(act)) {
            (reading.at, reading.frame_end) = (at, None);
        }
    }

    /// Returns the first act after unreadable bytes from which the turns in between can be deduced.
    fn act_beyond(&self, reading: &mut Reading<'_>) -> Option<Unframed> {
        let Reading { gap, at, budget, .. } = reading;
        let places = *at + SHORTEST_ACT..gap.len().min(*at + TOO_FAR);
        places.filter_map(|place| Some((place, gap.act_at(place)?))).find_map(|(place, (act, end))| {
            let most = ((place - *at) / SHORTEST_ACT) as u32;
            let missing = self.way_to(&act, 1..=most, budget)?;
            explains(&missing, place - *at).then_some(Unframed { missing, act, start: place, end })
        })
    }

    /// Whether an act replays on a turn that was kept, and gives the fingerprint that is recorded with it.
    fn is_recorded(&self, act: &Item) -> bool {
        let Item::Act { distance, action, fingerprint } = act else { return false };
        match self.parent_fate(*distance) {
            Fate::Kept(parent) => self.outcome_of(parent, action) == Some(*fingerprint),
            _ => false,
        }
    }
}

/// A position in a gap.
struct Reading<'a> {
    gap: &'a Gap,
    at: usize,
    /// Start and end of the last head that was skipped.
    head: Option<(usize, usize)>,
    /// End of the current frame by its length; `None` if unknown.
    frame_end: Option<usize>,
    budget: usize,
}

impl Reading<'_> {
    /// Skips heads of frames where one is due, and records other than acts; returns the number of names and
    /// bookmarks among them.
    fn skip_others(&mut self) -> usize {
        let mut notes = 0;
        loop {
            if self.frame_end == Some(self.at) && self.at < self.gap.len() {
                self.skip_head();
            } else if let Some((end, is_note)) = self.gap.other_at(self.at) {
                self.at = end;
                notes += usize::from(is_note);
            } else {
                return notes;
            }
        }
    }

    fn skip_head(&mut self) {
        let (size, payload) = self.gap.head_at(self.at).unwrap_or((SHORTEST_HEAD, usize::MAX));
        self.head = Some((self.at, self.at + size));
        self.at += size;
        self.frame_end = self.at.checked_add(payload).filter(|end| *end <= self.gap.len());
    }
}

/// An act that was found, and the actions before it that were deduced.
struct Unframed {
    missing: Vec<Vec<u8>>,
    act: Item,
    /// Its start in the gap.
    start: usize,
    /// Its end in the gap.
    end: usize,
}
