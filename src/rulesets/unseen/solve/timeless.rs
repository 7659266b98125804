//! The search on a board where nothing depends on time: Sokoban, with rows of boxes and pulling.
//!
//! A state is the player's cell and the cells of the boxes, packed into words; an edge is a walk and the push or pull
//! at its end. `t` is no part of it: fewer turns are never worse, and the depth of time is only a limit.

use super::bounds::{Bounds, opposite};
use super::floor::{Cell, Floor, WALL};
use super::freeze::Freeze;
use crate::rulesets::unseen::core::Direction;
use crate::rulesets::unseen::game::{Action, GameState};
use crate::solver::packed::{self, DEAD, Space};
use crate::solver::{Answer, Effort, Verdict, Watch};

/// Bits of the player's cell: a board has at most 1024 x 1024 cells.
const PLAYER_BITS: usize = 20;
const PLAYER: u64 = (1 << PLAYER_BITS) - 1;

/// The search from one state.
pub(super) struct Timeless {
    floor: Floor,
    bounds: Bounds,
    freeze: Option<Freeze>,
    /// By kind of box: the bit of each cell in a packed state; [`WALL`] where a box of the kind is of no use.
    bits: Vec<Vec<u32>>,
    /// The cell and kind of each bit after the player's.
    places: Vec<(Cell, usize)>,
    board: Board,
}

/// A state, unpacked.
#[derive(Default)]
struct Board {
    player: Cell,
    boxes: Vec<(Cell, usize)>,
    /// By cell: one more than the kind of the box there, or 0.
    taken: Vec<u8>,
    /// The walk from the player: cells in the order of their distance.
    walk: Vec<Cell>,
    /// By cell: the walk that reached it last, the steps to it, and the direction of the last step.
    reached: Vec<u32>,
    steps: Vec<u32>,
    came: Vec<u8>,
    walks: u32,
}

/// How a box is moved at the end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Push,
    Pull,
}

/// An edge: a walk to a cell, and what is done there.
struct Edge {
    cell: Cell,
    /// What is done, and the index of its direction; `None` if the walk itself wins.
    deed: Option<(Deed, usize)>,
}

impl Timeless {
    /// Returns the search; `None` if something depends on time.
    pub(super) fn new(state: &GameState) -> Option<Self> {
        let floor = Floor::new(state)?;
        let bounds = Bounds::new(&floor);
        let (mut places, mut bits) = (Vec::new(), Vec::new());
        for kind in 0..floor.kinds.len() {
            let mut own = vec![WALL; floor.next.len()];
            for cell in (0..floor.next.len() as Cell).filter(|cell| bounds.is_alive(&floor, kind, *cell)) {
                own[cell as usize] = (PLAYER_BITS + places.len()) as u32;
                places.push((cell, kind));
            }
            bits.push(own);
        }
        let cells = floor.next.len();
        let board = Board {
            taken: vec![0; cells],
            reached: vec![0; cells],
            steps: vec![0; cells],
            came: vec![0; cells],
            ..Board::default()
        };
        let freeze = Freeze::new(&floor, bits.first());
        Some(Self { floor, bounds, freeze, bits, places, board })
    }

    pub(super) fn run(&mut self, watch: &Watch) -> Answer<Action> {
        let (start, turns, world) = (self.start(), self.floor.turns, "timeless");
        // A start that looks won is not: winning takes an action, and waiting is one.
        if self.start_bound() == 0 && self.is_won(&start) && turns > 0 {
            return Answer { verdict: Verdict::Solved(vec![Action::Wait]), effort: Effort::default(), world };
        }
        let (verdict, effort) = packed::search(self, turns, watch);
        let verdict = match verdict {
            Verdict::Solved(way) => Verdict::Solved(self.actions(&way)),
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Unknown { limit, at_least } => Verdict::Unknown { limit, at_least },
        };
        Answer { verdict, effort, world }
    }

    fn actions(&mut self, way: &[Vec<u64>]) -> Vec<Action> {
        way.windows(2).flat_map(|pair| self.actions_between(&pair[0], &pair[1])).collect()
    }

