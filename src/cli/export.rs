//! `timeloom export`: writes a game in another format, chosen by the extension of the output file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::catalog::{self, LARGEST_LEVEL, is_save_path};
use timeloom::foreign::{self, Format};
use timeloom::game::{Game, Inspect};
use timeloom::journal::file::{self, Sharing, path_text};
use timeloom::level_file::EXTENSION;
use timeloom::playthrough;
use timeloom::rules::{GameResult, Recorded};

use super::level_out;
use super::log;
use super::output::{Answer, Failure, Output, path_data, spare_save};
use super::seat::Seat;

/// Write a game in another format: .txt to read, .json for programs, .toml for its level, .xsb for Sokoban
///
/// The text has every turn of every branch with its board; the JSON is that of `timeloom log --json`. The
/// level of a drawing is exported as drawn at its cursor; an existing level file keeps its comments and its
/// order. A Sokoban level includes its solutions, and the current branch if it wins. For a picture of any
/// turn, use `timeloom-editor SAVE --turn N --screenshot OUT.png`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom export saves/games/skirmish-bridge.loom -o bridge.txt\n  \
timeloom export sokoban.toml -o sokoban.xsb")]
pub(super) struct Arguments {
    /// Save to read; for Sokoban also a level
    save: PathBuf,
    /// File to write; an existing file is replaced, but never a save
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    spare_save(&arguments.output)?;
    let contents = contents(arguments)?;
    let bytes = contents.save(arguments)?;
    let out = &arguments.output;
    output.either(&json!({ "output": path_data(out), "bytes": bytes }), || {
        format!("{}: {bytes} bytes", path_text(out))
    })?;
    Ok(Answer::Yes)
}

/// Contents of the file. A game is written turn by turn, because its text may be larger than memory.
enum Contents {
    Text(String),
    /// A level, and the text of the level file that is there.
    Level(String, Option<String>),
    Playthrough(Box<dyn Game>),
    Data(Box<dyn Game>),
}

impl Contents {
    /// Writes the file; returns the number of bytes.
    fn save(&self, Arguments { save, output, .. }: &Arguments) -> Result<u64, Failure> {
        let sharing = Sharing::like(save);
        if let Self::Level(level, old) = self {
            return level_out::write(output, level, old.as_deref(), &sharing);
        }
        let written = file::replace_with(output, &sharing, |out| self.write(out));
        written.map_err(|error| Failure::bad(error.to_string()))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Text(text) | Self::Level(text, _) => out.write_all(text.as_bytes()),
            Self::Playthrough(game) => playthrough::write(game.as_ref(), out),
            Self::Data(game) => log::write_data(game.as_ref(), None, out),
        }
    }
}

fn contents(Arguments { save, output: out, seat }: &Arguments) -> Result<Contents, Failure> {
    match out.extension().and_then(|ending| ending.to_str()) {
        Some("txt") => Ok(Contents::Playthrough(seat.look_into(save)?)),
        Some("json") => Ok(Contents::Data(seat.look_into(save)?)),
        Some("png" | "gif") => Err(Failure::bad(format!(
            "{}: pictures are made by the editor: timeloom-editor {} --screenshot OUT.png",
            path_text(out),
            path_text(save)
        ))),
        Some(EXTENSION) => {
            let level = level(seat.look_into(save)?.as_ref());
            Ok(Contents::Level(level, level_out::old(out)?))
        }
        ending => match ending.and_then(foreign::by_written_ending) {
            Some(format) => foreign(save, seat, format).map(Contents::Text),
            None => Err(Failure::bad(format!("{}: {}", path_text(out), endings()))),
        },
    }
}

fn endings() -> String {
    let foreign = foreign::FORMATS.iter().filter_map(|format| format.written_endings.first());
    let foreign = foreign.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
    format!("the extension of the file must be .txt, .json, .toml or {foreign}")
}

/// Returns the level of a game, or the level drawn at the cursor of a drawing.
fn level(game: &dyn Game) -> String {
    game.drawing().map_or_else(|| game.level(), |drawing| drawing.level_text(game.cursor()))
}

/// Writes a level, or the level of a save with its winning branch, in a foreign format.
fn foreign(save: &Path, seat: &Seat, format: &Format) -> Result<String, Failure> {
    let (ruleset, level, ways) = if is_save_path(save) {
        let game = seat.look_into(save)?;
        (game.about().ruleset, level(game.as_ref()), played(game.as_ref()))
    } else {
        let text = file::read_text(save, LARGEST_LEVEL).map_err(|error| Failure::bad(error.to_string()))?;
        (catalog::declared(&text), text, Vec::new())
    };
    if ruleset != format.ruleset {
        return Err(Failure::bad(format!(
            "{}: {} cannot hold a level of {ruleset}",
            path_text(save),
            format.name
        )));
    }
    (format.export)(&level, ways).map_err(|faults| Failure::faulty(save, &faults))
}

/// Returns the current branch if it wins.
fn played(game: &dyn Inspect) -> Vec<Recorded> {
    let line = game.line();
    let wins = line.last().is_some_and(|&tip| matches!(game.at(tip).result(), Some(GameResult::Won(_))));
    let actions = line.iter().skip(1).map(|&node| game.node(node).action);
    wins.then(|| Recorded { name: "played".to_owned(), actions: actions.collect() }).into_iter().collect()
}
