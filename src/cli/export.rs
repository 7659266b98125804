//! `timeloom export`: a game in another form, by the ending of the file to write.

use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::journal::file;
use timeloom::playthrough::playthrough;

use super::log;
use super::output::{Answer, Failure, Output, look_into};

/// Write a game in another form: .txt to read, .json for programs
///
/// The text has every turn of every branch with its board; the data is that of `timeloom log --json`. A picture of any
/// turn is made by `timeloom-editor SAVE --turn N --screenshot OUT.png`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom export saves/games/skirmish-bridge.loom -o bridge.txt")]
pub(super) struct Arguments {
    /// The save to look into
    save: PathBuf,
    /// The file to write; one that exists is replaced
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let bytes = contents(&arguments.save, &arguments.output)?;
    file::replace(&arguments.output, bytes.as_bytes()).map_err(|error| Failure::bad(error.to_string()))?;
    let data = json!({ "output": arguments.output, "bytes": bytes.len() });
    output.either(&data, || format!("{}: {} bytes", arguments.output.display(), bytes.len()))?;
    Ok(Answer::Yes)
}

fn contents(save: &Path, out: &Path) -> Result<String, Failure> {
    let game = look_into(save)?;
    match out.extension().and_then(|ending| ending.to_str()) {
        Some("txt") => Ok(playthrough(game.as_ref())),
        Some("json") => Ok(format!("{}\n", log::data(game.as_ref(), None))),
        Some("png" | "gif") => Err(Failure::bad(format!(
            "{}: pictures are made by the editor: timeloom-editor {} --screenshot OUT.png",
            out.display(),
            save.display()
        ))),
        _ => Err(Failure::bad(format!(
            "{}: the ending says what to write; there are .txt and .json",
            out.display()
        ))),
    }
}
