//! The next action: which one to take, and what each of the others would mean.
//!
//! Asks a [`Puzzle`] once about its state and once after each action. Used by the command line and the editor.

use serde::Serialize;

use super::{After, Limit, Puzzle, Verdict, Watch};

/// What is to be expected of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Prospect {
    /// A win takes so many turns at least and at most.
    Wins {
        /// Fewest turns.
        turns: u32,
    },
    /// It cannot be won.
    Never,
    /// The search ended before it could tell.
    Unknown {
        /// Why it ended.
        limit: Limit,
        /// A win takes at least this many turns.
        at_least: u32,
    },
}

impl<A> From<&Verdict<A>> for Prospect {
    fn from(verdict: &Verdict<A>) -> Self {
        match verdict {
            Verdict::Solved(actions) => Self::Wins { turns: actions.len() as u32 },
            Verdict::Unsolvable => Self::Never,
            Verdict::Unknown { limit, at_least } => Self::Unknown { limit: *limit, at_least: *at_least },
        }
    }
}

/// One legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action as text.
    pub action: String,
    /// What is to be expected after it.
    #[serde(flatten)]
    pub then: Prospect,
}

/// What can be said about the next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// What is to be expected of the state.
    #[serde(flatten)]
    pub now: Prospect,
    /// The next action of a shortest way to win, if one is known.
    pub action: Option<String>,
    /// Every legal action, without those that never help, in the order of the game.
    pub choices: Vec<Choice>,
}

/// Finds the next action, and looks at the others as far as the budget allows.
pub fn hint(puzzle: &dyn Puzzle, watch: &Watch) -> Hint {
    hint_given(puzzle, puzzle.solve(watch).verdict, watch)
}

/// The same if the state itself was solved before.
pub fn hint_given(puzzle: &dyn Puzzle, verdict: Verdict<String>, watch: &Watch) -> Hint {
    let now = Prospect::from(&verdict);
    let action = match verdict {
        Verdict::Solved(actions) => actions.into_iter().next(),
        _ => None,
    };
    let choices = puzzle.actions().into_iter().map(|action| choice(puzzle, action, now, watch)).collect();
    Hint { now, action, choices }
}

fn choice(puzzle: &dyn Puzzle, action: String, now: Prospect, watch: &Watch) -> Choice {
    let then = match puzzle.after(&action) {
        Some(After::Won) => Prospect::Wins { turns: 0 },
        Some(After::Open(_)) if now == Prospect::Never => Prospect::Never,
        Some(After::Open(next)) => Prospect::from(&next.solve(watch).verdict),
        Some(After::Lost) | None => Prospect::Never,
    };
    Choice { action, then }
}
