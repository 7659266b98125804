//! One bit for each cell of a board, kept by row and by column, so that a run of cells in either direction is a few
//! words. Used to look at many cells at once; knows nothing of sight.

use crate::rulesets::unseen::core::SpatialPos;
use crate::rulesets::unseen::grid::Grid;

/// A run of cells: in one column if `upright`, else in one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellRun {
    /// Whether the cells share their column.
    pub(super) upright: bool,
    /// The column or row.
    pub(super) line: i32,
    /// First cell of the line.
    pub(super) from: i32,
    /// Last cell of the line.
    pub(super) to: i32,
}

impl CellRun {
    fn cell(&self, at: i32) -> SpatialPos {
        if self.upright { SpatialPos::new(self.line, at) } else { SpatialPos::new(at, self.line) }
    }
}

/// One bit for each cell of a board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Plane {
    pub(super) width: i32,
    pub(super) height: i32,
    rows: Lines,
    columns: Lines,
}

impl Plane {
    /// Creates a board without any bit set.
    pub(super) fn new(width: i32, height: i32) -> Self {
        Self { width, height, rows: Lines::new(height, width), columns: Lines::new(width, height) }
    }

    /// Creates a board with the cells of a grid that are `true`.
    pub(super) fn of(grid: &Grid<bool>) -> Self {
        let (width, height) = grid.size();
        let mut plane = Self::new(width, height);
        grid.iter().filter(|(_, is_set)| *is_set).for_each(|(cell, _)| plane.set(cell));
        plane
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> u64 {
        u64::from(self.width.unsigned_abs()) * u64::from(self.height.unsigned_abs())
    }

    /// Returns an upper bound of the steps between two cells.
    pub(super) fn across(&self) -> u32 {
        self.width.unsigned_abs().saturating_add(self.height.unsigned_abs())
    }

    /// Returns whether a cell is on the board.
    pub(super) fn has(&self, SpatialPos { x, y }: SpatialPos) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// Sets a cell of the board.
    pub(super) fn set(&mut self, SpatialPos { x, y }: SpatialPos) {
        self.rows.fill(y, x, x);
        self.columns.fill(x, y, y);
    }

    /// Returns whether any cell of a run was set by [`Plane::set`].
    pub(super) fn any(&self, run: CellRun) -> bool {
        self.lines(run.upright).any(run)
    }

    /// Sets all cells of a run, and calls `fresh` with those that were not set before.
    pub(super) fn claim(&mut self, run: CellRun, mut fresh: impl FnMut(SpatialPos)) {
        for index in run.from / 64..=run.to / 64 {
            let mut new = self.lines(run.upright).missing(run, index);
            while new != 0 {
                let cell = run.cell(index * 64 + new.trailing_zeros() as i32);
                self.set(cell);
                fresh(cell);
                new &= new - 1;
            }
        }
    }

    fn lines(&self, upright: bool) -> &Lines {
        if upright { &self.columns } else { &self.rows }
    }
}

/// The bits of lines of equal length.
#[derive(Clone, PartialEq, Eq)]
struct Lines {
    /// Words per line.
    words: usize,
    bits: Vec<u64>,
}

impl Lines {
    fn new(count: i32, length: i32) -> Self {
        let words = length.unsigned_abs().div_ceil(64) as usize;
        Self { words, bits: vec![0; words * count.unsigned_abs() as usize] }
    }

    fn at(&self, line: i32, index: i32) -> usize {
        line.unsigned_abs() as usize * self.words + index.unsigned_abs() as usize
    }

    fn fill(&mut self, line: i32, from: i32, to: i32) {
        for index in from / 64..=to / 64 {
            let at = self.at(line, index);
            self.bits[at] |= mask(index, from, to);
        }
    }

    fn any(&self, run: CellRun) -> bool {
        let mut words = run.from / 64..=run.to / 64;
        words.any(|index| self.bits[self.at(run.line, index)] & mask(index, run.from, run.to) != 0)
    }

    fn missing(&self, run: CellRun, index: i32) -> u64 {
        !self.bits[self.at(run.line, index)] & mask(index, run.from, run.to)
    }
}

/// The bits of a word that lie in a range of cells.
fn mask(index: i32, from: i32, to: i32) -> u64 {
    let (low, high) = ((from - index * 64).max(0), (to - index * 64).min(63));
    (u64::MAX << low) & (u64::MAX >> (63 - high))
}
