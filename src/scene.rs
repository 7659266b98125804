//! What is to be seen, as plain data: boards of cells with pieces on them, tables, and lines of text.
//!
//! Rulesets make scenes, [`text`] and the editor paint them. A scene knows no rules, no pixels and no terminal: it says
//! *what* stands where and how it differs from its neighbours, and leaves colours and sizes to the painter.

pub mod cube;
mod layers;
pub mod text;

use std::sync::Arc;

pub use layers::{Layer, Layers};
use serde::{Deserialize, Serialize};

/// What the onlooker asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The slice of time to look at, in games that have one; otherwise where the player is.
    pub t: Option<u32>,
    /// The player through whose eyes to look; otherwise everything is shown.
    pub seat: Option<u8>,
    /// The layers to show; otherwise the usual ones.
    pub layers: Option<Layers>,
    /// The turn of the log that is looked at, where there is a log: how many actions lead to it. The session fills it in,
    /// so that rules that count otherwise can tell both.
    pub turn: Option<u32>,
}

/// All that is to be seen in one state.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// One line that says where we are.
    pub title: String,
    /// The boards, the most important first.
    pub boards: Vec<Board>,
    /// Facts about the pieces, players or stocks.
    pub tables: Vec<Table>,
    /// Sentences under everything else.
    pub notes: Vec<Label>,
    /// What is worth saying once, not on every turn: where rifts lead, for example. Left out of playthroughs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Label>,
    /// Which slice of time is shown, in games that have them.
    pub slices: Option<Slices>,
    /// Where on the first board the one is who acts, for front ends that keep it in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<Cell>,
}

impl Scene {
    /// A scene with one board.
    pub fn new(title: impl Into<String>, board: Board) -> Self {
        Self { title: title.into(), boards: vec![board], ..Self::default() }
    }
}

/// A place among slices of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Slices {
    /// The one that is shown.
    pub shown: u32,
    /// The one in which the player is.
    pub now: u32,
    /// The last one.
    pub last: u32,
}

/// A rectangle of cells. Cells without a piece or mark are empty floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// What this board is; empty when there is only one.
    pub title: String,
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// Shaded cells, under the pieces.
    pub marks: Vec<Mark>,
    /// What stands on the board; later ones lie on top.
    pub pieces: Vec<Piece>,
    /// Lines between cells, over the pieces.
    pub links: Vec<Link>,
}

impl Board {
    /// An empty board.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// The letters of its pieces and marks, each once.
    pub fn glyphs(&self) -> Vec<char> {
        let mut glyphs = Vec::new();
        let pieces = self.pieces.iter().map(|piece| piece.glyph);
        for glyph in pieces.chain(self.marks.iter().map(|mark| mark.glyph)) {
            if !glyphs.contains(&glyph) {
                glyphs.push(glyph);
            }
        }
        glyphs
    }
}

/// A cell: column from the left, row from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
}

impl Cell {
    /// The cell in this column and row.
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }
}

/// A shaded cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// Where.
    pub at: Cell,
    /// How it is shaded.
    pub tone: Tone,
    /// Stands in the text view if nothing else is in the cell.
    pub glyph: char,
    /// What the shading means.
    pub label: Arc<str>,
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Where.
    pub at: Cell,
    /// How it is painted.
    pub shape: Shape,
    /// The one character that names it in text and on its shape.
    pub glyph: char,
    /// Its colour.
    pub tone: Tone,
    /// Its full name, for a tooltip and for people who cannot see the board.
    pub label: Arc<str>,
    /// Which way it looks or is about to go.
    pub facing: Option<Facing>,
    /// How much of something it has left.
    pub meter: Option<Meter>,
    /// Whether it is only a shadow: a past self, a ghost.
    pub faded: bool,
}

impl Piece {
    /// A piece that looks nowhere and has no meter.
    pub fn new(at: Cell, shape: Shape, glyph: char, tone: Tone, label: impl Into<Arc<str>>) -> Self {
        Self { at, shape, glyph, tone, label: label.into(), facing: None, meter: None, faded: false }
    }
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meter {
    /// What is left.
    pub value: i32,
    /// What a full one has.
    pub max: i32,
}

/// A line from cell to cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// Where it begins.
    pub from: Cell,
    /// Where it points.
    pub to: Cell,
    /// Its colour.
    pub tone: Tone,
    /// What it means.
    pub label: Arc<str>,
}

/// Shapes differ so that colour is never needed to tell pieces apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shape {
    /// A filled cell: walls.
    Block,
    /// A smaller square: boxes, tiles.
    Square,
    /// A smaller square with a grip on top: boxes that can be pulled.
    Grip,
    /// A smaller square with another in it: boxes that hide what is behind them.
    Crate,
    /// A round piece: players, fighters.
    Disc,
    /// A square on its corner: fighters of the other side, enemies.
    Diamond,
    /// A ring: goals.
    Ring,
    /// A ring in a ring: rifts.
    Portal,
    /// A frame around the cell: exits, doors.
    Frame,
}

/// Directions on the board; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Facing {
    /// Towards row 0.
    North,
    /// Towards the last row.
    South,
    /// Towards the last column.
    East,
    /// Towards column 0.
    West,
}

/// Meaning before colour: painters choose the colours, themes may change them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// Less important than what is around it.
    Muted,
    /// What the eye should find first.
    Accent,
    /// Went well, safe.
    Good,
    /// Went badly, dangerous.
    Bad,
    /// A hue that only tells things apart.
    Blue,
    /// A hue that only tells things apart.
    Red,
    /// A hue that only tells things apart.
    Yellow,
    /// A hue that only tells things apart.
    Green,
    /// A hue that only tells things apart.
    Violet,
    /// A hue that only tells things apart.
    Black,
    /// A hue that only tells things apart.
    White,
}

/// What makes a turn worth finding again: a sign for a list or a timeline, and a word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// Its sign.
    pub glyph: char,
    /// Its tone.
    pub tone: Tone,
    /// What happened, in a word.
    pub word: &'static str,
}

impl Sign {
    /// A sign in a tone, with a word for it.
    pub const fn new(glyph: char, tone: Tone, word: &'static str) -> Self {
        Self { glyph, tone, word }
    }
}

/// A few words in a tone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Their tone.
    pub tone: Tone,
}

impl Label {
    /// Words in a tone.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }

    /// Words in the plain tone.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text, Tone::Plain)
    }
}

/// Facts in rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What the facts are about.
    pub title: String,
    /// Headings; every row has as many entries.
    pub columns: Vec<String>,
    /// The facts.
    pub rows: Vec<Vec<Entry>>,
}

/// One fact in a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Entry {
    /// Words or a number.
    Text(Label),
    /// A bar, in a tone.
    Bar(Meter, Tone),
}

impl From<Label> for Entry {
    fn from(label: Label) -> Self {
        Self::Text(label)
    }
}
