//! Combines the drawing, the factions and the characters of a level file into one list of fighters.
//!
//! Called by `read`. Knows how the three belong together and reports where they disagree; does not read TOML and does
//! not check the finished level.

use std::collections::BTreeMap;

use super::Fighter;
use super::read::{Arena, Listed, Side};
use crate::level_text::{Offset, Reader, quoted};
use crate::rulesets::skirmish::id::CharacterId;
use crate::scene::Cell;

/// A fighter with its positions in the file.
pub(super) struct Called {
    /// The fighter.
    pub(super) fighter: Fighter,
    /// Position of its name in the file.
    pub(super) offset: Offset,
    /// Position of its hit points in the file.
    pub(super) hp_offset: Offset,
}

/// Cells of the letters in the drawing, with their positions in the file.
type Drawn = BTreeMap<CharacterId, (Cell, Offset)>;

/// Lists all fighters that have a side and a cell.
pub(super) fn call(
    reader: &mut Reader,
    arena: &Arena,
    sides: &[Side<'_>],
    entries: Vec<Listed<'_>>,
) -> Vec<Called> {
    let mut drawn = drawn(reader, arena);
    let ranks = ranks(reader, sides, entries, &drawn);
    let mut roll = Vec::new();
    for (side, people) in sides.iter().zip(ranks) {
        if people.is_empty() {
            reader.fault(
                side.offset,
                format!("the faction {} has no members: name some or delete it", quoted(side.name)),
            );
        }
        for (entry, slot) in people.into_iter().zip(0..) {
            let on_map = drawn.remove(&entry.id);
            roll.extend(place(reader, arena, &entry, on_map).map(|cell| enter(side, &entry, slot, cell)));
        }
    }
    for (letter, (_, at)) in drawn {
        let advice = "add it to the `members` of one, or draw '.'";
        reader.fault(at, format!("the letter {letter} on the map belongs to no faction: {advice}"));
    }
    roll
}

fn drawn(reader: &mut Reader, arena: &Arena) -> Drawn {
    let mut drawn = Drawn::new();
    for &(letter, cell, at) in &arena.letters {
        if drawn.insert(CharacterId::letter(letter), (cell, at)).is_some() {
            reader
                .fault(at, format!("the letter {letter} is on the map twice: every character needs its own"));
        }
    }
    drawn
}

/// Returns the fighters of each side, in the order of their slots: members first, then those that name their side
/// themselves.
fn ranks<'d>(
    reader: &mut Reader,
    sides: &[Side<'d>],
    entries: Vec<Listed<'d>>,
    drawn: &Drawn,
) -> Vec<Vec<Listed<'d>>> {
    let mut entries = by_id(reader, entries);
    let mut enlisted = BTreeMap::new();
    let mut ranks: Vec<Vec<Listed<'d>>> = Vec::new();
    for side in sides {
        let members = side.members.chars().filter_map(|letter| {
            let id = member(reader, side, letter, &mut enlisted)?;
            let entry = entries.remove(&id).unwrap_or_else(|| unlisted(id, side));
            contradiction(reader, side, &entry);
            Some(entry)
        });
        ranks.push(members.collect());
    }
    let mut volunteers: Vec<Listed<'d>> = entries.into_values().collect();
    volunteers.sort_by_key(|entry| entry.offset);
    let named: BTreeMap<&str, usize> = sides.iter().map(|side| side.name).zip(0..).collect();
    for entry in volunteers {
        match entry.faction.map(|(at, name)| (at, name, named.get(name))) {
            Some((_, _, Some(&side))) => ranks[side].push(entry),
            Some((at, name, None)) => {
                reader.fault(
                    at,
                    format!("there is no faction {}: add a [[faction]] with this name", quoted(name)),
                );
            }
            None => stranger(reader, &entry, drawn),
        }
    }
    ranks
}

fn by_id<'d>(reader: &mut Reader, entries: Vec<Listed<'d>>) -> BTreeMap<CharacterId, Listed<'d>> {
    let mut known = BTreeMap::new();
    for entry in entries {
        let (id, offset) = (entry.id.clone(), entry.offset);
        if known.insert(entry.id.clone(), entry).is_some() {
            reader.fault(offset, format!("the character {id} is listed twice: keep only one"));
        }
    }
    known
}

/// Returns the id of a member, unless a side already has it.
fn member<'d>(
    reader: &mut Reader,
    side: &Side<'d>,
    letter: char,
    enlisted: &mut BTreeMap<CharacterId, &'d str>,
) -> Option<CharacterId> {
    let id = CharacterId::letter(letter);
    let Some(other) = enlisted.insert(id.clone(), side.name) else { return Some(id) };
    let sentence =
        format!("{letter} is already a member of {}: a letter stands for one character", quoted(other));
    reader.fault(side.members_offset, sentence);
    None
}

fn unlisted<'d>(id: CharacterId, side: &Side<'_>) -> Listed<'d> {
    let offset = side.members_offset;
    Listed { id, name: None, faction: None, at: None, hp: None, slot: None, offset }
}

fn contradiction(reader: &mut Reader, side: &Side<'_>, entry: &Listed<'_>) {
    if let Some((at, other)) = entry.faction.filter(|(_, name)| *name != side.name) {
        let sentence = format!(
            "{} is a member of {}: it cannot fight for {} too",
            entry.id,
            quoted(side.name),
            quoted(other)
        );
        reader.fault(at, sentence);
    }
}

fn stranger(reader: &mut Reader, entry: &Listed<'_>, drawn: &Drawn) {
    let id = &entry.id;
    // A letter of the drawing without a side is reported where it is drawn.
    if !drawn.contains_key(id) {
        let advice = "give it `faction`, or add its letter to the `members` of one";
        reader.fault(entry.offset, format!("the character {id} belongs to no faction: {advice}"));
    }
}

/// Returns the starting cell of a character: on the map or the cell it names, not both.
fn place(
    reader: &mut Reader,
    arena: &Arena,
    entry: &Listed<'_>,
    on_map: Option<(Cell, Offset)>,
) -> Option<Cell> {
    let id = &entry.id;
    match (on_map, entry.at) {
        (Some((cell, _)), None) => Some(cell),
        (None, Some((_, cell))) => cell,
        (Some((cell, _)), Some((at, _))) => {
            reader.fault(at, format!("{id} is on the map already: leave `at` out"));
            Some(cell)
        }
        (None, None) => {
            let advice = if arena.drawn { "draw it on the map, or give" } else { "give" };
            let sentence = format!("{id} has no place: {advice} its [[character]] entry `at = [x, y]`");
            reader.fault(entry.offset, sentence);
            None
        }
    }
}

fn enter(side: &Side<'_>, entry: &Listed<'_>, slot: u32, at: Cell) -> Called {
    let (hp_offset, hp) = entry.hp.unwrap_or(side.hp);
    let name = entry.name.map_or_else(|| entry.id.spoken(), Into::into);
    let slot = entry.slot.unwrap_or(slot);
    let fighter = Fighter { id: entry.id.clone(), name, faction: side.name.into(), at, hp, slot };
    Called { fighter, offset: entry.at.map_or(entry.offset, |(at, _)| at), hp_offset }
}
