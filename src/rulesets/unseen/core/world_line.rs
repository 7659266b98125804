//! The player's path through space and time, in the order of turns. It never crosses itself: no cell is visited twice
//! at the same moment. Rifts may lead to any time, so `t` goes up and down along the path.
//!
//! Extended by the game, queried throughout. Knows positions and nothing else.
//!
//! Kept as segments: a segment is a part of the path in which every turn is one tick later than the one before, within
//! one stretch of 256 ticks. The position at `t` in a segment is then found by counting. A finished segment enters an
//! index by time and by cell; the open one is the end of the path itself. So a move adds one small node to the path,
//! and the cost of the index is shared by up to 256 moves.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::path_index::{PathIndex, Segment, stretch};
use super::position::{Position, SpatialPos};
use crate::collections::Trace;

/// The player's path through space-time. Cloning costs O(1), extending and querying O(log n).
#[derive(Debug, Clone)]
pub struct WorldLine {
    path: Trace<Position>,
    /// First turn of the open segment.
    open: u32,
    times: (i32, i32),
    /// The finished segments, if any. Behind a pointer: it seldom changes, and states should be small.
    finished: Option<Arc<PathIndex>>,
}

/// Reason why a world line cannot be extended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorldLineError {
    /// The player has been there at that time.
    #[error("Self-intersection: position ({x}, {y}, {t}) already in world line")]
    SelfIntersection {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
    /// The path has not started.
    #[error("World line is empty")]
    Empty,
    /// Neither a move nor waiting leads there.
    #[error("Invalid step: from ({fx}, {fy}, {ft}) to ({tx}, {ty}, {tt}) - must be adjacent with t+1")]
    InvalidStep {
        /// Column of the start of the step.
        fx: i32,
        /// Row of the start of the step.
        fy: i32,
        /// Moment of the start of the step.
        ft: i32,
        /// Column of the end of the step.
        tx: i32,
        /// Row of the end of the step.
        ty: i32,
        /// Moment of the end of the step.
        tt: i32,
    },
}

impl WorldLine {
    /// Creates a path that starts here, at turn 0.
    pub fn new(start: Position) -> Self {
        let mut line = Self::empty();
        line.append(start);
        line
    }

    /// Creates a path that has not started.
    pub fn empty() -> Self {
        Self { path: Trace::default(), open: 0, times: (i32::MAX, i32::MIN), finished: None }
    }

    /// Returns the end of the path.
    pub fn current(&self) -> Option<Position> {
        self.path.last().copied()
    }

    /// Returns the time at the end of the path.
    pub fn current_time(&self) -> Option<i32> {
        self.current().map(|position| position.t)
    }

    /// Returns the start of the path.
    pub fn start(&self) -> Option<Position> {
        self.position_at_turn(0)
    }

    /// Returns all positions, in the order of turns.
    pub fn path(&self) -> Vec<Position> {
        self.iter().copied().collect()
    }

    /// Returns the position of the player after this many turns.
    pub fn position_at_turn(&self, turn: usize) -> Option<Position> {
        self.path.get(turn).copied()
    }

    /// Returns the number of positions; one more than turns.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Returns the number of the last turn.
    pub fn current_turn(&self) -> Option<usize> {
        self.len().checked_sub(1)
    }

    /// Returns whether the path has not started.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns whether the path would cross itself at this position.
    pub fn would_intersect(&self, pos: Position) -> bool {
        self.contains(pos)
    }

    /// Returns whether a move or waiting leads from the end of the path to this position.
    pub fn is_valid_step(&self, pos: Position) -> bool {
        self.current().is_some_and(|current| pos.is_valid_step_from(&current))
    }

    /// Adds a move or a wait.
    pub fn extend(&mut self, pos: Position) -> Result<(), WorldLineError> {
        let from = self.current().ok_or(WorldLineError::Empty)?;
        if !pos.is_valid_step_from(&from) {
            let (Position { x: fx, y: fy, t: ft }, Position { x: tx, y: ty, t: tt }) = (from, pos);
            return Err(WorldLineError::InvalidStep { fx, fy, ft, tx, ty, tt });
        }
        self.extend_via_rift(pos)
    }

    /// Adds a jump to any position that is not on the path.
    pub fn extend_via_rift(&mut self, pos: Position) -> Result<(), WorldLineError> {
        if self.is_empty() {
            return Err(WorldLineError::Empty);
        }
        if self.contains(pos) {
            let Position { x, y, t } = pos;
            return Err(WorldLineError::SelfIntersection { x, y, t });
        }
        self.append(pos);
        Ok(())
    }

    /// Adds a move or a wait; `false` if it is neither or crosses the path.
    pub fn try_extend(&mut self, pos: Position) -> bool {
        self.extend(pos).is_ok()
    }

    /// Returns whether the path passes through this cell at this time.
    pub fn contains(&self, pos: Position) -> bool {
        self.finished.as_ref().is_some_and(|finished| finished.contains(pos))
            || self.open_at(pos.t) == Some(pos)
    }

