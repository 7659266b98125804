//! The search on a board where nothing depends on time: Sokoban, with rows of boxes and pulling.
//!
//! A state is the player's cell and the cells of the boxes, packed into words; an edge is a walk and the push
//! or pull at its end. `t` is not part of it: fewer turns are never worse, and the depth of time is only a
//! limit.

mod walks;

use super::bounds::{Bounds, opposite};
use super::boxes::{Boxes, behind};
use super::floor::{Cell, Floor, WALL};
use super::freeze::Freeze;
use super::standing;
use crate::rulesets::unseen::core::Direction;
use crate::rulesets::unseen::game::{Action, GameState};
use crate::solver::packed::{self, DEAD, Space};
use crate::solver::{Answer, Effort, Verdict, Watch};

/// Bits of the player's cell: a board has at most 1024 x 1024 cells.
pub(super) const PLAYER_BITS: usize = 20;
pub(super) const PLAYER: u64 = (1 << PLAYER_BITS) - 1;

/// The search from one state.
pub(super) struct Timeless {
    floor: Floor,
    bounds: Bounds,
    freeze: Option<Freeze>,
    boxes: Boxes,
    player: Cell,
    walk: Walk,
    /// The state at the end of the current edge.
    next: Vec<u64>,
}

/// The cells that the player can walk to, in the order of their distance.
#[derive(Default)]
struct Walk {
    cells: Vec<Cell>,
    /// By cell.
    reached: Vec<Reached>,
    number: u32,
}

/// How a cell was reached.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// The last walk that reached it.
    walk: u32,
    steps: u32,
    /// Index of the direction of the last step.
    came: u8,
}

/// The move of a box at the end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Push,
    Pull,
}

/// An edge: a walk to a cell, and the action there.
#[derive(Clone, Copy)]
struct Edge {
    cell: Cell,
    /// The action, and the index of its direction; `None` if the walk itself wins.
    deed: Option<(Deed, usize)>,
}

impl Edge {
    /// Returns the action at the end of the walk.
    fn last_action(&self) -> Option<Action> {
        self.deed.map(|(deed, index)| match deed {
            Deed::Push => Action::Push(Direction::all()[index]),
            Deed::Pull => Action::Pull(Direction::all()[index]),
        })
    }
}

impl Timeless {
    /// Returns the search; `None` if something depends on time.
    pub(super) fn new(state: &GameState) -> Option<Self> {
        let floor = Floor::new(state, &standing::plan(state)?);
        let bounds = Bounds::new(&floor);
        let boxes = Boxes::new(&floor, &bounds, PLAYER_BITS);
        let walk = Walk { reached: vec![Reached::default(); floor.next.len()], ..Walk::default() };
        let (freeze, next) = (Freeze::new(&floor), vec![0; boxes.words()]);
        Some(Self { floor, bounds, freeze, boxes, player: 0, walk, next })
    }

    pub(super) fn run(&mut self, watch: &Watch) -> Answer<Action> {
        let (start, turns, world) = (self.start(), self.floor.turns, "timeless");
        // The start is not a win even if it meets the condition: winning takes an action, and waiting is one.
        if self.start_bound() == 0 && self.is_won(&start) && turns > 0 {
            return Answer { verdict: Verdict::Solved(vec![Action::Wait]), effort: Effort::default(), world };
        }
        let (verdict, effort) = packed::search(self, turns, watch);
        Answer { verdict: verdict.map_way(|way| self.actions(&way)), effort, world }
    }

    fn actions(&mut self, way: &[Vec<u64>]) -> Vec<Action> {
        way.windows(2).flat_map(|pair| self.actions_between(&pair[0], &pair[1])).collect()
    }

