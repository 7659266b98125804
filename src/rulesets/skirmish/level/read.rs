//! Reads a level file: the drawing or the list of fighters. Reports every mistake with its line.
//!
//! Called by [`super::Level`]. Knows the keys of the file; `roll` combines them into one list, and the checks of the
//! finished level are those that every level passes.

use std::collections::BTreeSet;

use super::roll::{self, Called};
use super::{DEFAULT_HP, DEFAULT_SIDE, FaultPlace, Fighter, Level, faults};
use crate::level_text::{self, MetaTexts, Offset, Reader, Table, TextNode, Value, quoted};
use crate::rules::Fault;
use crate::rulesets::skirmish::census::MAX_SIDE;
use crate::rulesets::skirmish::id::CharacterId;
use crate::scene::Cell;

/// Longer texts are refused unread: the largest board that can be drawn takes about this much.
const MAX_BYTES: usize = 1 << 20;

/// Reads a level as far as possible: the level, if the file could be understood, and everything that must be fixed.
pub(super) fn reading(text: &str) -> (Option<Level>, Vec<Fault>) {
    level_text::reading(text, MAX_BYTES, read)
}

/// Reads the level, if its form is right; whether it can be played is checked separately.
fn read(reader: &mut Reader, document: &Table) -> Option<Level> {
    reader.keys(document, "a level of skirmish", &["ruleset", "meta", "arena", "faction", "character"]);
    reader.ruleset(document, "skirmish");
    let meta = reader.meta(document);
    let MetaTexts { name, description, skin, .. } = meta;
    let arena = arena(reader, document);
    let sides = sides(reader, document);
    let entries = entries(reader, document);
    let roll = roll::call(reader, &arena, &sides, entries);
    let understood = reader.is_clean();
    reader.check_skin(meta);
    let fighters = check_fighters(reader, &arena, &roll, sides.len());
    understood.then(|| Level::new(name, description, arena.width, arena.height, fighters).with_skin(skin))
}

/// Returns the listed fighters, after the checks that every level passes.
fn check_fighters(reader: &mut Reader, arena: &Arena, roll: &[Called], sides: usize) -> Vec<Fighter> {
    let fighters: Vec<Fighter> = roll.iter().map(|called| called.fighter.clone()).collect();
    for (place, sentence) in faults(arena.width, arena.height, &fighters) {
        match place {
            // A side whose members all have faults is missing from the list: that is not a fault of its own.
            FaultPlace::Sides if sides >= 2 && !reader.is_clean() => {}
            FaultPlace::Sides => reader.whole(sentence),
            FaultPlace::Arena => reader.fault(arena.offset, sentence),
            FaultPlace::Fighter(index) => reader.fault(roll[index].offset, sentence),
            FaultPlace::Health(index) => reader.fault(roll[index].hp_offset, sentence),
        }
    }
    fighters
}

/// The board and the letters drawn on it.
pub(super) struct Arena {
    width: u32,
    height: u32,
    offset: Offset,
    /// Whether the file has a drawing.
    pub(super) drawn: bool,
    /// Letters in the order of the drawing.
    pub(super) letters: Vec<(char, Cell, Offset)>,
}

fn arena(reader: &mut Reader, document: &Table) -> Arena {
    let empty = Table::default();
    let table = reader.table(document, "arena").unwrap_or(&empty);
    reader.keys(table, "[arena]", &["rows", "width", "height"]);
    let sides = 1..=i64::from(MAX_SIDE);
    let width = reader.number(table, "width", sides.clone());
    let height = reader.number(table, "height", sides);
    let Some(entry) = table.get("rows") else {
        let side = |given: Option<(Offset, i64)>| given.map_or(DEFAULT_SIDE, |(_, side)| side as u32);
        return Arena {
            width: side(width),
            height: side(height),
            offset: 0,
            drawn: false,
            letters: Vec::new(),
        };
    };
    for (at, _) in [width, height].into_iter().flatten() {
        reader.fault(at, "the rows already give the size of the arena: leave `width` and `height` out");
    }
    drawing(reader, entry)
}

fn drawing(reader: &mut Reader, entry: &TextNode) -> Arena {
    let offset = entry.at;
    let rows: Vec<(Offset, &str)> = rows(reader, entry);
    let width = rows.first().map_or(0, |(_, row)| row.chars().count());
    let mut letters = Vec::new();
    for ((at, row), y) in rows.iter().zip(0..) {
        let cells = row.chars().count();
        if cells != width {
            reader.fault(
                *at,
                format!("this row has {cells} cells and the first has {width}: draw them equally long"),
            );
        }
        if row.contains(char::is_whitespace) {
            reader.fault(*at, "this row contains white space: draw free floor as '.'");
        }
        let drawn = row.chars().zip(0..).filter(|(letter, _)| *letter != '.' && !letter.is_whitespace());
        letters.extend(drawn.map(|(letter, x)| (letter, Cell { x, y }, *at)));
    }
    // The longest row counts, so that a ragged one is reported once and not for every character at its end.
    let width = rows.iter().map(|(_, row)| row.chars().count()).max().unwrap_or(0);
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    Arena { width: side(width), height: side(rows.len()), offset, drawn: true, letters }
}

