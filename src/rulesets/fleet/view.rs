//! Knowledge of a player about a state: everything except the declarations of the opponent and future random
//! numbers.
//!
//! Called through `Show`. The whole state is for viewers without a seat, and for the log.

use serde_json::Value;

use super::action::Action;
use super::id::{SEATS, Seat};
use super::outcome::Outcome;
use super::state::State;
use crate::scene::View;

/// Returns the player on a seat by its number.
pub(super) fn seat(number: u8) -> Option<Seat> {
    SEATS.get(usize::from(number)).copied()
}

/// Returns the state as data, without what the player on this seat may not know. `turn` counts the actions in the
/// log, `round` the rounds of the match. Readiness is public; it follows from the number of answers, never from their
/// contents.
pub(super) fn data(state: &State, View { turn, seat: number, .. }: View) -> Value {
    let mut data = serde_json::to_value(state).unwrap_or_default();
    if let Some(turn) = turn {
        data["turn"] = turn.into();
    }
    let Some(number) = number else { return data };
    data["rng"] = Value::Null;
    for other in SEATS.into_iter().filter(|other| seat(number) != Some(*other)) {
        data["players"][other.index()]["declared"] = Value::Null;
    }
    data
}

/// Returns whether a player may know of an action when it is taken: one's own, and those that are not secret.
pub(super) fn sees(number: u8, action: &Action) -> bool {
    action.player().is_none_or(|player| seat(number) == Some(player))
}

/// Returns whether an outcome reveals what another player had declared.
pub(super) fn reveals(number: u8, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Declared { .. } => false,
        Outcome::Resolved { revealed, .. } => revealed.iter().any(|choice| !sees(number, choice)),
    }
}
