//! All cells that one eye sees, found together: the same answer as a line of sight to each of them, at a fraction of
//! the cost.
//!
//! Seen from the eye, a board is eight octants. In an octant, the cell `d` to the side in column `n` lies on the slope
//! `d / n`, and its line of sight passes cell `k` of column `i` if `i * d / n` rounds to `k`: if the slope lies between
//! `(2k - 1) / 2i` and `(2k + 1) / 2i`. So everything that blocks the view blocks an interval of slopes, and a cell is
//! seen if its slope is in none of those nearer to the eye. Columns are walked outwards with the slopes that are still
//! open. A line is traced from the end that is smaller by (y, x), and a tie goes to the side it comes from: in half of
//! the octants the upper end of an interval belongs to it, in the others the lower end.
//!
//! Integers only. Knows no time and no enemies.

use std::ops::RangeInclusive;

use super::plane::{CellRun, Plane};
use crate::rulesets::unseen::core::{SpatialPos, VisionData};

/// Cells of a run that are looked at and filled in the time of one step.
const CELLS_PER_STEP: u32 = 256;

/// Steps that count for finding where a thing is at a time, and which way it looks.
const STEPS_PER_THING: u64 = 6;

/// Steps of work that are left; one is about a column and an open interval, unless that is long.
#[derive(Debug)]
pub(crate) struct StepBudget(u64);

impl StepBudget {
    /// Allows this many steps.
    pub(super) fn new(steps: u64) -> Self {
        Self(steps)
    }

    /// Takes some steps; `None` if they are more than are left.
    pub(super) fn take(&mut self, steps: u64) -> Option<()> {
        self.0 = self.0.checked_sub(steps)?;
        Some(())
    }

    /// Takes the steps for finding this many things at a time.
    pub(super) fn take_things(&mut self, things: usize) -> Option<()> {
        self.take(STEPS_PER_THING * things as u64)
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.0
    }
}

/// Calls `see` with runs of all cells at these distances that an eye sees; a cell may be in several runs. `None` if
/// that takes more steps than are left.
pub(super) fn cast(
    hiding: &Plane,
    eye: SpatialPos,
    vision: &VisionData,
    distances: RangeInclusive<u32>,
    work: &mut StepBudget,
    mut see: impl FnMut(CellRun),
) -> Option<()> {
    if !hiding.has(eye) || distances.is_empty() {
        return Some(());
    }
    let bound = |distance: &u32| i32::try_from(*distance).unwrap_or(i32::MAX);
    let (least, most) = (bound(distances.start()), bound(distances.end()));
    if least == 0 {
        see(CellRun { upright: true, line: eye.x, from: eye.y, to: eye.y });
    }
    for octant in octants(vision) {
        Cast { hiding, eye, octant, least, most }.walk(work, &mut see)?;
    }
    Some(())
}

/// A direction away from the eye, and a direction to its side.
#[derive(Clone, Copy)]
struct Octant {
    /// Whether columns follow each other along x.
    along_x: bool,
    /// Sign of the direction away from the eye.
    away: i32,
    /// Sign of the direction to the side.
    aside: i32,
}

impl Octant {
    /// Returns 1 if a tie belongs to the interval above it, else 0: if lines come from the other end than the eye.
    fn tie(self) -> i32 {
        let down = if self.along_x { self.aside } else { self.away };
        i32::from(down < 0)
    }
}

/// Returns the octants of a field of view. Their edges belong to both neighbours.
fn octants(vision: &VisionData) -> impl Iterator<Item = Octant> {
    let ((fx, fy), fov) = (vision.facing.delta(), vision.fov_degrees);
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let all = [true, false]
        .into_iter()
        .flat_map(move |along_x| signs.into_iter().map(move |(away, aside)| Octant { along_x, away, aside }));
    all.filter(move |octant| {
        let is_forward = octant.along_x == (fx != 0);
        match fov {
            360 => true,
            270 => !is_forward || octant.away == fx + fy,
            180 if is_forward => octant.away == fx + fy,
            180 => octant.aside == fx + fy,
            _ => is_forward && octant.away == fx + fy,
        }
    })
}

/// A slope as a fraction, and where it is in the current column: without a division at each step.
#[derive(Clone, Copy)]
struct Slope {
    above: i32,
    below: i32,
    /// Whole cells to the side in the current column.
    cells: i32,
    /// Remainder of a cell, from 0 to less than `below`.
    rest: i32,
}

/// Divides the edges of an octant: more than the side of any board.
const FINE: i32 = 4096;

impl Slope {
    /// Returns the slope that enters column 0 nowhere.
    fn at_start(above: i32, below: i32) -> Self {
        Self { above, below, cells: 0, rest: 0 }
    }

    /// Returns the slope between the cells `k` and `k + 1` of column `n`.
    fn after(k: i32, n: i32) -> Self {
        Self { above: 2 * k + 1, below: 2 * n, cells: k, rest: n }
    }

    /// Goes on to the next column.
    fn step(&mut self) {
        self.rest += self.above;
        if self.rest >= self.below {
            (self.rest, self.cells) = (self.rest - self.below, self.cells + 1);
        } else if self.rest < 0 {
            (self.rest, self.cells) = (self.rest + self.below, self.cells - 1);
        }
    }

    /// Returns the last cell on or under the slope; under it, if a tie belongs to what is above.
    fn under(&self, tie: i32) -> i32 {
        if self.rest == 0 { self.cells - tie } else { self.cells }
    }

