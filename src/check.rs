//! Re-runs recorded runs of a level: do they still win, and if not, where and why do they fail?
//!
//! Used by `timeloom check` and by the editor while a level is drawn. Knows rules and actions, but no files or
//! history.

use std::fmt;

use serde::Serialize;

use crate::rules::{Fault, GameResult, Level, Recorded};
use crate::show::{LogTurn, Show};

/// Result of re-running a recorded run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rerun {
    /// Name of the run.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
}

/// How a re-run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
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
    /// Whether the run still wins.
    pub fn wins(&self) -> bool {
        matches!(self.verdict, Verdict::Wins { .. })
    }
}

impl fmt::Display for Rerun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.verdict {
            Verdict::Wins { turns: 1 } => write!(f, "'{name}' wins in 1 turn"),
            Verdict::Wins { turns } => write!(f, "'{name}' wins in {turns} turns"),
            Verdict::Ends { turns, result } => write!(f, "'{name}' ends after {turns} turns, {result}"),
            Verdict::Unfinished { turns } => {
                write!(f, "'{name}' runs out after {turns} turns, before the game ends")
            }
            Verdict::Fails { turn, action, reason } => {
                write!(f, "'{name}' fails at turn {turn} with {action}: {reason}")
            }
        }
    }
}

/// Result of checking a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Title of the level.
    pub title: String,
    /// Warnings about the level.
    pub warnings: Vec<Fault>,
    /// Its own solutions, then the playthroughs passed in.
    pub reruns: Vec<Rerun>,
}

/// A recorded run and the seed of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playthrough {
    /// Seed of the game.
    pub seed: u64,
    /// The recorded run.
    pub recorded: Recorded,
}

/// Checks the text of a level and re-runs its recorded solutions and these playthroughs.
pub fn check<R: Show>(text: &str, playthroughs: &[Playthrough]) -> Result<Checked, Vec<Fault>> {
    let level = R::Level::parse(text)?;
    let (title, warnings, solutions) = (level.title(), R::Level::warnings(text), level.solutions());
    let rules = R::new(level)?;
    let own = solutions.iter().map(|recorded| rerun(&rules, 0, recorded));
    let played = playthroughs.iter().map(|played| rerun(&rules, played.seed, &played.recorded));
    Ok(Checked { title, warnings, reruns: own.chain(played).collect() })
}

fn rerun<R: Show>(rules: &R, seed: u64, recorded: &Recorded) -> Rerun {
    Rerun { name: recorded.name.clone(), verdict: follow(rules, rules.start(seed), &recorded.actions) }
}

fn follow<R: Show>(rules: &R, mut state: R::State, actions: &[String]) -> Verdict {
    for (turns, text) in actions.iter().enumerate() {
        match rules.result(&state) {
            Some(GameResult::Won(_)) => return Verdict::Wins { turns },
            Some(result) => return Verdict::Ends { turns, result },
            None => {}
        }
        state = match step(rules, state, turns, text) {
            Ok(next) => next,
            Err(reason) => return Verdict::Fails { turn: turns + 1, action: text.clone(), reason },
        };
    }
    let turns = actions.len();
    match rules.result(&state) {
        Some(GameResult::Won(_)) => Verdict::Wins { turns },
        Some(result) => Verdict::Ends { turns, result },
        None => Verdict::Unfinished { turns },
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
