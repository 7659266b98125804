//! Words for actions, and the fighters and cells that stand for them.
//!
//! Called through `Show`. Knows how the scene draws a battle.

use super::Skirmish;
use super::action::{Action, Intent};
use super::compass::{self, word};
use super::id::CharacterId;
use super::legality::Illegal;
use super::state::{Character, State};
use crate::scene::{BoardCell, Cell};
use crate::show::Controls;

impl Controls<Self> for Skirmish {
    fn phrase(&self, state: &State, action: &Action) -> String {
        let Action::Order { character, intent } = action else { return "Let a tick pass".to_owned() };
        let name = name(state, character);
        let verb = match intent {
            Intent::Hold => return format!("{name} holds"),
            Intent::Move(_) => "steps",
            Intent::Light(_) => "strikes",
            Intent::Heavy(_) => "strikes hard",
        };
        let towards = intent.facing().map_or("", word);
        format!("{name} {verb} {towards}")
    }

    /// The fighter, then the cell; to hold, the fighter again.
    fn steps(&self, state: &State, action: &Action) -> Vec<Vec<BoardCell>> {
        let Action::Order { character, intent } = action else { return Vec::new() };
        let from = found(state, character).map(|found| found.position);
        let to = from.and_then(|from| target(state, from, *intent));
        let step = |at| vec![BoardCell::new(0, at)];
        from.zip(to).map(|(from, to)| vec![step(from), step(to)]).unwrap_or_default()
    }
}

impl Skirmish {
    /// Returns why an order is refused, with the name of the fighter; `None` if the rules say it as well.
    pub(super) fn reason(&self, state: &State, reason: &Illegal) -> Option<String> {
        match reason {
            Illegal::Busy { character, ticks_remaining: 1 } => {
                Some(format!("{} is busy for 1 more tick", name(state, character)))
            }
            Illegal::Busy { character, ticks_remaining } => {
                Some(format!("{} is busy for {ticks_remaining} more ticks", name(state, character)))
            }
            Illegal::BattleOver { .. } | Illegal::NoSuchCharacter { .. } | Illegal::OutOfBounds { .. } => {
                None
            }
        }
    }
}

fn name(state: &State, id: &CharacterId) -> String {
    found(state, id).map_or_else(|| id.to_string(), |found| found.name.to_string())
}

fn found<'s>(state: &'s State, id: &CharacterId) -> Option<&'s Character> {
    state.find(id).and_then(|index| state.characters.get(index))
}

fn target(state: &State, from: Cell, intent: Intent) -> Option<Cell> {
    match intent.facing() {
        None => Some(from),
        Some(facing) => compass::neighbour(from, facing, state.width, state.height),
    }
}
