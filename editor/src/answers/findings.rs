//! Converts answers about a level to entries of the list of problems.

use timeloom::check::RunResult;
use timeloom::scene::plain;
use timeloom::sketch::{Spot, ThingId};
use timeloom::solver::{Answer, Verdict};
use timeloom::workshop::questions::{Named, Unused, UnusedGroup};

use super::{LevelAnswers, LevelState, RecordedRun};

/// Severity of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The level cannot be played or won.
    Error,
    /// Something does not work as intended.
    Warning,
    /// Something could be better.
    Hint,
}

/// An entry of the list of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemEntry {
    /// Its severity.
    pub severity: Severity,
    /// The problem as a sentence.
    pub message: String,
    /// Affected thing.
    pub thing: Option<ThingId>,
    /// Affected cell and slice.
    pub spot: Option<Spot>,
}

impl ProblemEntry {
    fn new(severity: Severity, message: String) -> Self {
        Self { severity, message, thing: None, spot: None }
    }
}

/// Returns the problems found by the answers, the worst first.
pub fn findings(known: &LevelAnswers) -> Vec<ProblemEntry> {
    let mut findings: Vec<ProblemEntry> = unwinnable(known).into_iter().collect();
    let solutions = known.runs.iter().flat_map(|runs| &runs.solutions);
    findings.extend(solutions.filter(|run| !run.rerun.holds).map(broken));
    findings.extend(known.unused.iter().flat_map(Unused::grouped).map(idle));
    findings.extend(known.unused.iter().filter_map(unchecked));
    findings
}

/// Returns a hint that the search for things that could be removed is not complete.
fn unchecked(unused: &Unused) -> Option<ProblemEntry> {
    let things = plain::counted(unused.unknown as u64, "more thing");
    let message =
        format!("whether {things} could be removed is unknown: there was not enough time or memory");
    (unused.unknown > 0).then(|| ProblemEntry::new(Severity::Hint, message))
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

/// Returns a hint about things that no shortest way needs.
fn idle(group: UnusedGroup<'_>) -> ProblemEntry {
    match group {
        UnusedGroup::One(thing) => one_idle(thing),
        UnusedGroup::Many { name, count } => many_idle(name, count),
    }
}

fn one_idle(thing: &Named) -> ProblemEntry {
    let message = format!("no shortest solution needs {}: it could be removed", plain::line(&thing.name));
    ProblemEntry {
        thing: Some(thing.id),
        spot: Some(thing.spot),
        ..ProblemEntry::new(Severity::Hint, message)
    }
}

fn many_idle(name: &str, count: usize) -> ProblemEntry {
    let message = format!(
        "any one of {count} things named {} could be removed: no shortest solution needs it",
        plain::line(name)
    );
    ProblemEntry::new(Severity::Hint, message)
}
