//! Drawing levels of `skirmish`: fighters, their cells and their fields.
//!
//! Called by the workshop through [`Drawn`]. Knows levels and their look; does not know how battles are fought.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::census::{MAX_CHARACTERS, MAX_SIDE};
use super::id::CharacterId;
use super::level::{DEFAULT_HP, FaultPlace, Fighter, Level};
use super::scene;
use crate::rules::{Fault, Level as _};
use crate::scene::{Cell, Figure, Scene, Shape, Tone, View};
use crate::sketch::{
    Brush, Constant, Drawn, Field, FieldValue, Fields, Form, Kit, Problem, Sketch, Spot, Thing, ThingId,
};

/// Side of fighters that name none.
const OTHERS: &str = "green";

/// A sketch and its analysis: the level, and which thing each of its fighters is.
pub struct Analysis {
    sketch: Sketch,
    level: Level,
    ids: Vec<ThingId>,
}

impl Drawn for Level {
    const KIT: &'static Kit = &KIT;
    const DRAWING: u16 = 1;

    type Analysis = Analysis;

    fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let level = Level::read(text)?;
        if self::level(&level.sketch()).0 == level && level.fighters().iter().all(|each| level.has(each.at)) {
            return Ok(level);
        }
        let faults = Level::parse(text).err().unwrap_or_default();
        let lost = || vec![Fault::new("something in this level cannot be drawn and would be lost")];
        Err(if faults.is_empty() { lost() } else { faults })
    }

    /// Two fighters who face each other.
    fn blank(width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(2, MAX_SIDE), height.clamp(1, MAX_SIDE));
        let fighter = |id, faction: &str, x| {
            let id = CharacterId::letter(id);
            let at = Cell { x, y: height / 2 };
            Fighter { name: id.spoken(), id, faction: faction.into(), at, hp: DEFAULT_HP, slot: 0 }
        };
        let fighters = vec![fighter('A', "red", 0), fighter('b', "blue", width - 1)];
        Level::new("", "", width, height, fighters)
    }

    fn sketch(&self) -> Sketch {
        let mut sketch = Sketch::new(self.width(), self.height());
        let skin = self.skin().unwrap_or_default();
        let settings = [("name", self.name()), ("description", self.description()), ("skin", &skin)];
        let said = settings.into_iter().filter(|(_, text)| !text.is_empty());
        sketch.settings =
            Arc::new(said.map(|(key, text)| (key.into(), FieldValue::Text(text.into()))).collect());
        for fighter in self.fighters() {
            let spot = Spot { at: fighter.at, t: 0 };
            sketch.add(Thing { kind: "fighter".into(), spot, fields: fields(fighter) });
        }
        sketch
    }

    fn level(sketch: &Sketch) -> Self {
        level(sketch).0
    }

    fn stands(thing: &Thing, _t: u32) -> Option<Cell> {
        Some(thing.spot.at)
    }

    /// A cell holds one fighter.
    fn clash(new: &Thing, old: &Thing) -> bool {
        new.spot.at == old.spot.at
    }

    /// Each fighter gets a unique id and the next slot of its side.
    fn arrive(sketch: &Sketch, things: Vec<Thing>) -> Vec<Thing> {
        let mut roll = Roll::of(sketch);
        things.into_iter().map(|thing| roll.enlist(thing)).collect()
    }

    fn analyze(sketch: &Sketch) -> Analysis {
        let (level, ids) = level(sketch);
        Analysis { sketch: sketch.clone(), level, ids }
    }

    fn analyzed_level(analysis: &Analysis) -> &Self {
        &analysis.level
    }

    fn problems(analysis: &Analysis) -> Vec<Problem> {
        let problem = |(place, message): (FaultPlace, String)| {
            let thing = match place {
                FaultPlace::Fighter(index) | FaultPlace::Health(index) => analysis.ids.get(index).copied(),
                FaultPlace::Arena | FaultPlace::Sides => None,
            };
            let spot = thing.and_then(|id| Some(analysis.sketch.thing(id)?.spot));
            Problem { message, is_error: true, thing, spot }
        };
        analysis.level.findings().into_iter().map(problem).collect()
    }

    fn scene(analysis: &Analysis, _view: View) -> Scene {
        scene::lineup(&analysis.level)
    }
}

impl Level {
    fn has(&self, at: Cell) -> bool {
        at.x < self.width() && at.y < self.height()
    }
}

const KIT: Kit = Kit {
    brushes: &[
        brush("red", "red fighter", Shape::Disc, 'R', Tone::Red, &[("faction", Constant::Text("red"))]),
        brush(
            "blue",
            "blue fighter",
            Shape::Diamond,
            'b',
            Tone::Blue,
            &[("faction", Constant::Text("blue"))],
        ),
        brush("fighter", "other fighter", Shape::Square, 'x', Tone::Green, &[]),
    ],
    settings: &[
        BATTLE_NAME,
        field("description", "description", "Description of the battle.", Form::Text, None),
        SKIN,
    ],
    name_setting: Some(&BATTLE_NAME),
    slices_setting: None,
    skin_setting: Some(&SKIN),
    preserved: &["id"],
    longest_side: MAX_SIDE,
    most_things: MAX_CHARACTERS,
};

const SKIN: Field =
    field("skin", "skin", "Folder of pictures for this level; drawn figures if empty.", Form::Text, None);

const BATTLE_NAME: Field = field("name", "name", "Name of the battle.", Form::Text, None);

