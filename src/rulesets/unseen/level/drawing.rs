//! The drawing of a level: which things are drawn as letters, and the fixed order of all things.
//!
//! Used when a level is made and when it is written, so that both agree. Drawn things come first, row by row, as they
//! are read from the map; the rest follows in the order in which it was given.

use std::collections::BTreeMap;

use super::keywords;
use super::model::{Cell, Thing};
use super::{MAX_SIDE, is_on_board};

/// Letters on the board, by row and column, and which things they show.
pub(super) struct LetterMap {
    /// Letters of all cells that are not floor, by (y, x).
    pub(super) letters: BTreeMap<Cell, char>,
    /// For every thing, whether the letters show it.
    pub(super) drawn: Vec<bool>,
}

/// Draws some things on a board of this size; an empty drawing if the board is too large to be drawn.
pub(super) fn draw<'a>(width: i32, height: i32, things: impl Iterator<Item = &'a Thing>) -> LetterMap {
    let drawable = is_drawable(width, height);
    let mut drawn = Vec::new();
    let mut lettered: Vec<(Cell, (char, usize))> = Vec::new();
    for (index, thing) in things.enumerate() {
        drawn.push(false);
        if let Some(letter) = keywords::letter_of(thing)
            && drawable
            && is_on_board(width, height, thing.at.cell())
        {
            lettered.push(((thing.at.y, thing.at.x), (letter, index)));
        }
    }
    lettered.sort_by_key(|(cell, _)| *cell);
    let cells = lettered.chunk_by(|(cell, _), (next, _)| cell == next);
    let letters = cells.map(|candidates| (candidates[0].0, choose(candidates, &mut drawn))).collect();
    LetterMap { letters, drawn }
}

/// Returns whether a board of this size can be drawn.
pub(super) fn is_drawable(width: i32, height: i32) -> bool {
    (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height)
}

/// Returns the letter for a cell; marks the things it shows.
fn choose(candidates: &[(Cell, (char, usize))], drawn: &mut [bool]) -> char {
    let find =
        |letter| candidates.iter().find(|(_, (other, _))| *other == letter).map(|(_, (_, index))| *index);
    let pairs = [('+', find('@'), find('o')), ('*', find('B'), find('o'))];
    for (letter, upper, goal) in pairs {
        if let (Some(upper), Some(goal)) = (upper, goal) {
            (drawn[upper], drawn[goal]) = (true, true);
            return letter;
        }
    }
    let first = keywords::LETTERS.chars().find_map(|letter| Some((letter, find(letter)?)));
    let (letter, index) = first.unwrap_or(candidates[0].1);
    drawn[index] = true;
    letter
}

/// Puts things, and whatever travels with them, in their fixed order.
pub(super) fn arrange<T>(width: i32, height: i32, items: Vec<T>, thing: impl Fn(&T) -> &Thing) -> Vec<T> {
    let drawing = draw(width, height, items.iter().map(&thing));
    let mut keyed: Vec<_> = items
        .into_iter()
        .zip(drawing.drawn)
        .map(|(item, drawn)| {
            let at = thing(&item).at;
            // In a cell that shows two things the goal comes last, as when the letter is read.
            (if drawn { Some((at.y, at.x, thing(&item).is_goal())) } else { None }, item)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| (key.is_none(), *key));
    keyed.into_iter().map(|(_, item)| item).collect()
}
