//! Levels as drawings: things on a board with fields to fill in, settings of the level, and the edits that
//! change them. A [`Kit`] has the brushes and fields of a ruleset; a level that can be drawn is [`Drawn`].
//!
//! Plain data. Made by rulesets, changed by [`crate::workshop`], shown by the editor. Knows no ruleset, no
//! file and no screen.

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

/// Id of a thing in a sketch; assigned in the order in which things are placed, and never reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u32);

/// Values of the fields of a thing or of the settings, by key.
pub type Fields = BTreeMap<Arc<str>, FieldValue>;

/// Value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Yes or no.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// A text.
    Text(Arc<str>),
    /// A path from cell to cell.
    Path(Arc<[Cell]>),
    /// A cell in a slice of time.
    Spot(Spot),
}

/// A cell in a slice of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// The cell.
    pub at: Cell,
    /// The slice.
    pub t: u32,
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Kind of thing: that of a [`Brush`].
    pub kind: Arc<str>,
    /// Cell in which it was placed, and the slice from which on it exists.
    pub spot: Spot,
    /// Values of its fields; missing ones are up to the ruleset.
    pub fields: Fields,
}

/// A drawing to be shown.
#[derive(Clone, Debug)]
pub struct DrawingView {
    /// The brushes and fields.
    pub kit: &'static Kit,
    /// The current sketch.
    pub sketch: Sketch,
    /// Number of slices of time.
    pub slices: u32,
    /// Cell of each thing in the requested slice; only those that exist then, in the order of their ids.
    pub standing: Vec<(Cell, ThingId)>,
}

/// A problem of a drawing, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The problem as a sentence.
    pub message: String,
    /// Whether it keeps the level from being played.
    pub is_error: bool,
    /// Affected thing.
    pub thing: Option<ThingId>,
    /// Affected spot.
    pub spot: Option<Spot>,
}

impl Spot {
    /// Creates a spot.
    pub fn new(x: u32, y: u32, t: u32) -> Self {
        Self { at: Cell { x, y }, t }
    }
}

impl Thing {
    /// Returns whether it walks: whether one of its fields is a path.
    pub fn walks(&self) -> bool {
        self.fields.values().any(|value| matches!(value, FieldValue::Path(_)))
    }

    /// Returns the flag in a field.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Some(FieldValue::Flag(flag)) = self.fields.get(key) { Some(*flag) } else { None }
    }

    /// Returns the number in a field.
    pub fn number(&self, key: &str) -> Option<i64> {
        if let Some(FieldValue::Number(number)) = self.fields.get(key) { Some(*number) } else { None }
    }

    /// Returns the text in a field.
    pub fn text(&self, key: &str) -> Option<&Arc<str>> {
        if let Some(FieldValue::Text(text)) = self.fields.get(key) { Some(text) } else { None }
    }

    /// Returns its own name, if it has one.
    pub fn own_name(&self) -> Option<&Arc<str>> {
        self.text("name").filter(|name| !name.trim().is_empty())
    }

    /// Returns the path in a field.
    pub fn path(&self, key: &str) -> Option<&Arc<[Cell]>> {
        if let Some(FieldValue::Path(path)) = self.fields.get(key) { Some(path) } else { None }
    }

    /// Returns the spot in a field.
    pub fn target(&self, key: &str) -> Option<Spot> {
        if let Some(FieldValue::Spot(spot)) = self.fields.get(key) { Some(*spot) } else { None }
    }
}
