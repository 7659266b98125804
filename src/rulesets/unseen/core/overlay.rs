//! Moves of boxes since the level began: where a box stands from which time on, indexed by box and by cell.
//!
//! Owned by the cube, changed by the game's pushes and pulls. Knows things by number; knows no level and no rules.
//!
//! Only changes are held, in the order of time for each box and for each cell ([`Changes`]). In a legal turn a box is
//! moved later than all its other moves, so that its changes grow at their end; a cell may change in the past.

use std::sync::Arc;

use super::base::Thing;
use super::mark::Mark;
use super::position::SpatialPos;
use crate::collections::Changes;

/// All moves of boxes. Cloning costs O(1). The cost of changes and queries depends on the number of boxes and cells
/// that were changed, hardly on the number of changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Overlay(Option<Arc<Moves>>);

/// Behind a pointer, which is absent before the first move: most turns move nothing, and their states should be
/// small.
#[derive(Debug, Clone, Default)]
struct Moves {
    places: Changes<Spread, SpatialPos>,
    marks: Changes<u64, Mark>,
}

/// A box as a key: its number with the bits in reverse order. Boxes are often moved in the order of their numbers,
/// and a red-black tree that is filled in order is almost twice as deep at its end, where all changes are then made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spread(u32);

impl Spread {
    fn of(thing: Thing) -> Self {
        Self(thing.0.reverse_bits())
    }

    fn thing(self) -> Thing {
        Thing(self.0.reverse_bits())
    }
}

/// A move of a box to another cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) thing: Thing,
    pub(crate) from: SpatialPos,
    pub(crate) to: SpatialPos,
}

impl Overlay {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns whether both share the same data: `false` does not mean that they differ.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        }
    }

    /// Returns the cell that a box was moved to, as of time `t`; `None` if it has not been moved by then.
    pub(crate) fn place(&self, thing: Thing, t: i32) -> Option<SpatialPos> {
        self.0.as_ref()?.places.at(&Spread::of(thing), t).map(|(_, cell)| *cell)
    }

    /// Returns the boxes that were moved into a cell and are there at `t`.
    pub(crate) fn boxes(&self, cell: SpatialPos, t: i32) -> impl Iterator<Item = Thing> {
        let mark = self.0.as_ref().and_then(|moves| moves.marks.at(&cell.z_order(), t));
        mark.map_or(&[][..], |(_, mark)| mark.boxes()).iter().map(|number| Thing(*number))
    }

    /// Returns the first time after `t` at which a box is moved.
    pub(crate) fn next_move(&self, thing: Thing, t: i32) -> Option<i32> {
        self.0.as_ref()?.places.next_after(&Spread::of(thing), t)
    }

    /// Returns the turns that changed what stands in a cell at times in `from..until`, in the order of these times.
    pub(crate) fn causes(&self, cell: SpatialPos, from: i32, until: i32) -> impl Iterator<Item = u32> {
        let moves = self.0.iter();
        let marks = moves.flat_map(move |moves| moves.marks.during(&cell.z_order(), from..until));
        marks.flat_map(|(_, mark)| mark.causes()).copied()
    }

    /// Returns the boxes that were moved at any time, each once.
    pub(crate) fn moved_boxes(&self) -> impl Iterator<Item = Thing> {
        self.0.iter().flat_map(|moves| moves.places.keys()).map(|key| key.thing())
    }

    /// Returns all moves with their start times: by thing, then by time.
    pub(crate) fn tracks(&self) -> Vec<(Thing, i32, SpatialPos)> {
        let places = self.0.iter().flat_map(|moves| moves.places.iter());
        let mut tracks: Vec<_> = places.map(|(key, start, cell)| (key.thing(), start, *cell)).collect();
        tracks.sort_unstable_by_key(|(thing, start, _)| (*thing, *start));
        tracks
    }

    /// Moves boxes from `start` on, each until it is moved again; `cause` is the turn that does it.
    pub(crate) fn shift(&mut self, shifts: &[Shift], start: i32, cause: u32) {
        let moves = Arc::make_mut(self.0.get_or_insert_default());
        for shift in shifts {
            let end = moves.places.next_after(&Spread::of(shift.thing), start);
            let left = moves.places.at(&Spread::of(shift.thing), start).map_or(shift.from, |(_, cell)| *cell);
            moves.amend(left, start, end, cause, |mark| mark.without(shift.thing.0));
        }
        for shift in shifts {
            let end = moves.places.next_after(&Spread::of(shift.thing), start);
            moves.amend(shift.to, start, end, cause, |mark| mark.with(shift.thing.0));
            moves.places.insert(Spread::of(shift.thing), start, shift.to);
        }
    }
}

impl Moves {
    /// Changes what stands in a cell from `start` until `end`, including any changes in between.
    fn amend(
        &mut self,
        cell: SpatialPos,
        start: i32,
        end: Option<i32>,
        cause: u32,
        change: impl Fn(&Mark) -> Mark,
    ) {
        let key = cell.z_order();
        let (since, before) = self
            .marks
            .at(&key, start)
            .map_or((None, Mark::default()), |(since, mark)| (Some(since), mark.clone()));
        if let Some(end) = end {
            self.restore(key, end);
        }
        if self.marks.next_after(&key, start).is_some() {
            let between = self.marks.during(&key, start.saturating_add(1)..end.unwrap_or(i32::MAX));
            let between: Vec<_> = between.map(|(t, mark)| (t, change(mark))).collect();
            between.into_iter().for_each(|(t, mark)| self.marks.insert(key, t, mark));
        }
        let same_moment = since == Some(start);
        let mark = if same_moment { before } else { before.uncaused() };
        self.marks.insert(key, start, change(&mark).caused_by(cause));
    }

    /// Records what stands in a cell from `end` on, before something changes until then.
    fn restore(&mut self, key: u64, end: i32) {
        match self.marks.at(&key, end) {
            Some((since, _)) if since == end => {}
            found => {
                let mark = found.map(|(_, mark)| mark.uncaused()).unwrap_or_default();
                self.marks.insert(key, end, mark);
            }
        }
    }
}
