//! `timeloom solve -o LEVEL`: stores a solution in a level file.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use timeloom::catalog::{self, NotStored, Ruleset};
use timeloom::check::Finding;
use timeloom::game::{Game, last_attempt};
use timeloom::journal::file::{Sharing, path_text};
use timeloom::level_file::EXTENSIONS;
use timeloom::rules::Recorded;
use timeloom::scene::plain::turns;
use timeloom::timeline::NodeId;

use crate::cli::level_out;
use crate::cli::output::{Failure, path_data, spare_save};
use crate::cli::question::Subject;

/// Fails if this cannot be the name of a level file: it is a save, or a new file with another extension.
pub(super) fn check_name(out: &Path) -> Result<(), Failure> {
    spare_save(out)?;
    let is_level = |ending: &OsStr| EXTENSIONS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    match out.extension() {
        Some(ending) if !is_level(ending) && !out.exists() => Err(Failure::bad(format!(
            "{}: a solution is stored in a level file: end its name with .{}",
            path_text(out),
            EXTENSIONS.join(" or .")
        ))),
        _ => Ok(()),
    }
}

/// Stores the actions that lead to a turn since the last restart, followed by these, as a solution in a level file.
/// A new file starts with the level of the game; on an existing level the solution must win.
pub(super) fn store(
    Subject { game, node }: &Subject,
    actions: &[String],
    out: &Path,
) -> Result<Stored, Failure> {
    let ruleset = catalog::find(&game.about().ruleset)?;
    let solution = recorded(game.as_ref(), *node, actions);
    let old = level_out::old(out)?;
    let is_stored = match ruleset.with_solution(old.as_deref().unwrap_or(&game.level()), solution) {
        Ok(level) => {
            check(ruleset, &level, out)?;
            level_out::write(out, &level, old.as_deref(), &Sharing::Usual)?;
            true
        }
        Err(NotStored::Known(_)) if old.is_none() => {
            level_out::write(out, &game.level(), None, &Sharing::Usual)?;
            true
        }
        Err(NotStored::Known(_)) => false,
        Err(NotStored::Faulty(faults)) => return Err(Failure::faulty(out, &faults)),
        Err(error @ NotStored::NoRoom(_)) => {
            return Err(Failure::bad(format!("{}: {error}", path_text(out))));
        }
    };
    Ok(Stored { level: out.to_owned(), is_new: is_stored })
}

/// Returns the solution that begins with the turns since the last restart and goes on with a shortest way.
fn recorded(game: &dyn Game, node: NodeId, shortest: &[String]) -> Recorded {
    let attempt = last_attempt(game, node);
    let mut actions = game.recorded(node).actions.split_off(attempt as usize);
    let played = actions.len() as u32;
    actions.extend_from_slice(shortest);
    let name = match played {
        0 => "shortest".to_owned(),
        _ => format!("shortest after {}", turns(played)),
    };
    Recorded { name, actions }
}

/// A level that has the solution.
pub(super) struct Stored {
    level: PathBuf,
    /// Whether it was not in the level before.
    is_new: bool,
}

impl Stored {
    /// Adds this to what is printed as JSON.
    pub(super) fn add_to(&self, data: &mut Value) {
        data["output"] = json!(path_data(&self.level));
        data["stored"] = json!(self.is_new);
    }
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.is_new { "is now in the level" } else { "was already in the level" };
        write!(f, "{}: the solution {is}", path_text(&self.level))
    }
}

/// Fails unless the last solution of a level wins.
fn check(ruleset: &dyn Ruleset, level: &str, out: &Path) -> Result<(), Failure> {
    let mut last = None;
    let checked = ruleset.check(level, &[], &mut |finding| {
        if let Finding::Solution(rerun) = finding {
            last = Some(rerun);
        }
    });
    checked.map_err(|faults| Failure::faulty(out, &faults))?;
    match last {
        Some(rerun) if rerun.holds => Ok(()),
        _ => Err(Failure::bad(format!(
            "{}: this is another level, on which the solution does not win: nothing was written",
            path_text(out)
        ))),
    }
}