    /// Returns the actions of the first of the shortest edges that lead from one state to another.
    fn actions_between(&mut self, from: &[u64], to: &[u64]) -> Vec<Action> {
        let mut best: Option<(u32, Vec<Action>)> = None;
        self.follow(from, &mut |this, next, edge, cost, _| {
            if next == to && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, this.actions_of(edge)));
            }
        });
        best.map(|(_, actions)| actions).unwrap_or_default()
    }

    fn actions_of(&self, edge: &Edge) -> Vec<Action> {
        let direction = |index: usize| Direction::all()[index];
        let deed = edge.deed.map(|(deed, index)| match deed {
            Deed::Push => Action::Push(direction(index)),
            Deed::Pull => Action::Pull(direction(index)),
        });
        let mut actions: Vec<_> = deed.into_iter().collect();
        let mut cell = edge.cell;
        while cell != self.board.player {
            let came = usize::from(self.board.came[cell as usize]);
            actions.push(Action::Move(direction(came)));
            cell = self.floor.next[cell as usize][opposite(came)];
        }
        actions.reverse();
        actions
    }

    fn unpack(&mut self, state: &[u64]) {
        for (cell, _) in self.board.boxes.drain(..) {
            self.board.taken[cell as usize] = 0;
        }
        self.board.player = (state[0] & PLAYER) as Cell;
        for (index, word) in state.iter().enumerate() {
            let mut rest = if index == 0 { word & !PLAYER } else { *word };
            while rest != 0 {
                let bit = index * 64 + rest.trailing_zeros() as usize;
                let (cell, kind) = self.places[bit - PLAYER_BITS];
                self.board.boxes.push((cell, kind));
                self.board.taken[cell as usize] = kind as u8 + 1;
                rest &= rest - 1;
            }
        }
    }

    fn flip(&self, state: &mut [u64], cell: Cell, kind: usize) {
        let bit = self.bits[kind][cell as usize] as usize;
        state[bit / 64] ^= 1 << (bit % 64);
    }

    /// Follows every edge from a state: calls `found` with the state it leads to, the edge, its turns, and the turns
    /// that a win takes from there at least. Returns the number of cells and boxes looked at.
    fn follow(&mut self, state: &[u64], found: &mut impl FnMut(&Self, &[u64], &Edge, u32, u32)) -> u64 {
        self.unpack(state);
        let mut next = state.to_vec();
        let wins_by_walking = self.floor.needs_exit && self.goals_are_met();
        self.begin_walk();
        let (mut at, mut edges) = (0, 0);
        let found = &mut |this: &Self, next: &[u64], edge: &Edge, cost, bound| {
            edges += 1;
            found(this, next, edge, cost, bound);
        };
        while at < self.board.walk.len() {
            let cell = self.board.walk[at];
            let steps = self.board.steps[cell as usize];
            at += 1;
            if wins_by_walking && steps > 0 && self.floor.exits[cell as usize] {
                next.copy_from_slice(state);
                set_player(&mut next, cell);
                found(self, &next, &Edge { cell, deed: None }, steps, 0);
                break;
            }
            for direction in 0..4 {
                self.follow_from(cell, direction, state, &mut next, found);
            }
        }
        at as u64 + edges * self.bounds.work(&self.floor)
    }

    /// Steps from a cell of the walk in a direction, or pushes or pulls there.
    fn follow_from(
        &mut self,
        cell: Cell,
        direction: usize,
        state: &[u64],
        next: &mut [u64],
        found: &mut impl FnMut(&Self, &[u64], &Edge, u32, u32),
    ) {
        let ahead = self.floor.next[cell as usize][direction];
        if ahead == WALL {
            return;
        }
        let steps = self.board.steps[cell as usize];
        if self.board.taken[ahead as usize] != 0 {
            if let Some(moved) = self.pushed(ahead, direction) {
                next.copy_from_slice(state);
                let bound = self.shift(next, ahead, &moved);
                found(self, next, &Edge { cell, deed: Some((Deed::Push, direction)) }, steps + 1, bound);
            }
            return;
        }
        if self.board.reached[ahead as usize] != self.board.walks {
            self.board.reach(ahead, steps + 1, direction);
        }
        let behind = self.floor.next[cell as usize][opposite(direction)];
        if let Some(kind) = self.pulled(behind).filter(|kind| self.bits[*kind][cell as usize] != WALL) {
            next.copy_from_slice(state);
            let bound = self.shift(next, ahead, &[(behind, cell, kind)]);
            found(self, next, &Edge { cell, deed: Some((Deed::Pull, direction)) }, steps + 1, bound);
        }
    }

    fn begin_walk(&mut self) {
        self.board.walks += 1;
        self.board.walk.clear();
        self.board.reach(self.board.player, 0, 0);
    }

    fn kind_at(&self, cell: Cell) -> Option<usize> {
        (cell != WALL).then(|| self.board.taken[cell as usize])?.checked_sub(1).map(usize::from)
    }

    /// Returns the kind of the box there, if it can be pulled.
    fn pulled(&self, cell: Cell) -> Option<usize> {
        self.kind_at(cell).filter(|kind| self.floor.kinds[*kind].is_pullable)
    }

    /// Returns the boxes that a push would move, from which cell to which; `None` if it is not possible or of no use.
    fn pushed(&self, first: Cell, direction: usize) -> Option<Vec<(Cell, Cell, usize)>> {
        let mut moved = Vec::new();
        let mut cell = first;
        while let Some(kind) = self.kind_at(cell).filter(|kind| self.floor.kinds[*kind].is_pushable) {
            let to = self.floor.next[cell as usize][direction];
            if moved.len() == self.floor.max_chain || to == WALL || self.bits[kind][to as usize] == WALL {
                return None;
            }
            moved.push((cell, to, kind));
            cell = to;
        }
        (self.board.taken[cell as usize] == 0 && !moved.is_empty()).then_some(moved)
    }

    /// Moves boxes and the player in a packed state; returns the bound of the result.
    fn shift(&mut self, next: &mut [u64], player: Cell, moved: &[(Cell, Cell, usize)]) -> u32 {
        set_player(next, player);
        for (from, to, kind) in moved {
            self.flip(next, *from, *kind);
            self.flip(next, *to, *kind);
        }
        self.replace(moved.iter().rev().copied());
        let is_stuck = match (&mut self.freeze, moved) {
            (Some(freeze), [(_, to, _)]) => freeze.is_stuck(&self.floor, &self.board.taken, *to),
            _ => false,
        };
        let bound = if is_stuck { DEAD } else { self.bounds.turns(&self.floor, player, &self.board.boxes) };
        self.replace(moved.iter().map(|(from, to, kind)| (*to, *from, *kind)));
        bound
    }

    /// Moves boxes on the unpacked board, one after the other.
    fn replace(&mut self, moves: impl Iterator<Item = (Cell, Cell, usize)>) {
        for (from, to, kind) in moves {
            self.board.taken[from as usize] = 0;
            self.board.taken[to as usize] = kind as u8 + 1;
            if let Some(one) = self.board.boxes.iter_mut().find(|one| **one == (from, kind)) {
                one.0 = to;
            }
        }
    }

    fn goals_are_met(&self) -> bool {
        let is_met = |goal: &Cell| *goal != WALL && self.board.taken[*goal as usize] != 0;
        !self.floor.needs_goals || self.floor.goals.iter().all(is_met)
    }
}

