//! Copied things, with their positions.
//!
//! Kept by the app, so that it can be pasted into another slice or another level. Does not use the system clipboard.

use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Spot, Thing, shifted};

/// Copied things.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    things: Vec<Thing>,
    /// Top left cell of the copy, and the slice it was copied from.
    corner: Spot,
    /// Bottom right cell of the copy.
    end: Cell,
}

impl Clip {
    /// Copies things as they are in a slice; `None` if there are none.
    pub fn new(things: Vec<Thing>, t: u32) -> Option<Self> {
        let all = |of: fn(Cell) -> u32| things.iter().map(move |thing| of(thing.spot.at));
        let corner = Cell { x: all(|at| at.x).min()?, y: all(|at| at.y).min()? };
        let end = Cell { x: all(|at| at.x).max()?, y: all(|at| at.y).max()? };
        Some(Self { things, corner: Spot { at: corner, t }, end })
    }

    /// Number of things.
    pub fn count(&self) -> usize {
        self.things.len()
    }

    /// Returns the edit that pastes the copy with its corner at a spot, moved onto the board if it fits at all.
    pub fn pasted(&self, to: Spot, width: u32, height: u32) -> Option<Edit> {
        let (corner, end) = (self.corner.at, self.end);
        let least = |at: u32, size: u32, count: u32| at.min(count.saturating_sub(size + 1));
        let x = least(to.at.x, end.x - corner.x, width);
        let y = least(to.at.y, end.y - corner.y, height);
        let by = |to: u32, from: u32| (i64::from(to) - i64::from(from)) as i32;
        let things = shifted(&self.things, by(x, corner.x), by(y, corner.y), by(to.t, self.corner.t))?;
        Some(Edit::Paste { things })
    }

    /// Returns the edit that pastes the copy one cell further, beside the original.
    pub fn doubled(&self, width: u32, height: u32) -> Option<Edit> {
        let Cell { x, y } = self.corner.at;
        let step =
            |at: u32, end: u32, count: u32| if end + 1 < count { at + 1 } else { at.saturating_sub(1) };
        let at = Cell { x: step(x, self.end.x, width), y: step(y, self.end.y, height) };
        self.pasted(Spot { at, t: self.corner.t }, width, height)
    }
}
