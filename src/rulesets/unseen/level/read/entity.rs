//! Reads one `[[entity]]` of a level file.
//!
//! Called by `read`. Knows the keys of an entity; `validate` knows which of them go together.

use std::sync::Arc;

use uuid::Uuid;

use crate::level_text::{Offset, Reader, Table, TextNode, advice, quoted};
use crate::rulesets::unseen::level::keywords;
use crate::rulesets::unseen::level::model::{Cell, Facing, Flag, LevelPosition, Patrol, Rift, Thing, Vision};
use crate::rulesets::unseen::level::validate::Part;

/// A thing with its positions in the file.
pub(super) struct ParsedThing {
    /// The thing.
    pub(super) thing: Thing,
    /// Its positions in the file.
    pub(super) marks: Marks,
}

/// Positions of a thing and of its parts in the file.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    itself: Offset,
    at: Offset,
    patrol: Offset,
    vision: Offset,
    rift: Offset,
}

impl Marks {
    /// Uses the same position for everything.
    pub(super) fn all(at: Offset) -> Self {
        Self { itself: at, at, patrol: at, vision: at, rift: at }
    }

    /// Returns the position of a part.
    pub(super) fn of(&self, part: Part) -> Offset {
        match part {
            Part::Itself => self.itself,
            Part::At => self.at,
            Part::Patrol => self.patrol,
            Part::Vision => self.vision,
            Part::Rift => self.rift,
        }
    }
}

const KEYS: &[&str] = &["kind", "id", "name", "at", "pullable", "components", "patrol", "vision", "rift"];

/// Reads an entity; `None` if its kind or its position cannot be read.
pub(super) fn entity(reader: &mut Reader, offset: Offset, table: &Table) -> Option<ParsedThing> {
    reader.keys(table, "[[entity]]", KEYS);
    if table.get("kind").is_none() {
        let kinds: Vec<&str> = keywords::KINDS.iter().map(|(word, _)| *word).collect();
        reader.fault(offset, format!("an entity needs `kind`: one of {}", kinds.join(", ")));
    }
    let kind = reader.word(table, "kind", keywords::KINDS);
    let patrol = patrol(reader, table);
    let at = at(reader, offset, table, patrol.as_ref());
    let mark = |key| table.get(key).map_or(offset, |entry| entry.at);
    let marks = Marks {
        itself: offset,
        at: mark("at"),
        patrol: mark("patrol"),
        vision: mark("vision"),
        rift: mark("rift"),
    };
    let (id, name) = (id(reader, table), reader.text(table, "name").map(|(_, name)| name.into()));
    let pullable = reader.truth(table, "pullable").unwrap_or_default();
    let (vision, rift) = (vision(reader, table), rift(reader, table));
    let components = components(reader, table);
    let (Some(kind), Some(at)) = (kind, at) else {
        reader.leave_out();
        return None;
    };
    let patrol = patrol.map(Arc::new);
    Some(ParsedThing {
        thing: Thing { kind, id, name, at, pullable, patrol, vision, rift, components },
        marks,
    })
}

fn id(reader: &mut Reader, table: &Table) -> Option<Uuid> {
    let (at, text) = reader.text(table, "id")?;
    let id = Uuid::try_parse(text).ok();
    if id.is_none() {
        let advice = "leave `id` out to have one generated, or write a UUID such as";
        let text = quoted(text);
        reader.fault(at, format!("{text} is not an id: {advice} 6f1c3a52-7d0e-4b7c-9d55-0a4f2b9c8e11"));
    }
    id
}

/// Returns the position of a thing: at `at`, or else where its patrol begins.
fn at(reader: &mut Reader, offset: Offset, table: &Table, patrol: Option<&Patrol>) -> Option<LevelPosition> {
    let Some(entry) = table.get("at") else {
        let first = patrol.and_then(|patrol| patrol.path.first());
        if first.is_none() {
            reader.fault(offset, "an entity needs `at`: write at = [x, y], or at = [x, y, t]");
        }
        return first.map(|&(x, y)| LevelPosition::new(x, y, 0));
    };
    let place = match numbers(entry)[..] {
        [Some(x), Some(y)] => Some(LevelPosition::new(x, y, 0)),
        [Some(x), Some(y), Some(t)] => Some(LevelPosition::new(x, y, t)),
        _ => None,
    };
    if place.is_none() {
        reader.fault(entry.at, "`at` must be [x, y] or [x, y, t]: column and row from the north-west, slice");
    }
    place
}

