//! Reads `[[ship]]` tables and reports every mistake with its line, its ship and its power.
//!
//! Called for the built-in ships and for those of a level. Knows the keys of the file; `read_power` reads powers.

use std::collections::{BTreeMap, BTreeSet};

use super::read_power::{self, Owner};
use super::{Design, effect_of, standards};
use crate::level_text::{Offset, Reader, Table, advice, shown};
use crate::rulesets::fleet::id::Kind;
use crate::rulesets::fleet::phase::SCHEDULE;
use crate::rulesets::fleet::power::{Power, Standard};

/// Most kinds in a catalogue.
const MAX_KINDS: usize = 200;
/// Most powers of a ship.
const MAX_POWERS: usize = 8;

/// A design with the position of it and of its powers in the file.
struct Placed {
    design: Design,
    at: Offset,
    powers_at: Vec<Offset>,
}

/// Reads all ships of a document. Mistakes are reported; ships that could not be read are left out.
pub(in crate::rulesets::fleet) fn read(reader: &mut Reader, document: &Table) -> Vec<Design> {
    let tables = reader.tables(document, "ship");
    if let Some((at, _)) = tables.get(MAX_KINDS) {
        reader.fault(*at, format!("a catalogue takes at most {MAX_KINDS} ships; this has {}", tables.len()));
        return Vec::new();
    }
    let ships: Vec<Placed> = tables.into_iter().filter_map(|(at, table)| ship(reader, at, table)).collect();
    check_ships(reader, &ships);
    ships.into_iter().map(|placed| placed.design).collect()
}

fn ship(reader: &mut Reader, at: Offset, table: &Table) -> Option<Placed> {
    let word = reader.text(table, "id");
    if word.is_none() && table.get("id").is_none() {
        reader.fault(at, "a ship needs `id`: write id = \"defender\"");
    }
    let Some((id_at, word)) = word else {
        reader.leave_out();
        return None;
    };
    reader.about(format!("the ship \"{}\"", shown(word)), |reader| {
        if !Kind::is_word(word) {
            reader.fault(id_at, "an id is made of small letters, digits and _, at most 40 of them");
        }
        reader.keys(table, "a ship", &["id", "name", "glyph", "cost", "takes", "charges", "power"]);
        Some(described(reader, at, word, table))
    })
}

fn described(reader: &mut Reader, at: Offset, word: &str, table: &Table) -> Placed {
    let (powers_at, powers) = powers(reader, word, table).into_iter().unzip();
    let name = reader.text(table, "name").map_or_else(|| spoken(word), |(_, name)| name.to_owned());
    let design = Design {
        kind: Kind::from(word),
        glyph: glyph(reader, table).or_else(|| name.chars().next()).unwrap_or('?'),
        name: name.into(),
        cost: reader.number(table, "cost", 0..=99).map(|(_, cost)| cost as u16),
        takes: takes(reader, table),
        charges: reader.number(table, "charges", 0..=9).map_or(0, |(_, charges)| charges as u8),
        powers,
    };
    Placed { design, at, powers_at }
}

/// Turns `science_vessel` into "Science Vessel".
fn spoken(word: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    word.split('_').map(capital).collect::<Vec<_>>().join(" ")
}

fn glyph(reader: &mut Reader, table: &Table) -> Option<char> {
    let (at, text) = reader.text(table, "glyph")?;
    let mut letters = text.chars();
    let one = letters.next().filter(|letter| letters.next().is_none() && !letter.is_whitespace());
    if one.is_none() {
        reader.fault(at, "`glyph` must be one letter");
    }
    one
}

fn takes(reader: &mut Reader, table: &Table) -> Vec<Kind> {
    let Some(entry) = table.get("takes") else { return Vec::new() };
    let words = entry.as_list().filter(|list| list.len() <= 9);
    let words = words.and_then(|list| list.iter().map(|each| each.as_text()).collect::<Option<Vec<_>>>());
    let Some(words) = words else {
        reader.fault(entry.at, "`takes` must be a list of at most 9 ids such as [\"orbital\"]");
        return Vec::new();
    };
    words.into_iter().map(Kind::from).collect()
}

