//! Converts levels to sketches and back. Both are equivalent: a level that a sketch cannot express is not
//! drawn ([`is_whole`]).
//!
//! Keys and words are those of the level file, with the parts of a thing in one list: `facing`, `fov` and
//! `light_speed` are its vision, `patrol` and `loops` its walk, `target` and `bidirectional` its rift.

use std::collections::BTreeMap;
use std::sync::Arc;

use uuid::Uuid;

use crate::rulesets::unseen::level::{
    self, Detection, Facing, Flag, Kind, Level, LevelPosition, Meta, Patrol, Rift, Solution, Vision, World,
    keywords,
};
use crate::scene::Cell;
use crate::sketch::{FieldValue, Fields, Sketch, Spot, Thing, ThingId};

/// Whether a level survives the conversion to a sketch and back.
pub(super) fn is_whole(level: &Level) -> bool {
    let inside = |at: LevelPosition| at.t >= 0 && level.is_on_board(at.cell());
    let negative = |cells: &[level::Cell]| cells.iter().any(|&(x, y)| x < 0 || y < 0);
    let fits = |thing: &level::Thing| {
        inside(thing.at)
            && thing.patrol.as_ref().is_none_or(|patrol| !patrol.path.is_empty() && !negative(&patrol.path))
            && thing.rift.is_none_or(|rift| rift.target.t >= 0 && !negative(&[rift.target.cell()]))
    };
    level.things().iter().all(fits) && self::level(&sketch(level)).0 == *level
}

/// Returns the level as a sketch; coordinates before the first row, column or slice are moved to it.
pub(super) fn sketch(level: &Level) -> Sketch {
    let mut sketch = Sketch::new(level.width().unsigned_abs(), level.height().unsigned_abs());
    sketch.settings = Arc::new(settings(level));
    let mut kinds = BTreeMap::new();
    for item in level.things() {
        let word = keywords::word(keywords::KINDS, &item.kind);
        let kind: &Arc<str> = kinds.entry(item.kind).or_insert_with(|| word.into());
        sketch.add(Thing { kind: kind.clone(), spot: spot(item.at), fields: fields(item) });
    }
    sketch
}

/// Returns the level of a sketch, with the thing of the sketch for each of its things.
pub(super) fn level(sketch: &Sketch) -> (Level, Vec<ThingId>) {
    let size = (side(sketch.width), side(sketch.height));
    let items: Vec<(ThingId, level::Thing)> = sketch.things().map(|(id, thing)| (id, item(thing))).collect();
    let items = Level::arrange(size, items, |(_, item)| item);
    let (ids, things) = items.into_iter().unzip();
    (Level::arranged(meta(sketch), world(sketch), size, things, solutions(sketch)), ids)
}

fn settings(level: &Level) -> Fields {
    let (meta, world) = (level.meta(), level.world());
    let text = |text: &str| Some(FieldValue::Text(text.into()));
    let number = |number: u32| Some(FieldValue::Number(number.into()));
    let (detection, delay) = match world.detection {
        Detection::Delayed { turns } => ("delayed", number(turns)),
        other => (keywords::word(keywords::DETECTIONS, &other), None),
    };
    let solutions =
        (!level.solutions().is_empty()).then(|| FieldValue::Text(written(level.solutions()).into()));
    collected([
        ("id", text(&meta.id)),
        ("name", text(&meta.name)),
        ("author", meta.author.as_deref().and_then(text)),
        ("description", meta.description.as_deref().and_then(text)),
        ("skin", meta.skin.as_deref().and_then(text)),
        ("time_depth", Some(FieldValue::Number(world.time_depth.into()))),
        ("light_speed", number(world.light_speed)),
        ("max_push_chain", number(world.max_push_chain)),
        ("vision_radius", number(world.vision_radius)),
        ("detection", text(detection)),
        ("delay", delay),
        ("paradox", text(keywords::word(keywords::PARADOXES, &world.paradox))),
        ("win", text(keywords::word(keywords::WINS, &world.win))),
        // Set only if undo is forbidden, so that drawings begun before this key existed stay the same.
        ("allow_undo", (!world.allow_undo).then_some(FieldValue::Flag(false))),
        (SOLUTIONS, solutions),
    ])
}

