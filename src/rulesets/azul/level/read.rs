//! Reads a level file. Reports every mistake with its line.
//!
//! Called by [`super::Level`]'s `parse`. Knows the keys of the file; the checks of the finished level are those that
//! every level passes.

use std::sync::Arc;

use super::{Level, MAX_PLAYERS, MIN_PLAYERS, name_fault, table_fault};
use crate::level_text::{self, MetaTexts, Offset, Reader, Table};
use crate::rules::Fault;

/// Longer texts are refused unread.
const MAX_BYTES: usize = 1 << 16;

/// Reads a level, or returns everything that is wrong with it.
pub(super) fn parse(text: &str) -> Result<Level, Vec<Fault>> {
    level_text::parse(text, MAX_BYTES, read)
}

fn read(reader: &mut Reader, document: &Table) -> Level {
    reader.keys(document, "a level of azul", &["ruleset", "players", "names", "meta"]);
    reader.ruleset(document, "azul");
    let names = names(reader, document);
    let players = players(reader, document, names.len());
    let meta = reader.meta(document);
    reader.check_skin(meta);
    let MetaTexts { name, description, skin, .. } = meta;
    let names = names.into_iter().map(|(_, name)| Arc::from(name)).collect();
    Level { name: name.into(), description: description.into(), skin: skin.into(), players, names }
}

/// Reads the number of players: as given, or else the number of names.
fn players(reader: &mut Reader, document: &Table, names: usize) -> u8 {
    let range = i64::from(MIN_PLAYERS)..=i64::from(MAX_PLAYERS);
    let said = reader.number(document, "players", range);
    let players = said.map_or(names.min(255) as u8, |(_, players)| players as u8);
    match document.get("players").or_else(|| document.get("names")) {
        None => reader.whole("there are no players: write `players = 2`, 3 or 4"),
        Some(node) if said.is_some() || (names > 0 && document.get("players").is_none()) => {
            table_fault(players, names).into_iter().for_each(|fault| reader.fault(node.at, fault));
        }
        // The number or the names are invalid, and that has been reported.
        Some(_) => {}
    }
    players
}

fn names<'d>(reader: &mut Reader, document: &'d Table) -> Vec<(Offset, &'d str)> {
    let Some(entry) = document.get("names") else { return Vec::new() };
    let list = entry.as_list();
    let texts = list.and_then(|list| list.iter().map(|each| Some((each.at, each.as_text()?))).collect());
    let names: Vec<(Offset, &str)> = texts.unwrap_or_default();
    if names.is_empty() {
        reader.fault(entry.at, "`names` must be a list of texts, one for each player");
    }
    for (at, name) in &names {
        name_fault(name).into_iter().for_each(|fault| reader.fault(*at, fault));
    }
    names
}
