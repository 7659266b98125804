//! The names of what lies beside a level file: the log of its drawing, and the games that were played on it.
//!
//! Asked by whoever opens, saves or lists. Knows names only, opens nothing.

use std::path::{Path, PathBuf};

/// The log of the drawing of a level.
pub fn drawing(level: &Path) -> PathBuf {
    level.with_extension("drawing.loom")
}

/// The game played on a level.
pub fn play(level: &Path) -> PathBuf {
    level.with_extension("play.loom")
}

/// The level that a log of a drawing lies beside.
pub fn level_of_drawing(log: &Path) -> Option<PathBuf> {
    let name = log.file_name()?.to_str()?.strip_suffix(".drawing.loom")?;
    Some(log.with_file_name(format!("{name}.toml")))
}

/// Where a log goes that has to make room for another: `x.play.loom` becomes `x.play-2.loom`, or the next that is free.
pub fn another(log: &Path) -> PathBuf {
    let stem = log.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let names = (2..).map(|number: u32| log.with_file_name(format!("{stem}-{number}.loom")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| log.to_owned())
}

/// Where a damaged log goes: `x.drawing.loom` becomes `x.drawing.loom.damaged`, or the next that is free.
pub fn damaged(log: &Path) -> PathBuf {
    let name = log.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let names = (1..).map(|number: u32| match number {
        1 => log.with_file_name(format!("{name}.damaged")),
        _ => log.with_file_name(format!("{name}.damaged-{number}")),
    });
    names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| log.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_beside_a_level_is_named_after_it() {
        let level = Path::new("levels/maze.toml");
        assert_eq!(drawing(level), Path::new("levels/maze.drawing.loom"));
        assert_eq!(play(level), Path::new("levels/maze.play.loom"));
        assert_eq!(level_of_drawing(&drawing(level)).as_deref(), Some(level));
        assert_eq!(level_of_drawing(&play(level)), None);
        assert_eq!(another(&play(level)), Path::new("levels/maze.play-2.loom"));
        assert_eq!(damaged(&play(level)), Path::new("levels/maze.play.loom.damaged"));
    }
}
