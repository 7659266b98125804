//! Everything a person can ask for, and the tables that name it.
//!
//! Panels push [`Command`]s, the app obeys them; each kind has a file here with its commands and their table, and one in
//! `handlers` with what is done. The tables feed the menus, the palette, the tooltips, the help and the keyboard, so that they
//! cannot disagree. Knows neither the game nor the window.

mod app;
mod camera;
mod cube;
mod draw;
mod file;
mod navigation;
mod play;
mod view;

use egui::{Key, KeyboardShortcut, Modifiers};
use timeloom::game::ActionBytes;

pub use app::AppCommand;
pub use camera::CameraCommand;
pub use cube::CubeCommand;
pub use draw::Draw;
pub use file::{Blank, File};
pub use navigation::Go;
pub use play::Play;
pub use view::ViewCommand;

use crate::workspace::Mode;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// About files.
    File(File),
    /// About where we are: turns, branches, slices.
    Go(Go),
    /// About the level that is being drawn.
    Draw(Draw),
    /// About from where the board is looked at.
    Camera(CameraCommand),
    /// About from where the cube is looked at.
    Cube(CubeCommand),
    /// About what is shown and how.
    View(ViewCommand),
    /// About the window itself.
    App(AppCommand),
    /// About playing.
    Play(Play),
    /// Act here.
    Act(ActionBytes),
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Undo, redo, and what is drawn.
    Edit,
    /// Moving through turns and slices.
    Go,
    /// Playing.
    Play,
    /// The look.
    View,
    /// Help.
    Help,
    /// What is done on the board by key; stands in no menu.
    Board,
    /// What is done in the cube by key; stands in no menu.
    Cube,
}

impl Menu {
    /// The menus, from left to right.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::File, "File"),
        (Self::Edit, "Edit"),
        (Self::Go, "Go"),
        (Self::Play, "Game"),
        (Self::View, "View"),
        (Self::Help, "Help"),
    ];

    /// Groups of commands that stand in no menu.
    const OTHERS: [(Self, &'static str); 2] = [(Self::Board, "Board"), (Self::Cube, "Cube")];

    /// What it is called.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter().chain(&Self::OTHERS);
        all.find(|(menu, _)| *menu == self).map_or("", |(_, name)| name)
    }
}

/// When a command makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// While something is open.
    Open,
    /// While a level is being drawn.
    Drawing,
    /// While a game is being played.
    Playing,
    /// While something is open; its keys are heard only while the cube has the focus, and then before all others.
    InCube,
}

impl When {
    /// Whether it makes sense in a mode; in none, nothing is open.
    pub fn holds(self, mode: Option<Mode>) -> bool {
        match self {
            Self::Always => true,
            Self::Open | Self::InCube => mode.is_some(),
            Self::Drawing => mode == Some(Mode::Draw),
            Self::Playing => mode == Some(Mode::Play),
        }
    }

    /// Whether the keys of both can be meant at once.
    pub fn meets(self, other: Self) -> bool {
        if self == Self::InCube || other == Self::InCube {
            return self == other;
        }
        let modes = [None, Some(Mode::Draw), Some(Mode::Play)];
        modes.into_iter().any(|mode| self.holds(mode) && other.holds(mode))
    }

    /// In words, where it is not always.
    pub fn words(self) -> &'static str {
        match self {
            Self::Always => "",
            Self::Open => "while something is open",
            Self::Drawing => "while drawing",
            Self::Playing => "while playing",
            Self::InCube => "in the cube",
        }
    }
}

/// A command that needs no further words.
#[derive(Debug)]
pub struct Entry {
    /// What settings call it; never changes.
    pub id: &'static str,
    /// What is done.
    pub command: Command,
    /// What people call it.
    pub name: &'static str,
    /// The usual keys for it; the first one is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Where it stands.
    pub menu: Menu,
    /// When it makes sense.
    pub when: When,
}

/// Every command that needs no further words, in the order of the menus.
pub fn table() -> impl Iterator<Item = &'static Entry> {
    // Of two commands with the same keys the earlier one is asked first: while playing, keys play.
    let tables = [
        file::TABLE,
        draw::TABLE,
        &play::TABLE,
        navigation::TABLE,
        camera::TABLE,
        view::TABLE,
        cube::TABLE,
        app::TABLE,
    ];
    tables.into_iter().flatten()
}

/// The entry of a command.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    table().find(|entry| entry.command == *command)
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn ctrl_alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::ALT), key)
}
