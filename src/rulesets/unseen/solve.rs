//! The search for a shortest way to win a level of `unseen`, in one of three worlds, chosen by looking at the level.
//!
//! *Timeless*: nothing depends on `t`, as in Sokoban; states are packed. *Forward*: guards, and things that come, go and
//! walk, but no rift can be used; packed too. *Folded*: everything else; the rules' own states, merged by what the
//! future can still see. All give what trying every action from every state would give. Knows the rules; decides none.

mod bounds;
mod boxes;
mod floor;
mod folded;
mod forward;
mod freeze;
mod standing;
#[cfg(test)]
mod tests;
mod timeless;

use super::game::{Action, GameState};
use crate::solver::{Answer, Search, Watch};

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
}
