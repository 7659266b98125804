//! Which rifts can be used: those whose ends the player can walk to, even if boxes and guards were out of the way.
//!
//! Decides whether time can run backward in a level.

use std::collections::BTreeSet;

use crate::rulesets::unseen::core::{Direction, Record, SpatialPos, TimeCube, Traits};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::grid::Grid;

/// Whether a rift can be used from a state on.
pub(super) fn any_usable(state: &GameState) -> bool {
    let cube = state.cube();
    let rifts = || records(cube).filter(|record| record.traits.meets(Traits::RIFT));
    let moves = |record: &Record| record.walks || record.traits.meets(Traits::BOX);
    if rifts().next().is_none() {
        return false;
    }
    rifts().any(moves) || reaches(state, &rifts().flat_map(entries).collect())
}

/// The records of all things.
pub(super) fn records(cube: &TimeCube) -> impl Iterator<Item = &Record> {
    cube.base().placed().flat_map(|thing| cube.base().records(thing))
}

/// Whether a thing exists in every slice and never moves.
pub(super) fn stands_for_ever(cube: &TimeCube, record: &Record) -> bool {
    let is_always_there = record.from <= 0 && record.until >= cube.time_depth;
    is_always_there && !record.walks && !record.traits.meets(Traits::BOX)
}

/// Returns the cells from which a rift can be used, by row and column.
fn entries(record: &Record) -> Vec<(i32, i32)> {
    let at = |cell: SpatialPos| (cell.y, cell.x);
    let target = record.entity.rift_data().filter(|rift| rift.bidirectional);
    let here = at(record.entity.position.spatial());
    [Some(here), target.map(|rift| at(rift.target.spatial()))].into_iter().flatten().collect()
}

/// Whether the player can walk to one of these cells, past everything but permanent walls.
fn reaches(state: &GameState, cells: &BTreeSet<(i32, i32)>) -> bool {
    let cube = state.cube();
    let mut is_open = Grid::new(cube.width, cube.height, true);
    let walls = records(cube).filter(|record| stands_for_ever(cube, record));
    for wall in walls.filter(|record| record.traits.meets(Traits::BLOCKS_MOVEMENT)) {
        is_open.set(wall.entity.position.spatial(), false);
    }
    let mut open = vec![state.player_position().spatial()];
    while let Some(cell) = open.pop() {
        if cells.contains(&(cell.y, cell.x)) {
            return true;
        }
        for next in Direction::all().map(|direction| cell.move_dir(direction)) {
            if is_open.get(next) == Some(true) {
                is_open.set(next, false);
                open.push(next);
            }
        }
    }
    false
}
