//! Legality: the check that every action passes, and the list of all actions that would pass it.
//!
//! Called by the rules. The check returns the effect that `apply` carries out, so the two cannot drift apart; nothing
//! is changed here.

use serde::Serialize;

use super::action::{Action, Intent};
use super::compass;
use super::deed::CharacterAction;
use super::id::CharacterId;
use super::state::{Character, State};
use crate::rules::{GameResult, Refusal};
use crate::scene::Facing;

/// Number of ticks without a change after which the battle is a draw.
pub const QUIET_LIMIT: u32 = 100;

/// A legal action and its computed effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A tick passes.
    Tick,
    /// A character begins an action.
    Order {
        /// Its index in the state's list.
        index: usize,
        /// The order given.
        intent: Intent,
        /// The action that it begins.
        action: CharacterAction,
    },
}

/// Reason why an action is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Illegal {
    /// The battle has ended.
    #[error("the battle is over ({result}): go back to an earlier tick to try something else")]
    BattleOver {
        /// Its result.
        result: GameResult,
    },
    /// No living character has this id.
    #[error("nobody alive is called {character}: {}", present(alive))]
    NoSuchCharacter {
        /// The unknown id.
        character: CharacterId,
        /// Ids of the living characters.
        alive: Vec<CharacterId>,
    },
    /// The character is not idle.
    #[error(
        "{character} is busy, ticks to go: {ticks_remaining}. Let them pass with Tick, then give the order"
    )]
    Busy {
        /// The character.
        character: CharacterId,
        /// Ticks until it is idle.
        ticks_remaining: u32,
    },
    /// The order points off the board.
    #[error("{character} stands at the {} edge of the board: choose another direction", compass::word(*facing))]
    OutOfBounds {
        /// The character.
        character: CharacterId,
        /// The direction that leads off the board.
        facing: Facing,
    },
}

impl Refusal for Illegal {}

/// Returns the effect of an action, or why it is not legal.
pub(super) fn check(state: &State, action: &Action) -> Result<Effect, Illegal> {
    if let Some(result) = result(state) {
        return Err(Illegal::BattleOver { result });
    }
    match action {
        Action::Tick => Ok(Effect::Tick),
        Action::Order { character, intent } => order(state, character, *intent),
    }
}

/// Returns every legal action: the tick, then the orders in the order of the state's list.
pub(super) fn actions(state: &State) -> Vec<Action> {
    if result(state).is_some() {
        return Vec::new();
    }
    let idle = state.characters.iter().filter(|character| character.lives() && character.is_idle());
    let orders = idle.flat_map(|character| {
        let legal = Intent::all().filter(|&intent| begin(state, character, intent).is_ok());
        legal.map(|intent| Action::Order { character: character.id.clone(), intent })
    });
    std::iter::once(Action::Tick).chain(orders).collect()
}

/// Returns every legal action, and for each busy fighter an order that says for how long it is busy.
pub(super) fn candidates(state: &State) -> Vec<Action> {
    let over = result(state).is_some();
    let busy = state.characters.iter().filter(|character| !over && character.lives() && !character.is_idle());
    let busy = busy.map(|character| Action::Order { character: character.id.clone(), intent: Intent::Hold });
    actions(state).into_iter().chain(busy).collect()
}

/// Returns the result of the battle, if it has ended.
pub(super) fn result(state: &State) -> Option<GameResult> {
    let mut alive = state.characters.iter().filter(|character| character.lives());
    let Some(first) = alive.next() else {
        return Some(GameResult::Draw("nobody is left".into()));
    };
    if alive.all(|other| other.faction == first.faction) {
        Some(GameResult::Won(first.faction.to_string()))
    } else {
        (state.quiet >= QUIET_LIMIT)
            .then(|| GameResult::Draw(format!("nothing has changed for {QUIET_LIMIT} ticks")))
    }
}

fn order(state: &State, id: &CharacterId, intent: Intent) -> Result<Effect, Illegal> {
    let index = state.find(id).filter(|&index| state.characters[index].lives());
    let index = index.ok_or_else(|| nobody(state, id))?;
    let character = &state.characters[index];
    if let Some(deed) = character.current_action {
        return Err(Illegal::Busy { character: id.clone(), ticks_remaining: deed.ticks_remaining });
    }
    Ok(Effect::Order { index, intent, action: begin(state, character, intent)? })
}

/// Returns the action that an idle character begins with this intent.
fn begin(state: &State, character: &Character, intent: Intent) -> Result<CharacterAction, Illegal> {
    let target = match intent.facing() {
        None => character.position,
        Some(facing) => compass::neighbour(character.position, facing, state.width, state.height)
            .ok_or_else(|| Illegal::OutOfBounds { character: character.id.clone(), facing })?,
    };
    Ok(CharacterAction::new(intent.kind(), target))
}

fn nobody(state: &State, id: &CharacterId) -> Illegal {
    let alive = state.characters.iter().filter(|character| character.lives());
    Illegal::NoSuchCharacter { character: id.clone(), alive: alive.map(|who| who.id.clone()).collect() }
}

/// Lists the living characters; of many, the first ones.
fn present(alive: &[CharacterId]) -> String {
    const NAMED: usize = 20;
    let named: Vec<String> = alive.iter().take(NAMED).map(ToString::to_string).collect();
    match alive.len().saturating_sub(NAMED) {
        0 => format!("there are {}", named.join(", ")),
        more => format!("there are {} and {more} more", named.join(", ")),
    }
}
