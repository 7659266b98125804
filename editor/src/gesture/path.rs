//! The path of a thing, drawn click by click: each click continues to a cell by the shortest route around walls.
//!
//! A gesture that outlasts the release of the mouse. It ends at its first cell, or by Enter, which adds the route
//! back there.

use std::collections::VecDeque;
use std::sync::Arc;

use timeloom::scene::Cell;
use timeloom::sketch::{Edit, FieldValue, ThingId};

use super::cells::neighbours;
use super::{DrawingSlice, GestureResult};

/// Path of a thing, being drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct PathGesture {
    /// The thing.
    pub thing: ThingId,
    /// Key of the field that holds the path.
    pub key: &'static str,
    /// Cells so far, including the first.
    pub cells: Vec<Cell>,
    /// Number of cells before each click.
    clicks: Vec<usize>,
}

impl PathGesture {
    /// Starts in a cell.
    pub fn new(thing: ThingId, key: &'static str, at: Cell) -> Self {
        Self { thing, key, cells: vec![at], clicks: Vec::new() }
    }

    /// Continues to a cell; clicking the last cell adds a wait. Returns `true` if the path is back at its first cell.
    pub fn click(&mut self, to: Cell, slice: &DrawingSlice<'_>) -> bool {
        let back = self.cells.len() > 1 && self.cells.first() == Some(&to);
        if !back {
            self.clicks.push(self.cells.len());
            self.extend(to, slice);
        }
        back
    }

    /// Handles a drag to a cell: continues there, as part of the last click.
    pub fn move_to(&mut self, to: Cell, slice: &DrawingSlice<'_>) {
        if self.cells.last() == Some(&to) {
            return;
        }
        if self.clicks.is_empty() {
            self.clicks.push(self.cells.len());
        }
        self.extend(to, slice);
    }

    /// Undoes the last click; `false` if there is none.
    pub fn back(&mut self) -> bool {
        let before = self.clicks.pop();
        before.iter().for_each(|&count| self.cells.truncate(count));
        before.is_some()
    }

    /// Returns the cells that a click on a cell would add.
    pub fn ahead(&self, to: Cell, slice: &DrawingSlice<'_>) -> Vec<Cell> {
        self.cells.last().map_or_else(Vec::new, |&from| shortest(from, to, slice))
    }

    /// Closes the path to a loop, as one edit; a path of a single cell removes it.
    pub fn done(mut self, slice: &DrawingSlice<'_>) -> GestureResult {
        if let (Some(&first), true) = (self.cells.first(), self.cells.len() > 1) {
            if self.cells.last() != Some(&first) {
                self.extend(first, slice);
            }
            self.cells.pop();
        }
        let value = (self.cells.len() > 1).then(|| FieldValue::Path(self.cells.into()));
        GestureResult::Edit(Edit::Set { things: vec![self.thing], key: Arc::from(self.key), value })
    }

    fn extend(&mut self, to: Cell, slice: &DrawingSlice<'_>) {
        match self.cells.last() {
            Some(&last) if last == to => self.cells.push(to),
            _ => self.cells.extend(self.ahead(to, slice)),
        }
    }
}

/// Cells from one to another without the first: around walls if possible, otherwise straight through them.
fn shortest(from: Cell, to: Cell, slice: &DrawingSlice<'_>) -> Vec<Cell> {
    let blocked = slice.blocks();
    let index = |cell: Cell| cell.y as usize * slice.width() as usize + cell.x as usize;
    around(from, to, slice.width(), slice.height(), |cell| blocked[index(cell)])
        .unwrap_or_else(|| straight(from, to))
}

fn around(
    from: Cell,
    to: Cell,
    width: u32,
    height: u32,
    blocked: impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    let index = |cell: Cell| cell.y as usize * width as usize + cell.x as usize;
    let mut towards: Vec<Option<Cell>> = vec![None; width as usize * height as usize];
    // Searches from the end, so that the path can be read off from the start.
    let mut waiting = VecDeque::from([to]);
    towards[index(to)] = Some(to);
    while let Some(cell) = waiting.pop_front() {
        for next in neighbours(cell, width, height) {
            if towards[index(next)].is_none() && (!blocked(next) || next == from) {
                towards[index(next)] = Some(cell);
                waiting.push_back(next);
            }
        }
    }
    towards[index(from)]?;
    let next = |cell: &Cell| towards[index(*cell)].filter(|_| *cell != to);
    Some(std::iter::successors(Some(from), next).skip(1).collect())
}

/// Route along the longer side first.
fn straight(from: Cell, to: Cell) -> Vec<Cell> {
    let run = |a: u32, b: u32| -> Vec<u32> {
        if a <= b { (a..=b).skip(1).collect() } else { (b..a).rev().collect() }
    };
    let wide = from.x.abs_diff(to.x) >= from.y.abs_diff(to.y);
    let corner = if wide { Cell { x: to.x, y: from.y } } else { Cell { x: from.x, y: to.y } };
    let leg = |a: Cell, b: Cell| -> Vec<Cell> {
        let across = run(a.x, b.x).into_iter().map(|x| Cell { x, y: a.y });
        across.chain(run(a.y, b.y).into_iter().map(|y| Cell { x: b.x, y })).collect()
    };
    [leg(from, corner), leg(corner, to)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell((x, y): (u32, u32)) -> Cell {
        Cell { x, y }
    }

    #[test]
    fn the_way_goes_around_walls() {
        let wall = |at: Cell| at.x == 1 && at.y < 2;
        let way = around(cell((0, 0)), cell((2, 0)), 3, 3, wall).expect("there is a way");
        let expected = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)].map(cell);
        assert_eq!(way, expected);
    }

    #[test]
    fn where_there_is_no_way_it_goes_straight() {
        assert_eq!(around(cell((0, 0)), cell((2, 0)), 3, 1, |at| at.x == 1), None);
        assert_eq!(straight(cell((0, 2)), cell((2, 1))), [(1, 2), (2, 2), (2, 1)].map(cell));
        assert_eq!(straight(cell((2, 0)), cell((0, 0))), [(1, 0), (0, 0)].map(cell));
    }
}
