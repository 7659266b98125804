//! Outcome of an action: every effect, with the ship and the power it comes from.
//!
//! Made while a phase is resolved, read by people through `tell` and by programs as JSON. Plain data that knows no
//! rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::id::{Kind, Seat, ShipId};
use super::phase::Phase;
use super::state::Due;

/// Outcome of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A choice was recorded and stays hidden until both players are ready.
    Declared {
        /// The player who chose.
        player: Seat,
        /// The choice.
        choice: Action,
        /// Whether this was the player's last answer in this phase.
        ready: bool,
    },
    /// The round advanced, through one phase or several.
    Resolved {
        /// Choices revealed by this, of both players.
        revealed: Vec<Action>,
        /// Events by phase, in order; phases without events are left out.
        steps: Vec<Step>,
        /// The current round and phase.
        now: (u16, Phase),
    },
}

/// Events of one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The round.
    pub round: u16,
    /// The phase.
    pub phase: Phase,
    /// Events, in order.
    pub events: Vec<Event>,
}

/// A power of a ship.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// The ship.
    pub ship: ShipId,
    /// Its kind.
    pub kind: Kind,
    /// Name of the power.
    pub power: Arc<str>,
}

/// Reason why something was gained, paid or built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The player read this from the die.
    Die(u8),
    /// A ship of this kind was drawn.
    Drawn(Kind),
    /// A power caused it.
    Power(Source),
}

/// A single event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The die of the round was rolled.
    Rolled {
        /// Its value.
        die: u8,
    },
    /// A player read the die.
    Reads {
        /// The player.
        player: Seat,
        /// The value read.
        value: u8,
        /// The power that made it differ from the die, if any.
        source: Option<Source>,
    },
    /// Lines were gained or paid.
    Lines {
        /// The player.
        player: Seat,
        /// Number of lines; negative if paid.
        change: i32,
        /// Lines that the player has now.
        lines: u32,
        /// The reason.
        why: Why,
    },
    /// A ship was completed.
    Built {
        /// The ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// The reason.
        why: Why,
    },
    /// A ship went into an upgrade.
    Consumed {
        /// The ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// The kind of the upgrade.
        into: Kind,
    },
    /// A ship could not be completed: its owner has had the maximum number of ships.
    NoRoom {
        /// The owner.
        player: Seat,
        /// Kind of the ship.
        kind: Kind,
        /// Power that would have built it.
        source: Source,
    },
    /// A ship spent charges.
    Spent {
        /// The power.
        source: Source,
        /// Charges left.
        left: u8,
        /// Target, if any.
        target: Option<ShipId>,
    },
    /// A once-only power fired; it will not fire again.
    UsedUp {
        /// The power.
        source: Source,
    },
    /// Damage or healing became due in the automatic phase.
    Promised(Due),
    /// Damage or healing took effect.
    Counted(Due),
    /// The sum of everything that took effect for a player.
    Health {
        /// The player.
        player: Seat,
        /// Health before.
        before: i32,
        /// Total damage.
        damage: u32,
        /// Total healing.
        healing: u32,
        /// Health after; never above the maximum.
        after: i32,
    },
    /// A ship will be destroyed.
    Marked {
        /// The ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// Powers that destroy it.
        by: Vec<Source>,
    },
    /// A destroyed ship left another one behind.
    Created {
        /// The new ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// Power that left it.
        source: Source,
    },
    /// A ship was destroyed.
    Destroyed {
        /// The ship.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
    },
    /// The response was skipped: nobody declared anything.
    Skipped,
}

impl Outcome {
    /// Iterates over all events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let steps: &[Step] = if let Self::Resolved { steps, .. } = self { steps } else { &[] };
        steps.iter().flat_map(|step| &step.events)
    }
}
