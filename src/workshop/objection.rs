//! Reasons why an edit is refused, in sentences that say what to do instead.
//!
//! Returned by the workshop. A refused edit changes nothing.

use serde::Serialize;

use crate::fault;
use crate::rules::{Fault, Refusal, RefusalKind};
use crate::sketch::ThingId;

/// Reason why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Objection {
    /// It would change nothing.
    #[error("this edit changes nothing")]
    NothingChanges,
    /// A cell or a path is off the board.
    #[error("({x}, {y}) is not on the board of {width} x {height} cells: stay on it, or make it larger")]
    OffTheBoard {
        /// The column, which may be left of the board.
        x: i64,
        /// The row, which may be above the board.
        y: i64,
        /// Width of the board.
        width: u32,
        /// Height of the board.
        height: u32,
    },
    /// The slice does not exist.
    #[error("there is no slice {t}: they go from 0 to {last}")]
    OutOfTime {
        /// The requested slice.
        t: i64,
        /// The last slice.
        last: u32,
    },
    /// The brush does not exist.
    #[error("there is no brush '{brush}': the brushes are {}", .known.join(", "))]
    UnknownBrush {
        /// The requested brush.
        brush: String,
        /// The existing brushes.
        known: Vec<&'static str>,
    },
    /// The kind of things does not exist.
    #[error("there is no kind '{kind}': the kinds are {}", .known.join(", "))]
    UnknownKind {
        /// The requested kind.
        kind: String,
        /// The existing kinds.
        known: Vec<&'static str>,
    },
    /// The thing does not exist, or not any more.
    #[error("there is no thing {}", .thing.0)]
    UnknownThing {
        /// Its id.
        thing: ThingId,
    },
    /// The field does not exist.
    #[error("{of} has no field '{key}'; {}", listing(.known))]
    UnknownField {
        /// The requested key.
        key: String,
        /// The object it was requested for.
        of: String,
        /// The existing keys.
        known: Vec<&'static str>,
    },
    /// The value has the wrong form.
    #[error("{name} must be {wanted}")]
    WrongForm {
        /// Name of the field.
        name: &'static str,
        /// The expected form.
        wanted: String,
    },
    /// A number is too small or too large.
    #[error("{name} cannot be {number}: it is from {least} to {most}")]
    OutOfRange {
        /// Name of the field.
        name: &'static str,
        /// The given number.
        number: i64,
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
    },
    /// A text or a path is too long.
    #[error("{name} is too long: it takes at most {most} {unit}")]
    TooLong {
        /// Name of the field.
        name: &'static str,
        /// Maximum length.
        most: usize,
        /// Unit of the length.
        unit: &'static str,
    },
    /// The edit has too many cells.
    #[error("{count} cells are too many for one edit: it takes at most {most}")]
    TooManyCells {
        /// Number of cells given.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// The level would have too many things.
    #[error("{count} things are too many: a level has at most {most}")]
    TooManyThings {
        /// Number of things there would be.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// The board would be too large or too small.
    #[error("a board of {width} x {height} cells is not possible: both sides take 1 to {most}")]
    Size {
        /// Cells from left to right.
        width: u32,
        /// Cells from top to bottom.
        height: u32,
        /// Maximum length of a side.
        most: u32,
    },
    /// The text is not a level, or a part of it would be lost.
    #[error("this text cannot be drawn: {}", fault::listing(.faults))]
    Unreadable {
        /// All faults of the text.
        faults: Vec<Fault>,
    },
}

impl Refusal for Objection {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NothingChanges => RefusalKind::NothingChanges,
            Self::TooLong { .. } => RefusalKind::TooLong,
            _ => RefusalKind::Illegal,
        }
    }
}

fn listing(known: &[&str]) -> String {
    if known.is_empty() {
        "it has no fields".to_owned()
    } else {
        format!("its fields are {}", known.join(", "))
    }
}
