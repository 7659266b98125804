//! The part of a board that the player can ever get to, if nothing depends on time: cells by number, and the boxes,
//! goals and exits on them.
//!
//! Made once for a search. Refuses whatever needs more than that: guards, rifts, things that come, go or walk, and
//! boxes that share their cell.

use std::collections::BTreeMap;

use crate::rulesets::unseen::core::{Direction, SpatialPos, Thing, Traits};
use crate::rulesets::unseen::game::{Detection, GameState, WinMode};

/// No cell: a wall, or the edge of the board.
pub(super) const WALL: u32 = u32::MAX;

/// Number of a cell.
pub(super) type Cell = u32;

/// How a box can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoxKind {
    pub(super) is_pushable: bool,
    pub(super) is_pullable: bool,
}

/// A board on which nothing depends on time.
#[derive(Debug)]
pub(super) struct Floor {
    /// Neighbours of each cell, in the order of [`Direction::all`].
    pub(super) next: Vec<[Cell; 4]>,
    pub(super) player: Cell,
    /// Kinds of boxes, each once.
    pub(super) kinds: Vec<BoxKind>,
    /// Boxes that can be got at: cell and kind.
    pub(super) boxes: Vec<(Cell, usize)>,
    /// Goals that still need one of these boxes at the end.
    pub(super) goals: Vec<Cell>,
    pub(super) exits: Vec<bool>,
    pub(super) needs_goals: bool,
    pub(super) needs_exit: bool,
    pub(super) max_chain: usize,
    /// Turns that are left.
    pub(super) turns: u32,
}

impl Floor {
    /// Returns the board of a state; `None` if something on it depends on time.
    pub(super) fn new(state: &GameState) -> Option<Self> {
        let things = things(state).filter(|_| state.is_active())?;
        let numbers = region(state, &things);
        let number = |cell: SpatialPos| numbers.get(&(cell.y, cell.x)).copied().unwrap_or(WALL);
        let mut cells = vec![SpatialPos::new(0, 0); numbers.len()];
        numbers.iter().for_each(|((y, x), number)| cells[*number as usize] = SpatialPos::new(*x, *y));
        let next = cells.iter().map(|cell| Direction::all().map(|dir| number(cell.move_dir(dir)))).collect();
        let mut floor = Self {
            next,
            player: number(state.player_position().spatial()),
            kinds: Vec::new(),
            boxes: Vec::new(),
            goals: Vec::new(),
            exits: vec![false; cells.len()],
            needs_goals: state.config().win != WinMode::Exit,
            needs_exit: state.config().win != WinMode::Goals,
            max_chain: state.config().max_push_chain,
            turns: (state.cube().time_depth - 1 - state.current_time()).unsigned_abs(),
        };
        floor.place(&things, number);
        Some(floor)
    }

    fn place(&mut self, things: &[Standing], number: impl Fn(SpatialPos) -> Cell) {
        for standing in things.iter().filter(|standing| standing.is_box()) {
            let cell = number(standing.cell);
            if cell != WALL {
                let kind = self.kind_of(standing.kind());
                self.boxes.push((cell, kind));
            }
        }
        let far_box = |cell| things.iter().any(|other| other.is_box() && other.cell == cell);
        let mut has_goal = false;
        for standing in things {
            let cell = number(standing.cell);
            if standing.traits.meets(Traits::EXIT) && cell != WALL {
                self.exits[cell as usize] = true;
            }
            if standing.traits.meets(Traits::GOAL) {
                has_goal = true;
                // A goal out of reach has its box for ever, or never.
                if cell != WALL || !far_box(standing.cell) {
                    self.goals.push(cell);
                }
            }
        }
        self.goals.sort_unstable();
        self.goals.dedup();
        // Without any goal, goals cannot be met.
        if self.needs_goals && !has_goal {
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

/// A thing that is always there.
struct Standing {
    cell: SpatialPos,
    traits: Traits,
}

impl Standing {
    fn is_box(&self) -> bool {
        self.traits.meets(Traits::BOX)
    }

    fn kind(&self) -> BoxKind {
        let has = |traits| self.traits.meets(traits);
        BoxKind { is_pushable: has(Traits::PUSHABLE), is_pullable: has(Traits::PULLABLE) }
    }
}

/// Returns everything on the board but the player; `None` if something depends on time or boxes are not plain.
fn things(state: &GameState) -> Option<Vec<Standing>> {
    let (cube, now) = (state.cube(), state.current_time());
    if state.world_line().time_range().is_some_and(|(_, last)| last > now) {
        return None;
    }
    let things = cube.base().placed().filter(|thing| !is_player(state, *thing));
    let standing: Vec<Standing> = things.map(|thing| standing(state, thing)).collect::<Option<_>>()?;
    let mut solid: Vec<_> = standing
        .iter()
        .filter(|one| one.traits.meets(Traits::SOLID))
        .map(|one| (one.cell.y, one.cell.x))
        .collect();
    solid.sort_unstable();
    let boxes_are_plain = standing.iter().filter(|one| one.is_box()).all(is_plain);
    let shares_a_cell = solid.windows(2).any(|pair| pair[0] == pair[1]);
    let has_boxes = standing.iter().any(Standing::is_box);
    (boxes_are_plain && !(shares_a_cell && has_boxes)).then_some(standing)
}

fn is_player(state: &GameState, thing: Thing) -> bool {
    state.cube().base().id(thing) == state.player_id()
}

/// A box blocks its cell and is nothing else.
fn is_plain(standing: &Standing) -> bool {
    let has = |traits| standing.traits.meets(traits);
    has(Traits::BLOCKS_MOVEMENT) && !has(Traits::EXIT) && !has(Traits::GOAL)
}

/// Returns a thing that is there from now on, until it is moved; `None` if it is not that simple.
fn standing(state: &GameState, thing: Thing) -> Option<Standing> {
    let (cube, now) = (state.cube(), state.current_time());
    let record = cube.base().record(thing, now)?;
    let is_there = record.until >= cube.time_depth && !record.walks;
    let looks = record.traits.meets(Traits::ENEMY) && state.config().detection != Detection::None;
    let moves_later = cube.overlay().next_move(thing, now).is_some();
    if !is_there || looks || moves_later || record.traits.meets(Traits::RIFT) {
        return None;
    }
    Some(Standing { cell: cube.place_of(thing, record, now)?, traits: record.traits })
}

/// Numbers the cells that the player could walk to if there were no boxes, row by row.
fn region(state: &GameState, things: &[Standing]) -> BTreeMap<(i32, i32), Cell> {
    let is_wall = |one: &&Standing| one.traits.meets(Traits::BLOCKS_MOVEMENT) && !one.is_box();
    let walls: std::collections::BTreeSet<_> =
        things.iter().filter(is_wall).map(|one| (one.cell.y, one.cell.x)).collect();
    let start = state.player_position().spatial();
    let mut numbers = BTreeMap::from([((start.y, start.x), 0)]);
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        for next in Direction::all().map(|dir| cell.move_dir(dir)) {
            let key = (next.y, next.x);
            if state.cube().base().in_bounds(next) && !walls.contains(&key) && !numbers.contains_key(&key) {
                numbers.insert(key, 0);
                open.push(next);
            }
        }
    }
    (0..).zip(numbers.values_mut()).for_each(|(number, own)| *own = number);
    numbers
}
