//! Turns that were more than a step: pushes, pulls and rifts, by turn. Together with the world line they are the
//! whole history.
//!
//! Written by actions, read by the paradox check. Knows no cube: callers look up what a deed depends on.

use std::sync::Arc;

use super::actions::Action;
use crate::collections::Trace;
use crate::rulesets::unseen::core::{Direction, Thing, WorldLine};

/// Deed of a turn, with everything that must still hold for it to have happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Boxes were pushed: the nearest, and those behind it, each in the next cell.
    Push { direction: Direction, nearest: Thing, others: Option<Arc<Vec<Thing>>> },
    /// The box behind was pulled.
    Pull { direction: Direction, thing: Thing },
    /// A rift was used.
    Rift { thing: Thing },
}

impl Deed {
    /// Creates a push of some boxes, the nearest first.
    pub(super) fn push(direction: Direction, mut boxes: impl Iterator<Item = Thing>) -> Option<Self> {
        let nearest = boxes.next()?;
        let others = Some(boxes.collect::<Vec<_>>()).filter(|others| !others.is_empty()).map(Arc::new);
        Some(Self::Push { direction, nearest, others })
    }

    /// Returns the boxes it moved, the nearest first.
    pub(crate) fn boxes(&self) -> Vec<Thing> {
        match self {
            Self::Push { nearest, others, .. } => {
                [nearest].into_iter().chain(others.iter().flat_map(|others| others.iter())).copied().collect()
            }
            Self::Pull { thing, .. } => vec![*thing],
            Self::Rift { .. } => Vec::new(),
        }
    }

    /// Returns the things that must be where they were for it to have happened: the boxes, or the rift.
    pub(crate) fn needed(&self) -> Vec<Thing> {
        match self {
            Self::Rift { thing } => vec![*thing],
            _ => self.boxes(),
        }
    }

    fn action(&self) -> Action {
        match self {
            Self::Push { direction, .. } => Action::Push(*direction),
            Self::Pull { direction, .. } => Action::Pull(*direction),
            Self::Rift { .. } => Action::UseRift,
        }
    }
}

/// The deeds of a game by turn; the first action is turn 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Deeds(Trace<(u32, Deed)>);

impl Deeds {
    /// Adds the deed of a turn after all others.
    pub(super) fn add(&mut self, turn: u32, deed: Deed) {
        self.0.push((turn, deed));
    }

    /// Returns all deeds with their turns, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(u32, Deed)> {
        self.0.iter()
    }

    /// Returns the deed of a turn, if it was more than a step.
    pub(crate) fn get(&self, turn: u32) -> Option<&Deed> {
        let (found, deed) = self.0.newest_old(|(other, _)| *other <= turn)?;
        (*found == turn).then_some(deed)
    }
}

/// The actions that led to a state, in order. Derived from the world line and the deeds, not stored.
#[derive(Debug, Clone, Copy)]
pub struct ActionHistory<'a> {
    pub(super) line: &'a WorldLine,
    pub(super) deeds: &'a Deeds,
}

impl ActionHistory<'_> {
    /// Returns the number of actions since the start.
    pub fn len(&self) -> usize {
        self.line.len().saturating_sub(1)
    }

    /// Returns whether there were none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the action with this index; the first is 0.
    pub fn get(&self, index: usize) -> Option<Action> {
        let to = self.line.position_at_turn(index.checked_add(1)?)?;
        let from = self.line.position_at_turn(index)?;
        let deed = u32::try_from(index + 1).ok().and_then(|turn| self.deeds.get(turn));
        let step = || Direction::from_delta(to.x - from.x, to.y - from.y).map_or(Action::Wait, Action::Move);
        Some(deed.map_or_else(step, Deed::action))
    }

    /// Returns the last action.
    pub fn last(&self) -> Option<Action> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns all actions, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Action> {
        let history = *self;
        (0..self.len()).filter_map(move |index| history.get(index))
    }

    /// Returns all actions, in order.
    pub fn to_vec(&self) -> Vec<Action> {
        self.iter().collect()
    }
}
