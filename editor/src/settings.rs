//! What a person chose about the program itself, kept between starts.
//!
//! Read by panels, changed by the app. Knows no game; where the file lies is the affair of [`crate::shelf`].

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::desk::Mode;

/// What a person chose.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Dark or light; otherwise as the desktop is.
    pub dark: Option<bool>,
    /// How large everything is; 1 is usual.
    pub scale: f32,
    /// Colours that people with any kind of colour vision can tell apart.
    pub colour_blind: bool,
    /// Keys in place of the usual ones, by the id of the command.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The files that were open, the last one first.
    pub recent: Vec<PathBuf>,
    /// Where everything lies in the window.
    pub layout: Layout,
}

/// Where everything lies in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// What is in the middle.
    pub centre: Centre,
    /// The tab on the right while drawing.
    pub drawing: Tab,
    /// The tab on the right while playing.
    pub playing: Tab,
}

impl Layout {
    /// The tab on the right in a mode.
    pub fn tab(&self, mode: Mode) -> Tab {
        match mode {
            Mode::Draw => self.drawing,
            Mode::Play => self.playing,
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self { centre: Centre::Board, drawing: Tab::Inspector, playing: Tab::Choices }
    }
}

/// What is in the middle of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// The board at one slice.
    Board,
    /// All slices at once.
    Cube,
    /// The one beside the other.
    Both,
}

/// A tab on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// What is selected.
    Inspector,
    /// What is wrong with the drawing.
    Problems,
    /// What can be done.
    Choices,
    /// Tables and notes.
    Facts,
    /// The tree of branches.
    Branches,
    /// The state as a tree.
    State,
    /// What differs between two turns.
    Compare,
}

impl Tab {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspector => "Inspector",
            Self::Problems => "Problems",
            Self::Choices => "Actions",
            Self::Facts => "Facts",
            Self::Branches => "Branches",
            Self::State => "State",
            Self::Compare => "Compare",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dark: None,
            scale: 1.0,
            colour_blind: false,
            keys: BTreeMap::new(),
            recent: Vec::new(),
            layout: Layout::default(),
        }
    }
}
