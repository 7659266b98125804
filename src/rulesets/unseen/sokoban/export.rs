//! Writes levels as an XSB file with solutions in LURD, or says what Sokoban cannot express.
//!
//! The text must read back as the same level: that is the last check before it is returned.

use std::collections::{BTreeMap, BTreeSet};

use super::{default_id, default_name, default_solution, import, lurd_of, world};
use crate::level_text::quoted;
use crate::rules::Fault;
use crate::rulesets::unseen::level::{Cell, Kind, Level, MAX_TIME_DEPTH, Thing, Win, World};

/// Number of moves on a line.
const MOVES_PER_LINE: usize = 80;

/// Returns the text of some levels; or everything that Sokoban cannot express.
pub fn export(levels: &[Level]) -> Result<String, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut texts = Vec::new();
    for (index, level) in levels.iter().enumerate() {
        let found = check(level);
        if found.is_empty() {
            texts.push(text(level, index));
        }
        let name = &level.meta().name;
        faults.extend(found.into_iter().map(|message| Fault::new(format!("{}: {message}", quoted(name)))));
    }
    let text = texts.join("\n");
    if faults.is_empty() && !reads_back(&text, levels) {
        let advice =
            "use one line for names and authors, and no line in the description that looks like a board";
        faults.push(Fault::new(format!("the texts of these levels would not read back: {advice}")));
    }
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// Returns whether the text reads back as these levels. Settings without a meaning in Sokoban may differ.
fn reads_back(text: &str, levels: &[Level]) -> bool {
    let plain = |level: &Level| {
        let (things, solutions) = (level.things().to_vec(), level.solutions().to_vec());
        Level::new(level.meta().clone(), world(), (level.width(), level.height()), things, solutions)
    };
    levels.is_empty() || import(text).is_ok_and(|read| read.into_iter().eq(levels.iter().map(plain)))
}

/// Returns everything that Sokoban cannot express about a level.
fn check(level: &Level) -> Vec<String> {
    let mut found: Vec<String> = level.faults().into_iter().map(|fault| fault.message).collect();
    found.extend(settings(level.world()));
    found.extend(level.things().iter().filter_map(strange));
    found.extend(crowded(level));
    if found.is_empty() {
        found.extend(open(level));
    }
    for solution in level.solutions() {
        let named = |problem| format!("solution {}: {problem}", quoted(&solution.name));
        found.extend(lurd_of(&solution.actions).err().map(named));
    }
    found
}

fn settings(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    if world.win != Win::Goals {
        found.push("Sokoban is won on its goals: set win = \"goals\"".to_owned());
    }
    if world.max_push_chain != 1 {
        found.push("Sokoban pushes one box at a time: set max_push_chain = 1".to_owned());
    }
    if world.time_depth != MAX_TIME_DEPTH {
        found.push(format!("Sokoban has no end of time: set time_depth = {MAX_TIME_DEPTH}"));
    }
    found
}

/// Returns why Sokoban cannot have this thing, if so.
fn strange(thing: &Thing) -> Option<String> {
    let why = match thing.kind {
        Kind::Enemy => "Sokoban has no enemies",
        Kind::Rift => "Sokoban has no rifts",
        Kind::Exit => "Sokoban has no exits",
        Kind::Custom => "Sokoban has only walls, boxes, goals and the player",
        _ if thing.pullable => "in Sokoban nothing can be pulled",
        _ if thing.at.t != 0 => "in Sokoban everything is there from the start",
        _ if thing.name.is_some() || thing.id.is_some() => "in Sokoban things have no names and ids",
        _ => return None,
    };
    Some(format!("{why}: remove what is at ({}, {}), or change it", thing.at.x, thing.at.y))
}

/// Reports cells with a combination that no sign can show.
fn crowded(level: &Level) -> Option<String> {
    let (x, y) = *cells(level).iter().find(|(_, kinds)| sign(kinds).is_none())?.0;
    Some(format!("no sign of Sokoban shows all that is at ({x}, {y}): leave one thing there"))
}

/// Sokoban boards are closed: where the player could walk to the edge, if this one is not.
fn open(level: &Level) -> Option<String> {
    let walls: BTreeSet<Cell> =
        level.things().iter().filter(|thing| thing.kind == Kind::Wall).map(|thing| thing.at.cell()).collect();
    let mut reached = BTreeSet::new();
    let player = level.things().iter().find(|thing| thing.kind == Kind::Player)?;
    let mut queue = vec![player.at.cell()];
    while let Some((x, y)) = queue.pop() {
        if x < 0 || y < 0 || x >= level.width() || y >= level.height() {
            let (x, y) = (x.clamp(0, level.width() - 1), y.clamp(0, level.height() - 1));
            return Some(format!("the board is open at ({x}, {y}): Sokoban needs walls all around"));
        }
        if !walls.contains(&(x, y)) && reached.insert((x, y)) {
            queue.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        }
    }
    None
}

fn cells(level: &Level) -> BTreeMap<Cell, Vec<Kind>> {
    let mut cells: BTreeMap<Cell, Vec<Kind>> = BTreeMap::new();
    for thing in level.things() {
        cells.entry(thing.at.cell()).or_default().push(thing.kind);
    }
    cells
}

fn sign(kinds: &[Kind]) -> Option<char> {
    Some(match kinds {
        [] => ' ',
        [Kind::Wall] => '#',
        [Kind::Player] => '@',
        [Kind::Box] => '$',
        [Kind::Goal] => '.',
        [Kind::Player, Kind::Goal] => '+',
        [Kind::Box, Kind::Goal] => '*',
        _ => return None,
    })
}

fn text(level: &Level, index: usize) -> String {
    let mut lines = rows(level);
    let meta = level.meta();
    if meta.name != default_name(index) {
        lines.push(format!("Title: {}", meta.name));
    }
    if meta.id != default_id(&meta.name) {
        lines.push(format!("Id: {}", meta.id));
    }
    lines.extend(meta.author.as_ref().map(|author| format!("Author: {author}")));
    lines.extend(meta.description.as_deref().map(comment));
    for (number, solution) in level.solutions().iter().enumerate() {
        let default = solution.name == default_solution(number);
        lines.push(if default { "Solution".into() } else { format!("Solution ({})", solution.name) });
        lines.extend(folded(&lurd_of(&solution.actions).unwrap_or_default()));
    }
    lines.join("\n") + "\n"
}

fn comment(text: &str) -> String {
    if text.contains('\n') || text.is_empty() {
        format!("Comment:\n{text}\nComment-End:")
    } else {
        format!("Comment: {text}")
    }
}

fn folded(moves: &str) -> Vec<String> {
    let letters: Vec<char> = moves.chars().collect();
    letters.chunks(MOVES_PER_LINE).map(|line| line.iter().collect()).collect()
}

/// Returns the rows of the board without trailing blanks; hyphens keep rows from being empty and the board from
/// narrowing.
fn rows(level: &Level) -> Vec<String> {
    let cells = cells(level);
    let shown = |x, y| cells.get(&(x, y)).and_then(|kinds| sign(kinds)).unwrap_or(' ');
    let row = |y| (0..level.width()).map(|x| shown(x, y)).collect::<String>().trim_end().to_owned();
    let mut rows: Vec<String> = (0..level.height()).map(row).collect();
    let width = level.width() as usize;
    if let Some(first) = rows.first().filter(|_| rows.iter().all(|row| row.len() < width)) {
        rows[0] = format!("{first:-<width$}");
    }
    for row in rows.iter_mut().filter(|row| row.is_empty()) {
        row.push('-');
    }
    rows
}
