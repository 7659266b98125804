//! Reads a level file and reports every mistake with its line.
//!
//! Called by [`super::Level`]'s `parse`. Knows the keys of the file; ships are read by the catalogue.

use super::{DEFAULT_HEALTH, DEFAULT_MOST_HEALTH, DEFAULT_ROUNDS, Level, Setup};
use crate::level_text::{self, MetaTexts, Offset, Reader, Table, advice, quoted, shown};
use crate::rules::Fault;
use crate::rulesets::fleet::id::Kind;
use crate::rulesets::fleet::ships::{self, Catalogue};
use crate::rulesets::fleet::state::{MAX_HEALTH, MAX_LINES, MAX_ROUNDS};

/// Longer texts are refused unread.
const MAX_BYTES: usize = 1 << 20;
/// Most ships that a player starts with.
const MAX_FIRST_SHIPS: usize = 40;

/// Reads a level, or returns everything that is wrong with it.
pub(super) fn parse(text: &str) -> Result<Level, Vec<Fault>> {
    level_text::parse(text, MAX_BYTES, read)
}

fn read(reader: &mut Reader, document: &Table) -> Level {
    reader.keys(document, "a level of fleet", &["ruleset", "meta", "match", "player", "ship"]);
    reader.ruleset(document, "fleet");
    let meta = reader.meta(document);
    reader.check_skin(meta);
    let MetaTexts { name, description, skin, .. } = meta;
    let empty = Table::default();
    let table = reader.table(document, "match").unwrap_or(&empty);
    // `turns` is the former name of `rounds`; levels in old saves and files use it.
    let old = table.get("turns").is_some() && table.get("rounds").is_none();
    let key = if old { "turns" } else { "rounds" };
    reader.keys(table, "[match]", &["most_health", key]);
    let most = reader.number(table, "most_health", 1..=i64::from(MAX_HEALTH));
    let rounds = reader.number(table, key, 1..=i64::from(MAX_ROUNDS));
    let most_health = most.map_or(DEFAULT_MOST_HEALTH, |(_, most)| most as i32);
    let ships = match document.get("ship") {
        Some(_) => Catalogue::new(ships::read(reader, document)),
        None => Catalogue::built_in(),
    };
    Level {
        name: name.into(),
        description: description.into(),
        skin: skin.into(),
        most_health,
        rounds: rounds.map_or(DEFAULT_ROUNDS, |(_, rounds)| rounds as u16),
        setups: players(reader, document, most_health, &ships).into(),
        ships,
    }
}

fn players(reader: &mut Reader, document: &Table, most: i32, ships: &Catalogue) -> [Setup; 2] {
    let tables = reader.tables(document, "player");
    if let Some((at, _)) = tables.get(2) {
        reader.fault(*at, format!("a match has two players; this has {}", tables.len()));
    }
    let given: Vec<_> = tables.into_iter().take(2).map(|(at, table)| (at, Some(table))).collect();
    let absent = (0, None);
    let place = |index: usize| *given.get(index).unwrap_or(&absent);
    let setups = [("A", place(0)), ("B", place(1))]
        .map(|(letter, (at, table))| player(reader, letter, at, table, most, ships));
    if setups[0].name == setups[1].name {
        reader.fault(
            place(1).0,
            format!("both players are called {}: name one differently", quoted(&setups[0].name)),
        );
    }
    setups
}

fn player(
    reader: &mut Reader,
    letter: &str,
    at: Offset,
    table: Option<&Table>,
    most: i32,
    ships: &Catalogue,
) -> Setup {
    let empty = Table::default();
    let table = table.unwrap_or(&empty);
    reader.keys(table, "[[player]]", &["name", "health", "lines", "ships"]);
    let (name_at, name) = reader.text(table, "name").unwrap_or((at, letter));
    if name.trim().is_empty() || name.chars().count() > 40 {
        reader.fault(name_at, "a player's name takes 1 to 40 letters");
    }
    let health = reader.number(table, "health", 1..=i64::from(most));
    let lines = reader.number(table, "lines", 0..=i64::from(MAX_LINES));
    Setup {
        name: name.into(),
        health: health.map_or(DEFAULT_HEALTH.min(most), |(_, health)| health as i32),
        lines: lines.map_or(0, |(_, lines)| lines as u32),
        ships: first_ships(reader, table, ships),
    }
}

fn first_ships(reader: &mut Reader, table: &Table, ships: &Catalogue) -> Vec<Kind> {
    let Some(entry) = table.get("ships") else { return Vec::new() };
    let Some(list) = entry.as_list().filter(|list| list.len() <= MAX_FIRST_SHIPS) else {
        reader.fault(
            entry.at,
            format!("`ships` must be a list of at most {MAX_FIRST_SHIPS} ids such as [\"orbital\"]"),
        );
        return Vec::new();
    };
    let known: Vec<&str> = ships.designs().iter().map(|design| &*design.kind.0).collect();
    let mut found = Vec::new();
    for each in list {
        match each.as_text() {
            Some(word) if known.contains(&word) => found.push(Kind::from(word)),
            Some(word) => {
                let (word, advice) = (shown(word), advice(word, &known));
                reader.missing(each.at, format!("there is no ship \"{word}\" to start with{advice}"));
            }
            None => reader.fault(each.at, "the id of a ship must be text in quotes"),
        }
    }
    found
}
