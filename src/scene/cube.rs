//! A level in space and time, as plain data: what stands still, and lines for everything that moves.
//!
//! Made by rulesets whose boards have slices of time, painted by the editor. Knows no rules, no pixels and no camera.

use std::ops::Range;
use std::sync::Arc;

use super::{Cell, Shape, Tone};

/// A board through some slices of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cube {
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// The slices that are told of; others exist.
    pub slices: Range<u32>,
    /// What stands still: in one cell, through some slices.
    pub solids: Vec<Solid>,
    /// What moves.
    pub threads: Vec<Thread>,
    /// What leads from one time to another; one end at least is within the slices of the cube.
    pub rifts: Vec<Rift>,
}

/// Something that stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Where.
    pub at: Cell,
    /// When, within the slices of the cube.
    pub slices: Range<u32>,
    /// How it is painted.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// What it is called.
    pub label: Arc<str>,
}

/// A line through time.
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// What it is the line of.
    pub kind: ThreadKind,
    /// Its points, in order. From one to the next it goes straight; time may run backwards. The first and the last may lie
    /// outside the slices of the cube: then it comes from there, or goes on there.
    pub points: Vec<Point>,
    /// How many turns ago its last point was reached, where every point is a turn; the world line is cut into several
    /// threads where it leaves the slices of the cube.
    pub ago: Option<u32>,
    /// Its colour.
    pub tone: Tone,
    /// What it is called.
    pub label: Arc<str>,
}

/// What a line is the line of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadKind {
    /// The way of the player.
    WorldLine,
    /// Where a box has been.
    Box,
    /// Where somebody walks.
    Patrol,
}

/// From one place and time to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Rift {
    /// Where it begins.
    pub at: Cell,
    /// When it is there: from each of these slices it leads to the same place and time.
    pub slices: Range<u32>,
    /// Where and when it leads.
    pub to: Point,
    /// Its colour.
    pub tone: Tone,
    /// What it is called.
    pub label: Arc<str>,
}

/// A cell in a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Where.
    pub at: Cell,
    /// When.
    pub t: u32,
}

impl Cube {
    /// The threads of one kind.
    pub fn threads_of(&self, kind: ThreadKind) -> impl Iterator<Item = &Thread> {
        self.threads.iter().filter(move |thread| thread.kind == kind)
    }
}
