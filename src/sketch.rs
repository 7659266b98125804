//! A level as something to draw: things on a board with fields to fill in, settings of the whole, and the edits that change
//! them. What a ruleset offers to those who draw its levels is a [`Kit`]; a level that can be drawn is [`Drawn`].
//!
//! Plain data. Made by rulesets, changed by [`crate::workshop`], shown by the editor. Knows no ruleset, no file and no screen.

mod board;
mod bytes;
mod drawn;
mod edit;
mod kit;
mod notation;
mod shift;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::scene::Cell;

pub use board::Sketch;
pub use drawn::Drawn;
pub use edit::{Edit, MOST_CELLS};
pub use kit::{Brush, Constant, Field, Form, Kit, LONGEST_PATH, LONGEST_TEXT};
pub(crate) use shift::Shift;
pub use shift::shifted;

/// The number of a thing in a sketch; given in the order in which things were placed, and never given twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u32);

/// What stands in the fields of a thing or of the whole, by their keys.
pub type Fields = BTreeMap<Arc<str>, FieldValue>;

/// What can stand in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Words.
    Text(Arc<str>),
    /// A way from cell to cell.
    Path(Arc<[Cell]>),
    /// A cell in a slice of time.
    Spot(Spot),
}

/// A cell in a slice of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// Where.
    pub at: Cell,
    /// When.
    pub t: u32,
}

/// Something on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// What it is: the kind of a [`Brush`].
    pub kind: Arc<str>,
    /// Where it was placed, and from which slice on it is there.
    pub spot: Spot,
    /// What is said about it; what is left out is as the ruleset has it.
    pub fields: Fields,
}

/// A drawing as it is to be shown.
#[derive(Clone, Debug)]
pub struct DrawingView {
    /// What can be drawn.
    pub kit: &'static Kit,
    /// What has been drawn.
    pub sketch: Sketch,
    /// What people call the level, as it is drawn now.
    pub title: String,
    /// How many slices of time there are.
    pub slices: u32,
    /// Where each thing stands in the slice that was asked for; only those that are there, in the order of their ids.
    pub standing: Vec<(Cell, ThingId)>,
}

/// Something wrong with a drawing, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A sentence.
    pub message: String,
    /// Whether the level cannot be played because of it.
    pub is_error: bool,
    /// The thing it is about.
    pub thing: Option<ThingId>,
    /// Where to look.
    pub spot: Option<Spot>,
}

impl Spot {
    /// A cell in a slice.
    pub fn new(x: u32, y: u32, t: u32) -> Self {
        Self { at: Cell { x, y }, t }
    }
}

impl Thing {
    /// Whether it walks: whether one of its fields is a way.
    pub fn walks(&self) -> bool {
        self.fields.values().any(|value| matches!(value, FieldValue::Path(_)))
    }

    /// Whether a field says yes.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Some(FieldValue::Flag(flag)) = self.fields.get(key) { Some(*flag) } else { None }
    }

    /// The number in a field.
    pub fn number(&self, key: &str) -> Option<i64> {
        if let Some(FieldValue::Number(number)) = self.fields.get(key) { Some(*number) } else { None }
    }

    /// The words in a field.
    pub fn text(&self, key: &str) -> Option<&Arc<str>> {
        if let Some(FieldValue::Text(text)) = self.fields.get(key) { Some(text) } else { None }
    }

    /// The name it was given, if it was given one.
    pub fn own_name(&self) -> Option<&Arc<str>> {
        self.text("name").filter(|name| !name.trim().is_empty())
    }

    /// The way in a field.
    pub fn path(&self, key: &str) -> Option<&Arc<[Cell]>> {
        if let Some(FieldValue::Path(path)) = self.fields.get(key) { Some(path) } else { None }
    }

    /// The spot in a field.
    pub fn target(&self, key: &str) -> Option<Spot> {
        if let Some(FieldValue::Spot(spot)) = self.fields.get(key) { Some(*spot) } else { None }
    }
}