impl Board {
    fn reach(&mut self, cell: Cell, steps: u32, direction: usize) {
        self.reached[cell as usize] = self.walks;
        self.steps[cell as usize] = steps;
        self.came[cell as usize] = direction as u8;
        self.walk.push(cell);
    }
}

fn set_player(state: &mut [u64], cell: Cell) {
    state[0] = state[0] & !PLAYER | u64::from(cell);
}

impl Space for Timeless {
    fn words(&self) -> usize {
        (PLAYER_BITS + self.places.len()).div_ceil(64)
    }

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.words()];
        set_player(&mut state, self.floor.player);
        let alive = self.floor.boxes.iter().filter(|(cell, kind)| self.bits[*kind][*cell as usize] != WALL);
        alive.for_each(|(cell, kind)| self.flip(&mut state, *cell, *kind));
        state
    }

    fn start_bound(&mut self) -> u32 {
        let is_dead = |(cell, kind): &(Cell, usize)| self.bits[*kind][*cell as usize] == WALL;
        if self.floor.boxes.iter().any(is_dead) {
            return DEAD;
        }
        self.bounds.turns(&self.floor, self.floor.player, &self.floor.boxes)
    }

    fn is_won(&self, state: &[u64]) -> bool {
        let player = (state[0] & PLAYER) as usize;
        let has_box = |goal: &Cell| {
            let bits = self.bits.iter().map(|bits| bits[*goal as usize]).filter(|bit| *bit != WALL);
            *goal != WALL && bits.into_iter().any(|bit| state[bit as usize / 64] >> (bit % 64) & 1 == 1)
        };
        (!self.floor.needs_exit || self.floor.exits[player])
            && (!self.floor.needs_goals || self.floor.goals.iter().all(has_box))
    }

    fn expand(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u32)) -> u64 {
        self.follow(state, &mut |_, next, _, cost, bound| found(next, cost, bound))
    }
}