/// Returns the coordinates in a list; `None` for anything else.
fn numbers(entry: &TextNode) -> Vec<Option<i32>> {
    let number = |node: &TextNode| node.as_whole().and_then(|number| i32::try_from(number).ok());
    entry.as_list().unwrap_or_default().iter().take(4).map(number).collect()
}

/// Returns the table under a key, checked for its keys, if it exists.
fn details<'d>(
    reader: &mut Reader,
    table: &'d Table,
    key: &str,
    keys: &[&str],
    form: &str,
) -> Option<&'d Table> {
    let entry = table.get(key)?;
    match entry.as_table() {
        Some(details) => {
            reader.keys(details, &format!("`{key}`"), keys);
            Some(details)
        }
        None => {
            reader.fault(entry.at, format!("`{key}` must be {form}"));
            reader.leave_out();
            None
        }
    }
}

const PATROL: &str = "{ path = [[3, 3], [3, 4]], loops = true }";

fn patrol(reader: &mut Reader, table: &Table) -> Option<Patrol> {
    let details = details(reader, table, "patrol", &["path", "loops"], PATROL)?;
    let loops = reader.truth(details, "loops").unwrap_or(true);
    let entry = details.get("path").or(table.get("patrol"))?;
    let cells = |node: &TextNode| match numbers(node)[..] {
        [Some(x), Some(y)] => Some((x, y)),
        _ => None,
    };
    let path: Option<Vec<Cell>> = entry.as_list().and_then(|list| list.iter().map(cells).collect());
    if path.is_none() {
        let advice = "`path` must be a list of cells, one for each tick from t = 0 on";
        reader.fault(entry.at, format!("{advice}: patrol = {PATROL}"));
    }
    path.map(|path| Patrol { path, loops })
}

const VISION: &str = "{ facing = \"south\", fov = 90 }, with light_speed = 3 if it differs from the level's";

fn vision(reader: &mut Reader, table: &Table) -> Option<Vision> {
    let details = details(reader, table, "vision", &["light_speed", "facing", "fov"], VISION)?;
    let light_speed = super::setting(reader, details, "light_speed", 1);
    let fov = super::setting(reader, details, "fov", 0).unwrap_or(90);
    let facing = reader.word(details, "facing", keywords::FACINGS);
    if details.get("facing").is_none() && fov != 360 {
        let at = table.get("vision").map_or(0, |entry| entry.at);
        reader.fault(at, format!("`vision` needs `facing`, unless fov is 360: vision = {VISION}"));
    }
    Some(Vision { light_speed, facing: facing.unwrap_or(Facing::North), fov })
}

const RIFT: &str = "{ target = [x, y, t], bidirectional = false }";

fn rift(reader: &mut Reader, table: &Table) -> Option<Rift> {
    let details = details(reader, table, "rift", &["target", "bidirectional"], RIFT)?;
    let bidirectional = reader.truth(details, "bidirectional").unwrap_or_default();
    let entry = details.get("target").or(table.get("rift"))?;
    match numbers(entry)[..] {
        [Some(x), Some(y), Some(t)] => Some(Rift { target: LevelPosition::new(x, y, t), bidirectional }),
        _ => {
            reader.fault(entry.at, format!("`target` must say where and when: rift = {RIFT}"));
            reader.leave_out();
            None
        }
    }
}

fn components(reader: &mut Reader, table: &Table) -> Vec<Flag> {
    let Some(entry) = table.get("components") else { return Vec::new() };
    let names: Vec<&str> = keywords::FLAGS.iter().map(|(word, _)| *word).collect();
    let mut flags = Vec::new();
    for node in entry.as_list().unwrap_or(std::slice::from_ref(entry)) {
        let word = node.as_text().unwrap_or_default();
        match keywords::FLAGS.iter().find(|(name, _)| *name == word && entry.as_list().is_some()) {
            Some((_, flag)) => flags.push(*flag),
            None => {
                let (list, advice) = (names.join(", "), advice(word, &names));
                reader.fault(node.at, format!("`components` must be a list of these: {list}{advice}"));
            }
        }
    }
    flags.sort_unstable();
    flags.dedup();
    flags
}
