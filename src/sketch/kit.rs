//! What a ruleset offers to those who draw its levels: brushes, and what can be said about what they place.
//!
//! Written down by rulesets as constants. Knows no board.

use std::sync::Arc;

use super::{FieldValue, Spot, Thing};
use crate::scene::{Shape, Tone};

/// The most bytes of words in a field.
pub const LONGEST_TEXT: usize = 10_000;
/// The most cells of a way in a field.
pub const LONGEST_PATH: usize = 10_000;

/// What a ruleset offers to those who draw its levels.
#[derive(Debug)]
pub struct Kit {
    /// What can be placed, in the order of the palette.
    pub brushes: &'static [Brush],
    /// The settings of the whole.
    pub settings: &'static [Field],
    /// The setting that holds the number of slices; `None` if levels have no slices of time.
    pub slices_setting: Option<&'static Field>,
    /// Keys of things that nobody sets and that are kept as they are, such as ids from a file.
    pub kept: &'static [&'static str],
    /// No board is longer or wider.
    pub longest_side: u32,
    /// No level has more things.
    pub most_things: usize,
}

/// Something that can be placed.
#[derive(Debug)]
pub struct Brush {
    /// What edits call it.
    pub id: &'static str,
    /// The kind of what it places; several brushes may place the same kind.
    pub kind: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub hint: &'static str,
    /// How it looks.
    pub shape: Shape,
    /// Its sign.
    pub glyph: char,
    /// Its colour.
    pub tone: Tone,
    /// What can be said about what it places.
    pub fields: &'static [Field],
    /// What is said about it when it is placed; tells it from other brushes of its kind.
    pub constants: &'static [(&'static str, Constant)],
    /// Whether there is only one: placing it again moves it.
    pub single: bool,
}

/// Something that can be said about a thing or about the whole.
#[derive(Debug)]
pub struct Field {
    /// What edits call it.
    pub key: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// What it can be.
    pub form: Form,
    /// What it is if nothing is said; none if it is then as some other setting has it, or not there at all.
    pub default: Option<Constant>,
}

/// What can stand in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Yes or no.
    Flag,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// Words.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A way from cell to cell.
    Path,
    /// A cell in a slice of time.
    Spot,
}

/// What is said in a constant: a [`FieldValue`] that needs no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Words.
    Text(&'static str),
}

impl Constant {
    /// The same, as it stands in a field.
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
    /// Whether levels have slices of time.
    pub fn has_time(&self) -> bool {
        self.slices_setting.is_some()
    }

    /// The brush with this id.
    pub fn brush(&self, id: &str) -> Option<&'static Brush> {
        self.brushes.iter().find(|brush| brush.id == id)
    }

    /// The brush that places such a thing; of several of its kind the one whose givens fit best, then the first.
    pub fn brush_of(&self, thing: &Thing) -> Option<&'static Brush> {
        let kin = self.brushes.iter().filter(|brush| *brush.kind == *thing.kind);
        kin.rev().max_by_key(|brush| brush.likeness(thing))
    }

    /// What can be said about such a thing.
    pub fn field(&self, thing: &Thing, key: &str) -> Option<&'static Field> {
        let kin = self.brushes.iter().filter(|brush| *brush.kind == *thing.kind);
        kin.flat_map(|brush| brush.fields).find(|field| field.key == key)
    }

    /// A setting of the whole.
    pub fn setting(&self, key: &str) -> Option<&'static Field> {
        self.settings.iter().find(|field| field.key == key)
    }

    /// What people call a thing: its name, or what its brush is called.
    pub fn name_of<'t>(&self, thing: &'t Thing) -> &'t str {
        let own = thing.own_name().map(|name| &**name);
        own.unwrap_or_else(|| self.brush_of(thing).map_or(&*thing.kind, |brush| brush.name))
    }
}

impl Brush {
    /// What it places there.
    pub fn thing(&self, spot: Spot) -> Thing {
        let fields = self.constants.iter().map(|(key, constants)| (Arc::from(*key), constants.value()));
        Thing { kind: self.kind.into(), spot, fields: fields.collect() }
    }

    /// How many givens fit a thing, less those that do not.
    fn likeness(&self, thing: &Thing) -> i32 {
        let fits = |(key, constants): &(&str, Constant)| {
            thing.fields.get(*key).is_some_and(|value| constants.is(value))
        };
        self.constants.iter().map(|each| if fits(each) { 1 } else { -1 }).sum()
    }
}
