//! Highlights the changes of an undo or a redo: the cells, and the duration.
//!
//! Made by comparing two drawings. Knows no colours.

use std::collections::BTreeSet;

use timeloom::scene::Cell;
use timeloom::sketch::{DrawingView, FieldValue, Sketch, Spot, ThingId};

/// Duration, in seconds.
const SHOWN: f64 = 0.9;

/// Cells that just changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Flash {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Start time, in seconds.
    since: f64,
}

impl Flash {
    /// Returns the differences between two drawings shown in the same slice, and the slice to switch to, if they are
    /// in another.
    pub fn between(old: &DrawingView, new: &DrawingView, now: f64) -> Option<(Self, Option<u32>)> {
        let changed = new.sketch.differing(&old.sketch);
        let mut cells = BTreeSet::new();
        for drawing_view in [old, new] {
            cells.extend(standing(drawing_view, &changed));
        }
        let mut elsewhere = None;
        if cells.is_empty() {
            let spots: Vec<Spot> =
                changed.iter().filter_map(|id| placed(&new.sketch, &old.sketch, *id)).collect();
            elsewhere = spots.first().map(|spot| spot.t);
            cells.extend(spots.iter().map(|spot| spot.at));
        }
        cells.extend(changed.iter().flat_map(|id| led(&old.sketch, &new.sketch, *id)));
        let flash = Self { cells: cells.into_iter().collect(), since: now };
        (!flash.cells.is_empty()).then_some((flash, elsewhere))
    }

    /// Highlights these cells.
    pub fn of(cells: Vec<Cell>, now: f64) -> Self {
        Self { cells, since: now }
    }

    /// Brightness, from 1 down to 0; `None` when it is over.
    pub fn brightness(&self, now: f64) -> Option<f32> {
        let left = 1.0 - (now - self.since) / SHOWN;
        (left > 0.0).then_some(left as f32)
    }
}

fn standing(drawing_view: &DrawingView, changed: &[ThingId]) -> impl Iterator<Item = Cell> {
    let is_one = |id: &ThingId| changed.binary_search(id).is_ok();
    drawing_view.standing.iter().filter(move |(_, id)| is_one(id)).map(|(cell, _)| *cell)
}

fn placed(new: &Sketch, old: &Sketch, id: ThingId) -> Option<Spot> {
    new.thing(id).or_else(|| old.thing(id)).map(|thing| thing.spot)
}

/// Old and new targets of a thing, if they changed.
fn led(old: &Sketch, new: &Sketch, id: ThingId) -> Vec<Cell> {
    let spots = |sketch: &Sketch| -> Vec<Spot> {
        let fields = sketch.thing(id).into_iter().flat_map(|thing| thing.fields.values());
        fields
            .filter_map(|value| if let FieldValue::Spot(spot) = value { Some(*spot) } else { None })
            .collect()
    };
    let (before, after) = (spots(old), spots(new));
    if before == after { Vec::new() } else { before.iter().chain(&after).map(|spot| spot.at).collect() }
}
