//! Re-runs the recorded runs of a level, and reports whether they still win, or where and why they fail.
//!
//! Used by `timeloom check` and by the editor while a level is drawn. Knows rules, actions and the shape of a
//! history, but no files.

mod branches;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use branches::rerun_tree;
pub use branches::{PlayedGame, Playthroughs};

use crate::game::HIDDEN_ACTION;
use crate::rules::{Fault, GameResult, Level, Recorded};
use crate::show::{LogTurn, Show};
use crate::timeline::NodeId;

/// Result of re-running a recorded run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rerun {
    /// Name of the run.
    pub name: String,
    /// The branch, for a run that is a branch of a game.
    #[serde(flatten)]
    pub branch: Option<Branch>,
    /// Result of the re-run.
    pub verdict: RunResult,
    /// Whether it still serves its purpose: a solution wins; a playthrough can be played to its end, wins if
    /// it won, and is not lost if it was not.
    pub holds: bool,
}

/// A branch of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// Name of the game.
    pub save: String,
    /// Last node of the branch.
    pub tip: NodeId,
    /// The last name given to a branch on the way there.
    #[serde(rename = "branch", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { save, tip, name } = self;
        match name {
            Some(name) => write!(f, "{save} {tip} ({name})"),
            None => write!(f, "{save} {tip}"),
        }
    }
}

/// Result of a re-run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum RunResult {
    /// It wins; further actions were not needed.
    Wins {
        /// Number of turns played.
        turns: usize,
    },
    /// The game ends without a win.
    Ends {
        /// Number of turns played.
        turns: usize,
        /// The result.
        result: GameResult,
    },
    /// The actions run out before the game ends.
    Unfinished {
        /// Number of turns played.
        turns: usize,
    },
    /// The next action is hidden from the seat.
    Hidden {
        /// Number of turns played.
        turns: usize,
    },
    /// An action is no longer legal.
    Fails {
        /// Turn of the action, counted from 1.
        turn: usize,
        /// The action as text.
        action: String,
        /// Reason why it is refused or cannot be parsed.
        reason: String,
    },
}

impl Rerun {
    /// Creates the report of a run with this recorded result.
    fn new(name: String, verdict: RunResult, before: Option<&GameResult>) -> Self {
        let had_won = matches!(before, Some(GameResult::Won(_)));
        let holds = match verdict {
            RunResult::Wins { .. } => true,
            RunResult::Ends { .. } => before.is_some() && !had_won,
            RunResult::Unfinished { .. } => !had_won,
            RunResult::Hidden { .. } => true,
            RunResult::Fails { .. } => false,
        };
        Self { name, branch: None, verdict, holds }
    }

    /// Creates the report of a branch of a game with this recorded result.
    fn of_branch(branch: Branch, verdict: RunResult, before: Option<&GameResult>) -> Self {
        let run = Self::new(branch.to_string(), verdict, before);
        Self { branch: Some(branch), ..run }
    }
}

impl fmt::Display for Rerun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.verdict {
            RunResult::Wins { turns: 1 } => write!(f, "'{name}' wins in 1 turn"),
            RunResult::Wins { turns } => write!(f, "'{name}' wins in {turns} turns"),
            RunResult::Ends { turns, result } => write!(f, "'{name}' ends after {turns} turns, {result}"),
            RunResult::Unfinished { turns } => {
                write!(f, "'{name}' runs out after {turns} turns, before the game ends")
            }
            RunResult::Hidden { turns: 1 } => {
                write!(f, "'{name}' can be played for 1 turn; the next is hidden from this seat")
            }
            RunResult::Hidden { turns } => {
                write!(f, "'{name}' can be played for {turns} turns; the next is hidden from this seat")
            }
            RunResult::Fails { turn, action, reason } => {
                write!(f, "'{name}' fails at turn {turn} with {action}: {reason}")
            }
        }
    }
}

/// A finding of the check of a level, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The level can be played.
    Level(About),
    /// One of its own solutions was re-run.
    Solution(Rerun),
    /// A branch of a playthrough was re-run.
    Played(Rerun),
}

/// A level that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// Title of the level.
    pub title: String,
    /// Warnings about the level.
    pub warnings: Vec<Fault>,
}

/// One recorded run, independent of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Name of the run.
    pub name: String,
    /// Seed of its game.
    pub seed: u64,
    /// The actions, as text.
    pub actions: Vec<String>,
    /// Result of the game when it was played.
    pub ending: Option<GameResult>,
}