const fn brush(
    id: &'static str,
    name: &'static str,
    shape: Shape,
    glyph: char,
    tone: Tone,
    constants: &'static [(&'static str, Constant)],
) -> Brush {
    let hint = "A fighter; the last side standing wins.";
    let (kind, figure) = ("fighter", Some(Figure::Fighter));
    Brush { id, kind, name, hint, figure, shape, glyph, tone, fields: FIELDS, constants, single: false }
}

const FIELDS: &[Field] = &[
    field("name", "name", "Name of the fighter.", Form::Text, None),
    field("faction", "side", "Side it fights for.", Form::Text, Some(Constant::Text(OTHERS))),
    field(
        "hp",
        "hit points",
        "Damage it takes before it falls.",
        Form::Number(1, i32::MAX as i64),
        Some(Constant::Number(DEFAULT_HP as i64)),
    ),
    field(
        "slot",
        "slot",
        "Its rank: the smaller one comes first where order matters.",
        Form::Number(0, u32::MAX as i64),
        None,
    ),
];

const fn field(
    key: &'static str,
    name: &'static str,
    hint: &'static str,
    form: Form,
    default: Option<Constant>,
) -> Field {
    Field { key, name, hint, form, default }
}

fn fields(fighter: &Fighter) -> Fields {
    let Fighter { id, name, faction, hp, slot, .. } = fighter;
    let id_worth = match id {
        CharacterId::Number(number) => FieldValue::Number(i64::try_from(*number).unwrap_or(i64::MAX)),
        CharacterId::Name(name) => FieldValue::Text(name.clone()),
    };
    let own_name = (*name != id.spoken()).then(|| FieldValue::Text(name.clone()));
    let entries = [
        ("id", Some(id_worth)),
        ("name", own_name),
        ("faction", Some(FieldValue::Text(faction.0.clone()))),
        ("hp", Some(FieldValue::Number((*hp).into()))),
        ("slot", Some(FieldValue::Number((*slot).into()))),
    ];
    entries.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect()
}

/// Returns the level of a sketch, and which thing each fighter is.
fn level(sketch: &Sketch) -> (Level, Vec<ThingId>) {
    let text = |key| match sketch.settings.get(key) {
        Some(FieldValue::Text(text)) => text.clone(),
        _ => "".into(),
    };
    let fighters = sketch.things().map(|(id, thing)| (id, fighter(id, thing))).collect();
    let (ids, fighters) = Level::arrange(fighters, |(_, fighter)| fighter).into_iter().unzip();
    let level = Level::new(&text("name"), &text("description"), sketch.width, sketch.height, fighters);
    (level.with_skin(&text("skin")), ids)
}

fn fighter(number: ThingId, thing: &Thing) -> Fighter {
    let id = match thing.fields.get("id") {
        Some(FieldValue::Number(id)) => CharacterId::Number(id.unsigned_abs()),
        Some(FieldValue::Text(name)) => CharacterId::Name(name.clone()),
        _ => CharacterId::Name(format!("f{}", number.0).into()),
    };
    Fighter {
        name: thing.text("name").cloned().unwrap_or_else(|| id.spoken()),
        id,
        faction: side_of(thing).as_ref().into(),
        at: thing.spot.at,
        hp: thing.number("hp").and_then(|hp| i32::try_from(hp).ok()).unwrap_or(DEFAULT_HP),
        slot: thing.number("slot").and_then(|slot| u32::try_from(slot).ok()).unwrap_or(u32::MAX),
    }
}

fn side_of(thing: &Thing) -> Arc<str> {
    thing.text("faction").cloned().unwrap_or_else(|| OTHERS.into())
}

/// Ids and slots in use, for new fighters.
struct Roll {
    ids: BTreeSet<Arc<str>>,
    /// The sides in the order in which they appeared, each with its next slot.
    sides: Vec<(Arc<str>, i64)>,
}

impl Roll {
    fn of(sketch: &Sketch) -> Self {
        let ids = sketch.things().filter_map(|(_, thing)| thing.text("id").cloned()).collect();
        let mut roll = Self { ids, sides: Vec::new() };
        for (_, thing) in sketch.things() {
            let next = thing.number("slot").unwrap_or_default().saturating_add(1);
            let (_, side) = roll.side(&side_of(thing));
            *side = next.max(*side);
        }
        roll
    }

    /// Returns the index of a side, and its next slot.
    fn side(&mut self, name: &Arc<str>) -> (usize, &mut i64) {
        let known = self.sides.iter().position(|(known, _)| known == name);
        let index = known.unwrap_or_else(|| {
            self.sides.push((name.clone(), 0));
            self.sides.len() - 1
        });
        (index, &mut self.sides[index].1)
    }

    fn enlist(&mut self, mut thing: Thing) -> Thing {
        let (number, next) = self.side(&side_of(&thing));
        let slot = *next;
        *next += 1;
        let id = self.free_id(number);
        thing.fields.insert("slot".into(), FieldValue::Number(slot.min(u32::MAX.into())));
        thing.fields.insert("id".into(), FieldValue::Text(id));
        thing
    }

    /// Returns a letter that a map can use, as long as one is free: uppercase for the first side, lowercase for the
    /// next.
    fn free_id(&mut self, side: usize) -> Arc<str> {
        let (capitals, small) = ('A'..='Z', 'a'..='z');
        let letters: Vec<char> = if side.is_multiple_of(2) {
            capitals.chain(small).collect()
        } else {
            small.chain(capitals).collect()
        };
        let letters = letters.into_iter().map(|letter| letter.to_string());
        let numbered = (1u32..).map(|number| format!("f{number}"));
        let free = letters.chain(numbered).map(Arc::from).find(|id: &Arc<str>| !self.ids.contains(id));
        let free = free.unwrap_or_else(|| "f".into());
        self.ids.insert(free.clone());
        free
    }
}
