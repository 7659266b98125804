//! Paths of the files beside a level file: the log of its drawing, and those of the games played on it.
//!
//! Used for opening, saving and listing. Knows paths only, opens nothing.

use std::path::{Path, PathBuf};

/// Returns the path of the drawing log of a level.
pub fn drawing(level: &Path) -> PathBuf {
    log(level, "drawing.loom")
}

/// Returns the path of the log of the game on a level.
pub fn play(level: &Path) -> PathBuf {
    log(level, "play.loom")
}

/// Logs of `x.toml` are named after `x`; those of `x.json`, which may exist beside it, after `x.json`.
fn log(level: &Path, ending: &str) -> PathBuf {
    match level.extension().and_then(|own| own.to_str()) {
        Some("json") => level.with_extension(format!("json.{ending}")),
        _ => level.with_extension(ending),
    }
}

/// Returns the level of a drawing log.
pub fn level_of_drawing(log: &Path) -> Option<PathBuf> {
    let name = log.file_name()?.to_str()?.strip_suffix(".drawing.loom")?;
    let ending = if name.ends_with(".json") { "" } else { ".toml" };
    Some(log.with_file_name(format!("{name}{ending}")))
}

/// Returns the path for a log that is replaced: `x.play.loom` becomes `x.play-2.loom`, or the next free name.
pub fn another(log: &Path) -> PathBuf {
    let stem = log.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let names = (2..).map(|number: u32| log.with_file_name(format!("{stem}-{number}.loom")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| log.to_owned())
}

/// Returns the path for a damaged log: `x.drawing.loom` becomes `x.drawing.loom.damaged`, or the next free name.
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
        let twin = Path::new("levels/maze.json");
        assert_eq!(drawing(twin), Path::new("levels/maze.json.drawing.loom"));
        assert_eq!(level_of_drawing(&drawing(twin)).as_deref(), Some(twin));
        assert_eq!(another(&play(level)), Path::new("levels/maze.play-2.loom"));
        assert_eq!(damaged(&play(level)), Path::new("levels/maze.play.loom.damaged"));
    }
}
