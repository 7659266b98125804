//! Stores a solution in a level.

use crate::rules::{Fault, Level, Recorded};

/// Reason why a solution was not stored.
#[derive(Debug, thiserror::Error)]
pub enum NotStored {
    /// The level has it already.
    #[error("the level has this solution already, as '{0}'")]
    Known(String),
    /// Levels of this ruleset hold no solutions.
    #[error("a level of {0} cannot hold solutions")]
    NoRoom(&'static str),
    /// The level cannot be read.
    #[error("the level cannot be read")]
    Faulty(Vec<Fault>),
}

impl From<Vec<Fault>> for NotStored {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faulty(faults)
    }
}

/// Returns the text of a level with one more solution. If its name is taken, it gets a number.
pub(super) fn store<L: Level>(level: &L, solution: Recorded) -> Result<String, NotStored> {
    let known = level.solutions();
    if let Some(same) = known.iter().find(|known| known.actions == solution.actions) {
        return Err(NotStored::Known(same.name.clone()));
    }
    let name = free_name(&solution.name, &known);
    let stored = level.with_solution(Recorded { name, ..solution }).ok_or(NotStored::NoRoom(L::RULESET))?;
    Ok(stored.to_text())
}

/// Returns a name, or `name 2` and so on if it is taken.
fn free_name(wished: &str, known: &[Recorded]) -> String {
    let is_free = |name: &String| known.iter().all(|solution| solution.name != *name);
    let numbered = (2..).map(|number| format!("{wished} {number}"));
    std::iter::once(wished.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
