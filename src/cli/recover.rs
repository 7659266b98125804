//! `timeloom recover`: writes everything that can still be replayed of a damaged save to a new one.

use std::path::PathBuf;

use timeloom::catalog;

use super::output::{Answer, Failure, Output};

/// Recover the readable part of a damaged save into a new one
///
/// The damaged file is not changed. A turn that does not replay is left out with all turns after it; other branches
/// stay.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom recover damaged.loom -o rescued.loom")]
pub(super) struct Arguments {
    /// Damaged save
    save: PathBuf,
    /// Save to create; it must not exist yet
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let found = catalog::rescue(&arguments.save, &arguments.output)?;
    output.either(&found, || {
        let mut lines = vec![format!("{}: {} turns recovered", arguments.output.display(), found.kept)];
        lines.extend(
            found.health.complaint().map(|complaint| format!("{}: {complaint}", arguments.save.display())),
        );
        if let Some(because) = &found.because {
            lines.push(format!("{} turns were left out, the first because {because}", found.left_out));
        }
        if found.unknown_left_out > 0 {
            lines.push(format!(
                "records that only a newer Timeloom knows and that were left out, because they are too long or may speak of \
                 turns that are not there: {}",
                found.unknown_left_out
            ));
        }
        lines.join("\n")
    })?;
    Ok(Answer::Yes)
}
