//! What an undo or a redo changed: where to look, and for how long it is shown.
//!
//! Made by comparing two drawings. Knows no colours.

use std::collections::BTreeSet;

use timeloom::scene::Cell;
use timeloom::sketch::{Sketch, Spot, Studio, ThingId, Worth};

/// How long it is shown, in seconds.
const SHOWN: f64 = 0.9;

/// Cells that just changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Flash {
    /// Which.
    pub cells: Vec<Cell>,
    /// When it began, in seconds.
    since: f64,
}

impl Flash {
    /// What differs between two drawings that were shown in the same slice, and the slice to look at, if it is another.
    pub fn between(old: &Studio, new: &Studio, now: f64) -> Option<(Self, Option<u32>)> {
        let changed = new.sketch.differing(&old.sketch);
        let mut cells = BTreeSet::new();
        for studio in [old, new] {
            cells.extend(standing(studio, &changed));
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

    /// These cells.
    pub fn of(cells: Vec<Cell>, now: f64) -> Self {
        Self { cells, since: now }
    }

    /// How bright it is: 1 at first, then less, and nothing when it is over.
    pub fn brightness(&self, now: f64) -> Option<f32> {
        let left = 1.0 - (now - self.since) / SHOWN;
        (left > 0.0).then_some(left as f32)
    }
}

fn standing(studio: &Studio, changed: &[ThingId]) -> impl Iterator<Item = Cell> {
    let is_one = |id: &ThingId| changed.binary_search(id).is_ok();
    studio.standing.iter().filter(move |(_, id)| is_one(id)).map(|(cell, _)| *cell)
}

fn placed(new: &Sketch, old: &Sketch, id: ThingId) -> Option<Spot> {
    new.thing(id).or_else(|| old.thing(id)).map(|thing| thing.spot)
}

/// Where a thing led and leads, if that is what changed.
fn led(old: &Sketch, new: &Sketch, id: ThingId) -> Vec<Cell> {
    let spots = |sketch: &Sketch| -> Vec<Spot> {
        let fields = sketch.thing(id).into_iter().flat_map(|thing| thing.fields.values());
        fields.filter_map(|worth| if let Worth::Spot(spot) = worth { Some(*spot) } else { None }).collect()
    };
    let (before, after) = (spots(old), spots(new));
    if before == after { Vec::new() } else { before.iter().chain(&after).map(|spot| spot.at).collect() }
}
