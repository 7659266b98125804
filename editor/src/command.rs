//! All commands, and the tables that name them.
//!
//! Panels push [`Command`]s and the app handles them; each kind has a file here with its commands and their table,
//! and one in `handlers` that executes them. The tables feed the menus, the palette, the tooltips, the help and the
//! keyboard, so that they cannot disagree. Knows neither the game nor the window.

mod app;
mod ask;
mod camera;
mod cube;
mod draw;
mod file;
mod navigation;
mod play;
mod point;
mod view;

use egui::{Key, KeyboardShortcut, Modifiers};
use timeloom::game::ActionBytes;

pub use app::AppCommand;
pub use ask::AskCommand;
pub use camera::CameraCommand;
pub use cube::CubeCommand;
pub use draw::DrawCommand;
pub use file::{Blank, FileCommand};
pub use navigation::GoCommand;
pub use play::PlayCommand;
pub use point::PointCommand;
pub use view::ViewCommand;

use crate::workspace::Mode;

/// A command of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Files.
    File(FileCommand),
    /// Navigation: turns, branches, slices.
    Go(GoCommand),
    /// Editing the level.
    Draw(DrawCommand),
    /// The camera of the board.
    Camera(CameraCommand),
    /// The cube: its camera and the highlighted cell.
    Cube(CubeCommand),
    /// Content and style of the view.
    View(ViewCommand),
    /// The window itself.
    App(AppCommand),
    /// Playing.
    Play(PlayCommand),
    /// Choosing an action by pointing at places.
    Point(PointCommand),
    /// Asking about the level or the turn.
    Ask(AskCommand),
    /// Takes an action at the cursor.
    Act(ActionBytes),
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Undo, redo, and editing.
    Edit,
    /// Navigation through turns and slices.
    Go,
    /// Playing.
    Play,
    /// Views and appearance.
    View,
    /// Help.
    Help,
    /// Key commands of the board; not in the menu bar.
    Board,
    /// Key commands of the cube; not in the menu bar.
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

    /// Groups of commands that are not in the menu bar.
    const OTHERS: [(Self, &'static str); 2] = [(Self::Board, "Board"), (Self::Cube, "Cube")];

    /// The display name.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter().chain(&Self::OTHERS);
        all.find(|(menu, _)| *menu == self).map_or("", |(_, name)| name)
    }
}

/// Condition for a command to be available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// While a workspace is open.
    Open,
    /// While a level is being drawn.
    Drawing,
    /// While a game is being played.
    Playing,
}

impl When {
    /// Whether the command is available in a mode; `None` means that nothing is open.
    pub fn holds(self, mode: Option<Mode>) -> bool {
        match self {
            Self::Always => true,
            Self::Open => mode.is_some(),
            Self::Drawing => mode == Some(Mode::Draw),
            Self::Playing => mode == Some(Mode::Play),
        }
    }

    /// Whether the keys of both can apply at the same time.
    pub fn meets(self, other: Self) -> bool {
        let modes = [None, Some(Mode::Draw), Some(Mode::Play)];
        modes.into_iter().any(|mode| self.holds(mode) && other.holds(mode))
    }

    /// The condition in words; empty if always available.
    pub fn description(self) -> &'static str {
        match self {
            Self::Always => "",
            Self::Open => "while something is open",
            Self::Drawing => "while drawing",
            Self::Playing => "while playing",
        }
    }
}

/// A command as listed in menus and help.
#[derive(Debug)]
pub struct CommandEntry {
    /// Identifier in the settings file; never changes.
    pub id: &'static str,
    /// The command itself.
    pub command: Command,
    /// The display name.
    pub name: &'static str,
    /// The default keys; the first one is shown.
    pub keys: &'static [KeyboardShortcut],
    /// More default keys, which apply only while the cube has the focus, and then take precedence.
    pub cube_keys: &'static [KeyboardShortcut],
    /// The menu that lists it.
    pub menu: Menu,
    /// Condition for it to be available.
    pub when: When,
}

impl CommandEntry {
    /// Whether its keys apply only in the cube.
    pub fn is_for_cube(&self) -> bool {
        self.keys.is_empty() && !self.cube_keys.is_empty()
    }
}

/// Returns every command that can be listed, in the order of the menus.
pub fn table() -> impl Iterator<Item = &'static CommandEntry> {
    // Of two commands with the same keys, the earlier one takes precedence: while playing, keys play.
    let tables = [
        file::TABLE,
        draw::TABLE,
        &play::TABLE,
        point::TABLE,
        ask::TABLE,
        navigation::TABLE,
        camera::TABLE,
        view::TABLE,
        cube::TABLE,
        app::TABLE,
    ];
    tables.into_iter().flatten()
}

/// Returns the entry of a command.
pub fn entry(command: &Command) -> Option<&'static CommandEntry> {
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
