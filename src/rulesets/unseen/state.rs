//! A state as the engine keeps it: the game and its level.
//!
//! In JSON a state is its level and the actions since the start, because everything else follows from them; reading
//! one replays them. The data for front ends is beside them as `view` and is not read.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::game::effect::work_out;
use super::game::{ActionOutcome, Effect, GameState};
use super::level::Level;
use super::{build, data, notation};
use crate::fault;

/// A game on its level. Cloning costs O(1).
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    level: Level,
    game: GameState,
}

impl State {
    pub(super) fn new(level: Level, game: GameState) -> Self {
        Self { level, game }
    }

    /// Returns the level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the game.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    pub(super) fn apply_effect(self, effect: Effect) -> (Self, ActionOutcome) {
        let (game, outcome) = effect.carry_out(self.game);
        (Self { level: self.level, game }, outcome)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateForm {
    level: Level,
    #[serde(default)]
    actions: String,
    #[serde(default)]
    view: serde_json::Value,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let history = self.game.history();
        let actions = (0..history.len()).filter_map(|index| history.get(index));
        let actions = actions.map(|action| action.to_string()).collect::<Vec<_>>().join(" ");
        let view = data::slice(&self.game, self.game.current_time(), None);
        StateForm { level: self.level.clone(), actions, view }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StateForm { level, actions, .. } = StateForm::deserialize(deserializer)?;
        let faulty = |faults: Vec<_>| D::Error::custom(fault::listing(&faults).replace('\n', "; "));
        let mut game = build::game(&level).map_err(faulty)?;
        for (turn, text) in actions.split_whitespace().enumerate() {
            let action = notation::read(text).map_err(D::Error::custom)?;
            let effect = work_out(&game, action)
                .map_err(|error| D::Error::custom(format!("turn {}, {text}: {error}", turn + 1)))?;
            game = effect.carry_out(game).0;
        }
        Ok(Self { level, game })
    }
}
