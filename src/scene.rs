//! What is visible, as plain data: boards of cells with pieces on them, tables, and lines of text.
//!
//! Rulesets make scenes, [`text`] and the editor paint them. A scene knows no rules, no pixels and no terminal: it
//! says *what* is where and how it differs from its neighbours, and leaves colours and sizes to the painter.

pub mod cube;
mod layers;
pub mod plain;
pub mod text;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use layers::{Layer, Layers};
use serde::{Deserialize, Serialize};

/// Options for viewing a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Slice of time to show, in games that have them; by default the player's.
    pub t: Option<u32>,
    /// Seat of the player whose view to show; `None` shows everything. Set by the session, see [`crate::game::Game::sit`].
    pub seat: Option<u8>,
    /// Layers to show; by default those that are on by default.
    pub layers: Option<Layers>,
    /// Turn of the log that is shown, if there is a log: the number of actions that lead to it. Set by the session,
    /// so that rules that count differently can report both.
    pub turn: Option<u32>,
}

/// Everything visible in one state.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// One line with the current position.
    pub title: String,
    /// The boards, the most important first.
    pub boards: Vec<Board>,
    /// Tables about pieces, players or stocks.
    pub tables: Vec<Table>,
    /// Sentences below everything else.
    pub notes: Vec<Label>,
    /// Text worth showing once, not on every turn, for example where rifts lead. Left out of playthroughs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Label>,
    /// Position among the slices of time, in games that have them.
    pub slices: Option<Slices>,
    /// Cell of the acting piece on the first board, for front ends that keep it in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<Cell>,
}

impl Scene {
    /// Creates a scene with one board.
    pub fn new(title: impl Into<String>, board: Board) -> Self {
        Self { title: title.into(), boards: vec![board], ..Self::default() }
    }

    /// Returns the scene with all its texts safe to show, see [`plain`].
    pub fn cleaned(mut self) -> Self {
        clean(&mut self.title, plain::lines);
        self.boards.iter_mut().for_each(Board::clean);
        self.tables.iter_mut().for_each(Table::clean);
        let labels = self.notes.iter_mut().chain(&mut self.details);
        labels.for_each(|label| clean(&mut label.text, plain::lines));
        self
    }
}

/// Replaces a text only if it has to be.
fn clean(text: &mut String, how: fn(&str) -> Cow<'_, str>) {
    if let Cow::Owned(cleaned) = how(text) {
        *text = cleaned;
    }
}

fn clean_label(label: &mut Arc<str>) {
    if let Cow::Owned(cleaned) = plain::line(label) {
        *label = cleaned.into();
    }
}

/// Position among slices of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Slices {
    /// The slice shown.
    pub shown: u32,
    /// The player's slice.
    pub now: u32,
    /// The last slice.
    pub last: u32,
}

/// A rectangle of cells. Cells without a piece or mark are empty floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// Title of the board; empty if there is only one.
    pub title: String,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Shaded cells, under the pieces.
    pub marks: Vec<Mark>,
    /// Pieces on the board; later ones are on top.
    pub pieces: Vec<Piece>,
    /// Lines between cells, over the pieces.
    pub links: Vec<Link>,
}

impl Board {
    /// Creates an empty board.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, ..Self::default() }
    }

    fn clean(&mut self) {
        clean(&mut self.title, plain::line);
        self.pieces.iter_mut().for_each(|piece| {
            clean_label(&mut piece.label);
            piece.glyph = plain::visible(piece.glyph);
        });
        self.marks.iter_mut().for_each(|mark| clean_label(&mut mark.label));
        self.links.iter_mut().for_each(|link| clean_label(&mut link.label));
    }

    /// Returns the letters of its pieces and marks, each once.
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
    /// Creates a cell from column and row.
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }

    /// Returns the cells above, below, to the right and to the left, as far as there are any on a board of this size.
    pub fn neighbours(self, width: u32, height: u32) -> impl Iterator<Item = Self> {
        let Self { x, y } = self;
        let beside = [
            (Some(x), y.checked_sub(1)),
            (Some(x), y.checked_add(1)),
            (x.checked_add(1), Some(y)),
            (x.checked_sub(1), Some(y)),
        ];
        let cells = beside.into_iter().filter_map(|(x, y)| Some(Self::new(x?, y?)));
        cells.filter(move |cell| cell.x < width && cell.y < height)
    }
}

