//! Why an edit is refused, in sentences that say what to do instead.
//!
//! Constant by the workshop. A refused edit changes nothing.

use serde::Serialize;

use crate::fault;
use crate::rules::{Fault, Refusal};
use crate::sketch::ThingId;

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Objection {
    /// It would leave everything as it is.
    #[error("nothing changes by that")]
    NothingChanges,
    /// A cell or a way lies outside.
    #[error("({x}, {y}) is not on the board of {width} x {height} cells: stay on it, or make it larger")]
    OffTheBoard {
        /// The column, which may be left of the board.
        x: i64,
        /// The row, which may be above the board.
        y: i64,
        /// How wide the board is.
        width: u32,
        /// How high the board is.
        height: u32,
    },
    /// There is no such time.
    #[error("there is no slice {t}: they go from 0 to {last}")]
    OutOfTime {
        /// The slice that was meant.
        t: i64,
        /// The last one.
        last: u32,
    },
    /// There is no such brush.
    #[error("there is no brush '{brush}': the brushes are {}", .known.join(", "))]
    UnknownBrush {
        /// What was asked for.
        brush: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// There is no such kind of things.
    #[error("there is no kind '{kind}': the kinds are {}", .known.join(", "))]
    UnknownKind {
        /// What was asked for.
        kind: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// There is no such thing, any more or at all.
    #[error("there is no thing {}", .thing.0)]
    UnknownThing {
        /// Its number.
        thing: ThingId,
    },
    /// Nothing of the kind can be said.
    #[error("'{key}' means nothing for {of}: what can be said is {}", listing(.known))]
    UnknownField {
        /// What was said.
        key: String,
        /// About what.
        of: String,
        /// What can be said.
        known: Vec<&'static str>,
    },
    /// Something of another form is wanted.
    #[error("{name} must be {wanted}")]
    WrongForm {
        /// What people call the field.
        name: &'static str,
        /// What is wanted.
        wanted: String,
    },
    /// A number is too small or too large.
    #[error("{name} cannot be {number}: it is from {least} to {most}")]
    OutOfRange {
        /// What people call the field.
        name: &'static str,
        /// The number that was given.
        number: i64,
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
    },
    /// A text or a way is too long.
    #[error("{name} is too long: it takes at most {most} {unit}")]
    TooLong {
        /// What people call it.
        name: &'static str,
        /// How long it can be.
        most: usize,
        /// What is counted.
        unit: &'static str,
    },
    /// More cells than there can be.
    #[error("{count} cells are too many for one edit: it takes at most {most}")]
    TooManyCells {
        /// How many were named.
        count: usize,
        /// How many there can be.
        most: usize,
    },
    /// More things than there can be.
    #[error("{count} things are too many: a level has at most {most}")]
    TooManyThings {
        /// How many there would be.
        count: usize,
        /// How many there can be.
        most: usize,
    },
    /// No board is so large or so small.
    #[error("a board of {width} x {height} cells is not possible: both sides take 1 to {most}")]
    Size {
        /// Cells from left to right.
        width: u32,
        /// Cells from top to bottom.
        height: u32,
        /// The longest side.
        most: u32,
    },
    /// The text is no level, or would lose something.
    #[error("this text cannot be drawn: {}", fault::listing(.faults))]
    Unreadable {
        /// All that is wrong with it.
        faults: Vec<Fault>,
    },
}

impl Refusal for Objection {
    fn changes_nothing(&self) -> bool {
        *self == Self::NothingChanges
    }
}

fn listing(known: &[&str]) -> String {
    if known.is_empty() { "nothing".to_owned() } else { known.join(", ") }
}
