//! Checks things that share a cell: two things that block each other, two rifts, a rift that leads into a wall.
//!
//! Part of `validate`.

use std::collections::BTreeMap;

use super::{Findings, Location, Part, Severity, described};
use crate::rulesets::unseen::level::Level;
use crate::rulesets::unseen::level::model::{Cell, Kind, Thing};

/// Most earlier things that a thing is compared with: a crowd in one cell is wrong anyway.
const CROWD: usize = 8;

pub(super) fn validate(found: &mut Findings, level: &Level) {
    blocks(found, level);
    rifts(found, level);
    dead_ends(found, level);
}

/// Time of a thing in a cell: from a slice on, or in that slice only.
#[derive(Clone, Copy)]
struct Stay {
    index: usize,
    from: i32,
    only: bool,
}

impl Stay {
    fn of(index: usize, thing: &Thing) -> Self {
        Self { index, from: thing.at.t, only: !thing.persists() }
    }

    fn meets(&self, other: &Self) -> bool {
        match (self.only, other.only) {
            (true, true) => self.from == other.from,
            (true, false) => self.from >= other.from,
            (false, true) => other.from >= self.from,
            (false, false) => true,
        }
    }
}

/// Stays by cell.
type Stays = BTreeMap<Cell, Vec<Stay>>;

/// Adds a stay; returns the one that it overlaps, if any.
fn add(stays: &mut Stays, cell: Cell, stay: Stay) -> Option<usize> {
    let others = stays.entry(cell).or_default();
    let met = others.iter().take(CROWD).find(|other| other.meets(&stay)).map(|other| other.index);
    others.push(stay);
    met
}

/// Checks that no two things that block movement share a cell, and that the player starts in none of them.
fn blocks(found: &mut Findings, level: &Level) {
    let is_solid =
        |thing: &Thing| (thing.blocks_movement() && thing.patrol.is_none()) || thing.kind == Kind::Player;
    let mut stays = Stays::new();
    for (index, thing) in sharing(level, is_solid) {
        let Some(other) = add(&mut stays, thing.at.cell(), Stay::of(index, thing)) else { continue };
        let other = &level.things[other];
        // A second player is reported as such.
        if thing.kind != Kind::Player || other.kind != Kind::Player {
            let (this, other) = (described(thing), described(other));
            let sentence = format!("{this} shares its cell with {other}: move one of them");
            found.wrong(Location::Thing(index, Part::At), sentence);
        }
    }
}

/// Returns the selected things that are not alone in their cell, in the order of the level.
fn sharing(level: &Level, is_meant: impl Fn(&Thing) -> bool) -> impl Iterator<Item = (usize, &Thing)> {
    let meant = level.things.iter().enumerate().filter(|(_, thing)| is_meant(thing));
    let mut cells: Vec<(Cell, usize)> = meant.map(|(index, thing)| (thing.at.cell(), index)).collect();
    cells.sort_unstable();
    let crowds = cells.chunk_by(|a, b| a.0 == b.0).filter(|crowd| crowd.len() > 1);
    let mut shared: Vec<usize> = crowds.flatten().map(|(_, index)| *index).collect();
    shared.sort_unstable();
    shared.into_iter().map(|index| (index, &level.things[index]))
}

/// Checks that no two rifts share a cell, and that no rift shares it with the way back from another.
fn rifts(found: &mut Findings, level: &Level) {
    let mut stays = Stays::new();
    let rifts = || level.things.iter().enumerate().filter_map(|(i, thing)| Some((i, thing, thing.rift?)));
    for (index, thing, _) in rifts() {
        if let Some(other) = add(&mut stays, thing.at.cell(), Stay::of(index, thing)) {
            let (this, other) = (described(thing), described(&level.things[other]));
            let sentence = format!("{this} shares its cell with {other}: a cell can hold only one rift");
            found.wrong(Location::Thing(index, Part::At), sentence);
        }
    }
    for (index, thing, rift) in rifts().filter(|(_, _, rift)| rift.bidirectional) {
        let back = Stay { index, from: rift.target.t, only: true };
        if let Some(other) = add(&mut stays, rift.target.cell(), back) {
            let (this, other) = (described(thing), described(&level.things[other]));
            let advice = "lead it elsewhere, or set bidirectional = false";
            let sentence = format!("the way back of {this} begins where {other} has an end: {advice}");
            found.wrong(Location::Thing(index, Part::Rift), sentence);
        }
    }
}

/// Checks for rifts into a wall, which can never be used.
fn dead_ends(found: &mut Findings, level: &Level) {
    if level.things.iter().all(|thing| thing.rift.is_none()) {
        return;
    }
    let is_wall = |thing: &&Thing| thing.blocks_movement() && !thing.is_box() && thing.patrol.is_none();
    let walls: BTreeMap<Cell, &Thing> =
        level.things.iter().filter(is_wall).map(|wall| (wall.at.cell(), wall)).collect();
    for (index, thing) in level.things.iter().enumerate() {
        let Some(rift) = thing.rift else { continue };
        if walls.get(&rift.target.cell()).is_some_and(|wall| wall.is_there(rift.target.t)) {
            let sentence = format!("{} leads into a wall: it can never be used", described(thing));
            found.note(Location::Thing(index, Part::Rift), Severity::Warning, sentence);
        }
    }
}