/// Column and row, as in `2,0`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (x, y) = text.split_once(',')?;
            Some(Self::new(x.parse().ok()?, y.parse().ok()?))
        };
        read().ok_or_else(|| format!("'{text}' is not a cell: write its column and row, such as 2,0"))
    }
}

/// A shaded cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The cell.
    pub at: Cell,
    /// Kind of shading.
    pub tone: Tone,
    /// Character shown in the text view if nothing else is in the cell.
    pub glyph: char,
    /// Meaning of the shading.
    pub label: Arc<str>,
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// The cell.
    pub at: Cell,
    /// The shape that is painted.
    pub shape: Shape,
    /// Character that identifies it in text and on its shape.
    pub glyph: char,
    /// Colour.
    pub tone: Tone,
    /// Full name, for tooltips and screen readers.
    pub label: Arc<str>,
    /// Direction it faces or is about to go.
    pub facing: Option<Facing>,
    /// Remaining amount, for example health.
    pub meter: Option<Meter>,
    /// Whether it is painted as a ghost, such as a past self.
    pub faded: bool,
}

impl Piece {
    /// Creates a piece without facing and meter.
    pub fn new(at: Cell, shape: Shape, glyph: char, tone: Tone, label: impl Into<Arc<str>>) -> Self {
        Self { at, shape, glyph, tone, label: label.into(), facing: None, meter: None, faded: false }
    }
}

/// An amount out of a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meter {
    /// Current amount.
    pub value: i32,
    /// Maximum amount.
    pub max: i32,
}

/// A line from cell to cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// First cell.
    pub from: Cell,
    /// Cell it points to.
    pub to: Cell,
    /// Colour.
    pub tone: Tone,
    /// Meaning of the line.
    pub label: Arc<str>,
}

/// Shapes of pieces. They differ so that colour is never needed to tell pieces apart.
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

/// Colours by meaning: painters choose the actual colours, and themes may change them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Tone {
    /// Default.
    #[default]
    Plain,
    /// Less important than its surroundings.
    Muted,
    /// Most important.
    Accent,
    /// Success, safe.
    Good,
    /// Failure, dangerous.
    Bad,
    /// A hue without a meaning of its own.
    Blue,
    /// A hue without a meaning of its own.
    Red,
    /// A hue without a meaning of its own.
    Yellow,
    /// A hue without a meaning of its own.
    Green,
    /// A hue without a meaning of its own.
    Violet,
    /// A hue without a meaning of its own.
    Black,
    /// A hue without a meaning of its own.
    White,
}

impl Tone {
    /// Every tone.
    pub const ALL: [Self; 12] = [
        Self::Plain,
        Self::Muted,
        Self::Accent,
        Self::Good,
        Self::Bad,
        Self::Blue,
        Self::Red,
        Self::Yellow,
        Self::Green,
        Self::Violet,
        Self::Black,
        Self::White,
    ];
}

/// Marker for a turn worth finding again, for a list or a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// Character shown.
    pub glyph: char,
    /// Tone of the character.
    pub tone: Tone,
    /// One word for what happened.
    pub word: &'static str,
}

impl Sign {
    /// Creates a sign.
    pub const fn new(glyph: char, tone: Tone, word: &'static str) -> Self {
        Self { glyph, tone, word }
    }
}

/// A short text in a tone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Tone of the text.
    pub tone: Tone,
}

impl Label {
    /// Creates a label.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }

    /// Creates a label in the plain tone.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text, Tone::Plain)
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// Title of the table.
    pub title: String,
    /// Column headings; every row has as many entries.
    pub columns: Vec<String>,
    /// Rows of entries.
    pub rows: Vec<Vec<Entry>>,
}

impl Table {
    fn clean(&mut self) {
        clean(&mut self.title, plain::line);
        self.columns.iter_mut().for_each(|head| clean(head, plain::line));
        for entry in self.rows.iter_mut().flatten() {
            if let Entry::Text(label) = entry {
                clean(&mut label.text, plain::line);
            }
        }
    }
}

/// One entry of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Entry {
    /// A text or number.
    Text(Label),
    /// A bar in a tone.
    Bar(Meter, Tone),
}

impl From<Label> for Entry {
    fn from(label: Label) -> Self {
        Self::Text(label)
    }
}
