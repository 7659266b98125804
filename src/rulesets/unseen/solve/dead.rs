//! Finds cells from which a box can never reach a goal.

use super::bounds::Bounds;
use super::floor::{Cell, Floor};
use super::standing;
use crate::rulesets::unseen::core::SpatialPos;
use crate::rulesets::unseen::game::GameState;

/// Returns the cells from which no kind of box can reach a goal, if nothing depends on time and goals must be
/// covered.
pub(in crate::rulesets::unseen) fn dead_cells(state: &GameState) -> Vec<SpatialPos> {
    let Some(plan) = standing::plan(state) else { return Vec::new() };
    let floor = Floor::new(state, &plan);
    if !floor.needs_goals || floor.kinds.is_empty() {
        return Vec::new();
    }
    let bounds = Bounds::new(&floor);
    let is_dead = |cell: Cell| (0..floor.kinds.len()).all(|kind| bounds.is_lost(kind, cell));
    (0..floor.cells.len()).filter(|cell| is_dead(*cell as Cell)).map(|cell| floor.cells[cell]).collect()
}
