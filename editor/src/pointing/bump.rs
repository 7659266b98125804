//! A refusal that is shown for a moment: the piece shakes, and a hint beside it says why.
//!
//! Part of pointing. Knows how long it is shown; the board paints it.

use timeloom::game::{ActionBytes, Offer};
use timeloom::scene::BoardCell;

use crate::document::next_revision;

/// Seconds for which the piece shakes.
const SHAKES: f64 = 0.3;
/// Seconds for which the hint is shown.
const SHOWN: f64 = 2.6;
/// Swings of a shake.
const SWINGS: f64 = 3.0;

/// What is in the way.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// The rules refuse this action.
    Refused(ActionBytes),
    /// No safe way leads to this place.
    NoWay(BoardCell),
    /// Nothing can be done here, for this reason.
    NotHere(String),
}

/// A refusal, as shown.
#[derive(Clone, Debug)]
pub struct Bump {
    /// What is in the way.
    pub obstacle: Obstacle,
    /// Identifies the board as painted without the shaking piece.
    pub revision: u64,
    since: f64,
}

impl Bump {
    pub(super) fn new(obstacle: Obstacle, now: f64) -> Self {
        Self { obstacle, revision: next_revision(), since: now }
    }

    /// Returns the refused action, if it is one of these.
    pub fn refused<'o>(&self, offers: &'o [Offer]) -> Option<&'o Offer> {
        let Obstacle::Refused(action) = &self.obstacle else { return None };
        offers.iter().find(|offer| offer.bytes == *action)
    }

    /// Returns how far the piece is from its place, in parts of its largest swing from -1 to 1; `None` once it rests.
    pub fn swing(&self, now: f64) -> Option<f32> {
        let part = (now - self.since) / SHAKES;
        let swing = (part * SWINGS * std::f64::consts::TAU).sin() * (1.0 - part);
        (0.0..1.0).contains(&part).then_some(swing as f32)
    }

    pub(super) fn is_over(&self, now: f64) -> bool {
        self.left(now) <= 0.0
    }

    pub(super) fn left(&self, now: f64) -> f64 {
        self.since + SHOWN - now
    }
}
