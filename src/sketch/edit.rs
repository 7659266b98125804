//! One gesture: what changes a sketch, and is undone as one.
//!
//! Carried out by [`crate::workshop`]; how it is written as text is in `notation`, as bytes in `bytes`. Knows no kit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FieldValue, Thing, ThingId};
use crate::scene::Cell;

/// No edit speaks of more cells: all of the largest board.
pub const MOST_CELLS: usize = 1 << 20;

/// One gesture: what changes a sketch, and is undone as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Places one of these in each of the cells, from a slice on, in the stead of what cannot stand beside it. Of a brush
    /// of which there is only one, the last cell counts.
    Paint {
        /// The id of the brush.
        brush: Arc<str>,
        /// Where; each cell once.
        #[serde(with = "runs")]
        cells: Vec<Cell>,
        /// From which slice on.
        t: u32,
    },
    /// Takes away whatever stands in these cells in a slice.
    Erase {
        /// Where.
        #[serde(with = "runs")]
        cells: Vec<Cell>,
        /// When.
        t: u32,
    },
    /// Takes things away.
    Remove {
        /// Which.
        things: Vec<ThingId>,
    },
    /// Moves things with their ways, as [`super::shifted`] says; what stands in the way is replaced.
    Move {
        /// Which.
        things: Vec<ThingId>,
        /// Columns to the right.
        dx: i32,
        /// Rows down.
        dy: i32,
        /// Slices on.
        dt: i32,
    },
    /// Adds things as they are; what stands in the way is replaced. A thing of which there is only one is moved.
    Paste {
        /// What.
        things: Vec<Thing>,
    },
    /// Says something about things, or takes it back.
    Set {
        /// Which.
        things: Vec<ThingId>,
        /// What about them.
        key: Arc<str>,
        /// What it is from now on; nothing leaves it to the ruleset.
        value: Option<FieldValue>,
    },
    /// Says something about the whole, or takes it back.
    Setting {
        /// What about it.
        key: Arc<str>,
        /// What it is from now on; nothing leaves it to the ruleset.
        value: Option<FieldValue>,
    },
    /// Makes the board another size; what would lie outside is taken away.
    Resize {
        /// Cells from left to right.
        width: u32,
        /// Cells from top to bottom.
        height: u32,
        /// How far everything moves to the right.
        dx: i32,
        /// How far everything moves down.
        dy: i32,
    },
    /// Begins anew from the text of a level, as when its file was changed by another program.
    Replace {
        /// The text.
        text: Arc<str>,
    },
}

/// Cells that follow each other in a row, as the first one and how many there are.
pub(super) fn runs_of(cells: &[Cell]) -> Vec<(Cell, u32)> {
    let mut runs: Vec<(Cell, u32)> = Vec::new();
    for &cell in cells {
        match runs.last_mut() {
            Some((first, count)) if first.y == cell.y && first.x.checked_add(*count) == Some(cell.x) => {
                *count += 1;
            }
            _ => runs.push((cell, 1)),
        }
    }
    runs
}

/// The cells of some runs, unless they are too many or leave all boards.
pub(super) fn cells_of(runs: impl IntoIterator<Item = (Cell, u32)>) -> Result<Vec<Cell>, String> {
    let mut cells = Vec::new();
    for (first, count) in runs {
        let fits = cells.len() + count as usize <= MOST_CELLS;
        let end = first.x.checked_add(count).filter(|_| fits);
        let end = end.ok_or_else(|| format!("an edit speaks of at most {MOST_CELLS} cells"))?;
        cells.extend((first.x..end).map(|x| Cell { x, ..first }));
    }
    Ok(cells)
}

/// Runs for cells: a drag or a fill is mostly rows of neighbours.
mod runs {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::scene::Cell;

    pub(super) fn serialize<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
        super::runs_of(cells).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Cell>, D::Error> {
        super::cells_of(Vec::<(Cell, u32)>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
