//! The search for a shortest way to win a level of `unseen`, in one of three worlds, chosen by looking at the level.
//!
//! *Timeless*: nothing depends on `t`, as in Sokoban; states are packed. *Forward*: guards, and things that come, go and
//! walk, but no rift can be used; packed too. *Folded*: everything else; the rules' own states, merged by what the
//! future can still see. All give what trying every action from every state would give. Knows the rules; decides none.

mod bounds;
mod boxes;
pub(super) mod dead;
mod floor;
mod folded;
mod forward;
mod freeze;
mod standing;
mod survey;
#[cfg(test)]
mod tests;
mod timeless;

use super::game::effect::work_out;
use super::game::{Action, GameState};
use crate::solver::{Answer, Limit, Search, Survey, Watch, Ways, packed, ways};

/// Returns the search from a state. It looks at the level only when it runs.
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
        // A start that looks won is won by any action that leaves it so, also by waiting, which no edge does.
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

/// Every action but the restart: what it makes possible was possible before.
fn helpful() -> impl Iterator<Item = Action> {
    Action::all().filter(|action| *action != Action::Restart)
}
