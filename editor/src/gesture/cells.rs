//! Geometry of cells: lines without gaps, rectangles, regions.
//!
//! Arithmetic only. Used by gestures.

use std::collections::VecDeque;

use timeloom::scene::Cell;

use crate::canvas::BoardPoint;

/// Maximum length of a line; no pointer can be farther away on any board.
const LONGEST: i64 = 20_000;

/// Cells of a straight line including both ends; each touches the one before, at least at a corner.
pub fn line(from: BoardPoint, to: BoardPoint) -> impl Iterator<Item = BoardPoint> {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let steps = dx.abs().max(dy.abs());
    let near = steps <= LONGEST;
    // Halves are rounded away from the start, so that a line and its reverse cover the same lengths.
    let along = move |step: i64, d: i64| {
        // The product for the farthest points does not fit into 64 bits.
        let (step, wide, steps) = (i128::from(step), i128::from(d.abs()), i128::from(steps));
        if steps == 0 { 0 } else { ((2 * step * wide + steps) / (2 * steps)) as i64 * d.signum() }
    };
    let point = move |step: i64| BoardPoint {
        x: (i64::from(from.x) + along(step, dx)) as i32,
        y: (i64::from(from.y) + along(step, dy)) as i32,
    };
    (if near { 0 } else { steps }..=steps).map(point)
}

/// Cells of a rectangle, row by row.
pub fn rectangle(a: Cell, b: Cell) -> Vec<Cell> {
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
    (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell { x, y })).collect()
}

/// Cell of a board nearest to a point.
pub fn clamped(point: BoardPoint, width: u32, height: u32) -> Cell {
    let nearest = |at: i32, count: u32| at.max(0).unsigned_abs().min(count.saturating_sub(1));
    Cell { x: nearest(point.x, width), y: nearest(point.y, height) }
}

/// Cells connected to a cell through cells that are alike, including itself, row by row.
pub fn region(from: Cell, width: u32, height: u32, alike: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let index = |cell: Cell| cell.y as usize * width as usize + cell.x as usize;
    let mut known = vec![false; width as usize * height as usize];
    let mut waiting = VecDeque::from([from]);
    known[index(from)] = true;
    while let Some(cell) = waiting.pop_front() {
        for next in neighbours(cell, width, height) {
            if !known[index(next)] && alike(next) {
                known[index(next)] = true;
                waiting.push_back(next);
            }
        }
    }
    let all = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
    all.filter(|&cell| known[index(cell)]).collect()
}

/// Neighbours of a cell on the board.
pub fn neighbours(at: Cell, width: u32, height: u32) -> impl Iterator<Item = Cell> {
    let Cell { x, y } = at;
    let left = x.checked_sub(1).map(|x| Cell { x, y });
    let up = y.checked_sub(1).map(|y| Cell { x, y });
    let right = (x + 1 < width).then_some(Cell { x: x + 1, y });
    let down = (y + 1 < height).then_some(Cell { x, y: y + 1 });
    [right, down, left, up].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws cells on a small board.
    fn drawn(cells: &[Cell]) -> String {
        let row = |y| (0..6).map(|x| if cells.contains(&Cell { x, y }) { 'x' } else { '.' }).collect();
        (0..4).map(row).collect::<Vec<String>>().join(" ")
    }

    fn straight(from: (i32, i32), to: (i32, i32)) -> String {
        let point = |(x, y)| BoardPoint { x, y };
        let cells: Vec<_> = line(point(from), point(to)).map(|at| clamped(at, 6, 4)).collect();
        drawn(&cells)
    }

    #[test]
    fn a_line_has_no_gaps_in_any_direction() {
        assert_eq!(straight((0, 0), (5, 0)), "xxxxxx ...... ...... ......");
        assert_eq!(straight((0, 3), (3, 0)), "...x.. ..x... .x.... x.....");
        assert_eq!(straight((0, 0), (5, 3)), "x..... .xx... ...xx. .....x");
        assert_eq!(straight((2, 1), (2, 1)), "...... ..x... ...... ......");
    }

    #[test]
    fn every_cell_of_a_line_touches_the_one_before() {
        for (x, y) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
            let cells: Vec<_> = line(BoardPoint { x: 1, y: -2 }, BoardPoint { x, y }).collect();
            assert_eq!(cells.last(), Some(&BoardPoint { x, y }));
            let touch =
                |two: &[BoardPoint]| (two[0].x - two[1].x).abs().max((two[0].y - two[1].y).abs()) == 1;
            assert!(cells.windows(2).all(touch), "{cells:?}");
        }
    }

    #[test]
    fn a_line_to_nowhere_does_not_hang() {
        assert_eq!(line(BoardPoint { x: i32::MIN, y: 0 }, BoardPoint { x: i32::MAX, y: 0 }).count(), 1);
    }

    #[test]
    fn a_rectangle_may_be_drawn_from_any_corner() {
        let all = rectangle(Cell { x: 4, y: 2 }, Cell { x: 1, y: 1 });
        assert_eq!(drawn(&all), "...... .xxxx. .xxxx. ......");
    }

    #[test]
    fn a_region_ends_where_cells_differ_and_at_the_edges() {
        let wall = |cell: Cell| cell.x == 3 && cell.y < 3;
        let left = region(Cell { x: 0, y: 0 }, 6, 3, |cell| !wall(cell));
        assert_eq!(drawn(&left), "xxx... xxx... xxx... ......");
        let all = region(Cell { x: 0, y: 0 }, 6, 4, |cell| !wall(cell));
        assert_eq!(drawn(&all), "xxx.xx xxx.xx xxx.xx xxxxxx");
    }
}
