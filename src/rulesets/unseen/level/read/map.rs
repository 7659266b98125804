//! Reads the map of a level file: rows of letters, or only the size of the board.
//!
//! Called by `read`. Knows letters; `validate` checks how they fit together.

use std::collections::BTreeSet;

use super::entity::{Marks, ParsedThing};
use crate::level_text::{Offset, Reader, Table, TextNode};
use crate::rulesets::unseen::level::model::{LevelPosition, Thing};
use crate::rulesets::unseen::level::{MAX_SIDE, MAX_THINGS, keywords};

/// The board, and the things found on it so far.
pub(super) struct Board {
    /// Cells from west to east.
    pub(super) width: i32,
    /// Cells from north to south.
    pub(super) height: i32,
    /// Position of the map in the file.
    pub(super) at: Offset,
    /// Things on the board.
    pub(super) found: Vec<ParsedThing>,
}

/// Reads the map. A board that cannot be read is as large as possible, so that nothing lies outside because of it.
pub(super) fn map(reader: &mut Reader, document: &Table) -> Board {
    let at = document.get("map").map_or(0, |entry| entry.at);
    let unread = Board { width: MAX_SIDE, height: MAX_SIDE, at, found: Vec::new() };
    let Some(table) = reader.table(document, "map") else {
        reader.missing(at, "a level needs [map]: draw it as rows = [\"#####\", \"#@.>#\", \"#####\"]");
        reader.leave_out();
        return unread;
    };
    reader.keys(table, "[map]", &["rows", "width", "height"]);
    let side = |reader: &mut Reader, key| reader.number(table, key, 1..=i64::from(MAX_SIDE));
    let (width, height) = (side(reader, "width"), side(reader, "height"));
    match (table.get("rows"), width, height) {
        (Some(entry), ..) => {
            for (at, _) in [width, height].into_iter().flatten() {
                reader.fault(at, "the rows already give the size of the map: leave `width` and `height` out");
            }
            rows(reader, entry).unwrap_or(unread)
        }
        (None, Some((at, width)), Some((_, height))) => {
            Board { width: width as i32, height: height as i32, at, found: Vec::new() }
        }
        (None, ..) => {
            reader.missing(at, "[map] needs `rows`: one text for each row of cells, from north to south");
            reader.leave_out();
            unread
        }
    }
}

fn rows(reader: &mut Reader, entry: &TextNode) -> Option<Board> {
    let Some(list) = entry.as_list() else {
        reader.fault(entry.at, "`rows` must be a list of texts, one for each row");
        reader.leave_out();
        return None;
    };
    for row in list.iter().filter(|row| row.as_text().is_none()) {
        reader.fault(row.at, "a row must be text in quotes");
        reader.leave_out();
    }
    let rows: Vec<(Offset, &str)> = list.iter().filter_map(|row| Some((row.at, row.as_text()?))).collect();
    let width = rows.iter().map(|(_, row)| row.chars().count()).max().unwrap_or(0);
    let sides = 1..=MAX_SIDE as usize;
    if !sides.contains(&width) || !sides.contains(&rows.len()) {
        let size = format!("a map of {width} x {} cells cannot be played", rows.len());
        reader.fault(entry.at, format!("{size}: both sides must be from 1 to {MAX_SIDE}"));
        reader.leave_out();
        return None;
    }
    let found = rows.iter().zip(0..).flat_map(|(row, y)| letters(reader, *row, y, width));
    let found = found.take(MAX_THINGS + 1).collect();
    Some(Board { width: width as i32, height: rows.len() as i32, at: entry.at, found })
}

/// Returns the things that the letters of a row stand for.
fn letters(reader: &mut Reader, (at, row): (Offset, &str), y: i32, width: usize) -> Vec<ParsedThing> {
    let cells = row.chars().count();
    if cells < width {
        reader.warn(at, format!("this row has {cells} cells and the longest has {width}: the rest is floor"));
    }
    let mut found = Vec::new();
    let mut strange = BTreeSet::new();
    for (letter, x) in row.chars().zip(0..) {
        match keywords::things_of(letter) {
            Some(kinds) => found.extend(kinds.iter().map(|&(kind, pullable)| {
                let thing = Thing { pullable, ..Thing::new(kind, LevelPosition::new(x, y, 0)) };
                ParsedThing { thing, marks: Marks::all(at) }
            })),
            None if strange.insert(letter) => unknown(reader, at, letter, x),
            None => {}
        }
    }
    found
}

fn unknown(reader: &mut Reader, at: Offset, letter: char, x: i32) {
    let hint = match letter {
        '$' | 'b' => "a box is B, and one that can also be pulled P",
        'x' | 'X' | '█' => "a wall is #",
        'E' | '<' | 'e' => "an exit is >; an enemy is listed as [[entity]] with kind = \"enemy\"",
        'G' | 'O' | '0' | 'g' => "a goal is o; a guard is listed as [[entity]] with kind = \"enemy\"",
        '-' | '_' | '\t' => "floor is . or a space",
        'p' | 'S' => "the player is @",
        _ => "draw # . @ > B P o + * and list everything else as [[entity]]",
    };
    let letter = letter.escape_debug();
    reader.fault(at, format!("'{letter}' in column {x} is not a letter of the map: {hint}"));
}
