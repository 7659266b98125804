//! Finds the next action of a shortest way to win, and the consequence of each other action.
//!
//! Asks a [`Puzzle`] once about its state and once after each action. Used by the command line and the
//! editor.

use serde::Serialize;

use super::{After, Limit, Puzzle, Verdict, Watch};

/// Outlook of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Prospect {
    /// It can be won.
    Wins {
        /// Fewest turns.
        turns: u32,
    },
    /// It cannot be won.
    #[serde(rename = "unsolvable")]
    Never,
    /// The search ended without an answer.
    Unknown {
        /// Reason why it ended.
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

impl Prospect {
    /// Returns how many turns a win takes at least; 0 if there is none.
    fn turns(self) -> i64 {
        match self {
            Self::Wins { turns } | Self::Unknown { at_least: turns, .. } => turns.into(),
            Self::Never => 0,
        }
    }

    /// Returns the same, given that a win takes at least so many turns.
    fn at_least(self, least: i64) -> Self {
        match self {
            Self::Unknown { limit, at_least } => {
                Self::Unknown { limit, at_least: at_least.max(u32::try_from(least).unwrap_or(0)) }
            }
            known => known,
        }
    }
}

/// One legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action as text.
    pub action: String,
    /// Outlook after it.
    #[serde(flatten)]
    pub then: Prospect,
}

/// A hint about the next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// Outlook of the state.
    #[serde(flatten)]
    pub now: Prospect,
    /// The next action of a shortest way to win, if one is known.
    pub action: Option<String>,
    /// Every legal action, without those that never help, in the order of the game.
    pub choices: Vec<Choice>,
}

impl Hint {
    /// Returns the hint for a game that is over.
    pub fn of_ended(is_won: bool) -> Self {
        let now = if is_won { Prospect::Wins { turns: 0 } } else { Prospect::Never };
        Self { now, action: None, choices: Vec::new() }
    }

    /// Whether a shortest way begins with this action.
    pub fn is_shortest(&self, choice: &Choice) -> bool {
        match (self.now, choice.then) {
            (Prospect::Wins { turns: now }, Prospect::Wins { turns: then }) => then + 1 == now,
            _ => false,
        }
    }
}

/// Finds the next action, and examines the others as far as the budget allows.
pub fn hint(puzzle: &dyn Puzzle, watch: &Watch) -> Hint {
    hint_given(puzzle, puzzle.solve(watch).verdict, watch)
}

/// Does the same for a state that was solved before.
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
        Some(After::Open(next)) => Prospect::from(&next.solve(watch).verdict).at_least(now.turns() - 1),
        Some(After::Lost) | None => Prospect::Never,
    };
    Choice { action, then }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, Budget, Effort, Survey, Ways};

    /// A state with a verdict, after which each action leads to a state with the verdict of its name.
    struct Known(Verdict<String>);

    fn at_least(turns: u32) -> Verdict<String> {
        Verdict::Unknown { limit: Limit::Time, at_least: turns }
    }

    impl Puzzle for Known {
        fn solve(&self, _: &Watch) -> Answer<String> {
            Answer { verdict: self.0.clone(), effort: Effort::default(), world: "known" }
        }

        fn actions(&self) -> Vec<String> {
            ["near", "equal", "far", "open"].map(str::to_owned).to_vec()
        }

        fn after(&self, action: &str) -> Option<After> {
            let solved = |turns| Verdict::Solved(vec![String::new(); turns]);
            Some(After::Open(Box::new(Self(match action {
                "near" => solved(4),
                "equal" => solved(4),
                "far" => solved(6),
                _ => at_least(2),
            }))))
        }

        fn ways(&self, _: u32, _: &Watch) -> Result<Ways<String>, Limit> {
            Err(Limit::Stopped)
        }

        fn survey(&self, _: &Watch) -> Result<Survey, Limit> {
            Err(Limit::Stopped)
        }
    }

    fn hint_of(verdict: Verdict<String>) -> Hint {
        hint(&Known(verdict), &Watch::new(Budget { time: None, memory: 0, workers: 1 }))
    }

    #[test]
    fn an_action_takes_at_least_the_turns_of_the_state_but_one() {
        for (now, then) in [(0, 2), (3, 2), (4, 3), (9, 8)] {
            let open = hint_of(at_least(now)).choices.pop().expect("there are choices");
            assert_eq!(open.then, Prospect::Unknown { limit: Limit::Time, at_least: then }, "{now}");
        }
    }

    #[test]
    fn every_first_action_of_a_shortest_way_is_shortest() {
        let hint = hint_of(Verdict::Solved(vec!["near".to_owned(); 5]));
        let shortest: Vec<_> = hint.choices.iter().filter(|choice| hint.is_shortest(choice)).collect();
        assert_eq!(shortest.iter().map(|choice| &choice.action[..]).collect::<Vec<_>>(), ["near", "equal"]);
    }
}
