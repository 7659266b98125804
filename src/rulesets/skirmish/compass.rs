//! Directions on the grid: neighbours of a cell, the direction from one cell to another, and words for directions.
//!
//! Used wherever a cell is compared with its neighbour. Knows cells and directions, no characters.

use crate::scene::{Cell, Facing};

/// The four directions in the order in which actions are listed.
pub(super) const FACINGS: [Facing; 4] = [Facing::North, Facing::South, Facing::East, Facing::West];

/// Returns the neighbour in this direction, if it lies on a board of this size.
pub(super) fn neighbour(cell: Cell, facing: Facing, width: u32, height: u32) -> Option<Cell> {
    let Cell { x, y } = cell;
    let next = match facing {
        Facing::North => Cell { x, y: y.checked_sub(1)? },
        Facing::South => Cell { x, y: y.checked_add(1)? },
        Facing::East => Cell { x: x.checked_add(1)?, y },
        Facing::West => Cell { x: x.checked_sub(1)?, y },
    };
    (next.x < width && next.y < height).then_some(next)
}

/// Returns the direction from `from` to `to`: along the axis with the larger difference. `None` for the same cell.
pub(super) fn direction(from: Cell, to: Cell) -> Option<Facing> {
    if from == to {
        None
    } else if from.x.abs_diff(to.x) >= from.y.abs_diff(to.y) {
        Some(if to.x > from.x { Facing::East } else { Facing::West })
    } else {
        Some(if to.y > from.y { Facing::South } else { Facing::North })
    }
}

/// Returns the number of steps between two cells.
pub(super) fn distance(a: Cell, b: Cell) -> u64 {
    u64::from(a.x.abs_diff(b.x)) + u64::from(a.y.abs_diff(b.y))
}

/// Returns the direction in the text of an action.
pub(super) fn letter(facing: Facing) -> char {
    match facing {
        Facing::North => 'N',
        Facing::South => 'S',
        Facing::East => 'E',
        Facing::West => 'W',
    }
}

/// Returns the direction in a sentence.
pub(super) fn word(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "north",
        Facing::South => "south",
        Facing::East => "east",
        Facing::West => "west",
    }
}

/// Reads a direction: its letter or its word, in any case.
pub(super) fn read(text: &str) -> Option<Facing> {
    let named = |facing: &Facing| {
        let letter = letter(*facing);
        text.eq_ignore_ascii_case(word(*facing)) || text.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]))
    };
    FACINGS.into_iter().find(named)
}
