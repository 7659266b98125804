//! Reads a level file. Reports every mistake with its line, and warnings besides.
//!
//! Called by [`super::Level`]'s `parse` and `read`. Knows the keys of the file; `validate` checks whether the level can
//! be played, and its findings are combined here with the mistakes of form.

mod entity;
mod map;

use entity::{Marks, ParsedThing};
use map::Board;

use super::model::{Detection, Meta, Solution, World};
use super::validate::{self, Finding, Location, Severity};
use super::{Level, MAX_BYTES, MAX_TIME_DEPTH, drawing, keywords};
use crate::level_text::{Offset, Reader, Table, TextNode, Value, too_long};
use crate::rules::Fault;

/// Result of reading a level file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The level, if the file could be understood; with faults, it cannot be played yet.
    pub level: Option<Level>,
    /// Everything that must be fixed.
    pub faults: Vec<Fault>,
    /// Everything that is odd, but harmless.
    pub warnings: Vec<Fault>,
}

/// Reads a level as far as possible.
pub(super) fn read(text: &str) -> Reading {
    if let Some(fault) = too_long("a level file", text, MAX_BYTES) {
        return Reading { level: None, faults: vec![fault], warnings: Vec::new() };
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::new(text);
    let document = reader.document(text);
    let (level, places) = level_parts(&mut reader, &document).finish();
    let understood = reader.is_clean();
    for finding in validate::validate(&level) {
        report(&mut reader, &places, finding);
    }
    let (faults, warnings) = reader.into_parts();
    Reading { level: understood.then_some(level), faults, warnings }
}

/// Contents of a file.
struct LevelParts {
    meta: Meta,
    world: World,
    board: Board,
    solutions: Vec<(Offset, Solution)>,
    win: Offset,
    skin: Offset,
}

/// Positions in the file.
struct Places {
    map: Offset,
    skin: Offset,
    win: Offset,
    things: Vec<Marks>,
    solutions: Vec<Offset>,
}

impl LevelParts {
    fn finish(self) -> (Level, Places) {
        let Board { width, height, at: map, found } = self.board;
        let found = drawing::arrange(width, height, found, |found| &found.thing);
        let (things, marks) = found.into_iter().map(|ParsedThing { thing, marks }| (thing, marks)).unzip();
        let (lines, solutions) = self.solutions.into_iter().unzip();
        let level = Level::new(self.meta, self.world, (width, height), things, solutions);
        (level, Places { map, skin: self.skin, win: self.win, things: marks, solutions: lines })
    }
}

/// Reports a finding about the finished level at its place in the file.
fn report(reader: &mut Reader, places: &Places, finding: Finding) {
    let Finding { spot, severity, sentence } = finding;
    let at = match spot {
        Location::Map => places.map,
        Location::Win => places.win,
        Location::Skin => places.skin,
        Location::Solution(index) => places.solutions[index],
        Location::Thing(index, part) => places.things[index].of(part),
    };
    match severity {
        Severity::Missing(_) => reader.missing(at, sentence),
        Severity::Error => reader.fault(at, sentence),
        Severity::Warning => reader.warn(at, sentence),
    }
}

fn level_parts(reader: &mut Reader, document: &Table) -> LevelParts {
    reader.keys(document, "a level of unseen", &["ruleset", "meta", "world", "map", "entity", "solution"]);
    reader.ruleset(document, "unseen");
    let (meta, skin) = meta(reader, document);
    let (world, win) = world(reader, document);
    let mut board = map::map(reader, document);
    for (offset, table) in reader.tables(document, "entity") {
        board.found.extend(entity::entity(reader, offset, table));
    }
    let solutions = solutions(reader, document);
    LevelParts { meta, world, board, solutions, win, skin }
}

/// Reads the metadata, with the position of the skin in the file.
fn meta(reader: &mut Reader, document: &Table) -> (Meta, Offset) {
    let default = Meta::default();
    let Some(table) = reader.table(document, "meta") else { return (default, 0) };
    reader.keys(table, "[meta]", &["id", "name", "author", "description", "skin"]);
    let mut text = |key| reader.text(table, key).map(|(_, text)| text.to_owned());
    let meta = Meta {
        id: text("id").unwrap_or(default.id),
        name: text("name").unwrap_or(default.name),
        author: text("author"),
        description: text("description"),
        skin: text("skin"),
    };
    (meta, table.get("skin").map_or(0, |entry| entry.at))
}

const WORLD: &[&str] = &[
    "time_depth",
    "light_speed",
    "max_push_chain",
    "vision_radius",
    "detection",
    "paradox",
    "win",
    "allow_undo",
];

/// Reads the settings, with the position of the winning condition in the file.
fn world(reader: &mut Reader, document: &Table) -> (World, Offset) {
    let empty = Table::default();
    let at = document.get("world").map_or(0, |entry| entry.at);
    let table = reader.table(document, "world").unwrap_or(&empty);
    reader.keys(table, "[world]", WORLD);
    if table.get("time_depth").is_none() {
        let advice = "write time_depth = 50 under [world], or as many slices as it takes";
        reader.missing(at, format!("a level needs `time_depth`: {advice}"));
    }
    let depth = reader.number(table, "time_depth", 1..=i64::from(MAX_TIME_DEPTH));
    let default = World::with_depth(depth.map_or(MAX_TIME_DEPTH, |(_, depth)| depth as i32));
    let world = World {
        light_speed: setting(reader, table, "light_speed", 1).unwrap_or(default.light_speed),
        max_push_chain: setting(reader, table, "max_push_chain", 0).unwrap_or(default.max_push_chain),
        vision_radius: setting(reader, table, "vision_radius", 0).unwrap_or(default.vision_radius),
        detection: detection(reader, table).unwrap_or(default.detection),
        paradox: reader.word(table, "paradox", keywords::PARADOXES).unwrap_or(default.paradox),
        win: reader.word(table, "win", keywords::WINS).unwrap_or(default.win),
        allow_undo: reader.truth(table, "allow_undo").unwrap_or(default.allow_undo),
        ..default
    };
    (world, table.get("win").map_or(at, |entry| entry.at))
}

/// Reads a number of tiles, boxes or turns.
fn setting(reader: &mut Reader, table: &Table, key: &str, least: i64) -> Option<u32> {
    let (_, number) = reader.number(table, key, least..=i64::from(validate::MAX_SETTING))?;
    u32::try_from(number).ok()
}

fn detection(reader: &mut Reader, table: &Table) -> Option<Detection> {
    match table.get("detection")? {
        TextNode { value: Value::Text(_), .. } => reader.word(table, "detection", keywords::DETECTIONS),
        TextNode { value: Value::Table(details), at } => {
            reader.keys(details, "`detection`", &["model", "turns"]);
            let model = reader.word(details, "model", &[("delayed", ())]);
            let turns = setting(reader, details, "turns", 0);
            if model.is_none() || turns.is_none() {
                reader.fault(*at, "as a table, `detection` is { model = \"delayed\", turns = 2 }");
            }
            turns.map(|turns| Detection::Delayed { turns })
        }
        TextNode { at, .. } => {
            let forms = "\"light_cone\", \"none\" or { model = \"delayed\", turns = 2 }";
            reader.fault(*at, format!("`detection` must be {forms}"));
            None
        }
    }
}

fn solutions(reader: &mut Reader, document: &Table) -> Vec<(Offset, Solution)> {
    let mut solutions = Vec::new();
    for (offset, table) in reader.tables(document, "solution") {
        reader.keys(table, "[[solution]]", &["name", "actions"]);
        let name = reader.text(table, "name").map(|(_, name)| name.to_owned());
        let name = name.unwrap_or_else(|| format!("solution {}", solutions.len() + 1));
        match reader.text(table, "actions") {
            Some((at, actions)) => {
                let actions = actions.split_whitespace().collect::<Vec<_>>().join(" ");
                solutions.push((at, Solution { name, actions }));
            }
            None if table.get("actions").is_none() => {
                reader.missing(offset, "a solution needs `actions`: write actions = \"E E PE\"");
            }
            None => {}
        }
    }
    solutions
}
