//! `timeloom check`: tests whether the recorded runs of levels still work.

mod gather;
mod report;

use std::path::PathBuf;

use timeloom::catalog;
use timeloom::check::Playthroughs;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;
use gather::{Gathered, LevelFile, SaveFile};
use report::{LevelReport, Summary};

/// Re-run recorded solutions and playthroughs on levels
///
/// Reports all problems of a level at once. A solution must win. Every branch of a playthrough must still be
/// playable to its end; one that won must win, and one that was not lost must not be lost now. One that was
/// lost may end in any way, even if it is no longer lost. A damaged save, or one in a folder that cannot
/// be opened, counts as broken and is not re-run. With several levels or
/// folders, a playthrough is re-run on each level with the id of the level it was played on; one whose level is
/// not among them is listed as unmatched. A save whose last write did not finish, as after a crash, is re-run as far as
/// it goes. Neither is an error without --strict. In a folder, a document that could be a level by its name but names
/// no ruleset is listed and not checked, unless --ruleset gives one. With --seat, a run is re-run up to the first turn that
/// is hidden from that player, and nothing tells more. Exit code 1 if anything recorded is broken.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom check saves/levels/skirmish-bridge.toml\n  \
timeloom check saves/levels/skirmish-bridge.toml saves/games/skirmish-bridge.loom\n  \
timeloom check --strict saves/levels/*.toml saves/games/   # for CI: no save may be left out")]
pub(super) struct Arguments {
    /// Levels, playthroughs of them or of earlier versions, and folders with both
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Ruleset, if a level does not name one
    #[arg(long)]
    ruleset: Option<String>,
    /// Exit with 1 also if a playthrough was played on none of the levels, as after the id of a level was changed, or if the
    /// last write of a save did not finish
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let found = gather::gather(&arguments.files, arguments.ruleset.as_deref(), &arguments.seat)?;
    if found.is_one { check_one(&found, arguments, output) } else { check_all(&found, arguments, output) }
}

/// Checks a single level with the saves that were given by name.
fn check_one(found: &Gathered, arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let played: Vec<_> = found.saves.iter().map(SaveFile::branches).collect();
    let summary = check(&found.levels[0], arguments.ruleset.as_deref(), &played, output)?;
    let broken = report_broken(found, output)?;
    let is_complete = !found.has_unfinished() || !arguments.strict;
    Ok((summary.holds && broken.is_empty() && is_complete).into())
}

/// Checks each level with the saves that were played on it, and reports the other saves.
fn check_all(found: &Gathered, arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let (mut all, mut faulty) = (Vec::new(), Vec::new());
    for level in &found.levels {
        let own = found.saves.iter().filter(|save| save.is_of(level));
        let played: Vec<_> = own.map(SaveFile::branches).collect();
        match check(level, arguments.ruleset.as_deref(), &played, output) {
            Ok(summary) => all.push(summary),
            Err(Failure::Bad(why)) => {
                all.push(Summary::broken(&level.path));
                faulty.push(why);
            }
            Err(other) => return Err(other),
        }
    }
    let unmatched = found.unmatched();
    unmatched.iter().try_for_each(|save| report::unmatched(save, output))?;
    all.extend(report_broken(found, output)?);
    found.no_levels.iter().try_for_each(|path| report::no_level(path, output))?;
    report::end(&all, &unmatched, &found.no_levels, output)?;
    let is_complete = unmatched.is_empty() && !found.has_unfinished() || !arguments.strict;
    let holds = all.iter().all(|file| file.holds);
    if faulty.is_empty() { Ok((holds && is_complete).into()) } else { Err(Failure::bad(faulty.join("\n"))) }
}

fn report_broken(found: &Gathered, output: &mut Output) -> Result<Vec<Summary>, Failure> {
    found.broken.iter().map(|save| report::broken(save, output)).collect()
}

/// Checks one level, and prints each finding when it is known.
fn check(
    level: &LevelFile,
    ruleset: Option<&str>,
    played: &[Playthroughs<'_>],
    output: &mut Output,
) -> Result<Summary, Failure> {
    let mut report = LevelReport::new(&level.path, output);
    let mut printed = Ok(());
    let checked = catalog::check_level(&level.path, ruleset, played, &mut |finding| {
        // After a failure, such as a closed pipe, print nothing more.
        if printed.is_ok() {
            printed = report.add(&finding);
        }
    });
    printed?;
    match checked {
        Ok(()) => report.end(),
        Err(error) => Err(output.refuse_level(error)),
    }
}
