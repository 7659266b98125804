//! Reads turns out of bytes that no longer match a checksum: a frame of many turns is not lost because one byte of it is.
//!
//! Part of recovery. A turn is taken if it replays on what is known and gives the fingerprint that stands beside it. A few
//! turns that are unreadable are worked out from the one after them. Nothing is guessed.

use super::bridge::{BUDGET, MOST_GUESSED};
use super::place::SHORTEST_ACT;
use super::{Fate, Fragment, Rescue};
use crate::journal::JournalError;
use crate::journal::salvage::{Gap, Item};
use crate::show::Show;

/// From so many unreadable bytes on, more turns may be missing than are tried, and the only way found may be a wrong one.
const TOO_FAR: usize = (MOST_GUESSED as usize + 1) * SHORTEST_ACT;

impl<R: Show> Rescue<R> {
    /// Takes turns from the beginning of a gap, up to this number. Returns how many bytes were read.
    pub(super) fn take_unframed(&mut self, gap: &Gap, end: Option<u32>) -> Result<usize, JournalError> {
        let (mut at, mut budget) = (0, BUDGET);
        while at < gap.len() && end.is_none_or(|end| self.next() < end) {
            let next = self.act_here(gap, at).or_else(|| self.act_beyond(gap, at, &mut budget));
            let Some(Unframed { missing, act, end }) = next else { break };
            self.take_worked_out(missing)?;
            if let Item::Act { distance, action, fingerprint } = act {
                self.take_act(distance, action, Some(fingerprint), &mut Fragment::default())?;
                self.found.proven += 1;
            }
            at = end;
        }
        Ok(at)
    }

    /// The act that comes next in a gap, if its bytes are whole.
    fn act_here(&self, gap: &Gap, at: usize) -> Option<Unframed> {
        let acts = gap.next_acts(at).into_iter().filter_map(|place| gap.act_at(place));
        let mut proven = acts.filter(|(act, _)| self.is_recorded(act));
        proven.next().map(|(act, end)| Unframed { missing: Vec::new(), act, end })
    }

    /// The first act behind unreadable bytes from which the turns in between can be worked out.
    fn act_beyond(&self, gap: &Gap, at: usize, budget: &mut usize) -> Option<Unframed> {
        let places = at + SHORTEST_ACT..gap.len().min(at + TOO_FAR);
        places.filter_map(|place| Some((place, gap.act_at(place)?))).find_map(|(place, (act, end))| {
            let most = ((place - at) / SHORTEST_ACT) as u32;
            let missing = self.way_to(&act, 1..=most, budget)?;
            Some(Unframed { missing, act, end })
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

/// An act that was found, and the actions before it that were worked out.
struct Unframed {
    missing: Vec<Vec<u8>>,
    act: Item,
    /// Offset of its end in the gap.
    end: usize,
}
