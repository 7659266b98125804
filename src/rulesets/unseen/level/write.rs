//! Writes a level: drawn where letters suffice, listed where they do not.
//!
//! Called by [`super::Level`]'s `to_text` and its JSON. The same level gives the same bytes, and `read` gives the
//! level back.

use serde_json::{Map, Value, json};

use super::Level;
use super::drawing::{self, LetterMap};
use super::keywords::{self, word};
use super::model::{
    Detection, Facing, Kind, LevelPosition, Meta, Patrol, Rift, Solution, Thing, Vision, World,
};
use crate::level_text;

/// Returns the text of a level file.
pub(super) fn text(level: &Level) -> String {
    level_text::to_toml(&document(level))
}

/// Returns the upper bound of the length of this level's text, computed without writing it.
pub(super) fn most_bytes(level: &Level) -> usize {
    // A character takes at most six bytes in quotes, a number eleven; the rest are keys, brackets and spaces.
    let text_size = |text: &str| 6 * text.len();
    let thing = |thing: &Thing| {
        let steps = thing.patrol.as_ref().map_or(0, |patrol| patrol.path.len());
        // Most things are a letter of the map; a listed one has a kind, a position and an id.
        let parts = thing.patrol.is_some() || thing.vision.is_some() || thing.rift.is_some();
        let own = if parts || !thing.components.is_empty() { 600 } else { 200 };
        own + text_size(thing.name.as_deref().unwrap_or_default()) + 30 * steps
    };
    let solution = |each: &Solution| 60 + text_size(&each.name) + text_size(&each.actions);
    let Meta { id, name, author, description, skin } = level.meta();
    let texts = [Some(id), Some(name), author.as_ref(), description.as_ref(), skin.as_ref()];
    let rows = level.height.unsigned_abs() as usize * (level.width.unsigned_abs() as usize + 10);
    let map = if drawing::is_drawable(level.width, level.height) { rows } else { 0 };
    let lists =
        level.things.iter().map(thing).sum::<usize>() + level.solutions.iter().map(solution).sum::<usize>();
    1000 + map + lists + texts.into_iter().flatten().map(|text| text_size(text)).sum::<usize>()
}

/// Returns the level file as a document.
pub(super) fn document(level: &Level) -> Map<String, Value> {
    let drawing = drawing::draw(level.width, level.height, level.things.iter());
    let listed = level.things.iter().zip(&drawing.drawn).filter(|(_, drawn)| !**drawn);
    let entities: Vec<Value> = listed.map(|(thing, _)| entity(thing)).collect();
    let solutions: Vec<Value> =
        level.solutions.iter().map(|each| json!({"name": each.name, "actions": each.actions})).collect();
    object([
        ("ruleset", Some("unseen".into())),
        ("meta", Some(meta(level))),
        ("world", Some(world(&level.world))),
        ("map", Some(map(level, &drawing))),
        ("entity", Some(entities).filter(|list| !list.is_empty()).map(Value::from)),
        ("solution", Some(solutions).filter(|list| !list.is_empty()).map(Value::from)),
    ])
}

/// Returns the object of all entries that have a value.
fn object<const N: usize>(entries: [(&str, Option<Value>); N]) -> Map<String, Value> {
    entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn meta(level: &Level) -> Value {
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    let meta = &level.meta;
    Value::Object(object([
        ("id", Some(meta.id.as_str().into())),
        ("name", Some(meta.name.as_str().into())),
        ("author", text(&meta.author)),
        ("description", text(&meta.description)),
        ("skin", text(&meta.skin)),
    ]))
}

fn world(world: &World) -> Value {
    let detection = match world.detection {
        Detection::Delayed { turns } => json!({"model": "delayed", "turns": turns}),
        other => word(keywords::DETECTIONS, &other).into(),
    };
    Value::Object(object([
        ("time_depth", Some(world.time_depth.into())),
        ("light_speed", Some(world.light_speed.into())),
        ("max_push_chain", Some(world.max_push_chain.into())),
        ("vision_radius", Some(world.vision_radius.into())),
        ("detection", Some(detection)),
        ("paradox", Some(word(keywords::PARADOXES, &world.paradox).into())),
        ("win", Some(word(keywords::WINS, &world.win).into())),
        // Most levels allow undo, which is the default.
        ("allow_undo", (!world.allow_undo).then_some(Value::Bool(false))),
    ]))
}

fn map(level: &Level, drawing: &LetterMap) -> Value {
    let (width, height) = (level.width, level.height);
    if !drawing::is_drawable(width, height) {
        return json!({"width": width, "height": height});
    }
    let letter = |y, x| drawing.letters.get(&(y, x)).copied().unwrap_or('.');
    let rows: Vec<String> = (0..height).map(|y| (0..width).map(|x| letter(y, x)).collect()).collect();
    json!({"rows": rows})
}

fn entity(thing: &Thing) -> Value {
    let flags = thing.components.iter().map(|flag| Value::from(word(keywords::FLAGS, flag)));
    let flags: Vec<Value> = flags.collect();
    Value::Object(object([
        ("kind", Some(word(keywords::KINDS, &thing.kind).into())),
        ("id", thing.id.map(|id| id.to_string().into())),
        ("name", thing.name.as_deref().map(Value::from)),
        ("at", Some(place(thing.at))),
        ("pullable", thing.pullable.then_some(Value::Bool(true))),
        ("components", (thing.kind == Kind::Custom || !flags.is_empty()).then_some(flags.into())),
        ("patrol", thing.patrol.as_deref().map(patrol)),
        ("vision", thing.vision.as_ref().map(vision)),
        ("rift", thing.rift.as_ref().map(rift)),
    ]))
}

fn place(LevelPosition { x, y, t }: LevelPosition) -> Value {
    if t == 0 { json!([x, y]) } else { json!([x, y, t]) }
}

fn patrol(patrol: &Patrol) -> Value {
    json!({"path": patrol.path, "loops": patrol.loops})
}

fn vision(vision: &Vision) -> Value {
    // A thing that looks everywhere does not need a direction.
    let aimed = vision.fov != 360 || vision.facing != Facing::North;
    Value::Object(object([
        ("light_speed", vision.light_speed.map(Value::from)),
        ("facing", aimed.then(|| word(keywords::FACINGS, &vision.facing).into())),
        ("fov", Some(vision.fov.into())),
    ]))
}

fn rift(rift: &Rift) -> Value {
    let LevelPosition { x, y, t } = rift.target;
    json!({"target": [x, y, t], "bidirectional": rift.bidirectional})
}
