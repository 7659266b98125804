//! `timeloom check`: tests whether the recorded runs of levels still work.

mod gather;
mod report;

use std::path::PathBuf;

use timeloom::catalog;
use timeloom::check::Playthroughs;

use super::output::{Answer, Failure, Output};
use gather::{Gathered, LevelFile};
use report::{LevelReport, Summary};

/// Re-run recorded solutions and playthroughs on levels
///
/// Reports all problems of a level at once. A solution must win. Every branch of a playthrough must still be playable to
/// its end; one that won must win, and one that was not lost must not be lost now. One that was lost may end in any way:
/// it passes also if it is no longer lost. A save in a folder that cannot be opened is broken. Several levels and folders can be given: then a playthrough is
/// re-run on the level that has the id of the level it was played on. Exit code 1 if anything recorded is broken.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom check saves/levels/skirmish-bridge.toml\n  \
timeloom check saves/levels/skirmish-bridge.toml saves/games/skirmish-bridge.loom\n  \
timeloom check saves/levels/*.toml saves/games/")]
pub(super) struct Arguments {
    /// Levels, playthroughs of them or of earlier versions, and folders with both
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Ruleset, if a level does not name one
    #[arg(long)]
    ruleset: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let Gathered { levels, saves, broken, is_one } =
        gather::gather(&arguments.files, arguments.ruleset.as_deref())?;
    if is_one {
        let played: Vec<_> = saves.iter().map(|save| save.branches()).collect();
        return check(&levels[0], arguments.ruleset.as_deref(), &played, output)
            .map(|summary| summary.holds.into());
    }
    let (mut all, mut faulty) = (Vec::new(), Vec::new());
    for level in &levels {
        let own = saves.iter().filter(|save| save.is_of(level));
        let played: Vec<_> = own.map(|save| save.branches()).collect();
        match check(level, arguments.ruleset.as_deref(), &played, output) {
            Ok(summary) => all.push(summary),
            Err(Failure::Bad(why)) => {
                all.push(Summary::broken(&level.path));
                faulty.push(why);
            }
            Err(other) => return Err(other),
        }
    }
    let strays = saves.iter().filter(|save| !levels.iter().any(|level| save.is_of(level)));
    report::strays(strays);
    for save in &broken {
        all.push(report::broken(save, output)?);
    }
    let answer = report::end(&all, output)?;
    if faulty.is_empty() { Ok(answer) } else { Err(Failure::bad(faulty.join("\n"))) }
}

/// Checks one level, and prints each finding as it comes.
fn check(
    level: &LevelFile,
    ruleset: Option<&str>,
    played: &[Playthroughs<'_>],
    output: &mut Output,
) -> Result<Summary, Failure> {
    let mut report = LevelReport::new(&level.path, output);
    let mut printed = Ok(());
    let checked = catalog::check_level(&level.path, ruleset, played, &mut |finding| {
        // After a failure, such as a closed pipe, nothing more is printed.
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
