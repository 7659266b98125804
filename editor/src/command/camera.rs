//! Commands about from where the board is looked at.

use egui::{Key, KeyboardShortcut, Pos2, Vec2};

use super::{Command, Entry, Menu, When, ctrl};
use crate::canvas::Stage;

/// Something about the camera of the board.
#[derive(Clone, Debug, PartialEq)]
pub enum CameraCommand {
    /// The board is shown here from now on.
    Stage(Stage),
    /// The whole board.
    Fit,
    /// Nearer.
    Nearer,
    /// Farther.
    Farther,
    /// Nearer by a factor, at a point of the screen.
    Zoom(f32, Pos2),
    /// Along by so much on the screen.
    Pan(Vec2),
}

const fn entry(
    id: &'static str,
    aim: CameraCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> Entry {
    Entry { id, command: Command::Camera(aim), name, keys, menu: Menu::View, when: When::Open }
}

pub(super) static TABLE: &[Entry] = &[
    entry("aim.fit", CameraCommand::Fit, "Fit the board", &[ctrl(Key::Num0)]),
    entry("aim.nearer", CameraCommand::Nearer, "Zoom in", &[ctrl(Key::Plus), ctrl(Key::Equals)]),
    entry("aim.farther", CameraCommand::Farther, "Zoom out", &[ctrl(Key::Minus)]),
];
