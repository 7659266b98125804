//! What a power is, once its data was found sound: where it is looked at, and what it does.
//!
//! Made by the reader of ships, used by whoever resolves a phase. The types say what the contract allows: a scheduled
//! power cannot be upon-destruction, an event has a trigger, a passive has a question to answer and no effect at all.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::id::Kind;
use super::phase::Phase;

/// One power of a kind of ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Power {
    /// What it is called; two powers of a ship have different names.
    pub name: Arc<str>,
    /// When it is looked at and what it does then.
    pub rule: Rule,
}

/// When a power is looked at and what it does then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Fires in a phase of the schedule.
    Scheduled {
        /// The phase.
        phase: Phase,
        /// How often.
        often: Often,
        /// What it does.
        effect: Effect,
    },
    /// Fires when its own ship is destroyed.
    Destroyed(Effect),
    /// Fires when another ship of its owner is completed.
    Completed(Effect),
    /// Rolls again for its owner when the die shows no more than this.
    Reroll(u8),
    /// Never fires; answers a question.
    Passive(Query),
}

/// How often a scheduled power fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Often {
    /// Every round, by itself.
    Continuous,
    /// Every round in which its owner decides to spend so many charges.
    Charged(u8),
    /// Once, on the round its ship is completed.
    Once,
}

/// What a power does: a standard effect, or something that expands to standard effects and to nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Just so.
    Standard(Standard),
    /// One or the other.
    Conditional {
        /// What is looked at.
        condition: Condition,
        /// What happens if it holds.
        then: Standard,
        /// What happens if not.
        otherwise: Option<Standard>,
    },
    /// So much for every so many ships of the owner.
    PerShips {
        /// How many ships count as one.
        each: u8,
        /// What happens for each.
        then: Standard,
    },
}

/// The effects there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standard {
    /// The opponent loses health, in the automatic phase.
    Damage(u16),
    /// The owner gains health, in the automatic phase.
    Heal(u16),
    /// The owner gains lines.
    GainLines(u16),
    /// So many ships of a kind are completed for the owner.
    Build(Kind, u16),
    /// A basic ship is destroyed, of either player.
    Destroy,
}

impl Standard {
    /// The same, so many times over.
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

/// What a conditional power looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The owner reads at least this.
    DieAtLeast(u8),
    /// The owner reads an even number.
    DieEven,
    /// The owner had less health than the opponent when the round began. Health changes at the end of a round only, so
    /// this is how it stands all round long.
    Behind,
}

/// The questions that passives answer.
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
    /// The charges a player has to spend on it in this phase; nothing if it is not the player's to use.
    pub fn price(&self, in_phase: Phase) -> Option<u8> {
        match self.rule {
            Rule::Scheduled { phase, often: Often::Charged(price), .. } if phase == in_phase => Some(price),
            _ => None,
        }
    }

    /// Whether using it means to point at a ship.
    pub fn needs_target(&self) -> bool {
        matches!(&self.rule, Rule::Scheduled { effect: Effect::Standard(Standard::Destroy), .. })
    }
}
