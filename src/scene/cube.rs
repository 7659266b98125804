//! A level in space and time, as plain data: solids for what does not move, and lines for what moves.
//!
//! Made by rulesets whose boards have slices of time, painted by the editor. Knows no rules, no pixels and no camera.

use std::ops::Range;
use std::sync::Arc;

use super::{Cell, Shape, Tone};

/// A board through some slices of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cube {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Slices that are included; others exist.
    pub slices: Range<u32>,
    /// Things that do not move: each stays in one cell through some slices.
    pub solids: Vec<Solid>,
    /// Things that move.
    pub threads: Vec<Thread>,
    /// Rifts with at least one end within the slices of the cube.
    pub rifts: Vec<Rift>,
}

/// Something that does not move.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The cell.
    pub at: Cell,
    /// Slices in which it exists, within those of the cube.
    pub slices: Range<u32>,
    /// The shape that is painted.
    pub shape: Shape,
    /// Colour.
    pub tone: Tone,
    /// Name.
    pub label: Arc<str>,
}

/// A line through time.
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// Kind of line.
    pub kind: ThreadKind,
    /// Points in order, connected by straight lines; time may run backwards. The first and the last may be outside
    /// the slices of the cube: then the line enters or leaves there.
    pub points: Vec<Point>,
    /// Turns since its last point was reached, if every point is a turn. The world line is cut into several threads
    /// where it leaves the slices of the cube.
    pub ago: Option<u32>,
    /// Colour.
    pub tone: Tone,
    /// Name.
    pub label: Arc<str>,
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadKind {
    /// Path of the player.
    WorldLine,
    /// Path of a box.
    Box,
    /// Path of a guard or other walker.
    Patrol,
}

/// A passage from one place and time to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Rift {
    /// Cell of its entrance.
    pub at: Cell,
    /// Slices in which it exists; all of them lead to the same place and time.
    pub slices: Range<u32>,
    /// Destination.
    pub to: Point,
    /// Colour.
    pub tone: Tone,
    /// Name.
    pub label: Arc<str>,
}

/// A cell in a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The cell.
    pub at: Cell,
    /// The slice.
    pub t: u32,
}

impl Cube {
    /// Iterates over the threads of one kind.
    pub fn threads_of(&self, kind: ThreadKind) -> impl Iterator<Item = &Thread> {
        self.threads.iter().filter(move |thread| thread.kind == kind)
    }
}
