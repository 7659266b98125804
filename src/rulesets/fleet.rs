//! `fleet`: two fleets, nine phases, and choices that stay hidden until both players have chosen.
//!
//! A round begins with a shared die, which gives both players lines; both draw a ship in secret, or save; ships with
//! charges strike first, are declared in secret, and may be answered; then all automatic effects count at once. A
//! phase says *when* a power is considered, its timing *how often* it fires; ships are data, see [`BUILT_IN`]. A
//! player at 0 health loses; when both fall the healthier one wins, and likewise after the last round.
//!
//! Decisions where the contract was open: a player draws at most one ship a round, and ships with charges are asked
//! one after the other, so that the number of answers follows from public information; drawing is secret like every
//! other choice; what a ship does every round in the build phases begins the round after it was built; a ship that
//! takes others is an upgrade and cannot be destroyed.
//!
//! ```
//! use timeloom::rules::{Level as _, Rules};
//! use timeloom::rulesets::fleet::{Fleet, Level};
//!
//! let level = Level::parse(
//!     r#"
//!     [meta]
//!     name = "Two captains"
//!     [match]
//!     rounds = 20                  # then the healthier one wins
//!     [[player]]
//!     name = "Ada"
//!     ships = ["orbital"]          # starting ships
//!     [[player]]
//!     name = "Brin"
//!     lines = 2                    # for going second; the default health is 25
//!     "#,
//! )
//! .unwrap();
//! let rules = Fleet::new(level).unwrap();
//! let mut state = rules.start(7);
//! while let Some(action) = rules.advise(&state) {
//!     state = rules.apply(&state, &action).unwrap().0;
//! }
//! assert!(rules.result(&state).is_some());
//! ```
//!
//! Called through [`Rules`] and [`Show`]. Knows no files, no history and no other game.

mod action;
mod causes;
mod controls;
mod faults;
mod id;
mod legality;
mod level;
mod outcome;
mod passive;
mod phase;
mod policy;
mod power;
mod resolve;
mod scene;
mod ships;
mod state;
mod state_json;
mod tell;
#[cfg(test)]
mod tests;
mod view;

pub use action::Action;
pub use id::{Kind, MAX_SHIPS, SEATS, Seat, ShipId};
pub use legality::{Effect, Illegal};
pub use level::{DEFAULT_HEALTH, DEFAULT_MOST_HEALTH, DEFAULT_ROUNDS, Level, Setup};
pub use outcome::{Event, Outcome, Source, Step, Why};
pub use phase::{Hook, Phase, SCHEDULE, Timing, Trigger};
pub use power::{Condition, Effect as PowerEffect, Often, Power, Query, Rule, Standard};
pub use ships::{BUILT_IN, Catalogue, Design};
pub use state::{Due, Impact, MAX_HEALTH, MAX_LINES, MAX_ROUNDS, Player, Ship, State, Status};

use crate::codec::DecodeError;
use crate::diff::Cause;
use crate::fault;
use crate::rng::Mulberry32;
use crate::rules::{Fault, GameResult, Rules, Testable};
use crate::scene::{Scene, View};
use crate::show::{Controls, Cue, Secrets, Show, StateData};

/// Rules of a match, set up on a level.
#[derive(Clone, Debug)]
pub struct Fleet {
    level: Level,
    version: u16,
}

/// Differences between the versions of the rules. A log is replayed by the version that began it.
impl Fleet {
    /// Version 1 asked a ship that destroys even if its only targets were on its own side.
    fn asks_for_own_ships(&self) -> bool {
        self.version < 2
    }

    /// In version 1 a charge opened the response only if its power had an effect.
    fn answers_effects(&self) -> bool {
        self.version < 2
    }
}

impl Rules for Fleet {
    const VERSION: u16 = 2;

    type Level = Level;
    type State = State;
    type Action = Action;
    type Effect = Effect;
    type Outcome = Outcome;
    type Illegal = Illegal;

    /// Any level that could be read can be played.
    fn for_version(level: Level, version: u16) -> Result<Self, Vec<Fault>> {
        Ok(Self { level, version })
    }

    /// A match of unknown origin is played with the built-in ships.
    fn resume(state: &State) -> Result<Self, Vec<Fault>> {
        let rules = Self { level: Level::unknown(), version: Self::VERSION };
        let faults = faults::faults(&rules, state);
        if faults.is_empty() { Ok(rules) } else { Err(faults) }
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn start(&self, seed: u64) -> State {
        self.level.start(seed)
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        legality::actions(self, state)
    }

    fn check(&self, state: &State, action: &Action) -> Result<Effect, Illegal> {
        legality::check(self, state, action)
    }

    fn apply_effect(&self, state: State, effect: Effect) -> (State, Outcome) {
        resolve::apply_effect(self, state, effect)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        legality::result(self, state)
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let faults = faults::faults(self, state);
        if faults.is_empty() { Ok(()) } else { Err(fault::listing(&faults)) }
    }

    fn advise(&self, state: &State) -> Option<Action> {
        policy::advise(self, state)
    }

    fn pack(&self, action: &Action) -> Vec<u8> {
        action::pack(self.level.ships(), action)
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Action, DecodeError> {
        action::unpack(self.level.ships(), bytes)
    }
}

impl Testable for Fleet {
    fn reseed(&self, state: State, seed: u64) -> Option<State> {
        Some(State { rng: Mulberry32::from_seed(seed), ..state })
    }

    fn tags(action: &Action) -> Vec<String> {
        action::tags(action)
    }

    fn all_tags() -> Vec<String> {
        action::all_tags()
    }
}

impl Show for Fleet {
    fn scene(&self, state: &State, view: View) -> Scene {
        scene::scene(self, state, view.seat.map(view::seat))
    }

    fn tell(&self, outcome: &Outcome) -> String {
        tell::tell(&self.level, outcome)
    }

    fn by_chance(&self, outcome: &Outcome) -> Option<String> {
        tell::by_chance(outcome)
    }

    fn causes(&self, outcome: &Outcome) -> Vec<Cause> {
        causes::causes(outcome)
    }

    fn candidates(&self, state: &State) -> Vec<Action> {
        legality::candidates(self, state)
    }

    fn cue(&self, action: &Action) -> Option<Cue> {
        (*action == Action::Roll).then_some(Cue::Next)
    }

    fn controls(&self) -> Option<&dyn Controls<Self>> {
        Some(self)
    }

    fn secrets(&self) -> Option<&dyn Secrets<Self>> {
        Some(self)
    }

    fn state_data(&self) -> Option<&dyn StateData<State>> {
        Some(self)
    }
}

impl StateData<State> for Fleet {
    fn data(&self, state: &State, view: View) -> serde_json::Value {
        view::data(state, view)
    }
}

impl Secrets<Self> for Fleet {
    fn seats(&self) -> Vec<String> {
        SEATS.map(|seat| self.level.setup(seat).name.to_string()).to_vec()
    }

    fn sees(&self, seat: u8, action: &Action) -> bool {
        view::sees(seat, action)
    }

    fn reveals(&self, seat: u8, outcome: &Outcome) -> bool {
        view::reveals(seat, outcome)
    }
}
