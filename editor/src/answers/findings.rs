//! What the answers about a level say against it, as entries of the list of problems.

use std::collections::BTreeMap;

use timeloom::check::Verdict as RunVerdict;
use timeloom::scene::plain;
use timeloom::sketch::{Spot, ThingId};
use timeloom::solver::{Answer, Verdict};
use timeloom::workshop::questions::Named;

use super::{LevelAnswers, LevelState, Run};

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
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// The problem as a sentence.
    pub message: String,
    /// Affected thing.
    pub thing: Option<ThingId>,
    /// Affected spot.
    pub spot: Option<Spot>,
}

impl Finding {
    fn new(severity: Severity, message: String) -> Self {
        Self { severity, message, thing: None, spot: None }
    }
}

/// More things of one kind than this share one entry.
const MOST_OF_A_KIND: usize = 3;

/// Returns what the answers say against a level, the worst first.
pub fn findings(known: &LevelAnswers) -> Vec<Finding> {
    let mut findings: Vec<Finding> = unwinnable(known).into_iter().collect();
    let solutions = known.runs.iter().flat_map(|runs| &runs.solutions);
    findings.extend(solutions.filter(|run| !run.rerun.holds).map(broken));
    findings.extend(known.unused.iter().flat_map(|unused| idle(&unused.things)));
    findings
}

fn unwinnable(known: &LevelAnswers) -> Option<Finding> {
    match &known.state {
        Some(LevelState::Searched(Answer { verdict: Verdict::Unsolvable, .. })) => {
            Some(Finding::new(Severity::Error, "the level cannot be won: every way was tried".to_owned()))
        }
        _ => None,
    }
}

fn broken(Run { rerun, .. }: &Run) -> Finding {
    let name = plain::line(&rerun.name);
    let message = match &rerun.verdict {
        RunVerdict::Fails { turn, action, reason } => {
            format!(
                "the solution '{name}' breaks at turn {turn}: {action} is refused, {}",
                plain::line(reason)
            )
        }
        _ => format!("the solution '{name}' no longer wins"),
    };
    Finding::new(Severity::Warning, message)
}

/// Returns hints about things that no shortest way needs.
fn idle(things: &[Named]) -> Vec<Finding> {
    let mut by_name: BTreeMap<&str, Vec<&Named>> = BTreeMap::new();
    things.iter().for_each(|thing| by_name.entry(&thing.name).or_default().push(thing));
    let hints = by_name.into_iter().flat_map(|(name, things)| match things.as_slice() {
        few if few.len() <= MOST_OF_A_KIND => few.iter().map(|thing| one_idle(thing)).collect(),
        many => vec![many_idle(name, many)],
    });
    hints.collect()
}

fn one_idle(thing: &Named) -> Finding {
    let message = format!("no shortest way needs {}: it could go", plain::line(&thing.name));
    Finding { thing: Some(thing.id), spot: Some(thing.spot), ..Finding::new(Severity::Hint, message) }
}

fn many_idle(name: &str, things: &[&Named]) -> Finding {
    let count = things.len();
    let message = format!("{count} times {}: no shortest way needs this one or that one", plain::line(name));
    Finding::new(Severity::Hint, message)
}
