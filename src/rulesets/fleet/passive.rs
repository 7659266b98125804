//! The questions that passives answer. Nothing here fires, and nothing is changed: whoever works something out asks.
//!
//! Called by legality and by whoever resolves a phase. Only ships that are alive answer.

use std::sync::Arc;

use super::id::Seat;
use super::outcome::Source;
use super::power::{Query, Rule};
use super::ships::Catalogue;
use super::state::{Ship, State, Status};

/// What a player reads, whatever the die shows, and the power that says so.
pub(super) fn override_of_die(ships: &Catalogue, state: &State, seat: Seat) -> Option<(u8, Source)> {
    state.living(seat).find_map(|ship| {
        ships.of(&ship.kind).powers.iter().find_map(|power| match power.rule {
            Rule::Passive(Query::Reads(value)) => Some((value, source(ship, &power.name))),
            _ => None,
        })
    })
}

/// The power that rolls again for a player when the die shows this.
pub(super) fn reroll(ships: &Catalogue, state: &State, seat: Seat, die: u8) -> Option<Source> {
    state.living(seat).find_map(|ship| {
        ships.of(&ship.kind).powers.iter().find_map(|power| match power.rule {
            Rule::Reroll(upto) if die <= upto => Some(source(ship, &power.name)),
            _ => None,
        })
    })
}

/// The ship that doubles a player's continuous automatic healing; one is as good as several.
pub(super) fn doubler<'s>(ships: &Catalogue, state: &'s State, seat: Seat) -> Option<&'s Ship> {
    asked(ships, state, seat, Query::DoublesHealing)
}

/// The ship that keeps the ships of `owner` safe from the powers of `by`.
pub(super) fn protector<'s>(ships: &Catalogue, state: &'s State, owner: Seat, by: Seat) -> Option<&'s Ship> {
    if owner == by { None } else { asked(ships, state, owner, Query::Protects) }
}

/// How many ships a player has where ships are counted.
pub(super) fn count(ships: &Catalogue, state: &State, seat: Seat) -> u16 {
    let consumed = asked(ships, state, seat, Query::CountsConsumed).is_some();
    let counts = |ship: &&Ship| match ship.status {
        Status::Alive => true,
        Status::Consumed => consumed,
        Status::Destroyed => false,
    };
    state.ships.iter().filter(|ship| ship.id.owner == seat).filter(counts).count() as u16
}

/// A power of a ship, by name.
pub(super) fn source(ship: &Ship, power: &Arc<str>) -> Source {
    Source { ship: ship.id, kind: ship.kind.clone(), power: power.clone() }
}

fn asked<'s>(ships: &Catalogue, state: &'s State, seat: Seat, question: Query) -> Option<&'s Ship> {
    let answers =
        |ship: &&Ship| ships.of(&ship.kind).answers(|query| (query == question).then_some(())).is_some();
    state.living(seat).find(answers)
}
