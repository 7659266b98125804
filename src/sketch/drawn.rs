//! The interface of a level that can be drawn.
//!
//! Implemented by the level of each ruleset that has a [`Kit`], called by [`crate::workshop`]. Knows no log and no
//! screen.

use std::ops::Range;

use super::{Kit, Problem, Sketch, Thing};
use crate::rules::{Fault, Level};
use crate::scene::cube::Cube;
use crate::scene::{Cell, Layer, Scene, View};

/// A level that can be drawn.
pub trait Drawn: Level {
    /// Brushes and settings of these levels.
    const KIT: &'static Kit;
    /// Raised when the logs of old drawings would replay differently; they continue with the version that began them,
    /// which the workshop is set up for.
    const DRAWING: u16;

    /// Layers that can be added to the scene of a sketch or left out of it.
    const LAYERS: &'static [Layer] = &[];

    /// Analysis of a sketch for showing it; made once for each sketch, used for every slice of it.
    type Analysis: Send + Sync;

    /// Reads a level that need not be playable yet. Anything that would be lost by writing it again is a fault.
    fn read(text: &str) -> Result<Self, Vec<Fault>>;
    /// Creates a small level that can be played at once.
    fn blank(width: u32, height: u32) -> Self;
    /// Returns the level as a sketch. [`Drawn::level`] is the inverse.
    fn sketch(&self) -> Sketch;
    /// Returns the level of a sketch, playable or not.
    fn level(sketch: &Sketch) -> Self;

    /// Returns the number of slices of time of a sketch.
    fn slices(_sketch: &Sketch) -> u32 {
        1
    }

    /// Returns the cell of a thing in a slice, if it exists then.
    fn stands(thing: &Thing, t: u32) -> Option<Cell>;

    /// Returns whether a newly placed thing cannot share its place with an old one.
    fn clash(new: &Thing, old: &Thing) -> bool;

    /// Prepares things that are added to a sketch: gives them names and ids that are not taken.
    fn arrive(_sketch: &Sketch, things: Vec<Thing>) -> Vec<Thing> {
        things
    }

    /// Adjusts a thing after a change, so that its fields agree.
    fn settle(thing: Thing) -> Thing {
        thing
    }

    /// Analyzes a sketch.
    fn analyze(sketch: &Sketch) -> Self::Analysis;
    /// Returns the level behind an analysis.
    fn analyzed_level(analysis: &Self::Analysis) -> &Self;
    /// Returns the errors and warnings about a sketch.
    fn problems(analysis: &Self::Analysis) -> Vec<Problem>;
    /// Builds the scene of a sketch.
    fn scene(analysis: &Self::Analysis, view: View) -> Scene;

    /// Returns the sketch in space and time, for a range of slices; `None` in games without slices.
    fn cube(_analysis: &Self::Analysis, _slices: Range<u32>) -> Option<Cube> {
        None
    }
}
