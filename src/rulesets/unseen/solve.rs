//! The search for a shortest way to win a level of `unseen`, in one of three worlds, chosen by looking at the level.
//!
//! *Timeless*: nothing depends on `t`, as in Sokoban; states are packed. *Folded*: everything else; the rules' own
//! states, merged by what the future can still see. Both give what trying every action from every state would
//! give. Knows the rules; decides none.

mod bounds;
mod floor;
mod folded;
mod freeze;
#[cfg(test)]
mod tests;
mod timeless;

use super::game::{Action, GameState};
use crate::solver::Search;

/// Returns the search that fits a state.
pub(super) fn search(from: &GameState) -> Box<dyn Search<Action> + '_> {
    match timeless::Timeless::new(from) {
        Some(timeless) => Box::new(timeless),
        None => Box::new(folded::Folded::new(from)),
    }
}
