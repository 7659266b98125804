//! Paths of the files beside a level file: the log of its drawing, and those of the games played on it.
//!
//! Used for opening, saving and listing. No two level files share a log. Knows paths only, opens nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use timeloom::catalog::SAVE_EXTENSION;
use timeloom::journal::backup::other_name;
use timeloom::level_file::EXTENSION;

/// Mark in the name of a drawing log, before its extension.
const DRAWING: &str = "drawing";
/// Mark in the name of the log of a game on a level.
const PLAY: &str = "play";

/// Whether a file with this name is the log of a level.
pub fn is_log(name: &str) -> bool {
    [DRAWING, PLAY].iter().any(|mark| stem_of(name, mark).is_some())
}

/// Returns the path of the drawing log of a level.
pub fn drawing(level: &Path) -> PathBuf {
    log(level, DRAWING)
}

/// Returns the path of the log of the game on a level.
pub fn play(level: &Path) -> PathBuf {
    log(level, PLAY)
}

/// Returns the path of a log. Logs of `x.toml` are named after `x`. Logs of any other file, which may be a
/// copy or a backup, are named after its whole name and a second dot: without the dot, those of `x.json` and
/// `x.json.toml` would be the same. `x..toml` counts as another file, because of its second dot.
fn log(level: &Path, mark: &str) -> PathBuf {
    let stem = level.file_stem().filter(|_| level.extension() == Some(OsStr::new(EXTENSION)));
    let own = stem.filter(|stem| !stem.as_encoded_bytes().ends_with(b"."));
    let mut name = own.or(level.file_name()).unwrap_or_default().to_owned();
    name.push(if own.is_some() { "." } else { ".." });
    name.push(format!("{mark}.{SAVE_EXTENSION}"));
    level.with_file_name(name)
}

/// Returns what is before the mark in the name of a log with this mark.
fn stem_of<'n>(name: &'n str, mark: &str) -> Option<&'n str> {
    let stem = name.strip_suffix(SAVE_EXTENSION)?.strip_suffix('.')?;
    stem.strip_suffix(mark)?.strip_suffix('.')
}

/// Returns the level of a drawing log.
pub fn level_of_drawing(log: &Path) -> Option<PathBuf> {
    let name = stem_of(log.file_name()?.to_str()?, DRAWING)?;
    let level = name.strip_suffix('.').map_or_else(|| format!("{name}.{EXTENSION}"), str::to_owned);
    Some(log.with_file_name(level))
}

/// Returns which of the names for a file a path is: 1 for its own, and its number for the others.
pub fn number(file: &Path, path: &Path) -> Option<u32> {
    if path == file {
        return Some(1);
    }
    let rest = path.file_name()?.to_str()?.strip_prefix(file.file_stem()?.to_str()?)?.strip_prefix('-')?;
    let number: u32 = rest.split_once('.').map_or(rest, |(number, _)| number).parse().ok()?;
    // Only a name that is spelled as it is made: no leading zeros or signs.
    (number > 1 && other_name(file, number) == path).then_some(number)
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
    fn the_log_of_a_file_with_any_name_leads_back_to_it_and_no_two_share_one() {
        let stems = [
            "maze",
            "maze.",
            "maze..",
            ".maze",
            "maze.json",
            "maze.json.",
            "maze.toml",
            "a.drawing",
            "a.drawing.loom",
        ];
        let endings = ["", ".toml", ".json", ".TOML", ".toml~", ".bak", ".toml.toml", ".json.toml"];
        let mut levels = std::collections::BTreeMap::new();
        for name in stems.iter().flat_map(|stem| endings.map(|ending| format!("{stem}{ending}"))) {
            let level = Path::new("levels").join(&name);
            assert_eq!(level_of_drawing(&drawing(&level)).as_ref(), Some(&level));
            for log in [drawing(&level), play(&level)] {
                let other = levels.insert(log, name.clone());
                assert!(other.as_ref().is_none_or(|other| *other == name), "{name} and {other:?}");
            }
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
        assert_eq!(drawing(twin), Path::new("levels/maze.json..drawing.loom"));
        assert_eq!(level_of_drawing(&drawing(twin)).as_deref(), Some(twin));
        for (level, log) in [
            ("maze.toml~", "maze.toml~..drawing.loom"),
            ("maze.TOML", "maze.TOML..drawing.loom"),
            ("maze.bak", "maze.bak..drawing.loom"),
            ("maze", "maze..drawing.loom"),
        ] {
            assert_eq!(drawing(Path::new(level)), Path::new(log));
        }
        let own = play(level);
        for number_of in [2, 10, u32::MAX] {
            assert_eq!(number(&own, &other_name(&own, number_of)), Some(number_of));
        }
        assert_eq!(number(&own, &own), Some(1));
        for other in
            ["maze.play-02.loom", "maze.play-1.loom", "maze.play-+2.loom", "maze.play-2.toml", "maze.loom"]
        {
            assert_eq!(number(&own, &level.with_file_name(other)), None, "{other}");
        }
    }
}
