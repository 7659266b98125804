//! Reasons why an action is not legal, worded to say what to do.
//!
//! Plain data. Never reveals what the other player has declared.

use serde::Serialize;

use crate::rules::{GameResult, Refusal};
use crate::rulesets::fleet::id::{Kind, MAX_SHIPS, Seat, ShipId};
use crate::rulesets::fleet::phase::Phase;

/// Reason why an action is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Illegal {
    /// The match has ended.
    #[error("the match is over ({result}): go back to an earlier turn to try something else")]
    MatchOver {
        /// Its result.
        result: GameResult,
    },
    /// Nothing can be chosen before the die is rolled.
    #[error("round {round} has not begun: roll first")]
    RollFirst {
        /// The round.
        round: u16,
    },
    /// The die is rolled only once a round.
    #[error("the die is rolled already: now the players choose")]
    AlreadyRolled {
        /// The current phase.
        phase: Phase,
    },
    /// The player has nothing to choose, or has chosen everything.
    #[error("{player} is ready, and has nothing more to choose now")]
    NotAsked {
        /// The player.
        player: Seat,
        /// The current phase.
        phase: Phase,
    },
    /// The player must choose a ship to draw.
    #[error("first choose a ship to draw, or save the lines")]
    AtTheYard {
        /// The current phase.
        phase: Phase,
    },
    /// Ships are asked one after the other, the oldest first.
    #[error("{ship} is asked first: use its charge, or hold it")]
    AnotherShip {
        /// The ship that must answer.
        ship: ShipId,
        /// The current phase.
        phase: Phase,
    },
    /// The kind of ship does not exist.
    #[error("there is no ship '{ship}' in this match")]
    NoSuchKind {
        /// The unknown kind.
        ship: Kind,
    },
    /// The kind cannot be drawn, only built by other ships.
    #[error("{ship} cannot be drawn: only other ships make it")]
    NotDrawn {
        /// The kind.
        ship: Kind,
    },
    /// The kind costs more lines than the player has.
    #[error("{ship} takes {cost} lines, and there are {lines}: draw something smaller, or save")]
    TooFewLines {
        /// The kind.
        ship: Kind,
        /// Its cost.
        cost: u16,
        /// Lines that the player has.
        lines: u32,
    },
    /// An upgrade lacks a ship that goes into it.
    #[error("{ship} takes {part} as a part, and there are not enough: build that first")]
    PartMissing {
        /// The kind.
        ship: Kind,
        /// The missing kind.
        part: Kind,
    },
    /// The player has had the maximum number of ships.
    #[error("{player} has had {MAX_SHIPS} ships: there can be no more in a match")]
    NoRoom {
        /// The player.
        player: Seat,
    },
    /// The power needs a target.
    #[error("{ship} needs a target: aim it at a ship")]
    NeedsTarget {
        /// The ship.
        ship: ShipId,
    },
    /// The power takes no target.
    #[error("the charge of {ship} needs no target: just use it")]
    TakesNoTarget {
        /// The ship.
        ship: ShipId,
    },
    /// The ship never existed or is gone.
    #[error("there is no ship {ship} to aim at")]
    NoSuchShip {
        /// The ship.
        ship: ShipId,
    },
    /// Upgrades cannot be destroyed.
    #[error("{ship} ({kind}) is an upgrade: only basic ships can be destroyed")]
    NotBasic {
        /// The ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
    },
    /// A power protects the ship.
    #[error("{ship} is protected by {by}: as long as that one lives, no power of the opponent reaches it")]
    Protected {
        /// The ship.
        ship: ShipId,
        /// The ship that protects it.
        by: ShipId,
    },
}

impl Refusal for Illegal {}
