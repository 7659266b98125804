//! `skirmish`: an auto-battler with colliding movement.
//!
//! Characters of two or more sides stand on a square grid. In a tick every idle character decides, based on the state
//! at the start of the tick; then all move, then all strike at once, then the dead leave. A character blocks the cell
//! it stands on when the tick starts; those who want the same free cell draw for it. The player lets ticks pass and
//! may order one character at a time. The last side standing wins.
//!
//! ```
//! use timeloom::rules::{Level as _, Rules};
//! use timeloom::rulesets::skirmish::{Action, Level, Skirmish};
//!
//! let level = Level::parse(
//!     r#"
//!     [meta]
//!     name = "A duel"
//!     [arena]
//!     rows = ["A....b"]    # '.' is floor, every other letter is a character's id
//!     [[faction]]
//!     name = "red"
//!     members = "A"        # letters on the map, in the order of their slots
//!     hp = 100             # of each of them; the default is 100
//!     [[faction]]
//!     name = "blue"
//!     members = "b"
//!     [[character]]        # details beyond its letter
//!     id = "A"
//!     name = "Ann"
//!     hp = 140
//!     "#,
//! )
//! .unwrap();
//! let rules = Skirmish::new(level).unwrap();
//! let mut state = rules.start(1000);
//! while rules.result(&state).is_none() {
//!     state = rules.apply(&state, &Action::Tick).unwrap().0;
//! }
//! assert_eq!(rules.result(&state).unwrap().to_string(), "won: red");
//! ```
//!
//! Called through [`Rules`] and [`Show`]; [`resolve_movement`] may also be called directly. Knows no files, no
//! history and no other game.

mod action;
mod apply;
mod census;
mod compass;
mod controls;
mod deed;
mod drawn;
mod id;
mod legality;
mod level;
mod movement;
mod nearest;
mod outcome;
mod policy;
mod scene;
mod state;
mod tell;
#[cfg(test)]
mod tests;

pub use action::{Action, Intent};
pub use deed::{ActionKind, CharacterAction};
pub use id::{CharacterId, Faction};
pub use legality::{Effect, Illegal, QUIET_LIMIT};
pub use level::{DEFAULT_HP, DEFAULT_SIDE, Fighter, Level};
pub use movement::{MovementEvent, MovementResult, resolve_movement};
pub use outcome::{Event, Outcome};
pub use state::{Character, State};

use crate::codec::DecodeError;
use crate::fault;
use crate::rng;
use crate::rules::{Fault, GameResult, Refusal, Refused, Rules, Testable};
use crate::scene::{Scene, Sign, View};
use crate::show::{Controls, Cue, Past, Show};

/// Rules of a battle, set up on a level.
#[derive(Clone, Debug)]
pub struct Skirmish {
    level: Level,
    version: u16,
}

impl Skirmish {
    fn roster(&self) -> impl Iterator<Item = &CharacterId> + Clone {
        self.level.fighters().iter().map(|fighter| &fighter.id)
    }

    /// Version 1 folded the high bits of a seed into the low ones, which initialize the generator; they are ignored
    /// now.
    fn seed(&self, given: u64) -> u64 {
        if self.version < 2 { given ^ (given >> 32) } else { given }
    }
}

impl Rules for Skirmish {
    const VERSION: u16 = 2;

    type Level = Level;
    type State = State;
    type Action = Action;
    type Effect = Effect;
    type Outcome = Outcome;
    type Illegal = Illegal;

    fn for_version(level: Level, version: u16) -> Result<Self, Vec<Fault>> {
        let faults = level.faults();
        if faults.is_empty() { Ok(Self { level, version }) } else { Err(faults) }
    }

    fn resume(state: &State) -> Result<Self, Vec<Fault>> {
        let faults = state.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self { level: Level::of(state), version: Self::VERSION })
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn start(&self, seed: u64) -> State {
        self.level.start(self.seed(seed))
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        legality::actions(state)
    }

    fn check(&self, state: &State, action: &Action) -> Result<Effect, Illegal> {
        legality::check(state, action)
    }

    fn apply_effect(&self, state: State, effect: Effect) -> (State, Outcome) {
        apply::apply_effect(state, effect)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        legality::result(state)
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let faults = state.faults();
        if faults.is_empty() { Ok(()) } else { Err(fault::listing(&faults)) }
    }

    /// Battles run by themselves.
    fn advise(&self, state: &State) -> Option<Action> {
        legality::check(state, &Action::Tick).ok().map(|_| Action::Tick)
    }

    fn pack(&self, action: &Action) -> Vec<u8> {
        action::pack(self.roster(), action)
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Action, DecodeError> {
        action::unpack(self.roster(), bytes)
    }
}

impl Testable for Skirmish {
    fn reseed(&self, state: State, seed: u64) -> Option<State> {
        Some(State { rng_state: rng::init_rng(self.seed(seed)), ..state })
    }

    fn tags(action: &Action) -> Vec<String> {
        action::tags(action)
    }

    fn all_tags() -> Vec<String> {
        action::all_tags()
    }
}

impl Show for Skirmish {
    fn scene(&self, state: &State, _view: View) -> Scene {
        scene::scene(&self.level, state)
    }

    fn tell(&self, outcome: &Outcome) -> String {
        tell::tell(outcome)
    }

    fn by_chance(&self, outcome: &Outcome) -> Option<String> {
        tell::by_chance(outcome)
    }

    fn sign(&self, outcome: &Outcome) -> Option<Sign> {
        tell::sign(outcome)
    }

    fn candidates(&self, state: &State) -> Vec<Action> {
        legality::candidates(state)
    }

    fn explain(&self, state: &State, reason: &Illegal, _past: Past<'_>) -> Refused {
        let refused = reason.report();
        Refused { message: self.reason(state, reason).unwrap_or(refused.message), ..refused }
    }

    fn controls(&self) -> Option<&dyn Controls<Self>> {
        Some(self)
    }

    fn cue(&self, action: &Action) -> Option<Cue> {
        (*action == Action::Tick).then_some(Cue::Next)
    }
}
