//! The search for levels in which time matters but only runs forward: guards, and things that appear,
//! disappear and walk, but no usable rift.
//!
//! A state is the moment, the player's cell, the cells of the boxes, and the player's earlier cells whose
//! light may still be seen; packed into words. An edge is one turn. Moments repeat once everything else does,
//! and fewer turns are never worse.

mod plan;
mod scenery;
mod sight;

use plan::Sorted;
use scenery::{Moments, Scenery};
use sight::Sight;

use super::bounds::Bounds;
use super::boxes::{Boxes, behind};
use super::floor::{Cell, Floor, WALL};
use super::freeze::Freeze;
use crate::rulesets::unseen::core::Direction;
use crate::rulesets::unseen::game::{Action, GameState};
use crate::solver::packed::{self, Counted, DEAD, Space};
use crate::solver::{Answer, Watch};

const PLAYER_BITS: usize = 20;
const PLAYER: u64 = (1 << PLAYER_BITS) - 1;
const MOMENT_BITS: usize = 23;
const MOMENT: u64 = (1 << MOMENT_BITS) - 1;
/// Set in the first state only, which is never a win: winning takes an action.
const START: u64 = 1 << (PLAYER_BITS + MOMENT_BITS);
const FIRST_BOX: usize = PLAYER_BITS + MOMENT_BITS + 1;

/// The search from one state.
pub(super) struct Forward {
    floor: Floor,
    bounds: Bounds,
    freeze: Option<Freeze>,
    boxes: Boxes,
    scenery: Scenery,
    sight: Sight,
    trail: Trail,
    /// The player's cells before the first state, the newest first.
    before: Vec<Cell>,
    /// The state at the end of the current edge.
    next: Vec<u64>,
}

/// Layout of the player's recent cells in a state, and those of the current state.
struct Trail {
    /// Bits of a cell; 0 means none.
    bits: usize,
    /// The first word.
    first: usize,
    /// By age: the player's cell, or [`WALL`]. The first is the current one.
    cells: Vec<Cell>,
}

/// A turn from the current state.
#[derive(Clone, Copy)]
struct Turn {
    action: Action,
    player: Cell,
    /// The moment after it.
    moment: usize,
    /// Lower bound on the turns from there to move the boxes to the goals.
    goals: u32,
}

impl Forward {
    /// Returns the search; `None` if time can run backward, or the tables would be too large.
    pub(super) fn new(state: &GameState) -> Option<Self> {
        let Sorted { plan, mut others, boxes: things, sights } = plan::sort(state)?;
        let moments = Moments::new(state, &others)?;
        let floor = Floor::new(state, &plan);
        let is_far = |cell| floor.number(cell) == WALL;
        let far = plan.boxes.iter().zip(&things).filter(|((cell, _), _)| is_far(*cell));
        others.extend(far.map(|(_, thing)| *thing));
        let has_box = |cell| plan.boxes.iter().any(|(own, _)| *own == cell);
        let scenery = Scenery::new(state, moments, &floor, &others, has_box);
        let sight = Sight::new(state, moments, &floor, &others, sights)?;
        let bounds = Bounds::new(&floor);
        let boxes = Boxes::new(&floor, &bounds, FIRST_BOX);
        let trail = Trail::new(floor.next.len(), boxes.words(), sight.lag);
        let (freeze, next) = (Freeze::new(&floor), vec![0; trail.end()]);
        let before = before(state, &floor, sight.lag);
        Some(Self { floor, bounds, freeze, boxes, scenery, sight, trail, before, next })
    }

    pub(super) fn run(&mut self, watch: &Watch) -> Answer<Action> {
        let (verdict, effort) = packed::search(self, self.floor.turns, watch);
        Answer { verdict: verdict.map_way(|way| self.actions(&way)), effort, world: "forward" }
    }

    fn actions(&mut self, way: &[Vec<u64>]) -> Vec<Action> {
        let mut actions = Vec::new();
        for pair in way.windows(2) {
            let mut action = None;
            self.follow(&pair[0], &mut |this, turn, _| {
                action = action.or((this.next == pair[1]).then_some(turn.action));
            });
            actions.extend(action);
        }
        actions
    }

