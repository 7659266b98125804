//! Checks that levels and states have in common, about ids and cells, as sentences.
//!
//! Called by the level reader, by the rules when they are set up, and for states from outside. Knows ids and cells;
//! does not know line numbers, hit points or actions.

use std::collections::{BTreeMap, BTreeSet};

use super::id::CharacterId;
use crate::scene::Cell;

/// Longest side of a board.
pub(super) const MAX_SIDE: u32 = 1024;

/// Most characters: all of them are part of the fingerprint of every state.
pub(super) const MAX_CHARACTERS: usize = 4096;

/// Returns the fault of the size of a board, if any.
pub(super) fn size(width: u32, height: u32) -> Option<String> {
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    (!(fits(width) && fits(height))).then(|| {
        format!("a board of {width} x {height} cannot be played: both sides take 1 to {MAX_SIDE} cells")
    })
}

/// Returns the fault of the number of characters, if any.
pub(super) fn crowd(count: usize) -> Option<String> {
    (count > MAX_CHARACTERS)
        .then(|| format!("{count} characters are too many: at most {MAX_CHARACTERS} can fight"))
}

/// Returns the faults of ids and cells, each with the index of the character in the list.
pub(super) fn places<'a>(
    width: u32,
    height: u32,
    people: impl Iterator<Item = (&'a CharacterId, Cell)>,
) -> Vec<(usize, String)> {
    let mut seen = Seen::default();
    let mut faults = Vec::new();
    for (index, (id, cell)) in people.enumerate() {
        let sentences = [id.fault(), outside(width, height, id, cell), seen.again(id), seen.shares(id, cell)];
        faults.extend(sentences.into_iter().flatten().map(|sentence| (index, sentence)));
    }
    faults
}

#[derive(Default)]
struct Seen<'a> {
    ids: BTreeSet<&'a CharacterId>,
    cells: BTreeMap<Cell, &'a CharacterId>,
}

impl<'a> Seen<'a> {
    fn again(&mut self, id: &'a CharacterId) -> Option<String> {
        let twice = !self.ids.insert(id);
        twice.then(|| format!("the id {id} is used twice: every character needs its own"))
    }

    fn shares(&mut self, id: &'a CharacterId, cell: Cell) -> Option<String> {
        let other = self.cells.insert(cell, id)?;
        Some(format!("{other} and {id} both stand at ({}, {}): a cell holds one character", cell.x, cell.y))
    }
}

fn outside(width: u32, height: u32, id: &CharacterId, cell: Cell) -> Option<String> {
    let Cell { x, y } = cell;
    (x >= width || y >= height).then(|| {
        format!("{id} at ({x}, {y}) is outside the {width} x {height} board: cells count from (0, 0) in the north-west")
    })
}
