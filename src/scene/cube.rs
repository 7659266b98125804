//! A level in space and time, as plain data: what stands still, and lines for everything that moves.
//!
//! Made by rulesets whose boards have slices of time, painted by the editor. Knows no rules, no pixels and no camera.

use std::ops::Range;

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
    /// What moves, and what leads from one time to another.
    pub threads: Vec<Thread>,
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
    pub label: String,
}

/// A line through time.
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// What it is the line of.
    pub kind: ThreadKind,
    /// Its points, in order. From one to the next it goes straight; time may run backwards.
    pub points: Vec<Point>,
    /// Its colour.
    pub tone: Tone,
    /// What it is called.
    pub label: String,
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
    /// From one place and time to another.
    Rift,
}

/// A cell in a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Where.
    pub at: Cell,
    /// When.
    pub t: u32,
}