fn powers(reader: &mut Reader, ship: &str, table: &Table) -> Vec<(Offset, Power)> {
    let tables = reader.tables(table, "power");
    if let Some((at, _)) = tables.get(MAX_POWERS) {
        reader.fault(*at, format!("it has {} powers: at most {MAX_POWERS}", tables.len()));
    }
    let mut found = Vec::new();
    for ((at, table), number) in tables.into_iter().take(MAX_POWERS).zip(1..) {
        let owner = Owner { ship, number, at };
        found.extend(read_power::power(reader, &owner, table).map(|power| (at, power)));
    }
    found
}

/// Checks what can be checked only when all ships are known.
fn check_ships(reader: &mut Reader, ships: &[Placed]) {
    let mut seen = BTreeSet::new();
    for placed in ships {
        if !seen.insert(&placed.design.kind) {
            reader.fault(
                placed.at,
                format!("the ship \"{}\" is defined twice: keep only one", placed.design.kind),
            );
        }
        same_names(reader, placed);
        charges(reader, placed);
    }
    let known: Vec<&str> = ships.iter().map(|placed| &*placed.design.kind.0).collect();
    let strangers = ships.iter().flat_map(|placed| mentioned(placed).map(move |found| (placed, found)));
    for (placed, (at, kind, what)) in strangers.filter(|(_, (_, kind, _))| !known.contains(&&*kind.0)) {
        let advice = advice(&kind.0, &known);
        let name = &placed.design.kind;
        reader.missing(at, format!("the ship \"{name}\"{what} \"{kind}\", which is not a ship here{advice}"));
    }
}

/// Returns the kinds that a ship mentions, and how.
fn mentioned(placed: &Placed) -> impl Iterator<Item = (Offset, &Kind, String)> {
    let taken = placed.design.takes.iter().map(|kind| (placed.at, kind, " takes".to_owned()));
    let powers = placed.design.powers.iter().zip(&placed.powers_at);
    let built = powers.flat_map(|(power, at)| {
        let standards = effect_of(&power.rule).into_iter().flat_map(standards);
        standards.filter_map(|standard| match standard {
            Standard::Build(kind, _) => Some((*at, kind, format!(", power \"{}\", builds", power.name))),
            _ => None,
        })
    });
    taken.chain(built)
}

fn same_names(reader: &mut Reader, placed: &Placed) {
    let mut names = BTreeMap::new();
    for (power, at) in placed.design.powers.iter().zip(&placed.powers_at) {
        if names.insert(&*power.name, at).is_some() {
            let kind = &placed.design.kind;
            reader.fault(*at, format!("the ship \"{kind}\" has two powers \"{}\": rename one", power.name));
        }
    }
}

/// Checks that a ship offers at most one charged power per phase, and has the charges for it.
fn charges(reader: &mut Reader, placed: &Placed) {
    let Design { kind, charges, powers, .. } = &placed.design;
    for phase in SCHEDULE {
        let mut offered = powers
            .iter()
            .zip(&placed.powers_at)
            .filter_map(|(power, at)| Some((power, at, power.price(phase)?)));
        if let Some((power, at, price)) = offered.next().filter(|(.., price)| price > charges) {
            let name = &power.name;
            let sentence =
                format!("the ship \"{kind}\", power \"{name}\", spends {price}, and the ship has {charges}");
            reader.fault(*at, sentence);
        }
        if let Some((power, at, _)) = offered.next() {
            let name = &power.name;
            let sentence =
                format!("the ship \"{kind}\", power \"{name}\": a second choice in {phase} is not allowed");
            reader.fault(*at, sentence);
        }
    }
}
