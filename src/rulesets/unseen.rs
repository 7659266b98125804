//! `unseen`: a stealth puzzle in a space-time cube.
//!
//! The player walks through space and time, pushes boxes, uses rifts into the past and the future, and must not be
//! seen: enemies see only as far as light has travelled, so they see where the player was. What the player did in the
//! past is fixed; actions that contradict it are refused.
//!
//! [`core`] is the world as data, [`game`] the rules of play, [`vision`] what enemies see, [`level`] the level files,
//! `drawn` the drawing of levels. Knows no files, no history and no other game.

mod build;
mod controls;
pub mod core;
mod cube;
mod data;
mod drawn;
pub mod game;
mod grid;
mod hints;
pub mod level;
mod look;
mod notation;
mod overlays;
mod paradox;
mod reasons;
mod scene;
pub mod sokoban;
mod solve;
mod state;
#[cfg(test)]
mod tests;
pub mod vision;

use std::sync::Arc;

pub use level::Level;
pub use state::State;

use self::core::{EntityId, Thing};
use self::game::{Action, ActionError, ActionOutcome, Effect, GamePhase};
use crate::codec::DecodeError;
use crate::rules::{Fault, GameResult, Refusal, Refused, Rules, Testable, tagged};
use crate::solver::Search;

/// The ruleset, set up on a level.
pub struct Unseen {
    level: Level,
    start: State,
    /// Display name of each thing, by its number.
    names: Vec<Arc<str>>,
    cubes: cube::SpaceTimeCache,
}

impl Rules for Unseen {
    const VERSION: u16 = 1;

    type Level = Level;
    type State = State;
    type Action = Action;
    type Effect = Effect;
    type Outcome = ActionOutcome;
    type Illegal = ActionError;

    fn for_version(level: Level, _version: u16) -> Result<Self, Vec<Fault>> {
        let game = build::game(&level)?;
        let names = build::names(&level, game.cube());
        let cubes = cube::SpaceTimeCache::default();
        Ok(Self { start: State::new(level.clone(), game), level, names, cubes })
    }

    fn resume(state: &State) -> Result<Self, Vec<Fault>> {
        Self::new(state.level().clone())
    }

    fn level(&self) -> &Level {
        &self.level
    }

    /// The game has no random numbers; every seed gives the same start.
    fn start(&self, _seed: u64) -> State {
        self.start.clone()
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        state.game().valid_actions()
    }

    fn check(&self, state: &State, action: &Action) -> Result<Effect, ActionError> {
        game::effect::work_out(state.game(), *action)
    }

    fn apply_effect(&self, state: State, effect: Effect) -> (State, ActionOutcome) {
        state.apply_effect(effect)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        let game = state.game();
        match game.phase() {
            GamePhase::Playing | GamePhase::Restarted => None,
            GamePhase::Won => Some(GameResult::Won("the player".to_owned())),
            GamePhase::Paradox => Some(GameResult::Lost("a paradox".to_owned())),
            GamePhase::Detected => Some(GameResult::Lost(match vision::rescan(game) {
                Some(seen) => format!("seen by {} at {}", self.name(seen.by), seen.seen_at),
                None => "seen".to_owned(),
            })),
        }
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let game = state.game();
        if !game.cube().in_bounds(game.player_position()) {
            return Err(format!("the player is out of bounds, at {}", game.player_position()));
        }
        let seen = vision::rescan(game).is_some();
        if seen != (game.phase() == GamePhase::Detected) && game.phase() != GamePhase::Paradox {
            let sight = if seen { "an enemy sees the player" } else { "nobody sees the player" };
            return Err(format!("the game is {}, but a full check says that {sight}", game.phase()));
        }
        Ok(())
    }

    fn search<'s>(&'s self, from: &'s State) -> Option<Box<dyn Search<Action> + 's>> {
        Some(solve::search(from.game()))
    }

    fn fingerprint(&self, state: &State) -> u64 {
        state.game().fingerprint()
    }

    fn pack(&self, action: &Action) -> Vec<u8> {
        vec![action.code()]
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Action, DecodeError> {
        let action = match bytes {
            [code] => Action::from_code(*code),
            _ => None,
        };
        action.ok_or_else(|| DecodeError::new(format!("{bytes:02x?} is not an action of unseen")))
    }
}

impl Testable for Unseen {
    fn tags(action: &Action) -> Vec<String> {
        vec![action.to_string()]
    }

    fn all_tags() -> Vec<String> {
        (0..=u8::MAX).filter_map(Action::from_code).flat_map(|action| Self::tags(&action)).collect()
    }
}

impl Unseen {
    /// Returns the display name of an entity.
    fn name(&self, id: EntityId) -> &str {
        let thing = self.start.game().cube().base().thing(id);
        thing.map_or("something", |thing| &self.names[thing.0 as usize])
    }

    /// Returns the display name of a thing on the board, as a shared text.
    fn label(&self, thing: Thing) -> Arc<str> {
        Arc::clone(&self.names[thing.0 as usize])
    }
}

impl Refusal for ActionError {
    /// A wrapped reason is reported as itself.
    fn report(&self) -> Refused {
        let (code, context) = match self {
            Self::MoveBlocked(inner) => tagged(inner),
            other => tagged(other),
        };
        Refused::new(code, self.to_string(), context)
    }
}