    /// Follows every turn from a state: calls `found` with the turn and a lower bound on the turns of a win
    /// from the resulting state, which is in `next`. Returns approximately the number of cells examined.
    fn follow(&mut self, state: &[u64], found: &mut impl FnMut(&Self, Turn, u32)) -> u64 {
        self.boxes.unpack(state);
        let (player, moment) = (player_of(state), self.scenery.moments.after(moment_of(state)));
        self.trail.unpack(state, player);
        let is_seen = self.past_is_seen(moment);
        let goals = self.bounds.look_at(&self.boxes.all);
        let wait = Turn { action: Action::Wait, player, moment, goals };
        if !self.scenery.is_blocked(moment, player) {
            self.take(state, wait, is_seen, found);
        }
        for direction in 0..4 {
            let to = self.floor.next[player as usize][direction];
            if to != WALL && !self.scenery.is_blocked(moment, to) {
                self.follow_to(state, direction, Turn { player: to, ..wait }, is_seen, found);
            }
        }
        (16 + 2 * self.boxes.all.len() + 4 * self.trail.cells.len()) as u64
            + self.bounds.work(self.boxes.all.len())
    }

    /// Moves into a free cell, or pushes or pulls.
    fn follow_to(
        &mut self,
        state: &[u64],
        direction: usize,
        step: Turn,
        is_seen: bool,
        found: &mut impl FnMut(&Self, Turn, u32),
    ) {
        let (way, scenery) = (Direction::all()[direction], &self.scenery);
        if self.boxes.is_taken(step.player) {
            let is_open = |cell| !scenery.is_blocked(step.moment, cell);
            if self.boxes.push(&self.floor, step.player, direction, is_open) {
                self.shift(state, Turn { action: Action::Push(way), ..step }, is_seen, found);
            }
            return;
        }
        self.take(state, Turn { action: Action::Move(way), ..step }, is_seen, found);
        let player = self.trail.cells[0];
        let has_room = !self.scenery.is_blocked(step.moment, player);
        if has_room && self.boxes.pull(&self.floor, behind(&self.floor, player, direction), player) {
            self.shift(state, Turn { action: Action::Pull(way), ..step }, is_seen, found);
        }
    }

    /// Takes a turn that moves boxes.
    fn shift(
        &mut self,
        state: &[u64],
        turn: Turn,
        mut is_seen: bool,
        found: &mut impl FnMut(&Self, Turn, u32),
    ) {
        self.next.copy_from_slice(state);
        self.boxes.go(&mut self.next);
        let kind_of = |index: usize| self.floor.kinds[self.boxes.all[index].1].sight;
        if self.boxes.steps.iter().any(|step| self.sight.tells(kind_of(step.index))) {
            is_seen = self.past_is_seen(turn.moment);
        }
        if !is_seen {
            let goals = self.goals_after();
            self.finish(Turn { goals, ..turn }, found);
        }
        self.boxes.go_back();
    }

    /// Takes a turn that moves no box.
    fn take(&mut self, state: &[u64], turn: Turn, is_seen: bool, found: &mut impl FnMut(&Self, Turn, u32)) {
        if !is_seen {
            self.next.copy_from_slice(state);
            self.finish(turn, found);
        }
    }

    /// Completes the state after a turn with the player and the trail, unless the player is seen there.
    fn finish(&mut self, turn: Turn, found: &mut impl FnMut(&Self, Turn, u32)) {
        let Turn { player, moment, goals, .. } = turn;
        if self.sight.sees(&self.floor, &self.boxes, moment, player, 0) {
            return;
        }
        let head = START | MOMENT << PLAYER_BITS | PLAYER;
        self.next[0] = self.next[0] & !head | (moment as u64) << PLAYER_BITS | u64::from(player);
        self.trail.pack(&mut self.next, |cell, age| self.sight.matters(moment, cell, age));
        let bound = goals.max(self.bounds.to_exit(player));
        found(self, turn, bound);
    }

    fn goals_after(&mut self) -> u32 {
        let boxes = &self.boxes;
        if let (Some(freeze), [step]) = (&mut self.freeze, &boxes.steps[..])
            && freeze.is_stuck(&self.floor, boxes, step.to)
        {
            return DEAD;
        }
        self.bounds.after(&boxes.all, &boxes.steps)
    }

