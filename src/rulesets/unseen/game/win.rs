//! The winning condition.
//!
//! Checked after every turn. Knows only the slice the player has reached, not how it came about.

use super::config::WinMode;
use super::state::GameState;
use crate::rulesets::unseen::core::{SpatialPos, Thing, Traits};

/// Returns whether the player has won in the slice reached.
pub(super) fn is_won(state: &GameState) -> bool {
    match state.config().win {
        WinMode::Exit => state.at_exit(),
        WinMode::Goals => all_goals_hold_a_box(state),
        WinMode::Both => state.at_exit() && all_goals_hold_a_box(state),
    }
}

/// Returns whether there is a goal, and a box on every one.
fn all_goals_hold_a_box(state: &GameState) -> bool {
    let (cube, t) = (state.cube(), state.current_time());
    let is_goal =
        |thing: &Thing| cube.base().record(*thing, t).is_some_and(|record| record.traits.meets(Traits::GOAL));
    let mut goals =
        cube.base().goals().filter(is_goal).filter_map(|goal| Some((goal, cube.place(goal, t)?))).peekable();
    let holds_box = |(goal, cell): (Thing, SpatialPos)| {
        cube.lowest(cell.at(t), Traits::BOX, |thing| thing != goal).is_some()
    };
    goals.peek().is_some() && goals.all(holds_box)
}
