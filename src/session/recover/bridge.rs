//! Deduces a few lost turns from the first turn after them: the only legal actions with which that turn gives
//! its recorded fingerprint.
//!
//! Part of recovery. A search of bounded size over the rules. It never guesses: if there are several
//! solutions, or the search is too large to rule that out, the turns stay lost.

use std::ops::RangeInclusive;

use super::place::SHORTEST_HEAD;
use super::{Fate, Rescue};
use crate::journal::record::act_size;
use crate::journal::salvage::{Item, Stretch};
use crate::rules::Rules;
use crate::show::Show;

/// Number of states after which the search stops.
pub(super) const BUDGET: usize = 60_000;
/// Maximum number of missing turns if it is known: more turns would have too many solutions, and a deep
/// search.
const MOST_MISSING: u32 = 32;
/// Maximum number of missing turns if it is unknown.
pub(super) const MOST_GUESSED: u32 = 4;

impl<R: Show> Rescue<R> {
    /// Returns the lost actions before a stretch, if they can be deduced. At most `most` are missing, in this
    /// many bytes.
    pub(super) fn bridge(
        &self,
        stretch: &Stretch,
        bytes: usize,
        missing: Option<u32>,
        most: u32,
    ) -> Option<Vec<Vec<u8>>> {
        let next = stretch.items.iter().find(|item| matches!(item, Item::Act { .. }))?;
        let guesses = match missing {
            Some(missing) if missing > MOST_MISSING => return None,
            Some(missing) => missing..=missing,
            // If more may be missing than the search tries, its only solution may be wrong.
            None if most > MOST_GUESSED => return None,
            None => 1..=most,
        };
        self.way_to(next, guesses, &mut { BUDGET }).filter(|path| explains(path, bytes))
    }

    /// Returns the only possible actions between the newest turn and this act; their number is one of the
    /// guesses.
    pub(super) fn way_to(
        &self,
        next: &Item,
        guesses: RangeInclusive<u32>,
        budget: &mut usize,
    ) -> Option<Vec<Vec<u8>>> {
        let Some(Fate::Kept(last)) = self.fate.last().copied() else { return None };
        let Item::Act { distance: 1, action, fingerprint } = next else { return None };
        let rules = self.timeline.rules();
        let (goal, start) = (rules.unpack(action).ok()?, self.timeline.state_at(last));
        let (fingerprint, path, found) = (*fingerprint, Vec::new(), Vec::new());
        let mut search = BridgeSearch { rules, goal, fingerprint, budget, path, found };
        guesses.filter(|&missing| missing > 0).for_each(|missing| search.explore(&start, missing));
        let [only] = &search.found[..] else { return None };
        (*search.budget > 0).then(|| only.iter().map(|action| rules.pack(action)).collect())
    }
}

/// Whether these actions, each on the turn before it, fill this many bytes: alone, or with heads of frames
/// between them. An action on another turn takes more.
pub(super) fn explains(path: &[Vec<u8>], bytes: usize) -> bool {
    heads(size(path), bytes).is_some_and(|heads| heads <= path.len())
}

/// Number of bytes of these actions, each on the turn before it.
pub(super) fn size(path: &[Vec<u8>]) -> usize {
    path.iter().map(|action| act_size(action.len())).sum()
}

/// Whether a short name could fill the bytes that acts of this size and this many heads of frames leave,
/// instead of more heads.
pub(super) fn may_hide_a_note(acts: usize, bytes: usize, needed: usize) -> bool {
    heads(acts, bytes).is_none_or(|heads| heads > needed)
}

/// Number of heads of frames that fill this many bytes together with acts of this size.
fn heads(acts: usize, bytes: usize) -> Option<usize> {
    let rest = bytes.checked_sub(acts)?;
    rest.is_multiple_of(SHORTEST_HEAD).then_some(rest / SHORTEST_HEAD)
}

struct BridgeSearch<'a, R: Rules> {
    rules: &'a R,
    /// The action after the gap.
    goal: R::Action,
    fingerprint: u64,
    budget: &'a mut usize,
    path: Vec<R::Action>,
    /// Solutions so far; the search stops at two, because the result is then ambiguous.
    found: Vec<Vec<R::Action>>,
}

impl<R: Rules> BridgeSearch<'_, R> {
    /// Searches for sequences of this many actions to a state in which the goal gives its fingerprint.
    fn explore(&mut self, state: &R::State, missing: u32) {
        if missing == 0 {
            let after = self.rules.apply(state, &self.goal);
            if after.is_ok_and(|(after, _)| self.rules.fingerprint(&after) == self.fingerprint) {
                self.found.push(self.path.clone());
            }
            return;
        }
        for action in self.rules.actions(state) {
            *self.budget = self.budget.saturating_sub(1);
            if *self.budget == 0 || self.found.len() > 1 {
                return;
            }
            let Ok((next, _)) = self.rules.apply(state, &action) else { continue };
            self.path.push(action);
            self.explore(&next, missing - 1);
            self.path.pop();
        }
    }
}