/// The setting that holds the recorded solutions. Not in the kit: solutions are not drawn.
const SOLUTIONS: &str = "solutions";

fn written(solutions: &[Solution]) -> String {
    serde_json::to_string(solutions).unwrap_or_default()
}

fn solutions(sketch: &Sketch) -> Vec<Solution> {
    let text = setting(sketch, SOLUTIONS).and_then(as_text);
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub(super) fn meta(sketch: &Sketch) -> Meta {
    let text = |key| setting(sketch, key).and_then(as_text).map(str::to_owned);
    let default = Meta::default();
    Meta {
        id: text("id").unwrap_or(default.id),
        name: text("name").unwrap_or(default.name),
        author: text("author"),
        description: text("description"),
        skin: text("skin"),
    }
}

/// Returns the name of the skin of a sketch.
pub(super) fn skin(sketch: &Sketch) -> Option<Arc<str>> {
    setting(sketch, "skin").and_then(as_text).map(Into::into)
}

/// Returns the settings of the level of a sketch.
pub(super) fn world(sketch: &Sketch) -> World {
    let number =
        |key| if let Some(FieldValue::Number(number)) = setting(sketch, key) { Some(*number) } else { None };
    let small = |key, default| number(key).and_then(|number| u32::try_from(number).ok()).unwrap_or(default);
    let word = |key| setting(sketch, key).and_then(as_text);
    let depth = number("time_depth").and_then(|depth| i32::try_from(depth).ok());
    let default = World::with_depth(depth.unwrap_or(50));
    let detection = match word("detection") {
        Some("delayed") => Detection::Delayed { turns: small("delay", 0) },
        other => meant(keywords::DETECTIONS, other).unwrap_or(default.detection),
    };
    World {
        light_speed: small("light_speed", default.light_speed),
        max_push_chain: small("max_push_chain", default.max_push_chain),
        vision_radius: small("vision_radius", default.vision_radius),
        detection,
        paradox: meant(keywords::PARADOXES, word("paradox")).unwrap_or(default.paradox),
        win: meant(keywords::WINS, word("win")).unwrap_or(default.win),
        allow_undo: setting(sketch, "allow_undo") != Some(&FieldValue::Flag(false)),
        ..default
    }
}

fn fields(item: &level::Thing) -> Fields {
    let level::Thing { kind, id, name, pullable, patrol, vision, rift, components, .. } = item;
    let flag = |flag: bool| Some(FieldValue::Flag(flag));
    let mut fields = collected([
        ("id", id.map(|id| FieldValue::Text(id.to_string().into()))),
        ("name", name.clone().map(FieldValue::Text)),
        ("pullable", if *pullable && *kind == Kind::Box { flag(true) } else { None }),
        (
            "patrol",
            patrol.as_ref().map(|patrol| FieldValue::Path(patrol.path.iter().map(|at| cell(*at)).collect())),
        ),
        ("loops", patrol.as_ref().and_then(|patrol| flag(patrol.loops))),
        (
            "facing",
            vision.map(|vision| FieldValue::Text(keywords::word(keywords::FACINGS, &vision.facing).into())),
        ),
        ("fov", vision.map(|vision| FieldValue::Text(vision.fov.to_string().into()))),
        ("light_speed", vision.and_then(|vision| Some(FieldValue::Number(vision.light_speed?.into())))),
        ("target", rift.map(|rift| FieldValue::Spot(spot(rift.target)))),
        ("bidirectional", rift.and_then(|rift| flag(rift.bidirectional))),
    ]);
    for component in components {
        fields.insert(keywords::word(keywords::FLAGS, component).into(), FieldValue::Flag(true));
    }
    fields
}

/// Returns the kind of a thing. A sketch holds only kinds of the kit.
pub(super) fn kind(thing: &Thing) -> Kind {
    meant(keywords::KINDS, Some(&thing.kind)).unwrap_or(Kind::Custom)
}

/// Returns a thing in the form of a level.
pub(super) fn item(thing: &Thing) -> level::Thing {
    let kind = kind(thing);
    if thing.fields.is_empty() {
        return level::Thing::new(kind, place(thing.spot));
    }
    level::Thing {
        kind,
        id: thing.text("id").and_then(|id| Uuid::try_parse(id).ok()),
        name: thing.text("name").cloned(),
        at: place(thing.spot),
        pullable: kind == Kind::Box && thing.flag("pullable") == Some(true),
        patrol: patrol(thing).map(Arc::new),
        vision: vision(thing),
        rift: thing.target("target").map(|target| Rift {
            target: place(target),
            bidirectional: thing.flag("bidirectional").unwrap_or_default(),
        }),
        components: components(kind, thing),
    }
}

fn patrol(thing: &Thing) -> Option<Patrol> {
    let path = thing.path("patrol")?.iter().map(|at| (side(at.x), side(at.y))).collect();
    Some(Patrol { path, loops: thing.flag("loops").unwrap_or(true) })
}

fn vision(thing: &Thing) -> Option<Vision> {
    let said = ["facing", "fov", "light_speed"].iter().any(|key| thing.fields.contains_key(*key));
    let facing = facing(thing);
    let fov = thing.text("fov").and_then(|fov| fov.parse().ok());
    let light_speed = thing.number("light_speed").and_then(|speed| u32::try_from(speed).ok());
    said.then(|| Vision { light_speed, facing: facing.unwrap_or(Facing::South), fov: fov.unwrap_or(90) })
}

/// Returns the direction that a thing faces, if it has one.
pub(super) fn facing(thing: &Thing) -> Option<Facing> {
    meant(keywords::FACINGS, thing.text("facing").map(|word| &**word))
}

fn components(kind: Kind, thing: &Thing) -> Vec<Flag> {
    let own = |flag: &Flag| *flag != Flag::Pullable || kind != Kind::Box;
    let said = keywords::FLAGS.iter().filter(|(word, flag)| own(flag) && thing.flag(word) == Some(true));
    let mut flags: Vec<Flag> = said.map(|(_, flag)| *flag).collect();
    flags.sort_unstable();
    flags
}

/// Time in which a thing exists: from a slice on, or in that slice only.
#[derive(Clone, Copy)]
pub(super) struct Stay {
    from: u32,
    only: bool,
}

pub(super) fn stay(thing: &Thing) -> Stay {
    let only = match kind(thing) {
        Kind::Player => true,
        Kind::Custom => thing.flag("persistent") != Some(true),
        _ => false,
    };
    Stay { from: thing.spot.t, only }
}

impl Stay {
    pub(super) fn is_there(self, t: u32) -> bool {
        if self.only { self.from == t } else { self.from <= t }
    }

    pub(super) fn meets(self, other: Self) -> bool {
        match (self.only, other.only) {
            (true, _) => other.is_there(self.from),
            (_, true) => self.is_there(other.from),
            _ => true,
        }
    }
}

/// Returns the cell of the walk of a thing in a slice, if it has one.
pub(super) fn walk(thing: &Thing, t: u32) -> Option<Cell> {
    let (path, t) = (thing.path("patrol")?, t as usize);
    let last = path.len().checked_sub(1)?;
    let loops = thing.flag("loops").unwrap_or(true);
    path.get(if loops { t % path.len() } else { t.min(last) }).copied()
}

fn setting<'s>(sketch: &'s Sketch, key: &str) -> Option<&'s FieldValue> {
    sketch.settings.get(key)
}

fn as_text(value: &FieldValue) -> Option<&str> {
    if let FieldValue::Text(text) = value { Some(text) } else { None }
}

fn meant<T: Copy>(words: &[(&str, T)], word: Option<&str>) -> Option<T> {
    words.iter().find(|(known, _)| Some(*known) == word).map(|(_, value)| *value)
}

fn collected<const N: usize>(entries: [(&str, Option<FieldValue>); N]) -> Fields {
    entries.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect()
}

fn cell((x, y): level::Cell) -> Cell {
    Cell { x: x.max(0).unsigned_abs(), y: y.max(0).unsigned_abs() }
}

fn spot(at: LevelPosition) -> Spot {
    Spot { at: cell(at.cell()), t: at.t.max(0).unsigned_abs() }
}

fn place(Spot { at, t }: Spot) -> LevelPosition {
    LevelPosition::new(side(at.x), side(at.y), side(t))
}

pub(super) fn side(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
