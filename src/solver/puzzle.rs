//! A state of any ruleset as a [`Puzzle`]: holds its own rules and state, and so needs no game.
//!
//! Returned by [`crate::game::Game`]. Trusts no search: a solution is replayed by the rules before it is
//! returned.

use std::sync::Arc;

use crate::rules::{GameResult, Rules};

use super::{After, Answer, Limit, Puzzle, Search, Survey, Verdict, Watch, Ways};

/// A state and its rules.
struct AtState<R: Rules> {
    rules: Arc<R>,
    state: R::State,
}

/// Returns a state as a puzzle; `None` if the game is not for one player.
pub fn at_state<R: Rules>(rules: Arc<R>, state: R::State) -> Option<Box<dyn Puzzle>> {
    rules.search(&state)?;
    Some(Box::new(AtState { rules, state }))
}

/// Returns the start of a level as a puzzle; `None` if it cannot be played, or not by one player.
pub fn of_level<R: Rules>(level: R::Level) -> Option<Box<dyn Puzzle>> {
    let rules = Arc::new(R::new(level).ok()?);
    let state = rules.start(0);
    at_state(rules, state)
}

impl<R: Rules> AtState<R> {
    fn search(&self) -> Box<dyn Search<R::Action> + '_> {
        self.rules.search(&self.state).expect("it was there when this was made")
    }

    /// Whether these actions win, and only with the last of them.
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
        let Answer { verdict, effort, world } = self.search().run(watch);
        let verdict = match verdict {
            Verdict::Solved(actions) if !self.wins(&actions) => {
                Verdict::Unknown { limit: Limit::Refuted, at_least: 0 }
            }
            other => other,
        };
        Answer { verdict: verdict.map(|action| action.to_string()), effort, world }
    }

    fn actions(&self) -> Vec<String> {
        self.search().actions().iter().map(R::Action::to_string).collect()
    }

    fn after(&self, action: &str) -> Option<After> {
        let (state, _) = self.rules.apply(&self.state, &action.parse().ok()?).ok()?;
        Some(match self.rules.result(&state) {
            None => After::Open(Box::new(Self { rules: self.rules.clone(), state })),
            Some(GameResult::Won(_)) => After::Won,
            Some(_) => After::Lost,
        })
    }

    fn ways(&self, turns: u32, watch: &Watch) -> Result<Ways<String>, Limit> {
        let ways = self.search().ways(turns, watch)?;
        if ways.listed.iter().all(|actions| self.wins(actions)) {
            Ok(ways.map(|action| action.to_string()))
        } else {
            Err(Limit::Refuted)
        }
    }

    fn survey(&self, watch: &Watch) -> Result<Survey, Limit> {
        self.search().survey(watch)
    }
}