    /// Returns the actions of the first of the shortest edges between two states.
    fn actions_between(&mut self, from: &[u64], to: &[u64]) -> Vec<Action> {
        let mut best: Option<(u32, Vec<Action>)> = None;
        self.follow(from, &mut |this, edge, cost, _| {
            if this.next == to && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, this.actions_of(edge)));
            }
        });
        best.map(|(_, actions)| actions).unwrap_or_default()
    }

    fn actions_of(&self, edge: &Edge) -> Vec<Action> {
        let mut actions: Vec<_> = edge.last_action().into_iter().collect();
        let mut cell = edge.cell;
        while cell != self.player {
            let came = usize::from(self.walk.reached[cell as usize].came);
            actions.push(Action::Move(Direction::all()[came]));
            cell = self.floor.next[cell as usize][opposite(came)];
        }
        actions.reverse();
        actions
    }

    /// Follows every edge from a state: calls `found` with the edge, its turns, and a lower bound on the
    /// turns of a win from the resulting state, which is in `next`. Returns the number of cells and boxes
    /// examined.
    fn follow(&mut self, state: &[u64], found: &mut impl FnMut(&Self, &Edge, u32, u32)) -> u64 {
        self.boxes.unpack(state);
        self.player = (state[0] & PLAYER) as Cell;
        let wins_by_walking = self.floor.needs_exit && self.goals_are_met();
        self.bounds.look_at(&self.boxes.all);
        self.walk.begin(self.player);
        let (mut at, mut edges) = (0, 0);
        let found = &mut |this: &Self, edge: &Edge, cost, bound| {
            edges += 1;
            found(this, edge, cost, bound);
        };
        let mut won_after = u32::MAX;
        while let Some(cell) = self.walk.cells.get(at).copied() {
            let steps = self.walk.reached[cell as usize].steps;
            // A walk to a nearer exit wins earlier.
            if steps > won_after {
                break;
            }
            at += 1;
            if wins_by_walking && steps > 0 && self.floor.exits[cell as usize] {
                self.next.copy_from_slice(state);
                set_player(&mut self.next, cell);
                found(self, &Edge { cell, deed: None }, steps, 0);
                won_after = steps;
            }
            if won_after == u32::MAX {
                (0..4).for_each(|direction| self.follow_from(cell, steps, direction, state, found));
            }
        }
        (at + self.boxes.all.len()) as u64 + edges * self.bounds.work(self.boxes.all.len())
    }

    /// Moves from a cell of the walk in a direction, or pushes or pulls there.
    fn follow_from(
        &mut self,
        cell: Cell,
        steps: u32,
        direction: usize,
        state: &[u64],
        found: &mut impl FnMut(&Self, &Edge, u32, u32),
    ) {
        let ahead = self.floor.next[cell as usize][direction];
        if ahead == WALL {
            return;
        }
        if self.boxes.is_taken(ahead) {
            if self.boxes.push(&self.floor, ahead, direction, |_| true) {
                let bound = self.shift(state, ahead);
                found(self, &Edge { cell, deed: Some((Deed::Push, direction)) }, steps + 1, bound);
            }
            return;
        }
        self.walk.reach(ahead, steps + 1, direction);
        if self.boxes.pull(&self.floor, behind(&self.floor, cell, direction), cell) {
            let bound = self.shift(state, ahead);
            found(self, &Edge { cell, deed: Some((Deed::Pull, direction)) }, steps + 1, bound);
        }
    }

    /// Moves the player and the boxes that are pushed or pulled; returns the bound of the result.
    fn shift(&mut self, state: &[u64], player: Cell) -> u32 {
        self.next.copy_from_slice(state);
        set_player(&mut self.next, player);
        self.boxes.go(&mut self.next);
        let bound = self.bound(player);
        self.boxes.go_back();
        bound
    }

    fn bound(&mut self, player: Cell) -> u32 {
        let boxes = &self.boxes;
        if let (Some(freeze), [step]) = (&mut self.freeze, &boxes.steps[..])
            && freeze.is_stuck(&self.floor, boxes, step.to)
        {
            return DEAD;
        }
        self.bounds.after(&boxes.all, &boxes.steps).max(self.bounds.to_exit(player))
    }

    fn goals_are_met(&self) -> bool {
        let is_met = |goal: &Cell| *goal != WALL && self.boxes.is_taken(*goal);
        !self.floor.needs_goals || self.floor.goals.iter().all(is_met)
    }
}

impl Walk {
    fn begin(&mut self, player: Cell) {
        if self.number == u32::MAX {
            self.reached.fill(Reached::default());
            self.number = 0;
        }
        self.number += 1;
        self.cells.clear();
        self.reach(player, 0, 0);
    }

    /// Reaches a cell, unless it was reached before.
    fn reach(&mut self, cell: Cell, steps: u32, direction: usize) {
        let reached = &mut self.reached[cell as usize];
        if reached.walk != self.number {
            *reached = Reached { walk: self.number, steps, came: direction as u8 };
            self.cells.push(cell);
        }
    }
}

fn set_player(state: &mut [u64], cell: Cell) {
    state[0] = state[0] & !PLAYER | u64::from(cell);
}

impl Space for Timeless {
    fn words(&self) -> usize {
        self.boxes.words()
    }

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.words()];
        set_player(&mut state, self.floor.player);
        self.boxes.pack(&self.floor.boxes, &mut state);
        state
    }

    fn start_bound(&mut self) -> u32 {
        self.bounds.at_start(&self.floor, &self.boxes)
    }

    fn is_won(&self, state: &[u64]) -> bool {
        let has_box = |goal: &Cell| *goal != WALL && self.boxes.has(state, *goal);
        (!self.floor.needs_exit || self.floor.exits[(state[0] & PLAYER) as usize])
            && (!self.floor.needs_goals || self.floor.goals.iter().all(has_box))
    }

    fn expand(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u32)) -> u64 {
        self.follow(state, &mut |this, _, cost, bound| found(&this.next, cost, bound))
    }
}
