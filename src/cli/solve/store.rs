//! `timeloom solve -o LEVEL`: keeps a solution in a level file.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::json;
use timeloom::catalog::{self, NotStored, Ruleset};
use timeloom::check::Finding;
use timeloom::journal::file;
use timeloom::level_file::EXTENSIONS;

use crate::cli::level_out;
use crate::cli::output::{Failure, Output, spare_save};
use crate::cli::question::Subject;

/// Fails if this cannot be the name of a level file: it is a save, or new and named like something else.
pub(super) fn check_name(out: &Path) -> Result<(), Failure> {
    spare_save(out)?;
    let is_level = |ending: &OsStr| EXTENSIONS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    match out.extension() {
        Some(ending) if !is_level(ending) && !out.exists() => Err(Failure::bad(format!(
            "{}: a solution is kept in a level file: end its name with .{}",
            out.display(),
            EXTENSIONS.join(" or .")
        ))),
        _ => Ok(()),
    }
}

/// Writes the actions that lead to a turn, and these after them, as a solution into a level file. If there is none, it
/// begins with the level of the game; if there is one, the solution must win on it.
pub(super) fn store(
    Subject { game, node }: &Subject,
    actions: &[String],
    out: &Path,
    output: &mut Output,
) -> Result<(), Failure> {
    let ruleset = catalog::find(&game.about().ruleset)?;
    let mut whole = game.recorded(*node).actions;
    whole.extend_from_slice(actions);
    let old = level_out::old(out)?;
    let is_stored = match ruleset.with_solution(old.as_deref().unwrap_or(&game.level()), whole) {
        Ok(level) => {
            check(ruleset, &level, out)?;
            write(out, &level, old.as_deref())?;
            true
        }
        Err(NotStored::Known(_)) if old.is_none() => {
            write(out, &game.level(), None)?;
            true
        }
        Err(NotStored::Known(_)) => false,
        Err(NotStored::Faulty(faults)) => return Err(Failure::faulty(out, &faults)),
        Err(error @ NotStored::NoRoom(_)) => return Err(Failure::bad(format!("{}: {error}", out.display()))),
    };
    let is = if is_stored { "is in the level now" } else { "was in the level already" };
    let data = json!({ "output": out.display().to_string(), "stored": is_stored });
    output.either(&data, || format!("{}: the solution {is}", out.display()))
}

fn write(out: &Path, level: &str, old: Option<&str>) -> Result<(), Failure> {
    let text = level_out::into_old(out, level, old)?;
    file::replace(out, text.as_bytes()).map_err(|error| Failure::bad(error.to_string()))
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
            "{}: the solution does not win on this level, which is another one: nothing was written",
            out.display()
        ))),
    }
}
