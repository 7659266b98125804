//! How far the player has pointed at an action: the places chosen so far, the place that is held, and the last refusal.
//!
//! Owned by the workspace, read by panels, changed by `handlers`. Where the choice can go on is derived from the actions
//! that the game offers, see [`Choices`]. Knows no pixels and no ruleset.

mod bump;
mod choices;

use timeloom::game::ActionBytes;
use timeloom::scene::BoardCell;

pub use bump::{Bump, Obstacle};
pub use choices::{Choices, Meaning, Place};

use crate::document::{ChangeId, Document};

/// What the player points at.
#[derive(Clone, Debug, Default)]
pub struct Pointing {
    /// The state of the document that the rest is about.
    about: ChangeId,
    /// Places chosen so far: one cell of each step.
    chosen: Vec<BoardCell>,
    /// Place that is held with the mouse.
    held: Option<BoardCell>,
    /// Place under the mouse.
    over: Option<BoardCell>,
    /// Action under the mouse in a list.
    listed: Option<ActionBytes>,
    bump: Option<Bump>,
}

impl Pointing {
    /// The places chosen so far.
    pub fn chosen(&self) -> &[BoardCell] {
        &self.chosen
    }

    /// The places chosen so far, and the held one if it can be chosen.
    pub fn begun(&self, choices: &Choices<'_>) -> Vec<BoardCell> {
        let held = self.held.and_then(|held| choices.taken_up(&self.chosen, held));
        held.unwrap_or_else(|| self.chosen.clone())
    }

    /// Whether a place is held with the mouse.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The place under the mouse.
    pub fn over(&self) -> Option<BoardCell> {
        self.over
    }

    /// The action under the mouse in a list.
    pub fn listed(&self) -> Option<&ActionBytes> {
        self.listed.as_ref()
    }

    /// The last refusal, as long as it is shown.
    pub fn bump(&self) -> Option<&Bump> {
        self.bump.as_ref()
    }

    /// Drops what is about another state of the document; returns the seconds until the refusal is no longer shown.
    pub(crate) fn follow(&mut self, document: &Document, now: f64) -> Option<f64> {
        if self.about != document.stamp() {
            *self = Self { about: document.stamp(), over: self.over, ..Self::default() };
        }
        self.bump = self.bump.take().filter(|bump| !bump.is_over(now));
        self.bump.as_ref().map(|bump| bump.left(now))
    }

    pub(crate) fn choose(&mut self, places: Vec<BoardCell>) {
        (self.chosen, self.held, self.bump) = (places, None, None);
    }

    pub(crate) fn hold(&mut self, cell: BoardCell) {
        self.held = Some(cell);
    }

    pub(crate) fn let_go(&mut self) -> Option<BoardCell> {
        self.held.take()
    }

    pub(crate) fn point_over(&mut self, cell: Option<BoardCell>) {
        self.over = cell;
    }

    pub(crate) fn list(&mut self, action: Option<ActionBytes>) {
        self.listed = action;
    }

    /// Shows why something did not happen.
    pub(crate) fn refuse(&mut self, obstacle: Obstacle, now: f64) {
        self.held = None;
        self.bump = Some(Bump::new(obstacle, now));
    }

    /// Takes back the last choice; `false` if there was none.
    pub(crate) fn back(&mut self) -> bool {
        self.held.take().is_some() || self.chosen.pop().is_some()
    }
}
