//! Lower bounds on the turns from a cell to an exit, taking only permanent walls and rifts into account.
//!
//! Returns 0 if exits or rifts move, or no exit is needed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::rulesets::unseen::core::{Direction, Record, SpatialPos, TimeCube, Traits};
use crate::rulesets::unseen::game::{GameState, WinMode};
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::solve::rifts::{records, stands_for_ever};
use crate::solver::packed::DEAD;

/// Turns from each cell; `None` without a bound.
pub(super) struct StepsToExit(Option<Steps>);

struct Steps {
    nearest: Grid<u32>,
    /// If a rift is used on the way.
    through_rift: Grid<u32>,
}

impl StepsToExit {
    pub(super) fn new(state: &GameState) -> Self {
        let cube = state.cube();
        let matters =
            |record: &Record| record.traits.meets(Traits::EXIT) || record.traits.meets(Traits::RIFT);
        let moves = |record: &Record| record.walks || record.traits.meets(Traits::BOX);
        let is_fixed = !records(cube).any(|record| matters(record) && moves(record));
        let needs_exit = state.config().win != WinMode::Goals;
        Self((is_fixed && needs_exit).then(|| Steps::new(cube)))
    }

    /// Returns the turns from a cell; [`DEAD`] if no exit can be reached.
    pub(super) fn from(&self, cell: SpatialPos) -> u32 {
        self.0.as_ref().map_or(0, |steps| steps.nearest.get(cell).unwrap_or(DEAD))
    }

    /// Returns the turns from a cell if a rift is used on the way; [`DEAD`] if none leads to an exit.
    pub(super) fn through_rift(&self, cell: SpatialPos) -> u32 {
        self.0.as_ref().map_or(0, |steps| steps.through_rift.get(cell).unwrap_or(DEAD))
    }
}

impl Steps {
    fn new(cube: &TimeCube) -> Self {
        let rifts = rifts_into(cube);
        let nearest = flood(cube, &rifts);
        let through_rift = flood_through_rifts(&nearest, &rifts);
        Self { nearest, through_rift }
    }
}

/// Marks walls during the flood fill; nobody is ever in them.
const WALL: u32 = DEAD - 1;

/// By row and column: the cells from which a rift leads there.
type RiftsInto = BTreeMap<(i32, i32), Vec<SpatialPos>>;

fn flood(cube: &TimeCube, rifts: &RiftsInto) -> Grid<u32> {
    let mut steps = Grid::new(cube.width, cube.height, DEAD);
    let walls = records(cube).filter(|record| stands_for_ever(cube, record));
    for wall in walls.filter(|record| record.traits.meets(Traits::BLOCKS_MOVEMENT)) {
        steps.set(wall.entity.position.spatial(), WALL);
    }
    let mut open = VecDeque::new();
    for exit in records(cube).filter(|record| record.traits.meets(Traits::EXIT)) {
        let cell = exit.entity.position.spatial();
        if steps.get(cell) == Some(DEAD) {
            steps.set(cell, 0);
            open.push_back(cell);
        }
    }
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

/// Returns the turns of ways that use a rift first of all, and of those that lead there.
fn flood_through_rifts(nearest: &Grid<u32>, rifts: &RiftsInto) -> Grid<u32> {
    let is_wall = |cell| nearest.get(cell).is_none_or(|turns| turns == WALL);
    let (mut steps, mut open) = (nearest.filled(DEAD), BTreeSet::new());
    for ((y, x), from) in rifts {
        let turns = nearest.get(SpatialPos { x: *x, y: *y }).filter(|turns| *turns < WALL);
        open.extend(
            turns.into_iter().flat_map(|turns| from.iter().map(move |from| (turns + 1, from.y, from.x))),
        );
    }
    while let Some((turns, y, x)) = open.pop_first() {
        let cell = SpatialPos { x, y };
        if is_wall(cell) || steps.get(cell) != Some(DEAD) {
            continue;
        }
        steps.set(cell, turns);
        let beside = Direction::all().map(|direction| cell.move_dir(direction));
        open.extend(beside.into_iter().map(|from| (turns + 1, from.y, from.x)));
    }
    steps
}

fn rifts_into(cube: &TimeCube) -> RiftsInto {
    let mut rifts = RiftsInto::new();
    for record in records(cube) {
        let Some(rift) = record.entity.rift_data() else { continue };
        let (here, there) = (record.entity.position.spatial(), rift.target.spatial());
        rifts.entry((there.y, there.x)).or_default().push(here);
        if rift.bidirectional {
            rifts.entry((here.y, here.x)).or_default().push(there);
        }
    }
    rifts
}
