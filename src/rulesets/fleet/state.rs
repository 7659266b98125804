//! All that changes in a match: the phase, the players, the ships and what is due in the automatic phase.
//!
//! Made by the level, changed only when a phase is resolved or a choice is noted. Knows no powers; what makes a state
//! impossible is worked out in `faults`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::id::{Kind, Seat, ShipId};
use super::outcome::Source;
use super::phase::Phase;
use crate::collections::List;
use crate::rng::Mulberry32;

/// No player has more health, whatever a level says.
pub const MAX_HEALTH: i32 = 999;
/// No player has more lines: what comes on top is lost.
pub const MAX_LINES: u32 = 999;
/// No match has more rounds.
pub const MAX_ROUNDS: u16 = 200;

/// A moment of a match. Cloning it costs the same however many ships there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The round, from 1. An action in the log is a turn; a round takes several.
    pub round: u16,
    /// The phase that waits for something.
    pub phase: Phase,
    /// Chance.
    pub rng: Mulberry32,
    /// What the die of this round shows; nothing before it is rolled.
    pub die: Option<u8>,
    /// Whether somebody declared something this round, so that it may be answered.
    pub response: bool,
    /// Both players.
    pub players: [Player; 2],
    /// All ships that ever were, in the order of their completion.
    pub ships: List<Ship>,
    /// The damage and healing that is due in the automatic phase of this round.
    pub tally: Arc<Vec<Due>>,
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a player")]
pub struct Player {
    /// Which one.
    pub id: Seat,
    /// At 0 or below the match is lost.
    pub health: i32,
    /// What ships are drawn with.
    pub lines: u32,
    /// What this player reads from the die.
    pub reads: Option<u8>,
    /// Whether everything that this phase asks was answered.
    pub ready: bool,
    /// How many ships this player ever had.
    pub built: u8,
    /// What was chosen in this phase; hidden from the opponent until both are ready.
    #[serde(default)]
    pub declared: Arc<Vec<Action>>,
}

/// A ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ship")]
pub struct Ship {
    /// Tells it from all others.
    pub id: ShipId,
    /// What it is.
    pub kind: Kind,
    /// Whether it is still there.
    pub status: Status,
    /// The charges it has left.
    pub charges: u8,
    /// The round it was completed in; 0 if it was there at first.
    pub born: u16,
    /// The once-only powers that it has used, by their place in the catalogue from 0.
    #[serde(default)]
    pub fired: Vec<u8>,
}

/// Whether a ship is still there. Ships have no health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is.
    Alive,
    /// A power destroyed it.
    Destroyed,
    /// It went into an upgrade.
    Consumed,
}

/// Damage or healing that is due in the automatic phase, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "damage or healing that is due")]
pub struct Due {
    /// Whose health.
    pub player: Seat,
    /// What takes place.
    pub effect: Impact,
    /// How much.
    pub amount: u32,
    /// Where it comes from.
    pub source: Source,
    /// The ship that doubled it, if one did.
    #[serde(default)]
    pub doubled_by: Option<ShipId>,
}

/// What happens to health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impact {
    /// It falls.
    Damage,
    /// It rises.
    Heal,
}

impl Ship {
    /// Whether it is still there.
    pub fn is_alive(&self) -> bool {
        self.status == Status::Alive
    }
}

impl State {
    /// One of the players.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A ship, if there ever was one of this name.
    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.id == id)
    }

    /// The ships of a player that are still there, oldest first.
    pub fn living(&self, seat: Seat) -> impl Iterator<Item = &Ship> {
        self.ships.iter().filter(move |ship| ship.id.owner == seat && ship.is_alive())
    }

    /// Whether both players are ready.
    pub fn both_ready(&self) -> bool {
        self.players.iter().all(|player| player.ready)
    }
}
