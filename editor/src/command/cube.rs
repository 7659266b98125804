//! Commands of the cube: its camera and the highlighted cell.

use egui::{Key, KeyboardShortcut, Vec2, vec2};
use timeloom::scene::cube::Point;

use super::{Command, CommandEntry, Menu, When, key, shift};

/// Angle by which a key turns or tilts the cube, in radians.
const TURN: f32 = 0.12;

/// Distance by which a key moves the cube, in points.
const MOVE: f32 = 24.0;

/// Factor by which a key zooms.
const ZOOM: f32 = 1.2;

/// A command of the cube.
#[derive(Clone, Debug, PartialEq)]
pub enum CubeCommand {
    /// Turn by `x` and tilt by `y`, in radians.
    Orbit(Vec2),
    /// Pan by this distance on the screen.
    Pan(Vec2),
    /// Zoom by a factor; the point, relative to the centre of the view, stays in place.
    Zoom(f32, Vec2),
    /// Return to the default view.
    Reset,
    /// Highlight a cell, or none.
    Point(Option<Point>),
}

const fn entry(
    id: &'static str,
    cube: CubeCommand,
    name: &'static str,
    cube_keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry {
        id,
        command: Command::Cube(cube),
        name,
        keys: &[],
        cube_keys,
        menu: Menu::Cube,
        when: When::Open,
    }
}

const fn orbit(x: f32, y: f32) -> CubeCommand {
    CubeCommand::Orbit(vec2(x * TURN, y * TURN))
}

const fn pan(x: f32, y: f32) -> CubeCommand {
    CubeCommand::Pan(vec2(x * MOVE, y * MOVE))
}

const fn zoom(factor: f32) -> CubeCommand {
    CubeCommand::Zoom(factor, Vec2::ZERO)
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("cube.left", orbit(-1.0, 0.0), "Turn the cube left", &[key(Key::ArrowLeft)]),
    entry("cube.right", orbit(1.0, 0.0), "Turn the cube right", &[key(Key::ArrowRight)]),
    entry("cube.up", orbit(0.0, -1.0), "Tilt the cube up", &[key(Key::ArrowUp)]),
    entry("cube.down", orbit(0.0, 1.0), "Tilt the cube down", &[key(Key::ArrowDown)]),
    entry("cube.move-left", pan(-1.0, 0.0), "Move the cube left", &[shift(Key::ArrowLeft)]),
    entry("cube.move-right", pan(1.0, 0.0), "Move the cube right", &[shift(Key::ArrowRight)]),
    entry("cube.move-up", pan(0.0, -1.0), "Move the cube up", &[shift(Key::ArrowUp)]),
    entry("cube.move-down", pan(0.0, 1.0), "Move the cube down", &[shift(Key::ArrowDown)]),
    entry("cube.nearer", zoom(ZOOM), "Zoom in on the cube", &[key(Key::Plus), key(Key::Equals)]),
    entry("cube.farther", zoom(1.0 / ZOOM), "Zoom out from the cube", &[key(Key::Minus)]),
    CommandEntry {
        id: "cube.reset",
        command: Command::Cube(CubeCommand::Reset),
        name: "Reset the view of the cube",
        keys: &[shift(Key::F7)],
        cube_keys: &[key(Key::Home)],
        menu: Menu::View,
        when: When::Open,
    },
];
