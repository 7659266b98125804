//! A cube as it would be if some boxes were moved: queried before anything is changed, so that a refused action costs
//! no copy.
//!
//! Used by the check for contradictions. Answers as the cube itself would after [`TimeCube::shift`].

use std::ops::Range;

use super::base::{Base, Thing};
use super::overlay::Shift;
use super::position::{Position, SpatialPos};
use super::time_cube::TimeCube;
use super::traits::Traits;

/// A box that would be moved, and how long it would stay there.
#[derive(Debug, Clone)]
pub(crate) struct Planned {
    shift: Shift,
    times: Range<i32>,
}

impl Planned {
    /// A box that is moved at `start` stays there until it is moved again.
    pub(crate) fn new(cube: &TimeCube, shift: Shift, start: i32) -> Self {
        let end = cube.overlay().next_move(shift.thing, start).unwrap_or(i32::MAX);
        Self { shift, times: start..end }
    }

    /// Returns the first time at which it is no longer there; `i32::MAX` if it stays.
    pub(crate) fn end(&self) -> i32 {
        self.times.end
    }

    pub(crate) fn shift(&self) -> &Shift {
        &self.shift
    }
}

/// A cube with planned moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WhatIf<'a> {
    cube: &'a TimeCube,
    planned: &'a [Planned],
}

impl<'a> WhatIf<'a> {
    pub(crate) fn new(cube: &'a TimeCube, planned: &'a [Planned]) -> Self {
        Self { cube, planned }
    }

    pub(crate) fn base(&self) -> &'a Base {
        self.cube.base()
    }

    /// Returns the cell that a thing would be in at a time, if it exists then.
    pub(crate) fn place(&self, thing: Thing, t: i32) -> Option<SpatialPos> {
        let planned = self.moved(t).find(|shift| shift.thing == thing);
        planned.map(|shift| shift.to).or_else(|| self.cube.place(thing, t))
    }

    /// Returns the thing with these traits that would be in a cell and has the lowest id, of those that count.
    pub(crate) fn lowest(
        &self,
        pos: Position,
        wanted: Traits,
        counts: impl Fn(Thing) -> bool,
    ) -> Option<Thing> {
        let leaves = |thing| self.moved(pos.t).any(|shift| shift.thing == thing);
        let stays = self.cube.lowest(pos, wanted, |thing| counts(thing) && !leaves(thing));
        let comes = self.moved(pos.t).filter(|shift| shift.to == pos.spatial()).map(|shift| shift.thing);
        let comes = comes.filter(|thing| self.is(*thing, pos.t, wanted) && counts(*thing));
        stays.into_iter().chain(comes).min_by_key(|thing| self.base().id(*thing))
    }

    /// Returns the boxes that would be elsewhere at a time.
    fn moved(&self, t: i32) -> impl Iterator<Item = &'a Shift> {
        let planned = self.planned.iter().filter(move |planned| planned.times.contains(&t));
        let this = *self;
        planned.map(Planned::shift).filter(move |shift| this.is(shift.thing, t, Traits::BOX))
    }

    fn is(&self, thing: Thing, t: i32, wanted: Traits) -> bool {
        self.base().record(thing, t).is_some_and(|record| record.traits.meets(wanted))
    }
}
