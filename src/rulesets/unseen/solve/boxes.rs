//! The boxes of a packed state: the bit of each box in each cell, the board with the boxes on it, and the
//! moves of a push or a pull.
//!
//! Shared by the searches over packed states. Knows neither the player nor time.

use super::bounds::{Bounds, opposite};
use super::floor::{Cell, Floor, WALL};

/// A move of a box: its index, and the cells it leaves and enters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) index: usize,
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// The boxes of the current state.
pub(super) struct Boxes {
    /// By kind of box: the bit of each cell in a packed state; [`WALL`] in cells where a box of the kind is
    /// useless.
    bits: Vec<Vec<u32>>,
    /// The cell and kind of each bit.
    places: Vec<(Cell, usize)>,
    /// The first bit of a box; the bits before it belong to the search.
    first: usize,
    /// Cell and kind of each box.
    pub(super) all: Vec<(Cell, usize)>,
    /// By cell: one more than the index of the box there, or 0.
    taken: Vec<u32>,
    /// Moves of the last push or pull, the nearest box first.
    pub(super) steps: Vec<Step>,
    /// Whether any box can be pulled.
    can_be_pulled: bool,
}

impl Boxes {
    /// Assigns a bit to every cell in which a box can be useful, after the first `first` bits.
    pub(super) fn new(floor: &Floor, bounds: &Bounds, first: usize) -> Self {
        let (mut places, mut bits) = (Vec::new(), Vec::new());
        for kind in 0..floor.kinds.len() {
            let mut own = vec![WALL; floor.next.len()];
            for cell in (0..floor.next.len() as Cell).filter(|cell| bounds.is_alive(floor, kind, *cell)) {
                own[cell as usize] = (first + places.len()) as u32;
                places.push((cell, kind));
            }
            bits.push(own);
        }
        let taken = vec![0; floor.next.len()];
        let can_be_pulled = floor.kinds.iter().any(|kind| kind.is_pullable);
        Self { bits, places, first, all: Vec::new(), taken, steps: Vec::new(), can_be_pulled }
    }

    /// Number of words for the bits of boxes and the bits before them.
    pub(super) fn words(&self) -> usize {
        (self.first + self.places.len()).div_ceil(64)
    }

    /// Whether a box of this kind is useless in a cell.
    pub(super) fn is_dead(&self, kind: usize, cell: Cell) -> bool {
        self.bits[kind][cell as usize] == WALL
    }

    /// Sets the bits of the useful boxes.
    pub(super) fn pack(&self, boxes: &[(Cell, usize)], state: &mut [u64]) {
        let alive = boxes.iter().filter(|(cell, kind)| !self.is_dead(*kind, *cell));
        alive.for_each(|(cell, kind)| flip(state, self.bits[*kind][*cell as usize]));
    }

    /// Places the boxes of a packed state on the board.
    pub(super) fn unpack(&mut self, state: &[u64]) {
        for (cell, _) in self.all.drain(..) {
            self.taken[cell as usize] = 0;
        }
        let mut before = u64::MAX << (self.first % 64);
        for (index, word) in state.iter().enumerate().take(self.words()).skip(self.first / 64) {
            let mut rest = word & std::mem::replace(&mut before, u64::MAX);
            while rest != 0 {
                let bit = index * 64 + rest.trailing_zeros() as usize;
                let (cell, kind) = self.places[bit - self.first];
                self.all.push((cell, kind));
                self.taken[cell as usize] = self.all.len() as u32;
                rest &= rest - 1;
            }
        }
    }

    /// Whether a packed state has a box in a cell.
    pub(super) fn has(&self, state: &[u64], cell: Cell) -> bool {
        let bits = self.bits.iter().map(|bits| bits[cell as usize]).filter(|bit| *bit != WALL);
        bits.into_iter().any(|bit| state[bit as usize / 64] >> (bit % 64) & 1 == 1)
    }

    /// Whether there is a box in a cell of the board.
    pub(super) fn is_taken(&self, cell: Cell) -> bool {
        self.taken[cell as usize] != 0
    }

    /// Index and kind of the box in a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<(usize, usize)> {
        let index = (cell != WALL).then(|| self.taken[cell as usize])?.checked_sub(1)? as usize;
        Some((index, self.all[index].1))
    }

    /// Computes the moves of a push of the box in a cell and those behind it; returns `false` if it is
    /// impossible or useless. `is_open` tells which cells can be entered, apart from boxes.
    pub(super) fn push(
        &mut self,
        floor: &Floor,
        first: Cell,
        direction: usize,
        is_open: impl Fn(Cell) -> bool,
    ) -> bool {
        self.steps.clear();
        let mut from = first;
        while let Some((index, kind)) = self.at(from).filter(|(_, kind)| floor.kinds[*kind].is_pushable) {
            let to = floor.next[from as usize][direction];
            if self.steps.len() == floor.max_chain || to == WALL || !is_open(to) || self.is_dead(kind, to) {
                return false;
            }
            self.steps.push(Step { index, from, to });
            from = to;
        }
        !self.is_taken(from) && !self.steps.is_empty()
    }

    /// Computes the move of a pull of the box in a cell to another.
    pub(super) fn pull(&mut self, floor: &Floor, from: Cell, to: Cell) -> bool {
        if !self.can_be_pulled {
            return false;
        }
        self.steps.clear();
        let found =
            self.at(from).filter(|(_, kind)| floor.kinds[*kind].is_pullable && !self.is_dead(*kind, to));
        self.steps.extend(found.map(|(index, _)| Step { index, from, to }));
        !self.steps.is_empty()
    }

    /// Applies the moves on the board and in a packed state.
    pub(super) fn go(&mut self, state: &mut [u64]) {
        for at in (0..self.steps.len()).rev() {
            let Step { index, from, to } = self.steps[at];
            let kind = self.all[index].1;
            flip(state, self.bits[kind][from as usize]);
            flip(state, self.bits[kind][to as usize]);
            self.shift(index, from, to);
        }
    }

    /// Reverts the moves on the board.
    pub(super) fn go_back(&mut self) {
        for at in 0..self.steps.len() {
            let Step { index, from, to } = self.steps[at];
            self.shift(index, to, from);
        }
    }

    fn shift(&mut self, index: usize, from: Cell, to: Cell) {
        self.taken[from as usize] = 0;
        self.taken[to as usize] = index as u32 + 1;
        self.all[index].0 = to;
    }

    /// Whether boxes of the first kind are useless in a cell.
    pub(super) fn first_kind_is_dead(&self, cell: Cell) -> bool {
        self.bits.first().is_some_and(|bits| bits[cell as usize] == WALL)
    }
}

fn flip(state: &mut [u64], bit: u32) {
    state[bit as usize / 64] ^= 1 << (bit % 64);
}

/// Returns the cell behind another, as seen in a direction.
pub(super) fn behind(floor: &Floor, cell: Cell, direction: usize) -> Cell {
    floor.next[cell as usize][opposite(direction)]
}
