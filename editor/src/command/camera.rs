//! Commands of the board camera.

use egui::{Key, KeyboardShortcut, Pos2, Vec2};

use super::{Command, CommandEntry, Menu, When, ctrl};
use crate::canvas::Viewport;

/// A command of the board camera.
#[derive(Clone, Debug, PartialEq)]
pub enum CameraCommand {
    /// Record the area in which the board is shown.
    Viewport(Viewport),
    /// Show the whole board.
    Fit,
    /// Zoom in.
    Nearer,
    /// Zoom out.
    Farther,
    /// Zoom by a factor, around a point of the screen.
    Zoom(f32, Pos2),
    /// Pan by this distance on the screen.
    Pan(Vec2),
}

const fn entry(
    id: &'static str,
    camera: CameraCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry {
        id,
        command: Command::Camera(camera),
        name,
        keys,
        cube_keys: &[],
        menu: Menu::View,
        when: When::Open,
    }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("aim.fit", CameraCommand::Fit, "Fit the board", &[ctrl(Key::Num0)]),
    entry("aim.nearer", CameraCommand::Nearer, "Zoom in", &[ctrl(Key::Plus), ctrl(Key::Equals)]),
    entry("aim.farther", CameraCommand::Farther, "Zoom out", &[ctrl(Key::Minus)]),
];
