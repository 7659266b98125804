//! Phases and hooks: when a power is considered. Either in one of nine scheduled phases, or by a hook outside the
//! schedule.
//!
//! Phases and hooks are different types on purpose. The round runs through [`SCHEDULE`], which can hold phases only,
//! so no loop over the schedule can ever reach an event, a change of the dice or a passive:
//!
//! ```
//! use timeloom::rulesets::fleet::{Phase, SCHEDULE};
//! let found = SCHEDULE.into_iter().find(|phase| *phase == Phase::Automatic);
//! assert_eq!(found, Some(Phase::Automatic));
//! ```
//!
//! ```compile_fail,E0308
//! use timeloom::rulesets::fleet::{Hook, SCHEDULE};
//! let found = SCHEDULE.into_iter().find(|phase| *phase == Hook::Event);
//! ```
//!
//! Knows names and order; does not know what happens in a phase.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A scheduled phase. Every round goes through all of them, in the order of [`SCHEDULE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Rolls one die for both players; each reads it as modified by its ships.
    DiceRoll,
    /// Each player gains as many lines as it reads.
    LineGeneration,
    /// Ships that build others do so.
    ShipsThatBuild,
    /// Both players build with their lines.
    Drawing,
    /// Effects due when all building is done.
    EndOfBuild,
    /// Charges that act before all others.
    FirstStrike,
    /// Both players declare charges in secret.
    SimultaneousDeclaration,
    /// Responses, if a player declared something.
    ConditionalResponse,
    /// All automatic effects, and the only change of health.
    Automatic,
}

/// The phases of a round, in order.
pub const SCHEDULE: [Phase; 9] = [
    Phase::DiceRoll,
    Phase::LineGeneration,
    Phase::ShipsThatBuild,
    Phase::Drawing,
    Phase::EndOfBuild,
    Phase::FirstStrike,
    Phase::SimultaneousDeclaration,
    Phase::ConditionalResponse,
    Phase::Automatic,
];

/// Hooks outside the schedule: called when something happens, or queried while something is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hook {
    /// Fires when something happens to a ship, see [`Trigger`].
    Event,
    /// Changes what a player reads from the die, while it is rolled.
    DiceManipulation,
    /// Queried by the rules, and never fires.
    Passive,
}

/// Frequency of a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timing {
    /// Every round, as long as the ship lives.
    Continuous,
    /// Once, in the round the ship is completed, even if it is gone by then.
    OnceOnlyAutomatic,
    /// When the ship is destroyed.
    UponDestruction,
    /// Never: it is only queried.
    Passive,
}

/// Trigger of an event power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// Its own ship is destroyed.
    OnDestroyed,
    /// Another ship of its owner is completed.
    OnShipCompleted,
}

/// Words for phases in files.
pub(super) const PHASE_WORDS: [(&str, Phase); 9] = [
    ("dice_roll", Phase::DiceRoll),
    ("line_generation", Phase::LineGeneration),
    ("ships_that_build", Phase::ShipsThatBuild),
    ("drawing", Phase::Drawing),
    ("end_of_build", Phase::EndOfBuild),
    ("first_strike", Phase::FirstStrike),
    ("simultaneous_declaration", Phase::SimultaneousDeclaration),
    ("conditional_response", Phase::ConditionalResponse),
    ("automatic", Phase::Automatic),
];
/// Words for hooks in files.
pub(super) const HOOK_WORDS: [(&str, Hook); 3] =
    [("event", Hook::Event), ("dice_manipulation", Hook::DiceManipulation), ("passive", Hook::Passive)];
/// Words for timings in files.
pub(super) const TIMING_WORDS: [(&str, Timing); 4] = [
    ("continuous", Timing::Continuous),
    ("once_only_automatic", Timing::OnceOnlyAutomatic),
    ("upon_destruction", Timing::UponDestruction),
    ("passive", Timing::Passive),
];
/// Words for triggers in files.
pub(super) const TRIGGER_WORDS: [(&str, Trigger); 2] =
    [("on_destroyed", Trigger::OnDestroyed), ("on_ship_completed", Trigger::OnShipCompleted)];

/// Returns the word for a value in files.
pub(super) fn word_for<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

impl Phase {
    /// Returns the next phase; `None` after the last of a round.
    pub fn next(self) -> Option<Self> {
        SCHEDULE.into_iter().find(|phase| *phase > self)
    }

    /// Returns whether this is a build phase. What a ship does every round in these phases begins the round after it
    /// is built.
    pub fn is_build(self) -> bool {
        self <= Self::EndOfBuild
    }

    /// Returns whether ships may spend charges in this phase.
    pub fn takes_charges(self) -> bool {
        matches!(self, Self::FirstStrike | Self::SimultaneousDeclaration | Self::ConditionalResponse)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word_for(&PHASE_WORDS, self))
    }
}
