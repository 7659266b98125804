//! The search for a shortest way to win a level of `unseen`, by one of three methods, chosen from the level.
//!
//! *Timeless*: nothing depends on `t`, as in Sokoban; states are packed. *Forward*: guards, and things that
//! appear, disappear and walk, but no usable rift; packed too. *Folded*: everything else; the states of the
//! rules, merged if they have the same future. All give the same answer as trying every action in every
//! state. Knows the rules; decides none.

mod bounds;
mod boxes;
pub(super) mod dead;
mod floor;
mod folded;
mod forward;
mod freeze;
mod rifts;
mod standing;
mod survey;
#[cfg(test)]
mod tests;
mod timeless;

use super::game::effect::work_out;
use super::game::{Action, GameState};
use crate::solver::{Answer, Limit, Search, Survey, Watch, Ways, packed, ways};

/// Returns the search from a state. The level is examined only when the search runs.
pub(super) fn search(from: &GameState) -> Box<dyn Search<Action> + '_> {
    Box::new(FromState(from))
}

struct FromState<'s>(&'s GameState);

impl Search<Action> for FromState<'_> {
    fn run(&mut self, watch: &Watch) -> Answer<Action> {
        if let Some(mut timeless) = timeless::Timeless::new(self.0) {
            return timeless.run(watch);
        }
        match forward::Forward::new(self.0) {
            Some(mut forward) => forward.run(watch),
            None => folded::Folded::new(self.0).run(watch),
        }
    }

    fn actions(&self) -> Vec<Action> {
        helpful().filter(|action| work_out(self.0, *action).is_ok()).collect()
    }

    fn ways(&mut self, turns: u32, watch: &Watch) -> Result<Ways<Action>, Limit> {
        // If the start meets the winning condition, any action that keeps it so wins, even waiting, which is
        // not an edge.
        if turns > 1
            && let Some(mut timeless) = timeless::Timeless::new(self.0)
        {
            return packed::ways(&mut timeless, turns, watch);
        }
        match forward::Forward::new(self.0).filter(|_| turns > 1) {
            Some(mut forward) => packed::ways(&mut forward, turns, watch),
            None => ways::ways(&mut folded::Folded::new(self.0), turns, watch),
        }
    }

    fn survey(&mut self, watch: &Watch) -> Result<Survey, Limit> {
        survey::survey(self.0, watch)
    }
}

/// Returns every action but the restart, which makes nothing possible that was not possible before.
fn helpful() -> impl Iterator<Item = Action> {
    Action::all().filter(|action| *action != Action::Restart)
}
