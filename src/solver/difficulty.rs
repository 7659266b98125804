//! Measures the difficulty of a level as named numbers.
//!
//! Asks a [`Puzzle`] for a shortest win, for all of them, and about each first action. Numbers that exceed
//! the budget are `None`. Used by the command line and the editor, which also ask for a [`super::Survey`]:
//! that takes longest, and comes last.

use serde::Serialize;

use super::hint::{Choice, Hint, Prospect, hint_given};
use super::{After, Answer, Puzzle, Verdict, Watch};

/// Difficulty of a level that can be won. `None` where the budget did not suffice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// Fewest turns of a win.
    pub shortest: u32,
    /// Number of different wins in that many turns.
    pub ways: Option<u64>,
    /// Longest run of consecutive turns on the shortest way that have no alternative on any shortest way.
    pub single_way: Option<u32>,
    /// States that the search for the shortest way reached.
    pub states: u64,
    /// Number of legal actions at each turn of the shortest way.
    pub choices: Vec<u32>,
    /// First actions after which it cannot be won any more.
    pub dead_ends: Option<Vec<String>>,
}

impl Difficulty {
    /// Average number of legal actions at a turn of the shortest way.
    pub fn choices_per_turn(&self) -> f64 {
        f64::from(self.choices.iter().sum::<u32>()) / (self.choices.len().max(1) as f64)
    }
}

/// Measures the difficulty of a level. Returns the answer of the search if it cannot be won or that is unknown.
pub fn difficulty(puzzle: &dyn Puzzle, watch: &Watch) -> Result<Difficulty, Answer<String>> {
    let answer = puzzle.solve(watch);
    let Verdict::Solved(way) = answer.verdict else { return Err(answer) };
    let shortest = way.len() as u32;
    let ways = puzzle.ways(shortest, watch).ok();
    let listed_all = ways.as_ref().filter(|ways| ways.count == ways.listed.len() as u64);
    Ok(Difficulty {
        shortest,
        ways: ways.as_ref().map(|ways| ways.count),
        single_way: listed_all.map(|ways| single_way(&way, &ways.listed)),
        states: answer.effort.states,
        choices: choices(puzzle, &way),
        dead_ends: dead_ends(hint_given(puzzle, Verdict::Solved(way), watch)),
    })
}

/// Returns the longest run of turns at which all ways with the same beginning continue with the same action.
fn single_way(way: &[String], ways: &[Vec<String>]) -> u32 {
    let is_single = |turn: usize| {
        let mut alike = ways.iter().filter(|other| other[..turn] == way[..turn]);
        alike.all(|other| other[turn] == way[turn])
    };
    let runs = (0..way.len()).scan(0, |run, turn| {
        *run = if is_single(turn) { *run + 1 } else { 0 };
        Some(*run)
    });
    runs.max().unwrap_or(0)
}

fn choices(puzzle: &dyn Puzzle, way: &[String]) -> Vec<u32> {
    let mut counts = vec![puzzle.actions().len() as u32];
    let mut next = way.first().and_then(|action| puzzle.after(action));
    for action in way.iter().skip(1) {
        let Some(After::Open(open)) = next else { break };
        counts.push(open.actions().len() as u32);
        next = open.after(action);
    }
    counts
}

fn dead_ends(Hint { choices, .. }: Hint) -> Option<Vec<String>> {
    let is_known = |choice: &Choice| !matches!(choice.then, Prospect::Unknown { .. });
    let never = |choice: Choice| (choice.then == Prospect::Never).then_some(choice.action);
    choices.iter().all(is_known).then(|| choices.into_iter().filter_map(never).collect())
}
