//! What a level must be able to do so that it can be drawn.
//!
//! Implemented by the level of each ruleset that has a [`Kit`], called by [`crate::workshop`]. Knows no log and no screen.

use std::ops::Range;

use super::{Kit, Problem, Sketch, Thing};
use crate::rules::{Fault, Level};
use crate::scene::cube::Cube;
use crate::scene::{Cell, Layer, Scene, View};

/// A level that can be drawn.
pub trait Drawn: Level {
    /// What can be placed and said.
    const KIT: &'static Kit;
    /// Raised when the logs of old drawings would replay differently; they go on by the version that began them, which
    /// the workshop is set up for.
    const DRAWING: u16;

    /// What can be laid over the scene of a sketch or left out of it.
    const LAYERS: &'static [Layer] = &[];

    /// A sketch, worked out as far as looking at it needs; made once for each sketch, used for every slice of it.
    type Analysis: Send + Sync;

    /// Reads a level that need not be playable yet. What would be lost by writing it again is a fault.
    fn read(text: &str) -> Result<Self, Vec<Fault>>;
    /// A small level that can be played at once.
    fn blank(width: u32, height: u32) -> Self;
    /// The level as a sketch. [`Drawn::level`] gives it back.
    fn sketch(&self) -> Sketch;
    /// The level that a sketch is of, playable or not.
    fn level(sketch: &Sketch) -> Self;

    /// How many slices of time a sketch has.
    fn slices(_sketch: &Sketch) -> u32 {
        1
    }

    /// Where a thing stands in a slice, if it is there at all.
    fn stands(thing: &Thing, t: u32) -> Option<Cell>;

    /// Whether two things, of which the first has just been placed, cannot stand beside each other.
    fn clash(new: &Thing, old: &Thing) -> bool;

    /// Things as they are when they are added to a sketch: under names and ids that are not taken.
    fn arrive(_sketch: &Sketch, things: Vec<Thing>) -> Vec<Thing> {
        things
    }

    /// A thing after something about it was changed: what must agree, does.
    fn settle(thing: Thing) -> Thing {
        thing
    }

    /// What people call the level that a sketch is of.
    fn title_of(sketch: &Sketch) -> String {
        Self::level(sketch).title()
    }

    /// Works a sketch out.
    fn analyze(sketch: &Sketch) -> Self::Analysis;
    /// The level behind a look.
    fn analyzed_level(look: &Self::Analysis) -> &Self;
    /// What is wrong or odd about a sketch.
    fn problems(look: &Self::Analysis) -> Vec<Problem>;
    /// What is to be seen of a sketch.
    fn scene(look: &Self::Analysis, view: View) -> Scene;

    /// The sketch in space and time, through some slices; nothing in games that have no slices.
    fn cube(_look: &Self::Analysis, _slices: Range<u32>) -> Option<Cube> {
        None
    }
}
