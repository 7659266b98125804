//! `azul`: the tile drafting game, complete, for two to four players.
//!
//! In turn, players take all tiles of one colour from a factory or from the centre and put them into one of their
//! pattern lines; tiles that do not fit break on the floor. When nothing is left to take, each complete line puts a
//! tile on the wall, which scores together with its neighbours; broken tiles cost points; and the factories are
//! refilled at random. The game ends with the round in which a player completes a row of the wall. Everything is
//! public except the order of the bag.
//!
//! ```
//! use timeloom::rules::{Level as _, Rules};
//! use timeloom::rulesets::azul::{Azul, Level, check_tile_conservation};
//!
//! let level = Level::parse(
//!     r#"
//!     ruleset = "azul"
//!     players = 2
//!     names = ["Ann", "Ben"]    # or leave them out
//!     "#,
//! )
//! .unwrap();
//! let rules = Azul::new(level).unwrap();
//! let mut state = rules.start(7);
//! while let Some(action) = rules.advise(&state) {
//!     state = rules.apply(&state, &action).unwrap().0;
//!     check_tile_conservation(&state).unwrap();
//! }
//! assert!(rules.result(&state).is_some());
//! ```
//!
//! Called through [`Rules`] and [`Show`]; [`apply_action`] may also be called directly. Knows no files, no history
//! and no other game.

mod action;
mod apply;
mod causes;
mod conservation;
mod controls;
mod error;
mod faults;
mod legality;
mod level;
mod outcome;
mod policy;
mod refill;
mod round;
mod scene;
mod scoring;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod tiles;

pub use action::{ActionSource, Destination, DraftAction};
pub use apply::apply_action;
pub use conservation::check_tile_conservation;
pub use error::ValidationError;
pub use legality::{Effect, can_place_in_pattern_line, legal_actions};
pub use level::{Level, MAX_PLAYERS, MIN_PLAYERS};
pub use outcome::{Event, Outcome};
pub use refill::{TILES_PER_FACTORY, factories_for};
pub use scoring::{Bonuses, FLOOR_PENALTIES, Runs, floor_penalty};
pub use state::{
    Center, FloorLine, PatternLine, PlayerBoard, Position, SIDE, State, Wall, get_wall_color_at,
    get_wall_column_for_color,
};
pub use tiles::{TILES_PER_COLOR, TOTAL_TILES, TileColor, TileCounts};

use crate::codec::DecodeError;
use crate::diff::Cause;
use crate::rng::Mulberry32;
use crate::rules::{Fault, GameResult, Refusal, Refused, Rules, Testable};
use crate::scene::{Scene, View};
use crate::show::{Controls, Past, Show};

/// Rules of a game, set up on a level.
#[derive(Clone, Debug)]
pub struct Azul {
    level: Level,
    /// Total number of tiles: those of a full game, or those of a position that came from outside.
    tiles: u32,
}

impl Rules for Azul {
    const VERSION: u16 = 1;

    type Level = Level;
    type State = State;
    type Action = DraftAction;
    type Effect = Effect;
    type Outcome = Outcome;
    type Illegal = ValidationError;

    fn for_version(level: Level, _version: u16) -> Result<Self, Vec<Fault>> {
        let faults = level.faults();
        if faults.is_empty() { Ok(Self { level, tiles: TOTAL_TILES }) } else { Err(faults) }
    }

    fn resume(state: &State) -> Result<Self, Vec<Fault>> {
        let faults = faults::faults(state);
        if !faults.is_empty() {
            return Err(faults.into_iter().map(Fault::new).collect());
        }
        Ok(Self { level: Level::of(state), tiles: conservation::Census::of(state).total() })
    }

    fn level(&self) -> &Level {
        &self.level
    }

    fn start(&self, seed: u64) -> State {
        self.level.start(seed)
    }

    fn actions(&self, state: &State) -> Vec<DraftAction> {
        legality::actions(state)
    }

    fn check(&self, state: &State, action: &DraftAction) -> Result<Effect, ValidationError> {
        legality::check(state, action)
    }

    fn apply_effect(&self, state: State, effect: Effect) -> (State, Outcome) {
        apply::apply_effect(state, &effect)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        let winners = scoring::winners(state)?;
        let scores: Vec<u32> = state.players.iter().map(|player| player.score).collect();
        Some(tell::result(&self.level, &scores, &winners))
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let faults = faults::faults(state);
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        let (found, expected) = (state.players.len(), usize::from(self.level.players()));
        if found != expected {
            return Err(format!("{found} players sit at a table for {expected}"));
        }
        conservation::check_total(state, self.tiles)
    }

    fn advise(&self, state: &State) -> Option<DraftAction> {
        policy::choose(state)
    }

    /// Also checks that the number of tiles stays the same.
    fn apply(&self, state: &State, action: &DraftAction) -> Result<(State, Outcome), ValidationError> {
        apply::apply(state, action)
    }

    fn pack(&self, action: &DraftAction) -> Vec<u8> {
        action::pack(action)
    }

    fn unpack(&self, bytes: &[u8]) -> Result<DraftAction, DecodeError> {
        action::unpack(bytes)
    }
}

impl Testable for Azul {
    fn reseed(&self, mut state: State, seed: u64) -> Option<State> {
        state.rng_state = Mulberry32::from_seed(seed);
        Some(state)
    }

    fn tags(action: &DraftAction) -> Vec<String> {
        action::tags(action)
    }

    fn all_tags() -> Vec<String> {
        action::all_tags()
    }
}

impl Show for Azul {
    fn scene(&self, state: &State, _view: View) -> Scene {
        scene::scene(&self.level, state)
    }

    fn tell(&self, outcome: &Outcome) -> String {
        tell::tell(&self.level, outcome)
    }

    fn by_chance(&self, outcome: &Outcome) -> Option<String> {
        tell::by_chance(&self.level, outcome)
    }

    fn candidates(&self, state: &State) -> Vec<DraftAction> {
        legality::candidates(state)
    }

    fn explain(&self, _state: &State, reason: &ValidationError, _past: Past<'_>) -> Refused {
        let refused = reason.report();
        Refused { message: reason.in_plain_words().unwrap_or(refused.message), ..refused }
    }

    fn controls(&self) -> Option<&dyn Controls<Self>> {
        Some(self)
    }

    fn causes(&self, outcome: &Outcome) -> Vec<Cause> {
        causes::causes(outcome)
    }
}
