//! Content of a cell in the overlay from some time on: which boxes were moved there, and which turns changed that.
//!
//! Used by the overlay, which keeps thousands: nearly always there is at most one box and one turn, and then nothing
//! is allocated. Knows nothing of what the numbers mean.

use std::slice;
use std::sync::Arc;

/// The boxes in a cell and the turns that changed it, as ascending numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    /// At most one of each; [`NONE`] stands for none.
    Few { thing: u32, cause: u32 },
    /// More of either.
    Many(Arc<Lists>),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lists {
    boxes: Vec<u32>,
    causes: Vec<u32>,
}

/// Neither a box nor a turn: there are never that many.
const NONE: u32 = u32::MAX;

impl Mark {
    pub(super) fn boxes(&self) -> &[u32] {
        match self {
            Self::Few { thing, .. } => at_most_one(thing),
            Self::Many(lists) => &lists.boxes,
        }
    }

    pub(super) fn causes(&self) -> &[u32] {
        match self {
            Self::Few { cause, .. } => at_most_one(cause),
            Self::Many(lists) => &lists.causes,
        }
    }

    /// Returns a copy with one more box.
    pub(super) fn with(&self, thing: u32) -> Self {
        match *self {
            Self::Few { thing: own, cause } if own == NONE || own == thing => Self::Few { thing, cause },
            _ => Self::of(added(self.boxes(), thing), self.causes().to_vec()),
        }
    }

    /// Returns a copy without a box.
    pub(super) fn without(&self, thing: u32) -> Self {
        let rest = |boxes: &[u32]| boxes.iter().copied().filter(|own| *own != thing).collect();
        match self {
            Self::Few { thing: own, cause } if *own == thing => Self::Few { thing: NONE, cause: *cause },
            Self::Few { .. } => self.clone(),
            Self::Many(lists) => Self::of(rest(&lists.boxes), lists.causes.clone()),
        }
    }

    /// Returns a copy with one more turn that changed it.
    pub(super) fn caused_by(&self, turn: u32) -> Self {
        match *self {
            Self::Few { thing, cause } if cause == NONE || cause == turn => Self::Few { thing, cause: turn },
            _ => Self::of(self.boxes().to_vec(), added(self.causes(), turn)),
        }
    }

    /// Returns a copy with only the boxes.
    pub(super) fn uncaused(&self) -> Self {
        match self {
            Self::Few { thing, .. } => Self::Few { thing: *thing, cause: NONE },
            Self::Many(lists) => Self::of(lists.boxes.clone(), Vec::new()),
        }
    }

    fn of(boxes: Vec<u32>, causes: Vec<u32>) -> Self {
        match (&boxes[..], &causes[..]) {
            ([] | [_], [] | [_]) => {
                let only = |list: &[u32]| list.first().copied().unwrap_or(NONE);
                Self::Few { thing: only(&boxes), cause: only(&causes) }
            }
            _ => Self::Many(Arc::new(Lists { boxes, causes })),
        }
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self::Few { thing: NONE, cause: NONE }
    }
}

fn at_most_one(number: &u32) -> &[u32] {
    if *number == NONE { &[] } else { slice::from_ref(number) }
}

fn added(numbers: &[u32], number: u32) -> Vec<u32> {
    let mut all: Vec<u32> = numbers.iter().copied().filter(|own| *own != number).chain([number]).collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_come_and_go() {
        let mark = Mark::default().with(7).with(3).with(7);
        assert_eq!(mark.boxes(), [3, 7]);
        assert_eq!(mark.without(5), mark);
        assert_eq!(mark.without(3), Mark::Few { thing: 7, cause: NONE });
        assert_eq!(mark.without(3).without(7), Mark::default());
    }

    #[test]
    fn a_turn_counts_once_and_can_be_forgotten() {
        let mark = Mark::default().with(7).caused_by(2).caused_by(1).caused_by(2);
        assert_eq!((mark.boxes(), mark.causes()), (&[7][..], &[1, 2][..]));
        assert_eq!(mark.uncaused(), Mark::default().with(7));
    }

    #[test]
    fn a_mark_is_small() {
        assert_eq!(size_of::<Mark>(), 16);
    }
}
