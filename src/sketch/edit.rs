//! Edits: each is one gesture that changes a sketch and is undone as one.
//!
//! Carried out by [`crate::workshop`]; the text format is in `notation`, the byte format in `bytes`. Knows no kit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FieldValue, Thing, ThingId};
use crate::scene::Cell;

/// Most cells in an edit: all of the largest board.
pub const MOST_CELLS: usize = 1 << 20;

/// One gesture that changes a sketch and is undone as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Places a thing in each of the cells, from a slice on, and replaces whatever cannot share the cell. For a brush
    /// that allows only one thing, the last cell counts.
    Paint {
        /// Id of the brush.
        brush: Arc<str>,
        /// Cells, each once.
        #[serde(with = "runs")]
        cells: Vec<Cell>,
        /// First slice.
        t: u32,
    },
    /// Removes everything that stands in these cells in a slice.
    Erase {
        /// Cells.
        #[serde(with = "runs")]
        cells: Vec<Cell>,
        /// Slice.
        t: u32,
    },
    /// Removes things.
    Remove {
        /// Ids of the things.
        things: Vec<ThingId>,
    },
    /// Moves things with their paths, see [`super::shifted`]; replaces whatever is in the way.
    Move {
        /// Ids of the things.
        things: Vec<ThingId>,
        /// Columns to the right.
        dx: i32,
        /// Rows down.
        dy: i32,
        /// Slices forward.
        dt: i32,
    },
    /// Adds things as they are; replaces whatever is in the way. A thing of which there is only one is moved.
    Paste {
        /// The things.
        things: Vec<Thing>,
    },
    /// Sets or clears a field of things.
    Set {
        /// Ids of the things.
        things: Vec<ThingId>,
        /// Key of the field.
        key: Arc<str>,
        /// New value; `None` leaves it to the ruleset.
        value: Option<FieldValue>,
    },
    /// Sets or clears a setting of the level.
    Setting {
        /// Key of the setting.
        key: Arc<str>,
        /// New value; `None` leaves it to the ruleset.
        value: Option<FieldValue>,
    },
    /// Resizes the board; removes whatever would lie outside.
    Resize {
        /// Cells from left to right.
        width: u32,
        /// Cells from top to bottom.
        height: u32,
        /// Columns by which everything moves to the right.
        dx: i32,
        /// Rows by which everything moves down.
        dy: i32,
    },
    /// Starts over from the text of a level, as when another program changed its file.
    Replace {
        /// Text of the level.
        text: Arc<str>,
    },
}

/// Returns the runs of consecutive cells in a row, each as its first cell and its length.
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

/// Returns the cells of some runs; an error if they are too many or lie outside every board.
pub(super) fn cells_of(runs: impl IntoIterator<Item = (Cell, u32)>) -> Result<Vec<Cell>, String> {
    let mut cells = Vec::new();
    for (first, count) in runs {
        let fits = cells.len() + count as usize <= MOST_CELLS;
        let end = first.x.checked_add(count).filter(|_| fits);
        let end = end.ok_or_else(|| format!("an edit can have at most {MOST_CELLS} cells"))?;
        cells.extend((first.x..end).map(|x| Cell { x, ..first }));
    }
    Ok(cells)
}

/// Serializes cells as runs: a drag or a fill is mostly rows of neighbours.
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