/// A solution was recorded because it wins.
impl From<Recorded> for Recording {
    fn from(Recorded { name, actions }: Recorded) -> Self {
        Self { name, seed: 0, actions, ending: Some(GameResult::Won(String::new())) }
    }
}

/// Checks the text of a level, re-runs its recorded solutions and these playthroughs, and calls `see` with each finding
/// as soon as it is known.
pub fn check<R: Show>(
    text: &str,
    played: &[Playthroughs<'_>],
    see: &mut dyn FnMut(Finding),
) -> Result<(), Vec<Fault>> {
    let level = R::Level::parse(text)?;
    let (title, warnings, solutions) = (level.title(), R::Level::warnings(text), level.solutions());
    let rules = R::new(level)?;
    see(Finding::Level(About { title, warnings }));
    for solution in solutions {
        see(Finding::Solution(rerun(&rules, &solution.into())));
    }
    let mut tell = |rerun| {
        see(Finding::Played(rerun));
        ControlFlow::Continue(())
    };
    // The callback never stops the walk.
    _ = played.iter().try_for_each(|played| rerun_tree(&rules, played, &mut tell));
    Ok(())
}

/// Re-runs every branch of some games, and calls `see` with the index of the game and each result until it
/// returns a break.
pub fn rerun_games<R: Show>(
    rules: &R,
    games: &[Arc<PlayedGame>],
    see: &mut dyn FnMut(usize, Rerun) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut games = games.iter().enumerate();
    games.try_for_each(|(index, game)| rerun_tree(rules, &game.branches(), &mut |rerun| see(index, rerun)))
}

/// Re-runs a recorded run.
pub fn rerun<R: Show>(rules: &R, recording: &Recording) -> Rerun {
    let Recording { name, seed, actions, ending } = recording;
    let run = (0..).zip(actions).fold(RunSoFar::start(rules, *seed), |run, (turns, action)| {
        run.go_on(rules, turns, || action.clone())
    });
    Rerun::new(name.clone(), run.verdict(actions.len()), ending.as_ref())
}

/// A run in progress: its state, or its result.
enum RunSoFar<R: Show> {
    Goes(R::State),
    Over(Arc<RunResult>),
}

impl<R: Show> Clone for RunSoFar<R> {
    fn clone(&self) -> Self {
        match self {
            Self::Goes(state) => Self::Goes(state.clone()),
            Self::Over(verdict) => Self::Over(verdict.clone()),
        }
    }
}

impl<R: Show> RunSoFar<R> {
    fn start(rules: &R, seed: u64) -> Self {
        Self::at(rules, rules.start(seed), 0)
    }

    /// A run that has reached a state after a number of turns.
    fn at(rules: &R, state: R::State, turns: usize) -> Self {
        match rules.result(&state) {
            Some(GameResult::Won(_)) => Self::Over(Arc::new(RunResult::Wins { turns })),
            Some(result) => Self::Over(Arc::new(RunResult::Ends { turns, result })),
            None => Self::Goes(state),
        }
    }

    /// Takes one more action after `turns` earlier ones, unless the run is over. It ends before an action that is
    /// hidden from the seat: that this action is illegal now would tell which one it was.
    fn go_on(self, rules: &R, turns: usize, action: impl FnOnce() -> String) -> Self {
        let Self::Goes(state) = self else { return self };
        let action = action();
        if action == HIDDEN_ACTION {
            return Self::Over(Arc::new(RunResult::Hidden { turns }));
        }
        match step(rules, state, turns, &action) {
            Ok(next) => Self::at(rules, next, turns + 1),
            Err(reason) => Self::Over(Arc::new(RunResult::Fails { turn: turns + 1, action, reason })),
        }
    }

    /// Returns the result if the actions run out after this number of turns.
    fn verdict(self, turns: usize) -> RunResult {
        match self {
            Self::Goes(_) => RunResult::Unfinished { turns },
            Self::Over(verdict) => Arc::unwrap_or_clone(verdict),
        }
    }
}

/// Applies one more action after `turns` earlier ones and returns the next state.
fn step<R: Show>(rules: &R, state: R::State, turns: usize, text: &str) -> Result<R::State, String> {
    let action: R::Action = text.parse()?;
    match rules.check(&state, &action) {
        Ok(effect) => Ok(rules.apply_effect(state, effect).0),
        Err(reason) => {
            let turn = u32::try_from(turns + 1).unwrap_or(u32::MAX);
            let past = |before| LogTurn { turn: turn.saturating_sub(before), node: None };
            Err(rules.explain(&state, &reason, &past).message)
        }
    }
}
