//! `timeloom import`: converts levels of other programs.

use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::catalog::LARGEST_LEVEL;
use timeloom::foreign::{self, Format, Imported};
use timeloom::journal::file::{self, Sharing, path_text};
use timeloom::level_file::EXTENSION;
use timeloom::scene::plain;

use super::output::{Answer, Failure, Output, path_data, spare_save};

/// Import levels of another program: Sokoban in XSB or SOK, with LURD solutions
///
/// One level goes to OUT; several go to OUT with a number before the extension. A file with more than 10,000
/// levels is refused.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom import microban.xsb -o saves/levels/microban.toml")]
pub(super) struct Arguments {
    /// File to read
    file: PathBuf,
    /// Level file to write; an existing file is replaced, but never a save
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// Maximum number of levels, because each becomes a file.
const MOST_LEVELS: usize = 10_000;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let format = format_of(&arguments.file)?;
    let bad = |error: file::FileError| Failure::bad(error.to_string());
    let text = file::read_text(&arguments.file, LARGEST_LEVEL).map_err(bad)?;
    let levels = (format.import)(&text).map_err(|faults| Failure::faulty(&arguments.file, &faults))?;
    if levels.len() > MOST_LEVELS {
        return Err(Failure::bad(format!(
            "{}: these are {} levels, and at most {MOST_LEVELS} are imported at once: split the file",
            path_text(&arguments.file),
            levels.len()
        )));
    }
    let paths: Vec<PathBuf> =
        (1..=levels.len()).map(|number| numbered(&arguments.output, number, levels.len())).collect();
    paths.iter().try_for_each(|path| file::check_regular(path)).map_err(bad)?;
    paths.iter().try_for_each(|path| spare_save(path))?;
    for (Imported { title, text }, path) in levels.iter().zip(paths) {
        let sharing = Sharing::like(&arguments.file);
        file::replace_with(&path, &sharing, |out| out.write_all(text.as_bytes())).map_err(bad)?;
        output.either(&json!({ "level": path_data(&path), "title": title }), || {
            format!("{}: '{}'", path_text(&path), plain::line(title))
        })?;
    }
    Ok(Answer::Yes)
}

/// Returns the format of a file by its extension.
fn format_of(path: &Path) -> Result<&'static Format, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    foreign::by_ending(ending).ok_or_else(|| {
        let known = foreign::FORMATS
            .iter()
            .map(|format| format!("{} (.{})", format.name, format.endings.join(", .")));
        let known = known.collect::<Vec<_>>().join(", ");
        Failure::bad(format!("{}: unknown file extension; supported: {known}", path_text(path)))
    })
}

fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}.", width = count.to_string().len()));
    name.push(path.extension().unwrap_or(EXTENSION.as_ref()));
    path.with_file_name(name)
}
