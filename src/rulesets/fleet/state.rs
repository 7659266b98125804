//! State of a match: the phase, the players, the ships and what is due in the automatic phase.
//!
//! Made by the level, changed only when a phase is resolved or a choice is recorded. Knows no powers; `faults` finds
//! what makes a state impossible.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::id::{Kind, Seat, ShipId};
use super::outcome::Source;
use super::phase::Phase;
use crate::collections::List;
use crate::rng::Mulberry32;

/// Upper limit of health, whatever a level says.
pub const MAX_HEALTH: i32 = 999;
/// Upper limit of lines; any excess is lost.
pub const MAX_LINES: u32 = 999;
/// Upper limit of rounds.
pub const MAX_ROUNDS: u16 = 200;

/// State of a match at one moment. Cloning costs the same no matter how many ships there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The round, from 1. An action in the log is a turn; a round takes several.
    pub round: u16,
    /// The current phase.
    pub phase: Phase,
    /// Random number generator.
    pub rng: Mulberry32,
    /// The die of this round; `None` before it is rolled.
    pub die: Option<u8>,
    /// Whether a player declared something this round, so that it may be answered.
    pub response: bool,
    /// Both players.
    pub players: [Player; 2],
    /// All ships that ever existed, in the order of their completion.
    pub ships: List<Ship>,
    /// Damage and healing due in the automatic phase of this round.
    pub tally: Arc<Vec<Due>>,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a player")]
pub struct Player {
    /// Seat of the player.
    pub id: Seat,
    /// Health; at 0 or below the match is lost.
    pub health: i32,
    /// Lines to draw ships with.
    pub lines: u32,
    /// Value that this player reads from the die.
    pub reads: Option<u8>,
    /// Whether all questions of this phase are answered.
    pub ready: bool,
    /// Number of ships this player ever had.
    pub built: u8,
    /// Choices in this phase; hidden from the opponent until both are ready.
    #[serde(default)]
    pub declared: Arc<Vec<Action>>,
}

/// A ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ship")]
pub struct Ship {
    /// Unique id.
    pub id: ShipId,
    /// Kind of ship.
    pub kind: Kind,
    /// Whether it is still alive.
    pub status: Status,
    /// Charges left.
    pub charges: u8,
    /// Round in which it was completed; 0 if the player started with it.
    pub born: u16,
    /// Once-only powers that it has used, by their index in the design.
    #[serde(default)]
    pub fired: Vec<u8>,
}

/// Status of a ship. Ships have no health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// In the fleet.
    Alive,
    /// A power destroyed it.
    Destroyed,
    /// It went into an upgrade.
    Consumed,
}

/// Damage or healing that is due in the automatic phase.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "damage or healing that is due")]
pub struct Due {
    /// The player it affects.
    pub player: Seat,
    /// Its kind.
    pub effect: Impact,
    /// Amount.
    pub amount: u32,
    /// The power it comes from.
    pub source: Source,
    /// The ship that doubled it, if any.
    #[serde(default)]
    pub doubled_by: Option<ShipId>,
}

/// Change of health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impact {
    /// Health falls.
    Damage,
    /// Health rises.
    Heal,
}

impl Ship {
    /// Returns whether it is still alive.
    pub fn is_alive(&self) -> bool {
        self.status == Status::Alive
    }
}

impl State {
    /// Returns one of the players.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Returns a ship, alive or not, if it ever existed.
    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.id == id)
    }

    /// Returns the living ships of a player, oldest first.
    pub fn living(&self, seat: Seat) -> impl Iterator<Item = &Ship> {
        self.ships.iter().filter(move |ship| ship.id.owner == seat && ship.is_alive())
    }

    /// Returns whether both players are ready.
    pub fn both_ready(&self) -> bool {
        self.players.iter().all(|player| player.ready)
    }
}
