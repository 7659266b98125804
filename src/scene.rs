//! The visible state, as plain data: boards of cells with pieces on them, tables, and lines of text.
//!
//! Rulesets make scenes; [`text`] and the editor paint them. A scene knows no rules, no pixels and no
//! terminal: it describes *which* things are where and how they differ from their neighbours, and leaves
//! colours and sizes to the painter.

mod board;
pub mod cube;
mod figure;
mod layers;
pub mod plain;
pub mod skin;
pub mod text;

use std::borrow::Cow;
use std::sync::Arc;

pub use board::{Arrangement, Board, BoardCell, Card, Cell, Facing, Light, Link, Mark, Meter, Piece, Shape};
pub use figure::Figure;
pub use layers::{Layer, Layers};
use serde::Serialize;

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
    /// Name of the set of pictures that the level asks for, see [`skin`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<Arc<str>>,
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
        self.skin.iter_mut().for_each(clean_label);
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

/// Defines the tones and the list of them together, so that none is missing in it.
macro_rules! tones {
    ($($(#[$about:meta])* $tone:ident),+ $(,)?) => {
        /// Colours by meaning: painters choose the actual colours, and themes may change them.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
        pub enum Tone {
            $($(#[$about])* $tone,)+
        }

        impl Tone {
            /// Every tone, in the order of their declaration.
            pub const ALL: [Self; [$(Self::$tone),+].len()] = [$(Self::$tone),+];
        }
    };
}

tones! {
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
    Cyan,
    /// A hue without a meaning of its own.
    Violet,
    /// A hue without a meaning of its own.
    Black,
    /// A hue without a meaning of its own.
    White,
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
