//! Re-runs recorded runs of a level: do they still win, and if not, where and why do they fail?
//!
//! Used by `timeloom check` and by the editor while a level is drawn. Knows rules, actions and the shape of a history, but
//! no files.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::rules::{Fault, GameResult, Level, Recorded};
use crate::show::{LogTurn, Show};
use crate::timeline::{NodeId, Tree, descend};

/// Result of re-running a recorded run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rerun {
    /// Name of the run.
    pub name: String,
    /// How it ended.
    pub verdict: RunResult,
    /// Whether it still does what it was recorded for: a solution wins; a playthrough can be played to its end, wins if it
    /// won, and is not lost if it was not.
    pub holds: bool,
}

/// How a re-run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum RunResult {
    /// It wins; actions after that were not needed.
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
    /// An action is no longer legal.
    Fails {
        /// Turn of the action, counted from 1.
        turn: usize,
        /// The action as text.
        action: String,
        /// Why it is refused or cannot be parsed.
        reason: String,
    },
}

impl Rerun {
    /// A run that ended like this when it was played.
    fn new(name: String, verdict: RunResult, before: Option<&GameResult>) -> Self {
        let had_won = matches!(before, Some(GameResult::Won(_)));
        let holds = match verdict {
            RunResult::Wins { .. } => true,
            RunResult::Ends { .. } => before.is_some() && !had_won,
            RunResult::Unfinished { .. } => !had_won,
            RunResult::Fails { .. } => false,
        };
        Self { name, verdict, holds }
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
            RunResult::Fails { turn, action, reason } => {
                write!(f, "'{name}' fails at turn {turn} with {action}: {reason}")
            }
        }
    }
}

/// What is found when a level is checked, in this order.
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

/// One recorded run, apart from the game it was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Name of the run.
    pub name: String,
    /// Seed of its game.
    pub seed: u64,
    /// The actions, as text.
    pub actions: Vec<String>,
    /// How the game ended when it was played.
    pub ending: Option<GameResult>,
}

/// A solution was recorded because it wins.
impl From<Recorded> for Recording {
    fn from(Recorded { name, actions }: Recorded) -> Self {
        Self { name, seed: 0, actions, ending: Some(GameResult::Won(String::new())) }
    }
}

/// Recorded runs of one game: every branch of its tree is one.
pub struct Playthroughs<'a> {
    /// Name of the game, for the names of its branches.
    pub name: String,
    /// Seed of the game.
    pub seed: u64,
    /// Shape of the tree.
    pub tree: &'a Tree,
    /// Returns the action that leads to a node, as text.
    pub action: Box<dyn Fn(NodeId) -> String + 'a>,
    /// How the game ended when it was played, by the last node of the branch.
    pub endings: HashMap<NodeId, GameResult>,
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
    played.iter().for_each(|played| rerun_tree(&rules, played, see));
    Ok(())
}

/// Re-runs a recorded run.
pub fn rerun<R: Show>(rules: &R, recording: &Recording) -> Rerun {
    let Recording { name, seed, actions, ending } = recording;
    let run = (0..).zip(actions).fold(RunSoFar::start(rules, *seed), |run, (turns, action)| {
        run.go_on(rules, turns, || action.clone())
    });
    Rerun::new(name.clone(), run.verdict(actions.len()), ending.as_ref())
}

/// Re-runs every branch of a game. What branches have in common is run once, and no verdict is kept: of the branches
/// that leave at a turn, the one with the most turns comes last.
fn rerun_tree<R: Show>(rules: &R, played: &Playthroughs<'_>, see: &mut dyn FnMut(Finding)) {
    let Playthroughs { name, seed, tree, action, endings } = played;
    let mut tell = |tip: NodeId, run: &RunSoFar<R>| {
        if tree.is_tip(tip) {
            let verdict = run.clone().verdict(tree.turn(tip) as usize);
            see(Finding::Played(Rerun::new(format!("{name} {tip}"), verdict, endings.get(&tip))));
        }
    };
    let start = RunSoFar::start(rules, *seed);
    tell(NodeId::ROOT, &start);
    descend(tree, start, |id, run| {
        let run = run.go_on(rules, tree.turn(id) as usize - 1, || action(id));
        tell(id, &run);
        Some(run)
    });
}

/// A run so far: its state, or how it ended.
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

    /// Takes one more action after `turns` earlier ones, unless it is over.
    fn go_on(self, rules: &R, turns: usize, action: impl FnOnce() -> String) -> Self {
        let Self::Goes(state) = self else { return self };
        let action = action();
        match step(rules, state, turns, &action) {
            Ok(next) => Self::at(rules, next, turns + 1),
            Err(reason) => Self::Over(Arc::new(RunResult::Fails { turn: turns + 1, action, reason })),
        }
    }

    /// Returns how it ended, if its actions ran out after this number of turns.
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
