//! Writes a level file: drawn where letters suffice, listed where they do not.
//!
//! Called by [`super::Level`]'s `to_text`. The same level gives the same bytes, and `read` gives the level back.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{DEFAULT_HP, Fighter, Level};
use crate::rulesets::skirmish::id::CharacterId;
use crate::scene::Cell;

/// Boards with a longer side are listed: such a drawing would be unreadable.
const MAX_DRAWN_SIDE: u32 = 64;

/// Returns the text of a level.
pub(super) fn text(level: &Level) -> String {
    let drawn = is_drawable(level);
    let arena =
        if drawn { rows(level) } else { format!("width = {}\nheight = {}\n", level.width, level.height) };
    let mut text = format!("ruleset = \"skirmish\"\n\n[meta]\n{}\n[arena]\n{arena}", meta(level));
    let mut listed = String::new();
    for side in level.fighters.chunk_by(|a, b| a.faction == b.faction) {
        let hp = common_hp(side);
        text += &faction(side, hp, drawn);
        for (fighter, place) in side.iter().zip(0..) {
            listed += &character(fighter, place, hp, drawn);
        }
    }
    text + &listed
}

fn is_drawable(level: &Level) -> bool {
    let small = level.width.max(level.height) <= MAX_DRAWN_SIDE;
    small && level.fighters.iter().all(|fighter| fighter.id.as_letter().is_some())
}

fn meta(level: &Level) -> String {
    let name = line("name", quoted(&level.name));
    let description =
        (!level.description.is_empty()).then(|| line("description", quoted(&level.description)));
    let skin = level.skin().map(|skin| line("skin", quoted(&skin)));
    name + &description.unwrap_or_default() + &skin.unwrap_or_default()
}

fn rows(level: &Level) -> String {
    let mut rows = vec![vec!['.'; level.width as usize]; level.height as usize];
    for fighter in level.fighters.iter() {
        let Cell { x, y } = fighter.at;
        let cell = rows.get_mut(y as usize).and_then(|row| row.get_mut(x as usize));
        if let (Some(cell), Some(letter)) = (cell, fighter.id.as_letter()) {
            *cell = letter;
        }
    }
    let rows = rows.into_iter().map(|row| format!("  \"{}\",\n", String::from_iter(row)));
    format!("rows = [\n{}]\n", String::from_iter(rows))
}

/// Returns the most common hit points of a side; of several such numbers the smallest.
fn common_hp(side: &[Fighter]) -> i32 {
    let mut counts = BTreeMap::new();
    for fighter in side {
        *counts.entry(fighter.hp).or_insert(0) += 1;
    }
    counts.into_iter().min_by_key(|(_, count)| Reverse::<u32>(*count)).map_or(DEFAULT_HP, |(hp, _)| hp)
}

fn faction(side: &[Fighter], hp: i32, drawn: bool) -> String {
    let name = line("name", quoted(&side[0].faction.0));
    let letters = side.iter().filter_map(|fighter| fighter.id.as_letter());
    let members = drawn.then(|| line("members", quoted(&String::from_iter(letters))));
    format!("\n[[faction]]\n{name}{}{}", members.unwrap_or_default(), line("hp", hp))
}

/// Returns what the drawing and the faction do not say about a character; empty if they say everything.
fn character(fighter: &Fighter, place: u32, common_hp: i32, drawn: bool) -> String {
    let Fighter { id, name, faction, at, hp, slot } = fighter;
    let id_value = match id {
        CharacterId::Number(number) => number.to_string(),
        CharacterId::Name(name) => quoted(name),
    };
    let facts = [
        (*name != id.spoken()).then(|| line("name", quoted(name))),
        (!drawn).then(|| line("faction", quoted(&faction.0))),
        (!drawn).then(|| format!("at = [{}, {}]\n", at.x, at.y)),
        (*hp != common_hp).then(|| line("hp", hp)),
        (*slot != place).then(|| line("slot", slot)),
    ];
    let facts = String::from_iter(facts.into_iter().flatten());
    if facts.is_empty() { facts } else { format!("\n[[character]]\n{}{facts}", line("id", id_value)) }
}

fn line(key: &str, value: impl std::fmt::Display) -> String {
    format!("{key} = {value}\n")
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
