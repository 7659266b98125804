//! The part of a board that the player can ever reach: cells by number, and the boxes, goals and exits on
//! them.
//!
//! Made once for a search, from a [`Plan`] of everything that never changes by itself. Knows no time.

use std::collections::{BTreeMap, BTreeSet};

use crate::rulesets::unseen::core::{Direction, SpatialPos};
use crate::rulesets::unseen::game::{GameState, WinMode};

/// Stands for no cell: a wall, or the edge of the board.
pub(super) const WALL: u32 = u32::MAX;

/// Number of a cell.
pub(super) type Cell = u32;

/// Kind of a box: its possible moves and its other properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoxKind {
    pub(super) is_pushable: bool,
    pub(super) is_pullable: bool,
    /// Number of its effect on vision, which the search defines.
    pub(super) sight: usize,
}

/// Everything that never changes by itself.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Cells that nothing can ever enter.
    pub(super) walls: BTreeSet<(i32, i32)>,
    pub(super) boxes: Vec<(SpatialPos, BoxKind)>,
    /// Goals that are always there.
    pub(super) goals: Vec<SpatialPos>,
    /// Cells that are an exit at some time.
    pub(super) exits: Vec<SpatialPos>,
    /// Whether there is a goal at any time.
    pub(super) has_goals: bool,
}

/// A board with numbered cells.
#[derive(Debug)]
pub(super) struct Floor {
    /// Positions of the cells, row by row.
    pub(super) cells: Vec<SpatialPos>,
    /// Neighbours of each cell, in the order of [`Direction::all`].
    pub(super) next: Vec<[Cell; 4]>,
    pub(super) player: Cell,
    /// Kinds of boxes, each once.
    pub(super) kinds: Vec<BoxKind>,
    /// Boxes that can be reached: cell and kind.
    pub(super) boxes: Vec<(Cell, usize)>,
    /// Goals that need one of these boxes at the end.
    pub(super) goals: Vec<Cell>,
    pub(super) exits: Vec<bool>,
    pub(super) needs_goals: bool,
    pub(super) needs_exit: bool,
    pub(super) max_chain: usize,
    /// Number of turns left.
    pub(super) turns: u32,
}

impl Floor {
    pub(super) fn new(state: &GameState, plan: &Plan) -> Self {
        let cells = region(state, &plan.walls);
        let mut floor = Self {
            next: Vec::new(),
            player: 0,
            kinds: Vec::new(),
            boxes: Vec::new(),
            goals: Vec::new(),
            exits: vec![false; cells.len()],
            needs_goals: state.config().win != WinMode::Exit,
            needs_exit: state.config().win != WinMode::Goals,
            max_chain: state.config().max_push_chain,
            turns: (state.cube().time_depth - 1 - state.current_time()).unsigned_abs(),
            cells,
        };
        let beside = |cell: &SpatialPos| Direction::all().map(|dir| floor.number(cell.move_dir(dir)));
        floor.next = floor.cells.iter().map(beside).collect();
        floor.player = floor.number(state.player_position().spatial());
        floor.place(plan);
        floor
    }

    /// Returns the number of a cell; [`WALL`] if the player can never reach it.
    pub(super) fn number(&self, cell: SpatialPos) -> Cell {
        let found = self.cells.binary_search_by_key(&(cell.y, cell.x), |own| (own.y, own.x));
        found.map_or(WALL, |number| number as Cell)
    }

    fn place(&mut self, plan: &Plan) {
        for (at, kind) in &plan.boxes {
            let cell = self.number(*at);
            if cell != WALL {
                let kind = self.kind_of(*kind);
                self.boxes.push((cell, kind));
            }
        }
        for exit in
            plan.exits.iter().map(|exit| self.number(*exit)).filter(|exit| *exit != WALL).collect::<Vec<_>>()
        {
            self.exits[exit as usize] = true;
        }
        let has_box = |goal| plan.boxes.iter().any(|(cell, _)| *cell == goal);
        // An unreachable goal has its box for ever, or never.
        let goals = plan.goals.iter().map(|goal| (self.number(*goal), has_box(*goal)));
        self.goals =
            goals.filter(|(cell, has_box)| *cell != WALL || !has_box).map(|(cell, _)| cell).collect();
        self.goals.sort_unstable();
        self.goals.dedup();
        // Without any goal, the condition cannot be met.
        if self.needs_goals && !plan.has_goals {
            self.goals.push(WALL);
        }
    }

    fn kind_of(&mut self, kind: BoxKind) -> usize {
        self.kinds.iter().position(|own| *own == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        })
    }
}

/// Returns the cells that the player could walk to if there were no boxes, row by row.
fn region(state: &GameState, walls: &BTreeSet<(i32, i32)>) -> Vec<SpatialPos> {
    let start = state.player_position().spatial();
    let mut found = BTreeMap::from([((start.y, start.x), start)]);
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        for next in Direction::all().map(|dir| cell.move_dir(dir)) {
            let key = (next.y, next.x);
            if state.cube().base().in_bounds(next) && !walls.contains(&key) && !found.contains_key(&key) {
                found.insert(key, next);
                open.push(next);
            }
        }
    }
    found.into_values().collect()
}
