//! Decides what a viewer may know of a game, for every front end.
//!
//! A [`Viewer`] pairs a seat with the rules of hidden choices. The session asks it before it returns anything
//! through [`crate::game::Game`], so no command or panel can show more than its seat may know. Knows no log
//! and no front end.

use crate::rules::{Refused, Rules};
use crate::scene::View;
use crate::show::{Secrets, Show};

/// Placeholder for a reason or complaint whose text may depend on hidden choices.
pub(super) const WITHHELD: &str =
    "a part of this save could not be read, or nothing can be added to it; open it without a seat to see why";

/// The viewer of a game: the player on a seat, or a viewer who may know everything.
pub struct Viewer<'r, R: Rules> {
    hidden: Option<(u8, &'r dyn Secrets<R>)>,
}

impl<'r, R: Show> Viewer<'r, R> {
    /// Creates the viewer on a seat. Without a seat, or in a game without hidden choices, it knows everything.
    pub fn new(rules: &'r R, seat: Option<u8>) -> Self {
        Self { hidden: seat.zip(rules.secrets()) }
    }

    /// Seat of the viewer; `None` if it knows everything.
    pub fn seat(&self) -> Option<u8> {
        self.hidden.map(|(seat, _)| seat)
    }

    /// Returns this viewer's view of a state at a turn.
    pub fn view(&self, turn: u32, view: View) -> View {
        View { turn: Some(turn), seat: self.seat(), ..view }
    }

    /// Whether it learns of an action when the action is taken.
    pub fn sees(&self, action: &R::Action) -> bool {
        self.hidden.is_none_or(|(seat, secrets)| secrets.sees(seat, action))
    }

    /// Whether it may know of an action once this outcome has happened.
    pub fn knows(&self, action: &R::Action, outcome: &R::Outcome) -> bool {
        self.sees(action) || self.learns_from(outcome)
    }

    /// Whether an outcome reveals something hidden from it, so that it must not be shown before it happens.
    pub fn learns_from(&self, outcome: &R::Outcome) -> bool {
        self.hidden.is_some_and(|(seat, secrets)| secrets.reveals(seat, outcome))
    }

    /// Returns a fact that reveals hidden choices or future chance, such as a seed or a fingerprint, unless
    /// something is hidden from this viewer.
    pub fn unless_hidden<T>(&self, fact: T) -> Option<T> {
        self.hidden.is_none().then_some(fact)
    }

    /// Returns the refusal of an action that this viewer may neither take nor try out. The result of trying
    /// it out would tell whether it was taken before.
    pub(super) fn refusal(&self, action: &R::Action) -> Option<Refused> {
        let (seat, secrets) = self.hidden.filter(|_| !self.sees(action))?;
        let name = secrets.seats().into_iter().nth(seat.into()).unwrap_or_default();
        let message = format!("this choice belongs to another player, not to {name}: change the seat");
        Some(Refused::new("NotYourChoice", message, serde_json::json!({ "seat": seat })))
    }
}
