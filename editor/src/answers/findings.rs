//! Turns answers about a level into entries of the list of problems.

use std::collections::BTreeMap;

use timeloom::check::RunResult;
use timeloom::scene::plain;
use timeloom::sketch::{Spot, ThingId};
use timeloom::solver::{Answer, Verdict};
use timeloom::workshop::questions::Named;

use super::{LevelAnswers, LevelState, RecordedRun};

/// How much an entry matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The level cannot be played or won.
    Error,
    /// Something does not work as it was meant to.
    Warning,
    /// Something could be better.
    Hint,
}

/// An entry of the list of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemEntry {
    /// How much it matters.
    pub severity: Severity,
    /// The problem as a sentence.
    pub message: String,
    /// Affected thing.
    pub thing: Option<ThingId>,
    /// Affected spot.
    pub spot: Option<Spot>,
}

impl ProblemEntry {
    fn new(severity: Severity, message: String) -> Self {
        Self { severity, message, thing: None, spot: None }
    }
}

/// More things of one kind than this share one entry.
const MOST_OF_A_KIND: usize = 3;

/// Returns the problems that the answers reveal, the worst first.
pub fn findings(known: &LevelAnswers) -> Vec<ProblemEntry> {
    let mut findings: Vec<ProblemEntry> = unwinnable(known).into_iter().collect();
    let solutions = known.runs.iter().flat_map(|runs| &runs.solutions);
    findings.extend(solutions.filter(|run| !run.rerun.holds).map(broken));
    findings.extend(known.unused.iter().flat_map(|unused| idle(&unused.things)));
    findings
}

fn unwinnable(known: &LevelAnswers) -> Option<ProblemEntry> {
    match &known.state {
        Some(LevelState::Searched(Answer { verdict: Verdict::Unsolvable, .. })) => Some(ProblemEntry::new(
            Severity::Error,
            "the level cannot be won: every way was tried".to_owned(),
        )),
        _ => None,
    }
}

fn broken(RecordedRun { rerun, .. }: &RecordedRun) -> ProblemEntry {
    let name = plain::line(&rerun.name);
    let message = match &rerun.verdict {
        RunResult::Fails { turn, action, reason } => {
            format!(
                "the solution '{name}' breaks at turn {turn}: {action} is refused, {}",
                plain::line(reason)
            )
        }
        _ => format!("the solution '{name}' no longer wins"),
    };
    ProblemEntry::new(Severity::Warning, message)
}

/// Returns hints about things that no shortest way needs.
fn idle(things: &[Named]) -> Vec<ProblemEntry> {
    let mut by_name: BTreeMap<&str, Vec<&Named>> = BTreeMap::new();
    things.iter().for_each(|thing| by_name.entry(&thing.name).or_default().push(thing));
    let hints = by_name.into_iter().flat_map(|(name, things)| match things.as_slice() {
        few if few.len() <= MOST_OF_A_KIND => few.iter().map(|thing| one_idle(thing)).collect(),
        many => vec![many_idle(name, many)],
    });
    hints.collect()
}

fn one_idle(thing: &Named) -> ProblemEntry {
    let message = format!("no shortest solution needs {}: it could be removed", plain::line(&thing.name));
    ProblemEntry {
        thing: Some(thing.id),
        spot: Some(thing.spot),
        ..ProblemEntry::new(Severity::Hint, message)
    }
}

fn many_idle(name: &str, things: &[&Named]) -> ProblemEntry {
    let count = things.len();
    let message =
        format!("{count} things named {}: no shortest solution needs any one of them", plain::line(name));
    ProblemEntry::new(Severity::Hint, message)
}
