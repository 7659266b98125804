//! A state of a game as a question for the solver, apart from the session it came from.
//!
//! Handed out through [`crate::game::Game`]. Trusts no search: a solution is played by the rules before it is told.

use std::sync::Arc;

use crate::rules::{GameResult, Rules};
use crate::solver::{Answer, Limit, Puzzle, Verdict, Watch};
use crate::timeline::{NodeId, Timeline};

/// A state and its rules.
struct AtState<R: Rules> {
    rules: Arc<R>,
    state: R::State,
}

/// Returns the state of a node as a question; `None` if the game is not for one player.
pub(super) fn at<R: Rules>(timeline: &Timeline<R>, id: NodeId) -> Option<Box<dyn Puzzle>> {
    let (rules, state) = (timeline.shared_rules(), timeline.state_at(id));
    rules.search(&state)?;
    Some(Box::new(AtState { rules, state }))
}

impl<R: Rules> AtState<R> {
    /// Whether these actions win, and not before the last of them.
    fn wins(&self, actions: &[R::Action]) -> bool {
        let mut state = self.state.clone();
        for action in actions {
            let Ok(effect) = self.rules.check(&state, action) else { return false };
            state = self.rules.apply_effect(state, effect).0;
        }
        matches!(self.rules.result(&state), Some(GameResult::Won(_)))
    }
}

impl<R: Rules> Puzzle for AtState<R> {
    fn solve(&self, watch: &Watch) -> Answer<String> {
        let search = self.rules.search(&self.state);
        let Answer { verdict, effort, world } = search.expect("it was there when this was made").run(watch);
        let verdict = match verdict {
            Verdict::Solved(actions) if !self.wins(&actions) => {
                Verdict::Unknown { limit: Limit::Refuted, at_least: 0 }
            }
            other => other,
        };
        Answer { verdict: verdict.map(|action| action.to_string()), effort, world }
    }
}
