//! How many turns it takes at least to get from a cell to an exit, if there were only walls that never change, and
//! rifts.
//!
//! A lower bound for the search. Answers 0 where exits or rifts move, or none is needed.

use std::collections::{BTreeMap, VecDeque};

use crate::rulesets::unseen::core::{Direction, Record, SpatialPos, TimeCube, Traits};
use crate::rulesets::unseen::game::{GameState, WinMode};
use crate::rulesets::unseen::grid::Grid;
use crate::solver::packed::DEAD;

/// Turns from each cell; `None` if nothing can be said.
pub(super) struct StepsToExit(Option<Grid<u32>>);

impl StepsToExit {
    pub(super) fn new(state: &GameState) -> Self {
        let cube = state.cube();
        let records = || cube.base().placed().flat_map(|thing| cube.base().records(thing));
        let matters =
            |record: &Record| record.traits.meets(Traits::EXIT) || record.traits.meets(Traits::RIFT);
        let moves = |record: &Record| record.walks || record.traits.meets(Traits::BOX);
        let is_fixed = !records().any(|record| matters(record) && moves(record));
        let needs_exit = state.config().win != WinMode::Goals;
        Self((is_fixed && needs_exit).then(|| flood(cube)))
    }

    /// Returns the turns from a cell; [`DEAD`] if no exit can be reached.
    pub(super) fn from(&self, cell: SpatialPos) -> u32 {
        self.0.as_ref().map_or(0, |steps| steps.get(cell).unwrap_or(DEAD))
    }
}

/// Marks walls while the flood spreads; nobody is ever in them.
const WALL: u32 = DEAD - 1;

fn flood(cube: &TimeCube) -> Grid<u32> {
    let mut steps = Grid::new(cube.width, cube.height, DEAD);
    let records = || cube.base().placed().flat_map(|thing| cube.base().records(thing));
    let walls = records().filter(|record| stands_for_ever(cube, record));
    for wall in walls.filter(|record| record.traits.meets(Traits::BLOCKS_MOVEMENT)) {
        steps.set(wall.entity.position.spatial(), WALL);
    }
    let mut open = VecDeque::new();
    for exit in records().filter(|record| record.traits.meets(Traits::EXIT)) {
        let cell = exit.entity.position.spatial();
        if steps.get(cell) == Some(DEAD) {
            steps.set(cell, 0);
            open.push_back(cell);
        }
    }
    let rifts = rifts_into(cube);
    while let Some(cell) = open.pop_front() {
        let turns = steps.get(cell).unwrap_or(0) + 1;
        let beside = Direction::all().map(|direction| cell.move_dir(direction));
        let through = rifts.get(&(cell.y, cell.x)).into_iter().flatten().copied();
        for from in beside.into_iter().chain(through) {
            if steps.get(from) == Some(DEAD) {
                steps.set(from, turns);
                open.push_back(from);
            }
        }
    }
    steps
}

/// Whether a thing is there in every slice and never moves.
fn stands_for_ever(cube: &TimeCube, record: &Record) -> bool {
    let is_always_there = record.from <= 0 && record.until >= cube.time_depth;
    is_always_there && !record.walks && !record.traits.meets(Traits::BOX)
}

/// Returns, by row and column, the cells from which a rift leads there.
fn rifts_into(cube: &TimeCube) -> BTreeMap<(i32, i32), Vec<SpatialPos>> {
    let mut rifts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for record in cube.base().placed().flat_map(|thing| cube.base().records(thing)) {
        let Some(rift) = record.entity.rift_data() else { continue };
        let (here, there) = (record.entity.position.spatial(), rift.target.spatial());
        rifts.entry((there.y, there.x)).or_default().push(here);
        if rift.bidirectional {
            rifts.entry((here.y, here.x)).or_default().push(there);
        }
    }
    rifts
}
