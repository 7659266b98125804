//! What has been moved since the level began: from when on a box stands where, asked by box and asked by cell.
//!
//! Owned by the cube, changed by the game's pushes and pulls. Knows things by number; knows no level and no rules.
//!
//! Two ordered maps hold the changes only: `(box, t) -> cell` and `(cell, t) -> boxes`, each asked for the last key that
//! is not later than a moment. A change in the past is an entry in the middle of either, and costs the same.

use std::ops::Bound;

use super::base::Thing;
use super::few::Few;
use super::position::SpatialPos;
use crate::collections::OrdMap;

/// What has been moved. Cloning it is O(1), changing and asking it O(log n) in the number of changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Overlay {
    tracks: OrdMap<(Thing, i32), SpatialPos>,
    marks: OrdMap<(u64, i32), Mark>,
}

/// Which boxes stand in a cell from some time on, and which turns changed that.
#[derive(Debug, Clone, Default)]
struct Mark {
    boxes: Few,
    causes: Few,
}

/// A box that changes its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) thing: Thing,
    pub(crate) from: SpatialPos,
    pub(crate) to: SpatialPos,
}

impl Overlay {
    pub(crate) fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// Whether it is this very one: `false` does not mean that they differ.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.tracks.is_same(&other.tracks)
    }

    /// Where a box was moved to, as things stand at `t`; nothing if it has not been moved by then.
    pub(crate) fn place(&self, thing: Thing, t: i32) -> Option<SpatialPos> {
        let ((found, _), cell) = self.tracks.last_upto(&(thing, t))?;
        (*found == thing).then_some(*cell)
    }

    /// The boxes that were moved into a cell and are there at `t`.
    pub(crate) fn boxes(&self, cell: SpatialPos, t: i32) -> impl Iterator<Item = Thing> {
        let mark = self.mark(cell, t).map_or(&[][..], |mark| mark.boxes.as_slice());
        mark.iter().map(|number| Thing(*number))
    }

    /// The first time after `t` at which a box is moved.
    pub(crate) fn next_move(&self, thing: Thing, t: i32) -> Option<i32> {
        let ((found, start), _) = self.tracks.first_from(Bound::Excluded(&(thing, t)))?;
        (*found == thing).then_some(*start)
    }

    /// The turns that changed what stands in a cell, at times in `from..until`.
    pub(crate) fn causes(&self, cell: SpatialPos, from: i32, until: i32) -> impl Iterator<Item = u32> {
        let keys = (from < until).then(|| (cell.z_order(), from)..(cell.z_order(), until));
        let marks = keys.into_iter().flat_map(|keys| self.marks.range(keys));
        marks.flat_map(|(_, mark)| mark.causes.as_slice()).copied()
    }

    /// All that was moved, and from when on: by thing, then by time.
    pub(crate) fn tracks(&self) -> impl Iterator<Item = (Thing, i32, SpatialPos)> {
        self.tracks.iter().map(|((thing, start), cell)| (*thing, *start, *cell))
    }

    /// Moves boxes from `start` on, each until it is moved again; `cause` is the turn that does it.
    pub(crate) fn shift(&mut self, shifts: &[Shift], start: i32, cause: u32) {
        for shift in shifts {
            let end = self.next_move(shift.thing, start);
            let left = self.place(shift.thing, start).unwrap_or(shift.from);
            self.amend(left, start, end, cause, |boxes| boxes.without(shift.thing.0));
        }
        for shift in shifts {
            let end = self.next_move(shift.thing, start);
            self.amend(shift.to, start, end, cause, |boxes| boxes.with(shift.thing.0));
            self.tracks.insert((shift.thing, start), shift.to);
        }
    }

    fn mark(&self, cell: SpatialPos, t: i32) -> Option<&Mark> {
        let ((found, _), mark) = self.marks.last_upto(&(cell.z_order(), t))?;
        (*found == cell.z_order()).then_some(mark)
    }

    /// Changes what stands in a cell from `start` until `end`. What others did in between is changed with it.
    fn amend(
        &mut self,
        cell: SpatialPos,
        start: i32,
        end: Option<i32>,
        cause: u32,
        change: impl Fn(&Few) -> Few,
    ) {
        let boxes = |t| self.mark(cell, t).map(|mark| mark.boxes.clone()).unwrap_or_default();
        let (key, first) = (cell.z_order(), change(&boxes(start)));
        let stop = end.filter(|end| self.marks.get(&(key, *end)).is_none()).map(|end| (end, boxes(end)));
        let between = self.marks.range((key, start + 1)..(key, end.unwrap_or(i32::MAX)));
        let between: Vec<_> = between.map(|(key, mark)| (*key, mark.clone())).collect();
        for (key, mark) in between {
            self.marks.insert(key, Mark { boxes: change(&mark.boxes), ..mark });
        }
        if let Some((end, boxes)) = stop {
            self.marks.insert((key, end), Mark { boxes, causes: Few::None });
        }
        let causes = self.marks.get(&(key, start)).map(|mark| mark.causes.clone()).unwrap_or_default();
        self.marks.insert((key, start), Mark { boxes: first, causes: causes.with(cause) });
    }
}
