//! Everything that walks, appears and disappears by itself, moment by moment: blocked cells, exits and goals.
//!
//! Moments are counted from the start of the search. From some moment on everything repeats, so the number of
//! different moments is finite. Made once for a search; knows neither movable boxes nor vision.

use crate::rulesets::unseen::core::{Record, SpatialPos, Thing, Traits};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::solve::floor::{Cell, Floor, WALL};

/// Maximum number of cells and things examined in all moments.
const MOST_PLACES: usize = 1 << 21;

/// The different moments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    /// The time of the first.
    pub(super) now: i32,
    /// Their number.
    pub(super) count: usize,
    /// The moment that follows the last one.
    again: usize,
}

/// Contents of the board at each moment.
#[derive(Debug)]
pub(super) struct Scenery {
    pub(super) moments: Moments,
    cells: usize,
    /// By moment and cell.
    blocked: Vec<bool>,
    exits: Vec<bool>,
    /// By moment: goals that need a box; `None` if the condition cannot be met then.
    goals: Vec<Option<Vec<Cell>>>,
}

impl Moments {
    /// Returns the moments from a state on; `None` if there are too many.
    pub(super) fn new(state: &GameState, things: &[Thing]) -> Option<Self> {
        let (base, now, depth) = (state.cube().base(), state.current_time(), state.cube().time_depth);
        let records = || things.iter().flat_map(|thing| base.records(*thing));
        let settled = records().map(|record| settles(record, depth)).max().unwrap_or(0).max(now);
        let lasting = records().filter(|record| record.until >= depth);
        let period = lasting.filter_map(round).fold(1, |period, round| lcm(period, round).min(depth as u64));
        let again = (settled - now) as usize;
        let count = again.saturating_add(period as usize).min((depth - now) as usize);
        let cells =
            (state.cube().width.unsigned_abs() as usize) * state.cube().height.unsigned_abs() as usize;
        let is_little = count.saturating_mul(things.len() + cells) <= MOST_PLACES;
        is_little.then_some(Self { now, count, again: again.min(count - 1) })
    }

    /// Returns the moment after one.
    pub(super) fn after(&self, moment: usize) -> usize {
        if moment + 1 == self.count { self.again } else { moment + 1 }
    }

    /// Returns all moments with their times.
    pub(super) fn times(&self) -> impl Iterator<Item = i32> {
        let now = self.now;
        (0..self.count).map(move |moment| now + moment as i32)
    }
}

/// Returns the time from which a record is always there or never again, and stays or walks in a loop.
fn settles(record: &Record, depth: i32) -> i32 {
    if record.until < depth {
        return record.until;
    }
    let walked = record.path().filter(|patrol| !patrol.loops).map_or(0, |patrol| patrol.len() as i32 - 1);
    record.from.max(walked)
}

/// Returns the length in ticks of a record's loop, if it walks in one.
fn round(record: &Record) -> Option<u64> {
    record.path().filter(|patrol| patrol.loops).map(|patrol| patrol.len() as u64)
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

impl Scenery {
    /// Computes the scenery of these things. `has_box` tells which unreachable cells have a box.
    pub(super) fn new(
        state: &GameState,
        moments: Moments,
        floor: &Floor,
        things: &[Thing],
        has_box: impl Fn(SpatialPos) -> bool,
    ) -> Self {
        let cells = floor.next.len();
        let none = || vec![false; moments.count * cells];
        let mut scenery = Self { moments, cells, blocked: none(), exits: none(), goals: Vec::new() };
        for (moment, t) in moments.times().enumerate() {
            let mut goals = Vec::new();
            for (record, place) in present(state, things, t) {
                let cell = floor.number(place);
                scenery.mark(moment, cell, record);
                goals.extend(record.traits.meets(Traits::GOAL).then_some((cell, place)));
            }
            let is_lost = |(cell, place): &(Cell, SpatialPos)| *cell == WALL && !has_box(*place);
            let can_be_met = !goals.is_empty() && !goals.iter().any(is_lost);
            let needed = || goals.iter().map(|(cell, _)| *cell).filter(|cell| *cell != WALL).collect();
            scenery.goals.push(can_be_met.then(needed));
        }
        scenery
    }

    fn mark(&mut self, moment: usize, cell: Cell, record: &Record) {
        if cell != WALL {
            let at = moment * self.cells + cell as usize;
            self.blocked[at] |= record.traits.meets(Traits::BLOCKS_MOVEMENT);
            self.exits[at] |= record.traits.meets(Traits::EXIT);
        }
    }

    pub(super) fn is_blocked(&self, moment: usize, cell: Cell) -> bool {
        self.blocked[moment * self.cells + cell as usize]
    }

    pub(super) fn is_exit(&self, moment: usize, cell: Cell) -> bool {
        self.exits[moment * self.cells + cell as usize]
    }

    /// Returns the goals that need a box at a moment; `None` if the condition cannot be met then.
    pub(super) fn goals(&self, moment: usize) -> Option<&[Cell]> {
        self.goals[moment].as_deref()
    }
}

/// Returns the things that exist at a time, with their cells.
pub(super) fn present<'s>(
    state: &'s GameState,
    things: &'s [Thing],
    t: i32,
) -> impl Iterator<Item = (&'s Record, SpatialPos)> {
    let cube = state.cube();
    things.iter().filter_map(move |thing| {
        let record = cube.base().record(*thing, t)?;
        Some((record, cube.place_of(*thing, record, t)?))
    })
}
