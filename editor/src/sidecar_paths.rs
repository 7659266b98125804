//! Paths of the files beside a level file: the log of its drawing, and those of the games played on it.
//!
//! Used for opening, saving and listing. No two level files share a log. Knows paths only, opens nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use timeloom::level_file::EXTENSION;

/// Ending of the name of a drawing log.
const DRAWING: &str = "drawing.loom";
/// Ending of the name of the log of a game on a level.
const PLAY: &str = "play.loom";

/// Whether a file with this name is the log of a level.
pub fn is_log(name: &str) -> bool {
    [DRAWING, PLAY].iter().any(|ending| name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
}

/// Returns the path of the drawing log of a level.
pub fn drawing(level: &Path) -> PathBuf {
    log(level, DRAWING)
}

/// Returns the path of the log of the game on a level.
pub fn play(level: &Path) -> PathBuf {
    log(level, PLAY)
}

/// Logs of `x.toml` are named after `x`. Those of any other file, which may be a copy or a backup beside it, are named
/// after its whole name; one without an ending gets a second dot, as its logs would be those of `x.toml` otherwise.
fn log(level: &Path, ending: &str) -> PathBuf {
    let own = match level.extension() {
        Some(own) if own == EXTENSION => level.file_stem(),
        _ => level.file_name(),
    };
    let mut name = own.unwrap_or_default().to_owned();
    name.push(if level.extension().is_none() { ".." } else { "." });
    name.push(ending);
    level.with_file_name(name)
}

/// Returns the level of a drawing log: `x.toml` for `x.drawing.loom`, unless only a file with the name `x` exists.
pub fn level_of_drawing(log: &Path) -> Option<PathBuf> {
    let name = log.file_name()?.to_str()?.strip_suffix(DRAWING)?.strip_suffix('.')?;
    let (default, other) = (log.with_file_name(format!("{name}.{EXTENSION}")), log.with_file_name(name));
    let without_ending = name.strip_suffix('.').map(|name| log.with_file_name(name));
    let is_other = name.ends_with(".json") || (!default.exists() && other.is_file());
    let default = without_ending.filter(|level| !default.exists() && level.is_file()).unwrap_or(default);
    Some(if is_other { other } else { default })
}

/// Returns names for a file whose own name is taken: `x.play-2.loom`, `x.play-3.loom` and so on for `x.play.loom`.
pub fn others(file: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let (stem, ending) =
        (file.file_stem().unwrap_or_default().to_owned(), file.extension().map(OsStr::to_owned));
    numbered(file, move |number| {
        let mut name = stem.clone();
        name.push(format!("-{}", number + 1));
        if let Some(ending) = &ending {
            name.push(".");
            name.push(ending);
        }
        name
    })
}

/// Returns names for the log of an untitled drawing that was saved elsewhere: `x.drawing.loom.moved` and so on.
pub fn moved(log: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    ending_in(log, ".moved")
}

/// Returns names for settings that cannot be read: `settings.toml.broken` and so on.
pub fn broken(settings: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    ending_in(settings, ".broken")
}

fn ending_in(file: &Path, ending: &'static str) -> impl Iterator<Item = PathBuf> + use<> {
    let own = file.file_name().unwrap_or_default().to_owned();
    numbered(file, move |number| {
        let mut name = own.clone();
        name.push(ending);
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name
    })
}

fn numbered<F: Fn(u32) -> OsString>(file: &Path, name: F) -> impl Iterator<Item = PathBuf> + use<F> {
    let file = file.to_owned();
    (1..u32::MAX).map(move |number| file.with_file_name(name(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_a_file_with_any_name_leads_back_to_it() {
        let folder = tempfile::tempdir().expect("there is room");
        for name in ["maze.toml~", "maze.TOML", "maze.bak", "maze", "maze.json", "maze.toml"] {
            let level = folder.path().join(name);
            std::fs::write(&level, "").expect("there is room");
            assert_eq!(level_of_drawing(&drawing(&level)), Some(level));
        }
    }

    #[test]
    fn everything_beside_a_level_is_named_after_it() {
        let level = Path::new("levels/maze.toml");
        assert_eq!(drawing(level), Path::new("levels/maze.drawing.loom"));
        assert_eq!(play(level), Path::new("levels/maze.play.loom"));
        assert_eq!(level_of_drawing(&drawing(level)).as_deref(), Some(level));
        assert_eq!(level_of_drawing(&play(level)), None);
        let twin = Path::new("levels/maze.json");
        assert_eq!(drawing(twin), Path::new("levels/maze.json.drawing.loom"));
        assert_eq!(level_of_drawing(&drawing(twin)).as_deref(), Some(twin));
        for (level, log) in [
            ("maze.toml~", "maze.toml~.drawing.loom"),
            ("maze.TOML", "maze.TOML.drawing.loom"),
            ("maze.bak", "maze.bak.drawing.loom"),
            ("maze", "maze..drawing.loom"),
        ] {
            assert_eq!(drawing(Path::new(level)), Path::new(log));
        }
        let first = |names: &mut dyn Iterator<Item = PathBuf>| names.take(2).collect::<Vec<_>>();
        assert_eq!(
            first(&mut others(&play(level))),
            [level.with_file_name("maze.play-2.loom"), level.with_file_name("maze.play-3.loom")]
        );
    }
}
