//! A validated power: when it is considered, and what it does.
//!
//! Made by the reader of ships, used while a phase is resolved. The types encode what the contract allows: a
//! scheduled power cannot be upon-destruction, an event has a trigger, a passive has a query to answer and no effect
//! at all.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::id::Kind;
use super::phase::Phase;

/// One power of a kind of ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Power {
    /// Name; unique among the powers of a ship.
    pub name: Arc<str>,
    /// When it is considered and what it does.
    pub rule: Rule,
}

/// When a power is considered and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Fires in a scheduled phase.
    Scheduled {
        /// The phase.
        phase: Phase,
        /// Frequency.
        often: Often,
        /// Its effect.
        effect: Effect,
    },
    /// Fires when its own ship is destroyed.
    Destroyed(Effect),
    /// Fires when another ship of its owner is completed.
    Completed(Effect),
    /// Rerolls its owner's die when it shows this or less.
    Reroll(u8),
    /// Never fires; answers a query.
    Passive(Query),
}

/// Frequency of a scheduled power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Often {
    /// Every round, automatically.
    Continuous,
    /// Every round in which its owner chooses to spend this many charges.
    Charged(u8),
    /// Once, in the round its ship is completed.
    Once,
}

/// Effect of a power: a standard effect, or one that expands to standard effects and to nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A standard effect as it is.
    Standard(Standard),
    /// One effect or another.
    Conditional {
        /// The condition.
        condition: Condition,
        /// Effect if it holds.
        then: Standard,
        /// Effect if it does not hold.
        otherwise: Option<Standard>,
    },
    /// An effect for every `each` ships of the owner.
    PerShips {
        /// Number of ships for one effect.
        each: u8,
        /// The effect.
        then: Standard,
    },
}

/// The standard effects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standard {
    /// The opponent loses health, in the automatic phase.
    Damage(u16),
    /// The owner gains health, in the automatic phase.
    Heal(u16),
    /// The owner gains lines.
    GainLines(u16),
    /// This many ships of a kind are completed for the owner.
    Build(Kind, u16),
    /// A basic ship of either player is destroyed.
    Destroy,
}

impl Standard {
    /// Returns the same effect, multiplied.
    pub(super) fn times(&self, times: u16) -> Self {
        match self {
            Self::Damage(amount) => Self::Damage(amount.saturating_mul(times)),
            Self::Heal(amount) => Self::Heal(amount.saturating_mul(times)),
            Self::GainLines(amount) => Self::GainLines(amount.saturating_mul(times)),
            Self::Build(kind, count) => Self::Build(kind.clone(), count.saturating_mul(times)),
            Self::Destroy => Self::Destroy,
        }
    }
}

/// Condition of a conditional power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The owner reads at least this.
    DieAtLeast(u8),
    /// The owner reads an even number.
    DieEven,
    /// The owner had less health than the opponent when the round began. Health changes only at the end of a round,
    /// so this holds for the whole round.
    Behind,
}

/// Queries that passives answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// What does the owner read, whatever the die shows?
    Reads(u8),
    /// Is continuous automatic healing of the owner doubled?
    DoublesHealing,
    /// Are the owner's ships safe from the opponent's powers?
    Protects,
    /// Do ships that went into upgrades count as ships?
    CountsConsumed,
}

impl Power {
    /// Returns the charges that a player has to spend on it in this phase; `None` if players cannot use it then.
    pub fn price(&self, in_phase: Phase) -> Option<u8> {
        match self.rule {
            Rule::Scheduled { phase, often: Often::Charged(price), .. } if phase == in_phase => Some(price),
            _ => None,
        }
    }

    /// Returns whether using it requires a target.
    pub fn needs_target(&self) -> bool {
        matches!(&self.rule, Rule::Scheduled { effect: Effect::Standard(Standard::Destroy), .. })
    }
}
