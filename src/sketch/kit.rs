//! The brushes of a ruleset for drawing its levels, and the fields of the things they place.
//!
//! Defined by rulesets as constants. Knows no board.

use std::sync::Arc;

use super::{FieldValue, Spot, Thing};
use crate::scene::{Figure, Shape, Tone};

/// Maximum number of bytes of a text in a field.
pub const LONGEST_TEXT: usize = 10_000;
/// Maximum number of cells of a path in a field.
pub const LONGEST_PATH: usize = 10_000;

/// Brushes and fields of a ruleset for drawing its levels.
#[derive(Debug)]
pub struct Kit {
    /// Brushes, in the order of the palette.
    pub brushes: &'static [Brush],
    /// Settings of the level.
    pub settings: &'static [Field],
    /// The setting that holds the name of the level; `None` if levels have no name.
    pub name_setting: Option<&'static Field>,
    /// The setting that holds the number of slices; `None` if levels have no slices of time.
    pub slices_setting: Option<&'static Field>,
    /// The setting that holds the name of the skin; `None` if levels ask for none.
    pub skin_setting: Option<&'static Field>,
    /// Keys of things that cannot be edited and are kept as they are, such as ids from a file.
    pub preserved: &'static [&'static str],
    /// Most cells of a side of the board.
    pub longest_side: u32,
    /// Most things in a level.
    pub most_things: usize,
}

/// A brush that places things.
#[derive(Debug)]
pub struct Brush {
    /// Id in edits.
    pub id: &'static str,
    /// Kind of the things it places; several brushes may place the same kind.
    pub kind: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Purpose, in a sentence.
    pub hint: &'static str,
    /// What it places, for painters that have a picture of it.
    pub figure: Option<Figure>,
    /// Shape.
    pub shape: Shape,
    /// Glyph.
    pub glyph: char,
    /// Colour.
    pub tone: Tone,
    /// Fields of the things it places.
    pub fields: &'static [Field],
    /// Values set when a thing is placed; they distinguish it from other brushes of its kind.
    pub constants: &'static [(&'static str, Constant)],
    /// Whether there is only one: placing it again moves it.
    pub single: bool,
}

/// A field of a thing or a setting of the level.
#[derive(Debug)]
pub struct Field {
    /// Key in edits.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Effect, in a sentence.
    pub hint: &'static str,
    /// Form of its values.
    pub form: Form,
    /// Default; `None` if inherited from another setting, or absent.
    pub default: Option<Constant>,
}

/// Form of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Yes or no.
    Flag,
    /// An integer from the first to the second.
    Number(i64, i64),
    /// A text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A path from cell to cell.
    Path,
    /// A cell in a slice of time.
    Spot,
}

/// A [`FieldValue`] that can be a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Yes or no.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// A text.
    Text(&'static str),
}

impl Constant {
    /// Returns it as a field value.
    pub fn value(self) -> FieldValue {
        match self {
            Self::Flag(flag) => FieldValue::Flag(flag),
            Self::Number(number) => FieldValue::Number(number),
            Self::Text(text) => FieldValue::Text(text.into()),
        }
    }

    fn is(self, value: &FieldValue) -> bool {
        match (self, value) {
            (Self::Flag(ours), FieldValue::Flag(theirs)) => ours == *theirs,
            (Self::Number(ours), FieldValue::Number(theirs)) => ours == *theirs,
            (Self::Text(ours), FieldValue::Text(theirs)) => *ours == **theirs,
            _ => false,
        }
    }
}

impl Kit {
    /// Returns whether levels have slices of time.
    pub fn has_time(&self) -> bool {
        self.slices_setting.is_some()
    }

    /// Returns the brush with this id.
    pub fn brush(&self, id: &str) -> Option<&'static Brush> {
        self.brushes.iter().find(|brush| brush.id == id)
    }

    /// Returns the brush that places such a thing; of several of its kind the one whose constants match best, then
    /// the first.
    pub fn brush_of(&self, thing: &Thing) -> Option<&'static Brush> {
        let kin = self.brushes.iter().filter(|brush| *brush.kind == *thing.kind);
        kin.rev().max_by_key(|brush| brush.likeness(thing))
    }

    /// Returns the field of such a thing with this key.
    pub fn field(&self, thing: &Thing, key: &str) -> Option<&'static Field> {
        let kin = self.brushes.iter().filter(|brush| *brush.kind == *thing.kind);
        kin.flat_map(|brush| brush.fields).find(|field| field.key == key)
    }

    /// Returns the setting of the level with this key.
    pub fn setting(&self, key: &str) -> Option<&'static Field> {
        self.settings.iter().find(|field| field.key == key)
    }

    /// Returns the name of a thing: its own, or that of its brush.
    pub fn name_of<'t>(&self, thing: &'t Thing) -> &'t str {
        let own = thing.own_name().map(|name| &**name);
        own.unwrap_or_else(|| self.brush_of(thing).map_or(&*thing.kind, |brush| brush.name))
    }
}

impl Brush {
    /// Returns the thing that it places at a spot.
    pub fn thing(&self, spot: Spot) -> Thing {
        let fields = self.constants.iter().map(|(key, constants)| (Arc::from(*key), constants.value()));
        Thing { kind: self.kind.into(), spot, fields: fields.collect() }
    }

    /// Returns the number of constants that match a thing, minus those that do not.
    fn likeness(&self, thing: &Thing) -> i32 {
        let fits = |(key, constants): &(&str, Constant)| {
            thing.fields.get(*key).is_some_and(|value| constants.is(value))
        };
        self.constants.iter().map(|each| if fits(each) { 1 } else { -1 }).sum()
    }
}
