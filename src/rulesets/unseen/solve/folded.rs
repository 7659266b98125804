//! The search through space and time: the states of the rules, merged if they have the same future.
//!
//! Chosen if guards, rifts, or things that appear, disappear or walk matter. [`key`] decides which states
//! have the same future; this module only follows actions.

mod exits;
mod key;

use exits::StepsToExit;
use key::Keys;

use super::helpful;

use crate::rulesets::unseen::game::effect::work_out;
use crate::rulesets::unseen::game::{Action, GameState};
use crate::solver::states::{self, Space};
use crate::solver::{Answer, Watch};

/// Approximate size in bytes of a state after a push or a pull.
const BYTES_AFTER_A_PUSH: usize = 900;
/// Approximate size in bytes of a state after any other turn.
const BYTES_AFTER_A_MOVE: usize = 250;

/// The search from one state.
pub(super) struct Folded<'s> {
    from: &'s GameState,
    steps: StepsToExit,
    keys: Keys,
}

impl<'s> Folded<'s> {
    pub(super) fn new(from: &'s GameState) -> Self {
        Self { from, steps: StepsToExit::new(from), keys: Keys::new(from) }
    }

    pub(super) fn run(&mut self, watch: &Watch) -> Answer<Action> {
        let (verdict, effort) = states::search(self, watch);
        Answer { verdict, effort, world: "folded" }
    }
}

impl Space for Folded<'_> {
    type State = GameState;
    type Action = Action;

    fn start(&self) -> GameState {
        self.from.clone()
    }

    fn expand(&self, state: &GameState, found: &mut dyn FnMut(Action, GameState)) {
        for action in helpful() {
            let Ok(effect) = work_out(state, action) else { continue };
            let (next, _) = effect.carry_out(state.clone());
            if next.is_active() || next.has_won() {
                found(action, next);
            }
        }
    }

    fn is_won(&self, state: &GameState) -> bool {
        state.has_won()
    }

    fn key(&self, state: &GameState, scratch: &mut Vec<u8>) -> u128 {
        self.keys.key(state, scratch)
    }

    fn key_within(&self, state: &GameState, turns: u32, scratch: &mut Vec<u8>) -> u128 {
        match self.steps.through_rift(state.player_position().spatial()) > turns {
            true => self.keys.key_without_rifts(state, scratch),
            false => self.keys.key(state, scratch),
        }
    }

    fn bound(&self, state: &GameState) -> u32 {
        self.steps.from(state.player_position().spatial())
    }

    fn bytes(&self, action: Option<&Action>) -> usize {
        match action {
            None | Some(Action::Push(_) | Action::Pull(_)) => BYTES_AFTER_A_PUSH,
            Some(_) => BYTES_AFTER_A_MOVE,
        }
    }
}
