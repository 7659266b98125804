//! Commands for choosing an action by pointing at places of the scene.

use egui::{Key, KeyboardShortcut};
use timeloom::game::ActionBytes;
use timeloom::scene::BoardCell;

use super::{Command, CommandEntry, Menu, When, key};

/// A command for pointing at places.
#[derive(Clone, Debug, PartialEq)]
pub enum PointCommand {
    /// Press on a place with the mouse.
    Press(BoardCell),
    /// Release the mouse over a place, or outside all boards.
    Release(Option<BoardCell>),
    /// Move the mouse over a place, or off the boards.
    Over(Option<BoardCell>),
    /// Choose a place with the keyboard.
    Choose(BoardCell),
    /// Move the mouse over an action in a list, or off the list.
    List(Option<ActionBytes>),
    /// Take back the last choice, stop walking, or leave the board.
    Back,
}

const fn entry(
    id: &'static str,
    point: PointCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry {
        id,
        command: Command::Point(point),
        name,
        keys,
        cube_keys: &[],
        menu: Menu::Board,
        when: When::Playing,
    }
}

pub(super) static TABLE: &[CommandEntry] =
    &[entry("point.back", PointCommand::Back, "Take back the last choice", &[key(Key::Escape)])];
