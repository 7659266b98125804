//! The finished pieces of the player's path, found by time and by cell.
//!
//! Filled by the world line whenever it finishes a piece, at most one in 256 turns. Knows pieces and cells; the path itself is
//! with the world line.

use std::collections::BTreeMap;

use super::position::{Position, SpatialPos};
use crate::collections::{Map, Trace};

/// Ticks in a stretch: no piece is longer, so that finishing one never takes long.
const STRETCH: i32 = 256;

/// A part of the path in which `t` counts up by one, within one stretch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) turn: u32,
    pub(super) t: i32,
    pub(super) len: i32,
}

impl Piece {
    /// The turn at time `t`, if this piece was there then.
    pub(super) fn turn_at(&self, t: i32) -> Option<usize> {
        let ticks = t.checked_sub(self.t).filter(|ticks| (0..self.len).contains(ticks))?;
        Some(self.turn as usize + ticks as usize)
    }
}

/// Finished pieces. Cloning it costs O(1).
#[derive(Debug, Clone)]
pub(super) struct PathIndex {
    /// By stretch, in the order of turns.
    pieces: Map<i32, Trace<Piece>>,
    /// In which ticks of a stretch a cell was visited, by [`SpatialPos::z_order`] and stretch.
    visits: Map<(u64, i32), Ticks>,
}

impl Default for PathIndex {
    fn default() -> Self {
        Self { pieces: Map::new_sync(), visits: Map::new_sync() }
    }
}

impl PathIndex {
    /// Adds a piece, which begins after all others, and the positions it leads through.
    pub(super) fn add(&mut self, piece: Piece, positions: impl Iterator<Item = Position>) {
        let stretch = stretch(piece.t);
        match self.pieces.get_mut(&stretch) {
            Some(pieces) => pieces.push(piece),
            None => self.pieces.insert_mut(stretch, [piece].into_iter().collect()),
        }
        let mut cells: BTreeMap<u64, Ticks> = BTreeMap::new();
        positions.for_each(|pos| cells.entry(pos.spatial().z_order()).or_default().add(pos.t));
        for (cell, ticks) in cells {
            let before = self.visits.get(&(cell, stretch)).copied().unwrap_or_default();
            self.visits.insert_mut((cell, stretch), before.and(ticks));
        }
    }

    /// Whether a finished piece leads through this cell at this time.
    pub(super) fn contains(&self, pos: Position) -> bool {
        let ticks = self.visits.get(&(pos.spatial().z_order(), stretch(pos.t)));
        ticks.is_some_and(|ticks| ticks.has(pos.t))
    }

    /// The pieces in the stretch of a time, in the order of turns.
    pub(super) fn pieces_near(&self, t: i32) -> impl Iterator<Item = Piece> {
        self.pieces.get(&stretch(t)).into_iter().flat_map(Trace::iter).copied()
    }

    /// The times in stretches that touch `from..until` at which a cell was visited, ascending.
    pub(super) fn times_near(&self, cell: SpatialPos, from: i32, until: i32) -> impl Iterator<Item = i32> {
        let some = from < until && !self.visits.is_empty();
        let keys = some.then(|| (cell.z_order(), stretch(from))..=(cell.z_order(), stretch(until - 1)));
        let found = keys.into_iter().flat_map(|keys| self.visits.range(keys));
        found.flat_map(|((_, stretch), ticks)| ticks.iter(*stretch))
    }
}

pub(super) fn stretch(t: i32) -> i32 {
    t.div_euclid(STRETCH)
}

const WORD: i32 = 64;
const WORDS: usize = (STRETCH / WORD) as usize;

/// Some ticks of a stretch, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Ticks([u64; WORDS]);

impl Ticks {
    fn add(&mut self, t: i32) {
        let (word, bit) = place(t);
        self.0[word] |= bit;
    }

    fn has(&self, t: i32) -> bool {
        let (word, bit) = place(t);
        self.0[word] & bit != 0
    }

    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The times, given which stretch they are of.
    fn iter(self, stretch: i32) -> impl Iterator<Item = i32> {
        (0..STRETCH).map(move |tick| stretch * STRETCH + tick).filter(move |t| self.has(*t))
    }
}

/// The word and the bit of a time.
fn place(t: i32) -> (usize, u64) {
    let tick = t.rem_euclid(STRETCH);
    ((tick / WORD) as usize, 1 << (tick % WORD))
}
