//! `timeloom recover`: a new save of all that can still be replayed of a damaged one.

use std::path::PathBuf;

use timeloom::catalog;

use super::output::{Answer, Failure, Output};

/// Save what can be read of a damaged file, as a new one
///
/// The damaged file is not touched. A turn that does not replay is left out with what follows from it; other branches stay.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom recover damaged.loom -o rescued.loom")]
pub(super) struct Arguments {
    /// The damaged save
    save: PathBuf,
    /// The save to make; it must not exist yet
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