    /// Whether a guard sees one of the player's cells so far at the next moment.
    fn past_is_seen(&self, moment: usize) -> bool {
        let mut past = self.trail.cells.iter().zip(1..=self.sight.lag);
        past.any(|(cell, age)| *cell != WALL && self.sight.sees(&self.floor, &self.boxes, moment, *cell, age))
    }
}

impl Trail {
    fn new(cells: usize, first: usize, lag: usize) -> Self {
        Self { bits: (usize::BITS - cells.leading_zeros()) as usize, first, cells: vec![WALL; lag.max(1)] }
    }

    /// Returns the index after the last word.
    fn end(&self) -> usize {
        self.first + (self.cells.len() - 1).div_ceil(64 / self.bits)
    }

    /// Returns the word and shift of a cell by its age, from 1.
    fn place(&self, age: usize) -> (usize, usize) {
        let in_a_word = 64 / self.bits;
        (self.first + (age - 1) / in_a_word, (age - 1) % in_a_word * self.bits)
    }

    fn unpack(&mut self, state: &[u64], player: Cell) {
        self.cells[0] = player;
        for age in 1..self.cells.len() {
            let (word, shift) = self.place(age);
            // 0 means none.
            let found = (state[word] >> shift & ((1 << self.bits) - 1)) as u32;
            self.cells[age] = found.wrapping_sub(1);
        }
    }

    /// Writes the cells that matter, each one older.
    fn pack(&self, state: &mut [u64], matters: impl Fn(Cell, usize) -> bool) {
        state[self.first..].fill(0);
        for age in 1..self.cells.len() {
            let cell = self.cells[age - 1];
            if cell != WALL && matters(cell, age) {
                let (word, shift) = self.place(age);
                state[word] |= u64::from(cell + 1) << shift;
            }
        }
    }
}

/// Returns the player's cells before a state that matter, the newest first.
fn before(state: &GameState, floor: &Floor, lag: usize) -> Vec<Cell> {
    let line = state.world_line();
    let turns = (0..state.turn()).rev().take(lag.saturating_sub(1));
    turns.filter_map(|turn| line.position_at_turn(turn)).map(|point| floor.number(point.spatial())).collect()
}

fn player_of(state: &[u64]) -> Cell {
    (state[0] & PLAYER) as Cell
}

fn moment_of(state: &[u64]) -> usize {
    (state[0] >> PLAYER_BITS & MOMENT) as usize
}

impl Counted for Forward {
    type Action = Action;

    fn expand_counted(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u64)) -> u64 {
        self.expand(state, &mut |next, turns, _| found(next, turns, 1))
    }

    fn ways_between(&mut self, from: &[u64], to: &[u64], _turns: u32, most: usize) -> Vec<Vec<Action>> {
        let mut ways = Vec::new();
        self.follow(from, &mut |this, turn, _| {
            ways.extend((this.next == to && ways.len() < most).then(|| vec![turn.action]));
        });
        ways
    }
}

impl Space for Forward {
    fn words(&self) -> usize {
        self.next.len()
    }

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.words()];
        state[0] = START | u64::from(self.floor.player);
        self.boxes.pack(&self.floor.boxes, &mut state);
        for (cell, age) in self.before.iter().zip(1..).filter(|(cell, _)| **cell != WALL) {
            let (word, shift) = self.trail.place(age);
            state[word] |= u64::from(cell + 1) << shift;
        }
        state
    }

    fn start_bound(&mut self) -> u32 {
        self.bounds.at_start(&self.floor, &self.boxes)
    }

    fn is_won(&self, state: &[u64]) -> bool {
        let (player, moment) = (player_of(state), moment_of(state));
        let goals_are_met = || {
            let goals = self.scenery.goals(moment);
            goals.is_some_and(|goals| goals.iter().all(|goal| self.boxes.has(state, *goal)))
        };
        state[0] & START == 0
            && (!self.floor.needs_exit || self.scenery.is_exit(moment, player))
            && (!self.floor.needs_goals || goals_are_met())
    }

    fn expand(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u32)) -> u64 {
        self.follow(state, &mut |this, _, bound| found(&this.next, 1, bound))
    }
}