fn rows<'d>(reader: &mut Reader, entry: &'d TextNode) -> Vec<(Offset, &'d str)> {
    let Some(array) = entry.as_list() else {
        reader.fault(entry.at, "`rows` must be a list of texts, one for each row");
        return Vec::new();
    };
    let mut rows = Vec::new();
    for row in array.iter() {
        match row.as_text() {
            Some(text) => rows.push((row.at, text)),
            None => reader.fault(row.at, "a row must be text in quotes"),
        }
    }
    rows
}

/// A faction in the file.
pub(super) struct Side<'d> {
    /// Its name.
    pub(super) name: &'d str,
    /// Letters of its members, in the order of their slots.
    pub(super) members: &'d str,
    /// Hit points of its members, with the position in the file.
    pub(super) hp: (Offset, i32),
    /// Position of the faction in the file.
    pub(super) offset: Offset,
    /// Position of its members in the file.
    pub(super) members_offset: Offset,
}

fn sides<'d>(reader: &mut Reader, document: &'d Table) -> Vec<Side<'d>> {
    let mut sides: Vec<Side<'d>> = Vec::new();
    let mut names = BTreeSet::new();
    for (offset, table) in reader.tables(document, "faction") {
        reader.keys(table, "[[faction]]", &["name", "members", "hp"]);
        // A side without a name is kept, so that its members are not reported as unknown.
        let named = required_text(reader, table, offset, "name", "a faction");
        let (at, name) = named.unwrap_or((offset, ""));
        if named.is_some() && !names.insert(name) {
            reader.fault(at, format!("the faction {} is defined twice: keep only one", quoted(name)));
        }
        let (members_offset, members) = reader.text(table, "members").unwrap_or((offset, ""));
        let hp = hit_points(reader, table).unwrap_or((offset, DEFAULT_HP));
        sides.push(Side { name, members, hp, offset, members_offset });
    }
    sides
}

/// A character in the file.
pub(super) struct Listed<'d> {
    /// Its id.
    pub(super) id: CharacterId,
    /// Its name, if that differs from its id.
    pub(super) name: Option<&'d str>,
    /// Its side, if no faction names it as a member.
    pub(super) faction: Option<(Offset, &'d str)>,
    /// Its cell, if it is not drawn; no cell if that could not be read.
    pub(super) at: Option<(Offset, Option<Cell>)>,
    /// Its hit points, if they differ from those of its side.
    pub(super) hp: Option<(Offset, i32)>,
    /// Its slot, if it differs from its index in the list.
    pub(super) slot: Option<u32>,
    /// Position of the character in the file.
    pub(super) offset: Offset,
}

fn entries<'d>(reader: &mut Reader, document: &'d Table) -> Vec<Listed<'d>> {
    let mut entries = Vec::new();
    for (offset, table) in reader.tables(document, "character") {
        reader.keys(table, "[[character]]", &["id", "name", "faction", "at", "hp", "slot"]);
        let Some(id) = id(reader, table, offset) else { continue };
        let slot = reader.number(table, "slot", 0..=i64::from(u32::MAX)).map(|(_, slot)| slot as u32);
        entries.push(Listed {
            id,
            name: reader.text(table, "name").map(|(_, name)| name),
            faction: reader.text(table, "faction"),
            at: cell(reader, table),
            hp: hit_points(reader, table),
            slot,
            offset,
        });
    }
    entries
}

fn id(reader: &mut Reader, table: &Table, offset: Offset) -> Option<CharacterId> {
    match table.get("id").map(|entry| &entry.value) {
        Some(number @ (Value::Whole(_) | Value::Huge)) => {
            let id = number.as_whole().and_then(|number| u64::try_from(number).ok()).map(CharacterId::Number);
            if id.is_none() {
                reader.fault(offset, "the number of a character must not be negative or huge");
            }
            id
        }
        _ => {
            required_text(reader, table, offset, "id", "a character").map(|(_, name)| CharacterId::from(name))
        }
    }
}

fn cell(reader: &mut Reader, table: &Table) -> Option<(Offset, Option<Cell>)> {
    let entry = table.get("at")?;
    let at = entry.at;
    let entries = entry.as_list().unwrap_or_default();
    let numbers: Vec<Option<i64>> = entries.iter().map(TextNode::as_whole).collect();
    let coordinate = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
    if let [x, y] = numbers[..]
        && let (Some(x), Some(y)) = (coordinate(x), coordinate(y))
    {
        return Some((at, Some(Cell { x, y })));
    }
    reader.fault(at, "`at` must be a cell such as [3, 0]: column and row, counted from the north-west");
    Some((at, None))
}

fn hit_points(reader: &mut Reader, table: &Table) -> Option<(Offset, i32)> {
    reader.number(table, "hp", 1..=i64::from(i32::MAX)).map(|(at, hp)| (at, hp as i32))
}

fn required_text<'d>(
    reader: &mut Reader,
    table: &'d Table,
    offset: Offset,
    key: &str,
    what: &str,
) -> Option<(Offset, &'d str)> {
    if table.get(key).is_none() {
        reader.fault(offset, format!("{what} needs `{key}`: write {key} = \"...\""));
    }
    reader.text(table, key)
}
