//! Words for actions, and the ships that stand for them.
//!
//! Called through `Show`. Knows how the scene arranges the fleets.

use super::Fleet;
use super::action::Action;
use super::id::{Seat, ShipId};
use super::scene::{power_words, ship_cell};
use super::state::State;
use super::tell::with_article;
use crate::scene::BoardCell;
use crate::show::Controls;

impl Controls<Self> for Fleet {
    fn phrase(&self, state: &State, action: &Action) -> String {
        match action {
            Action::Roll => "Roll the die".to_owned(),
            Action::Build { player, ship } => {
                let design = self.level.ships().of(ship);
                let cost = design.cost.unwrap_or(0);
                let ship = with_article(&design.name);
                format!("{} draws {ship} for {cost} {}", self.player(*player), lines(cost))
            }
            Action::Save { player } => format!("{} saves the lines", self.player(*player)),
            Action::Use { ship, target: Some(target) } => {
                format!("{} aims at {}", self.ship(state, *ship), self.ship(state, *target))
            }
            Action::Use { ship, target: None } => {
                let design = state.ship(*ship).map(|ship| self.level.ships().of(&ship.kind));
                let power = design.and_then(|design| design.charged(state.phase));
                let power = power.map_or_else(|| "uses a charge".to_owned(), |(_, power)| power_words(power));
                format!("{}: {power}", self.ship(state, *ship))
            }
            Action::Hold { ship } => format!("{} holds its charges", self.ship(state, *ship)),
        }
    }

    /// A ship, then its target; to hold, the ship again.
    fn steps(&self, state: &State, action: &Action) -> Vec<Vec<BoardCell>> {
        let ships = match action {
            Action::Roll | Action::Build { .. } | Action::Save { .. } => Vec::new(),
            Action::Use { ship, target } => std::iter::once(*ship).chain(*target).collect(),
            Action::Hold { ship } => vec![*ship, *ship],
        };
        let cell = |ship: ShipId| Some(vec![ship_cell(self, state, ship)?]);
        ships.into_iter().map(cell).collect::<Option<_>>().unwrap_or_default()
    }
}

impl Fleet {
    fn player(&self, seat: Seat) -> &str {
        &self.level.setup(seat).name
    }

    /// "Guardian A3".
    fn ship(&self, state: &State, id: ShipId) -> String {
        match state.ship(id) {
            Some(ship) => format!("{} {id}", self.level.ships().of(&ship.kind).name),
            None => id.to_string(),
        }
    }
}

fn lines(count: u16) -> &'static str {
    if count == 1 { "line" } else { "lines" }
}
