//! Finished segments of the player's path, indexed by time and by cell.
//!
//! Filled by the world line whenever it finishes a segment, at most once in 256 turns. Knows segments and cells; the
//! world line has the path itself.

use std::collections::BTreeMap;
use std::ops::Range;

use super::position::{Position, SpatialPos};
use crate::collections::{Changes, Map, Trace};

/// Ticks in a stretch: no segment is longer, so that finishing one never takes long.
const STRETCH: i32 = 256;

/// A part of the path in which `t` increases by one per turn, within one stretch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) turn: u32,
    pub(super) t: i32,
    pub(super) len: i32,
}

impl Segment {
    /// Returns the turn at time `t`, if this segment includes it.
    pub(super) fn turn_at(&self, t: i32) -> Option<usize> {
        let ticks = t.checked_sub(self.t).filter(|ticks| (0..self.len).contains(ticks))?;
        Some(self.turn as usize + ticks as usize)
    }
}

/// Finished segments. Cloning costs O(1).
#[derive(Debug, Clone)]
pub(super) struct PathIndex {
    /// Pieces by stretch, in the order of turns.
    segments: Map<i32, Trace<Segment>>,
    /// Visits by [`SpatialPos::z_order`] and stretch.
    visits: Changes<u64, Visits>,
}

impl Default for PathIndex {
    fn default() -> Self {
        Self { segments: Map::new_sync(), visits: Changes::default() }
    }
}

impl PathIndex {
    /// Adds a segment, which begins after all others, with the positions on it.
    pub(super) fn add(&mut self, segment: Segment, positions: impl Iterator<Item = Position>) {
        let stretch = stretch(segment.t);
        match self.segments.get_mut(&stretch) {
            Some(segments) => segments.push(segment),
            None => self.segments.insert_mut(stretch, [segment].into_iter().collect()),
        }
        let mut cells: BTreeMap<u64, Ticks> = BTreeMap::new();
        positions.for_each(|pos| cells.entry(pos.spatial().z_order()).or_default().add(pos.t));
        for (cell, ticks) in cells {
            let first = ticks.iter(stretch).next().map_or(0, |t| segment.turn + t.abs_diff(segment.t));
            let (new, before) = (Visits { ticks, first }, self.visits_in(cell, stretch));
            self.visits.insert(cell, stretch, before.map_or(new, |before| before.and(new)));
        }
    }

    /// Returns whether a finished segment passes through this cell at this time.
    pub(super) fn contains(&self, pos: Position) -> bool {
        let visits = self.visits_in(pos.spatial().z_order(), stretch(pos.t));
        visits.is_some_and(|visits| visits.ticks.has(pos.t))
    }

    fn visits_in(&self, cell: u64, stretch: i32) -> Option<&Visits> {
        self.visits.at(&cell, stretch).filter(|(found, _)| *found == stretch).map(|(_, visits)| visits)
    }

    /// Returns the segments in the stretch of a time, in the order of turns.
    pub(super) fn segments_near(&self, t: i32) -> impl Iterator<Item = Segment> {
        self.segments.get(&stretch(t)).into_iter().flat_map(Trace::iter).copied()
    }

    /// Returns the times at which a cell was visited, ascending.
    pub(super) fn times_in_cell(&self, cell: SpatialPos, times: Range<i32>) -> impl Iterator<Item = i32> {
        let found = self.visits.during(&cell.z_order(), stretches(&times));
        let all = found.flat_map(|(stretch, visits)| visits.ticks.iter(stretch));
        all.filter(move |t| times.contains(t))
    }

    /// Returns the first turn of a visit to a cell at one of these times, given the turn of a visit at a time.
    /// Stretches wholly within these times are not searched.
    pub(super) fn first_turn_in(
        &self,
        cell: SpatialPos,
        times: Range<i32>,
        turn_at: impl Fn(i32) -> Option<usize>,
    ) -> Option<usize> {
        let found = self.visits.during(&cell.z_order(), stretches(&times));
        let first = |(stretch, visits): (i32, &Visits)| {
            if times.start <= start_of(stretch) && start_of(stretch + 1) <= times.end {
                return Some(visits.first as usize);
            }
            let ticks = visits.ticks.iter(stretch).filter(|t| times.contains(t));
            ticks.filter_map(&turn_at).min()
        };
        found.filter_map(first).min()
    }
}

/// Returns the stretches that these times touch.
fn stretches(times: &Range<i32>) -> Range<i32> {
    if times.is_empty() { 0..0 } else { stretch(times.start)..stretch(times.end - 1) + 1 }
}

pub(super) fn stretch(t: i32) -> i32 {
    t.div_euclid(STRETCH)
}

fn start_of(stretch: i32) -> i32 {
    stretch.saturating_mul(STRETCH)
}

/// Visits of a cell within a stretch.
#[derive(Debug, Clone, Copy)]
struct Visits {
    ticks: Ticks,
    /// Turn of the first visit.
    first: u32,
}

impl Visits {
    /// Combines these visits with later ones.
    fn and(self, later: Self) -> Self {
        Self { ticks: self.ticks.and(later.ticks), first: self.first }
    }
}

const WORD: i32 = 64;
const WORDS: usize = (STRETCH / WORD) as usize;

/// A set of ticks of a stretch, one bit each.
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

    /// Returns the times, given their stretch.
    fn iter(self, stretch: i32) -> impl Iterator<Item = i32> {
        (0..STRETCH).map(move |tick| start_of(stretch) + tick).filter(move |t| self.has(*t))
    }
}

/// Returns the index of the word, and the bit, of a time.
fn place(t: i32) -> (usize, u64) {
    let tick = t.rem_euclid(STRETCH);
    ((tick / WORD) as usize, 1 << (tick % WORD))
}
