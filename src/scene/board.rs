//! A board and what is on it: cells, pieces, marks and lines.
//!
//! Part of the scene. Plain data; knows no painter.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Figure, Label, Tone, clean, clean_label, plain};

/// A rectangle of cells. Cells without a piece or mark are empty floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// Title of the board; empty if there is only one.
    pub title: String,
    /// Whether the player whose board it is acts next.
    pub is_active: bool,
    /// Short facts to show beside the title, such as a score. Text views leave them out: their tables tell more.
    pub facts: Vec<Label>,
    /// How its cells lie on a screen.
    pub arrangement: Arrangement,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Cells that are not part of the board.
    pub gaps: Vec<Cell>,
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

    pub(super) fn clean(&mut self) {
        clean(&mut self.title, plain::line);
        self.facts.iter_mut().for_each(|fact| clean(&mut fact.text, plain::line));
        self.pieces.iter_mut().for_each(|piece| {
            clean_label(&mut piece.label);
            piece.card.iter_mut().for_each(Card::clean);
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

/// How the cells of a board lie on a screen. Text views show every board as a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Arrangement {
    /// Cells side by side, with coordinates along the edges.
    #[default]
    Grid,
    /// Places side by side on a table, without coordinates.
    Places,
    /// Each row is a round plate with its cells on it.
    Plates,
    /// Each cell is a card: a piece, with its name and what it does beside it.
    Cards,
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

/// A cell of one of the boards of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BoardCell {
    /// Number of the board in the scene.
    pub board: u32,
    /// The cell.
    pub at: Cell,
}

impl BoardCell {
    /// Creates a cell of a board.
    pub const fn new(board: u32, at: Cell) -> Self {
        Self { board, at }
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
    /// What belongs into the cell, for painters that have a picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Light from the cell that reaches somebody who watches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
}

impl Mark {
    /// Creates a mark without figure and light.
    pub fn new(at: Cell, tone: Tone, glyph: char, label: impl Into<Arc<str>>) -> Self {
        Self { at, tone, glyph, label: label.into(), figure: None, light: None }
    }
}

/// Light on its way from a cell to somebody who watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Light {
    /// Slice in which it leaves the cell.
    pub leaves: u32,
    /// Slice in which it arrives.
    pub arrives: u32,
}

impl Light {
    /// Number of slices that it travels.
    pub fn delay(self) -> u32 {
        self.arrives.saturating_sub(self.leaves)
    }
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// The cell.
    pub at: Cell,
    /// What it is, for painters that have a picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The shape that is painted without a picture.
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
    /// What is written beside it where [cells are cards](Arrangement::Cards).
    pub card: Option<Card>,
}

impl Piece {
    /// Creates a piece without figure, facing and meter.
    pub fn new(at: Cell, shape: Shape, glyph: char, tone: Tone, label: impl Into<Arc<str>>) -> Self {
        let (figure, facing, meter, card) = (None, None, None, None);
        Self { at, figure, shape, glyph, tone, label: label.into(), facing, meter, faded: false, card }
    }

    /// Returns the piece as one of this kind.
    #[must_use]
    pub fn with_figure(self, figure: impl Into<Option<Figure>>) -> Self {
        Self { figure: figure.into(), ..self }
    }
}

/// The text of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Name of the piece.
    pub name: Arc<str>,
    /// What it is about to do, or can do.
    pub text: Arc<str>,
}

impl Card {
    fn clean(&mut self) {
        clean_label(&mut self.name);
        clean_label(&mut self.text);
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
