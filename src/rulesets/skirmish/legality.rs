//! What may be done: the check that every action passes, and the list of all that would pass it.
//!
//! Called by the rules. The check hands out the effect that `apply` carries out, so the two cannot drift apart; nothing
//! is changed here.

use serde::Serialize;

use super::action::{Action, Intent};
use super::compass;
use super::deed::CharacterAction;
use super::id::CharacterId;
use super::state::{Character, State};
use crate::rules::{GameResult, Refusal};
use crate::scene::Facing;

/// After so many ticks in which nothing changes, nothing ever will: a draw.
pub const QUIET_LIMIT: u32 = 100;

/// A legal action, worked out.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A tick passes.
    Tick,
    /// A character begins something.
    Order {
        /// Its place in the state's list.
        index: usize,
        /// What was asked of it.
        intent: Intent,
        /// What it will be busy with.
        action: CharacterAction,
    },
}

/// Why an action is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Illegal {
    /// The battle has ended.
    #[error("the battle is over ({result}): go back to an earlier tick to try something else")]
    BattleOver {
        /// How it ended.
        result: GameResult,
    },
    /// Nobody alive has this id.
    #[error("nobody alive is called {character}: {}", present(alive))]
    NoSuchCharacter {
        /// Who was asked for.
        character: CharacterId,
        /// Who is there instead.
        alive: Vec<CharacterId>,
    },
    /// The character is not idle.
    #[error(
        "{character} is busy, ticks to go: {ticks_remaining}. Let them pass with Tick, then give the order"
    )]
    Busy {
        /// Who was asked for.
        character: CharacterId,
        /// How long it will be busy.
        ticks_remaining: u32,
    },
    /// The order points off the board.
    #[error("{character} stands at the {} edge of the board: choose another direction", compass::word(*facing))]
    OutOfBounds {
        /// Who was asked for.
        character: CharacterId,
        /// The direction that leads off the board.
        facing: Facing,
    },
}

impl Refusal for Illegal {}

/// The effect of an action, or why it is not legal.
pub(super) fn check(state: &State, action: &Action) -> Result<Effect, Illegal> {
    if let Some(result) = result(state) {
        return Err(Illegal::BattleOver { result });
    }
    match action {
        Action::Tick => Ok(Effect::Tick),
        Action::Order { character, intent } => order(state, character, *intent),
    }
}

/// Every legal action: the tick, then the orders in the order of the state's list.
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

/// How the battle ended, if it has.
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

/// What an idle character will be busy with under this intent.
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

/// Those who could have been meant; of a crowd, the first ones.
fn present(alive: &[CharacterId]) -> String {
    const NAMED: usize = 20;
    let named: Vec<String> = alive.iter().take(NAMED).map(ToString::to_string).collect();
    match alive.len().saturating_sub(NAMED) {
        0 => format!("there are {}", named.join(", ")),
        more => format!("there are {} and {more} more", named.join(", ")),
    }
}