    /// Returns the first cell that reaches over the slope.
    fn first_over(&self) -> i32 {
        self.cells + i32::from(2 * self.rest >= self.below)
    }

    /// Returns the last cell that begins under the slope.
    fn last_under(&self) -> i32 {
        self.cells + i32::from(2 * self.rest > self.below)
    }

    fn is_below(&self, other: &Self) -> bool {
        self.above * other.below < other.above * self.below
    }
}

struct Cast<'a> {
    hiding: &'a Plane,
    eye: SpatialPos,
    octant: Octant,
    least: i32,
    most: i32,
}

impl Cast<'_> {
    fn walk(&self, work: &mut StepBudget, see: &mut impl FnMut(CellRun)) -> Option<()> {
        let Octant { along_x, away, aside } = self.octant;
        let (width, height) = (self.hiding.width, self.hiding.height);
        let room = |at: i32, sign: i32, size: i32| if sign > 0 { size - 1 - at } else { at };
        let (far, wide) = match along_x {
            true => (room(self.eye.x, away, width), room(self.eye.y, aside, height)),
            false => (room(self.eye.y, away, height), room(self.eye.x, aside, width)),
        };
        let tie = self.octant.tie();
        let mut open = vec![(Slope::at_start(tie - 1, FINE), Slope::at_start(FINE + tie, FINE))];
        let mut next = Vec::new();
        for n in 1..=far.min(self.most) {
            for (mut above, mut to) in open.drain(..) {
                above.step();
                to.step();
                let (first, last) = (above.under(tie) + 1, to.under(tie));
                let (first, last) =
                    (first.max(self.least - n).max(0), last.min(n).min(wide).min(self.most - n));
                work.take(1 + u64::from((last - first).max(0).unsigned_abs() / CELLS_PER_STEP))?;
                if first <= last {
                    see(self.run(n, first, last));
                }
                self.shade(n, wide, (above, to), work, &mut next)?;
            }
            std::mem::swap(&mut open, &mut next);
            if open.is_empty() {
                break;
            }
        }
        Some(())
    }

    /// Adds what stays open of an interval behind a column.
    fn shade(
        &self,
        n: i32,
        wide: i32,
        (above, to): (Slope, Slope),
        work: &mut StepBudget,
        open: &mut Vec<(Slope, Slope)>,
    ) -> Option<()> {
        let (first, last) = (above.first_over().max(0), to.last_under().min(n).min(wide));
        if first > last || !self.hiding.any(self.run(n, first, last)) {
            open.push((above, to));
            return Some(());
        }
        work.take((last - first).unsigned_abs().into())?;
        let mut above = above;
        for k in (first..=last).filter(|&k| self.hiding.any(self.run(n, k, k))) {
            let (low, high) = (Slope::after(k - 1, n), Slope::after(k, n));
            if k > 0 && above.is_below(&low) {
                open.push((above, low));
            }
            above = if above.is_below(&high) { high } else { above };
        }
        open.extend(above.is_below(&to).then_some((above, to)));
        Some(())
    }

    /// Returns the cells of a column from one distance to the side to another.
    fn run(&self, n: i32, first: i32, last: i32) -> CellRun {
        let Octant { along_x, away, aside } = self.octant;
        let (line, side) = match along_x {
            true => (self.eye.x + away * n, self.eye.y),
            false => (self.eye.y + away * n, self.eye.x),
        };
        let (a, b) = (side + aside * first, side + aside * last);
        CellRun { upright: along_x, line, from: a.min(b), to: a.max(b) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::{in_view, line_of_sight};
    use super::*;
    use crate::rulesets::unseen::core::Direction;
    use crate::rulesets::unseen::grid::Grid;

    /// Checks every cell of a board against its own line of sight.
    fn check(board: &Grid<bool>, eye: SpatialPos, vision: &VisionData, distances: RangeInclusive<u32>) {
        let (width, height) = board.size();
        let (mut known, mut seen) = (Plane::new(width, height), board.filled(false));
        let done =
            cast(&Plane::of(board), eye, vision, distances.clone(), &mut StepBudget::new(1 << 30), |run| {
                known.claim(run, |cell| seen.set(cell, true));
            });
        assert!(done.is_some());
        for (cell, _) in board.iter() {
            let is_clear = line_of_sight(eye, cell).all(|between| board.get(between) != Some(true));
            let expected =
                distances.contains(&eye.manhattan_distance(&cell)) && in_view(vision, eye, cell) && is_clear;
            assert_eq!(
                seen.get(cell),
                Some(expected),
                "{cell:?} from {eye:?} by {vision:?} at {distances:?}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn an_eye_sees_the_cells_to_which_its_line_of_sight_is_clear(
            size in (1..40_i32, 1..40_i32),
            eye in (0..40_i32, 0..40_i32),
            blocked in vec((0..40_i32, 0..40_i32), 0..160),
            fov in prop::sample::select(vec![90, 180, 270, 360]),
            facing in prop::sample::select(Direction::all().to_vec()),
            distances in (0..60_u32, 0..80_u32),
        ) {
            let mut board = Grid::new(size.0, size.1, false);
            blocked.iter().for_each(|&(x, y)| board.set(SpatialPos::new(x, y), true));
            let eye = SpatialPos::new(eye.0 % size.0, eye.1 % size.1);
            let vision = VisionData { light_speed: 3, facing, fov_degrees: fov };
            check(&board, eye, &vision, distances.0 / 3..=distances.1);
        }
    }
}
