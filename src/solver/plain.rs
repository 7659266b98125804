//! The search for rulesets without search code of their own: tries every legal action in every state, and
//! merges only identical states.
//!
//! Knows [`Rules`] and nothing about any game. Always right, and slow: a ruleset that knows which parts of a
//! state still matter should provide its own [`Space`].

use crate::codec;
use crate::rules::{GameResult, Rules};

use super::states::{self, Space};
use super::{Answer, Limit, Search, Survey, Watch, Ways, survey, ways};

/// Returns a search from a state that needs only the rules.
pub fn search<'s, R: Rules>(rules: &'s R, from: &'s R::State) -> Box<dyn Search<R::Action> + 's> {
    Box::new(Plain { rules, from })
}

/// The unmodified states of a ruleset.
struct Plain<'s, R: Rules> {
    rules: &'s R,
    from: &'s R::State,
}

impl<R: Rules> Space for Plain<'_, R> {
    type State = R::State;
    type Action = R::Action;

    fn start(&self) -> R::State {
        self.from.clone()
    }

    fn expand(&self, state: &R::State, found: &mut dyn FnMut(R::Action, R::State)) {
        for action in self.rules.actions(state) {
            let Ok((next, _)) = self.rules.apply(state, &action) else { continue };
            if matches!(self.rules.result(&next), None | Some(GameResult::Won(_))) {
                found(action, next);
            }
        }
    }

    fn is_won(&self, state: &R::State) -> bool {
        matches!(self.rules.result(state), Some(GameResult::Won(_)))
    }

    fn key(&self, state: &R::State, _scratch: &mut Vec<u8>) -> u128 {
        codec::hash_128(&codec::encode(state))
    }

    fn bound(&self, _state: &R::State) -> u32 {
        0
    }

    fn bytes(&self, _action: Option<&R::Action>) -> usize {
        codec::encode(self.from).len() + size_of::<R::State>()
    }
}

impl<R: Rules> Search<R::Action> for Plain<'_, R> {
    fn run(&mut self, watch: &Watch) -> Answer<R::Action> {
        let (verdict, effort) = states::search(self, watch);
        Answer { verdict, effort, world: "plain" }
    }

    fn actions(&self) -> Vec<R::Action> {
        self.rules.actions(self.from)
    }

    fn ways(&mut self, turns: u32, watch: &Watch) -> Result<Ways<R::Action>, Limit> {
        ways::ways(self, turns, watch)
    }

    fn survey(&mut self, watch: &Watch) -> Result<Survey, Limit> {
        survey::survey(self, u32::MAX, watch)
    }
}