    /// Returns every position at time `t`, in the order of turns; with rifts there may be several.
    pub fn positions_at_time(&self, t: i32) -> Vec<Position> {
        self.turns_at_time(t).filter_map(|turn| self.position_at_turn(turn)).collect()
    }

    /// Returns every turn in which the player was at time `t`, ascending.
    pub fn turns_at_time(&self, t: i32) -> impl Iterator<Item = usize> {
        let mut turns = Vec::new();
        self.visit_turns(t, |turn| turns.push(turn));
        turns.into_iter()
    }

    /// Calls `meet` with every turn in which the player was at time `t`, ascending: [`WorldLine::turns_at_time`] for
    /// callers that need it every turn.
    pub(crate) fn visit_turns(&self, t: i32, mut meet: impl FnMut(usize)) {
        if let Some(finished) = &self.finished {
            finished.segments_near(t).filter_map(|segment| segment.turn_at(t)).for_each(&mut meet);
        }
        if let Some(turn) = self.open_segment().and_then(|segment| segment.turn_at(t)) {
            meet(turn);
        }
    }

    /// Returns the turn in which the player was at this position.
    pub fn turn_at(&self, pos: Position) -> Option<usize> {
        self.turns_at_time(pos.t).find(|turn| self.position_at_turn(*turn) == Some(pos))
    }

    /// Returns every time in `from..until` at which the player was in a cell: those of finished segments, then those of
    /// the open one.
    pub fn times_in_cell(&self, cell: SpatialPos, from: i32, until: i32) -> impl Iterator<Item = i32> {
        let times = from..self.explored(until);
        let open = self.open_times_in(cell, times.clone());
        self.finished.iter().flat_map(move |finished| finished.times_in_cell(cell, times.clone())).chain(open)
    }

    /// Returns the first turn in which the player was in a cell at a time in `from..until`. Does not look at every
    /// visit.
    pub(crate) fn first_turn_in(&self, cell: SpatialPos, from: i32, until: i32) -> Option<usize> {
        let times = from..self.explored(until);
        let turn_at = |t| self.turn_at(cell.at(t));
        let finished = self.finished.as_ref();
        let first = finished.and_then(|finished| finished.first_turn_in(cell, times.clone(), turn_at));
        first.or_else(|| self.open_times_in(cell, times).find_map(turn_at))
    }

    /// Returns the given time, or the first time that the path has not reached if that is earlier.
    fn explored(&self, until: i32) -> i32 {
        until.min(self.times.1.saturating_add(1))
    }

    fn open_times_in(&self, cell: SpatialPos, times: Range<i32>) -> impl Iterator<Item = i32> {
        let open = self.open_segment().map(|segment| segment.t..segment.t.saturating_add(segment.len));
        let within = open.map(|open| open.start.max(times.start)..open.end.min(times.end));
        within.into_iter().flatten().filter(move |t| self.open_at(*t) == Some(cell.at(*t)))
    }

    /// Returns the earliest and the latest time on the path. There may be gaps in between.
    pub fn time_range(&self) -> Option<(i32, i32)> {
        (!self.is_empty()).then_some(self.times)
    }

    /// Returns every time on the path, ascending.
    pub fn visited_times(&self) -> Vec<i32> {
        let times: BTreeSet<i32> = self.iter().map(|position| position.t).collect();
        times.into_iter().collect()
    }

    /// Clears the path and starts again.
    pub fn reset(&mut self, start: Position) {
        *self = Self::new(start);
    }

    /// Clears the path.
    pub fn clear(&mut self) {
        *self = Self::empty();
    }

    /// Returns all positions, in the order of turns.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Position> + ExactSizeIterator {
        self.path.iter()
    }

    /// Adds a position that is known not to be on the path yet.
    pub(crate) fn append(&mut self, pos: Position) {
        debug_assert!(!self.contains(pos), "the path would cross itself");
        if self
            .current()
            .is_some_and(|last| last.t.checked_add(1) != Some(pos.t) || stretch(last.t) != stretch(pos.t))
        {
            self.finish_segment();
        }
        self.times = (self.times.0.min(pos.t), self.times.1.max(pos.t));
        self.path.push(pos);
    }

    /// Adds the open segment to the indexes and begins another.
    fn finish_segment(&mut self) {
        let Some(segment) = self.open_segment() else { return };
        let positions = self.path.newest_first().take(segment.len as usize).copied();
        Arc::make_mut(self.finished.get_or_insert_default()).add(segment, positions);
        self.open = self.path.len() as u32;
    }

    /// Returns the segment at the end of the path; its beginning is found by counting back.
    fn open_segment(&self) -> Option<Segment> {
        let len = (self.path.len() - self.open as usize) as i32;
        Some(Segment { turn: self.open, t: self.path.last()?.t - (len - 1), len })
    }

    fn open_at(&self, t: i32) -> Option<Position> {
        self.position_at_turn(self.open_segment()?.turn_at(t)?)
    }
}

impl PartialEq for WorldLine {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}
