//! Why an action is not legal, in words that say what to do.
//!
//! Plain data. Never tells what the other player has declared.

use serde::Serialize;

use crate::rules::{GameResult, Refusal};
use crate::rulesets::fleet::id::{Kind, MAX_SHIPS, Seat, ShipId};
use crate::rulesets::fleet::phase::Phase;

/// Why an action is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Illegal {
    /// The match has ended.
    #[error("the match is over ({result}): go back to an earlier turn to try something else")]
    MatchOver {
        /// How it ended.
        result: GameResult,
    },
    /// Nothing can be chosen before the die is rolled.
    #[error("round {round} has not begun: roll first")]
    RollFirst {
        /// Which round.
        round: u16,
    },
    /// The die is rolled once a round.
    #[error("the die is rolled already: in {phase} the players choose")]
    AlreadyRolled {
        /// The phase that waits.
        phase: Phase,
    },
    /// The player has nothing to choose, or has chosen everything.
    #[error("{player} is ready: {phase} asks nothing more of this player")]
    NotAsked {
        /// Who.
        player: Seat,
        /// The phase that waits.
        phase: Phase,
    },
    /// The player is asked what to draw.
    #[error("{phase} asks what to draw: build a ship or save")]
    AtTheYard {
        /// The phase that waits.
        phase: Phase,
    },
    /// Ships are asked one after the other, the oldest first.
    #[error("{phase} asks {ship} next: write {ship}:hold, or what it does with its charge")]
    AnotherShip {
        /// The ship that is asked.
        ship: ShipId,
        /// The phase that waits.
        phase: Phase,
    },
    /// There is no such kind of ship.
    #[error("there is no ship '{ship}' in this match")]
    NoSuchKind {
        /// What was asked for.
        ship: Kind,
    },
    /// Only other ships make it.
    #[error("{ship} cannot be drawn: only other ships make it")]
    NotDrawn {
        /// Which kind.
        ship: Kind,
    },
    /// It costs more.
    #[error("{ship} takes {cost} lines, and there are {lines}: draw something smaller, or save")]
    TooFewLines {
        /// Which kind.
        ship: Kind,
        /// What it takes.
        cost: u16,
        /// What there is.
        lines: u32,
    },
    /// An upgrade needs ships to go into it.
    #[error("{ship} takes {part} as a part, and there are not enough: build that first")]
    PartMissing {
        /// Which kind.
        ship: Kind,
        /// What it needs.
        part: Kind,
    },
    /// The player has had as many ships as there can be.
    #[error("{player} has had {MAX_SHIPS} ships: there can be no more in a match")]
    NoRoom {
        /// Who.
        player: Seat,
    },
    /// The power must point at a ship.
    #[error("{ship} must be aimed: write {ship}:at:B1, say")]
    NeedsTarget {
        /// Which ship.
        ship: ShipId,
    },
    /// The power points at nothing.
    #[error("the charge of {ship} needs no aim: write {ship}:use")]
    TakesNoTarget {
        /// Which ship.
        ship: ShipId,
    },
    /// It never was or is gone.
    #[error("there is no ship {ship} to aim at")]
    NoSuchShip {
        /// Which.
        ship: ShipId,
    },
    /// Upgrades cannot be destroyed.
    #[error("{ship} ({kind}) is an upgrade: only basic ships can be destroyed")]
    NotBasic {
        /// Which.
        ship: ShipId,
        /// What it is.
        kind: Kind,
    },
    /// A pool protects it.
    #[error("{ship} is protected by {by}: as long as that one lives, no power of the opponent reaches it")]
    Protected {
        /// Which.
        ship: ShipId,
        /// By which ship.
        by: ShipId,
    },
}

impl Refusal for Illegal {}
