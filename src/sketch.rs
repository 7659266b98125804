//! A level as something to draw: things on a board with fields to fill in, settings of the whole, and the edits that change
//! them. What a ruleset offers to those who draw its levels is a [`Kit`].
//!
//! Plain data. Made by rulesets, changed by [`crate::workshop`], shown by the editor. Knows no ruleset, no file and no screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::collections::OrdMap;
use crate::scene::{Cell, Shape, Tone};

/// The number of a thing in a sketch; given in the order in which things were placed, and never given twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u32);

/// What stands in the fields of a thing or of the whole, by their keys.
pub type Fields = BTreeMap<Arc<str>, Worth>;

/// What can stand in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Worth {
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

/// A level being drawn. Cloning it costs O(1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// Settings of the whole.
    pub settings: Arc<Fields>,
    things: OrdMap<ThingId, Arc<Thing>>,
}

/// What a ruleset offers to those who draw its levels.
#[derive(Debug)]
pub struct Kit {
    /// What can be placed, in the order of the palette.
    pub brushes: &'static [Brush],
    /// The settings of the whole.
    pub settings: &'static [Field],
    /// Whether levels have slices of time.
    pub has_time: bool,
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

/// One gesture: what changes a sketch, and is undone as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Places one of these in each of the cells, from a slice on, in the stead of what cannot stand beside it.
    Paint {
        /// The id of the brush.
        brush: Arc<str>,
        /// Where; each cell once.
        cells: Vec<Cell>,
        /// From which slice on.
        t: u32,
    },
    /// Takes away whatever stands in these cells in a slice.
    Erase {
        /// Where.
        cells: Vec<Cell>,
        /// When.
        t: u32,
    },
    /// Takes things away.
    Remove {
        /// Which.
        things: Vec<ThingId>,
    },
    /// Moves things, with their ways and where they lead; what stands in the way is replaced.
    Move {
        /// Which.
        things: Vec<ThingId>,
        /// Columns to the right.
        dx: i32,
        /// Rows down.
        dy: i32,
        /// Slices on.
        dt: i32,
    },
    /// Adds things as they are; what stands in the way is replaced.
    Paste {
        /// What.
        things: Vec<Thing>,
    },
    /// Says something about things, or takes it back.
    Set {
        /// Which.
        things: Vec<ThingId>,
        /// What about them.
        key: Arc<str>,
        /// What it is from now on; nothing leaves it to the ruleset.
        worth: Option<Worth>,
    },
    /// Says something about the whole, or takes it back.
    Setting {
        /// What about it.
        key: Arc<str>,
        /// What it is from now on; nothing leaves it to the ruleset.
        worth: Option<Worth>,
    },
    /// Makes the board another size; what would lie outside is taken away.
    Resize {
        /// Cells from left to right.
        width: u32,
        /// Cells from top to bottom.
        height: u32,
        /// How far everything moves to the right.
        dx: i32,
        /// How far everything moves down.
        dy: i32,
    },
    /// Begins anew from the text of a level, as when its file was changed by another program.
    Replace {
        /// The text.
        text: Arc<str>,
    },
}

/// A drawing as it is to be shown.
#[derive(Clone, Debug)]
pub struct Studio {
    /// What can be drawn.
    pub kit: &'static Kit,
    /// What has been drawn.
    pub sketch: Sketch,
    /// Where each thing stands in the slice that was asked for; only those that are there, in the order of their ids.
    pub standing: Vec<(Cell, ThingId)>,
    /// What keeps the level from being played, and what is odd about it.
    pub problems: Vec<Problem>,
}

/// Something wrong with a drawing, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A sentence.
    pub message: String,
    /// Whether the level cannot be played because of it.
    pub grave: bool,
    /// The thing it is about.
    pub thing: Option<ThingId>,
    /// Where to look.
    pub spot: Option<Spot>,
}

impl Sketch {
    /// An empty board.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// Everything on the board, in the order of the ids.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things.iter().map(|(id, thing)| (*id, &**thing))
    }

    /// One thing.
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(&id).map(|thing| &**thing)
    }

    /// Whether a cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }
}

impl Kit {
    /// The brush with this id.
    pub fn brush(&self, id: &str) -> Option<&'static Brush> {
        self.brushes.iter().find(|brush| brush.id == id)
    }
}

impl Edit {
    /// The bytes of this edit in the log of a drawing.
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::codec::encode(self)
    }
}
