//! Moves things, for dragging, for pasting and for resizing the board on its left or top.
//!
//! Used by [`crate::workshop`] and by callers that paste. Knows no board: others check whether a thing leaves it.

use super::{FieldValue, Spot, Thing};
use crate::scene::Cell;

/// Moves things together with their paths. A thing's target stays where it is, so that one end of a rift can be
/// dragged alone; but when several things are moved, targets within the rectangle around them move along. `None` if a
/// coordinate or a time would be less than 0.
pub fn shifted(things: &[Thing], dx: i32, dy: i32, dt: i32) -> Option<Vec<Thing>> {
    let by = Shift { dx, dy, dt };
    let around = if things.len() > 1 { around(things) } else { None };
    let goes_along = |at: Cell| {
        around.is_some_and(|(least, most)| {
            (least.x..=most.x).contains(&at.x) && (least.y..=most.y).contains(&at.y)
        })
    };
    let target = |to: Spot| if goes_along(to.at) { by.spot(to) } else { Some(to) };
    things.iter().map(|thing| by.thing(thing, target)).collect()
}

/// Distance of a move.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) dt: i32,
}

impl Shift {
    /// Moves a cell.
    pub(crate) fn cell(self, at: Cell) -> Option<Cell> {
        Some(Cell { x: at.x.checked_add_signed(self.dx)?, y: at.y.checked_add_signed(self.dy)? })
    }

    /// Moves a spot.
    pub(crate) fn spot(self, spot: Spot) -> Option<Spot> {
        Some(Spot { at: self.cell(spot.at)?, t: spot.t.checked_add_signed(self.dt)? })
    }

    fn thing(self, thing: &Thing, target: impl Fn(Spot) -> Option<Spot>) -> Option<Thing> {
        let mut moved = Thing { spot: self.spot(thing.spot)?, ..thing.clone() };
        for value in moved.fields.values_mut() {
            match value {
                FieldValue::Path(path) => {
                    *path = path.iter().map(|at| self.cell(*at)).collect::<Option<_>>()?;
                }
                FieldValue::Spot(spot) => *spot = target(*spot)?,
                _ => {}
            }
        }
        Some(moved)
    }
}

/// Returns the corners of the rectangle around some things.
fn around(things: &[Thing]) -> Option<(Cell, Cell)> {
    let all = |of: fn(Cell) -> u32| things.iter().map(move |thing| of(thing.spot.at));
    let least = Cell { x: all(|at| at.x).min()?, y: all(|at| at.y).min()? };
    Some((least, Cell { x: all(|at| at.x).max()?, y: all(|at| at.y).max()? }))
}
