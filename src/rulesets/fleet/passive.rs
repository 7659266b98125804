//! Queries that passives answer. Nothing fires and nothing is changed here: other code asks while it computes
//! something.
//!
//! Called by legality and while a phase is resolved. Only living ships answer.

use std::sync::Arc;

use super::id::Seat;
use super::outcome::Source;
use super::power::{Query, Rule};
use super::ships::Catalogue;
use super::state::{Ship, State, Status};

/// Returns the value that a player reads whatever the die shows, and the power behind it.
pub(super) fn override_of_die(ships: &Catalogue, state: &State, seat: Seat) -> Option<(u8, Source)> {
    state.living(seat).find_map(|ship| {
        ships.of(&ship.kind).powers.iter().find_map(|power| match power.rule {
            Rule::Passive(Query::Reads(value)) => Some((value, source(ship, &power.name))),
            _ => None,
        })
    })
}

/// Returns the power that rerolls a player's die when it shows this.
pub(super) fn reroll(ships: &Catalogue, state: &State, seat: Seat, die: u8) -> Option<Source> {
    state.living(seat).find_map(|ship| {
        ships.of(&ship.kind).powers.iter().find_map(|power| match power.rule {
            Rule::Reroll(upto) if die <= upto => Some(source(ship, &power.name)),
            _ => None,
        })
    })
}

/// Returns the ship that doubles a player's continuous automatic healing; several have the effect of one.
pub(super) fn doubler<'s>(ships: &Catalogue, state: &'s State, seat: Seat) -> Option<&'s Ship> {
    asked(ships, state, seat, Query::DoublesHealing)
}

/// Returns the ship that protects the ships of `owner` from the powers of `by`.
pub(super) fn protector<'s>(ships: &Catalogue, state: &'s State, owner: Seat, by: Seat) -> Option<&'s Ship> {
    if owner == by { None } else { asked(ships, state, owner, Query::Protects) }
}

/// Returns the number of a player's ships, for powers that count ships.
pub(super) fn count(ships: &Catalogue, state: &State, seat: Seat) -> u16 {
    let consumed = asked(ships, state, seat, Query::CountsConsumed).is_some();
    let counts = |ship: &&Ship| match ship.status {
        Status::Alive => true,
        Status::Consumed => consumed,
        Status::Destroyed => false,
    };
    state.ships.iter().filter(|ship| ship.id.owner == seat).filter(counts).count() as u16
}

/// Returns the source for a power of a ship.
pub(super) fn source(ship: &Ship, power: &Arc<str>) -> Source {
    Source { ship: ship.id, kind: ship.kind.clone(), power: power.clone() }
}

fn asked<'s>(ships: &Catalogue, state: &'s State, seat: Seat, question: Query) -> Option<&'s Ship> {
    let answers =
        |ship: &&Ship| ships.of(&ship.kind).answers(|query| (query == question).then_some(())).is_some();
    state.living(seat).find(answers)
}
