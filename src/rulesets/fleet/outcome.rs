//! What an action brought about: every effect, with the ship and the power it comes from.
//!
//! Made while a phase is resolved, read by people through `tell` and by programs as JSON. Plain data that knows no rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::id::{Kind, Seat, ShipId};
use super::phase::Phase;
use super::state::Due;

/// What an action brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A choice was noted and stays hidden until both players are ready.
    Declared {
        /// Who chose.
        player: Seat,
        /// What.
        choice: Action,
        /// Whether this was the player's last answer in this phase.
        ready: bool,
    },
    /// The round went on, through one phase or several.
    Resolved {
        /// The choices that are revealed by this, both players' together.
        revealed: Vec<Action>,
        /// What happened in which phase, in order; phases in which nothing happened are left out.
        steps: Vec<Step>,
        /// The round and the phase that wait now.
        now: (u16, Phase),
    },
}

/// What happened in one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The round.
    pub round: u16,
    /// The phase.
    pub phase: Phase,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// A power of a ship.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// The ship.
    pub ship: ShipId,
    /// Its kind.
    pub kind: Kind,
    /// The name of the power.
    pub power: Arc<str>,
}

/// Why something was gained, paid or built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The player reads this from the die.
    Die(u8),
    /// A ship of this kind was drawn.
    Drawn(Kind),
    /// A power did it.
    Power(Source),
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The die of the round was rolled.
    Rolled {
        /// What it shows.
        die: u8,
    },
    /// What a player reads from it.
    Reads {
        /// Who.
        player: Seat,
        /// What.
        value: u8,
        /// The power that made it differ from the die, if one did.
        source: Option<Source>,
    },
    /// Lines were gained or paid.
    Lines {
        /// Whose.
        player: Seat,
        /// How many; negative if paid.
        change: i32,
        /// What the player has now.
        lines: u32,
        /// Why.
        why: Why,
    },
    /// A ship was completed.
    Built {
        /// Which.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// Why.
        why: Why,
    },
    /// A ship went into an upgrade.
    Consumed {
        /// Which.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// The kind of the upgrade.
        into: Kind,
    },
    /// A ship could not be completed: its owner has had all the ships a player can have.
    NoRoom {
        /// Whose.
        player: Seat,
        /// Of which kind.
        kind: Kind,
        /// What would have built it.
        source: Source,
    },
    /// A ship spent charges.
    Spent {
        /// On which power.
        source: Source,
        /// The charges it has left.
        left: u8,
        /// The ship it points at, if it points at one.
        target: Option<ShipId>,
    },
    /// A once-only power fired; it will not fire again.
    UsedUp {
        /// Which.
        source: Source,
    },
    /// Damage or healing is due in the automatic phase.
    Promised(Due),
    /// Damage or healing counts now.
    Counted(Due),
    /// The sum of all that counted for a player.
    Health {
        /// Whose.
        player: Seat,
        /// The health before.
        before: i32,
        /// All damage.
        damage: u32,
        /// All healing.
        healing: u32,
        /// The health after; never over the most a player can have.
        after: i32,
    },
    /// A ship will be destroyed.
    Marked {
        /// Which.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// By what.
        by: Vec<Source>,
    },
    /// A destroyed ship left another one.
    Created {
        /// The new one.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
        /// What left it.
        source: Source,
    },
    /// A ship is destroyed.
    Destroyed {
        /// Which.
        ship: ShipId,
        /// Its kind.
        kind: Kind,
    },
    /// Nobody declared anything, so nobody may answer.
    Skipped,
}

impl Outcome {
    /// Everything that happened, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let steps: &[Step] = if let Self::Resolved { steps, .. } = self { steps } else { &[] };
        steps.iter().flat_map(|step| &step.events)
    }
}
