//! Compares the saved state that the window reported with the files on disk.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom::journal::Health;
use timeloom::timeline::NodeId;
use timeloom_editor::open::plain;

use crate::session::{LEVEL, THEIRS};

/// A log on disk.
pub(crate) struct Log {
    path: PathBuf,
    game: Box<dyn Game>,
    /// Fingerprints of its nodes.
    pub(crate) prints: Vec<u64>,
}

/// Opens every log of the editor in a folder: each is good, or only its last record is unfinished.
pub(crate) fn logs(folder: &Path) -> Vec<Log> {
    let entries =
        fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let is_log = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "loom");
    entries.filter(is_log).filter(|path| !is_theirs(path)).map(log).collect()
}

fn log(path: PathBuf) -> Log {
    let bytes = fs::read(&path).expect("it can be read");
    let game =
        catalog::open_bytes("log", &bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let health = game.health();
    assert!(matches!(health, Health::Whole | Health::Torn { .. }), "{}: {health:?}", path.display());
    let prints = game.tree().ids().filter_map(|id| game.node(id).fingerprint).collect();
    Log { path, game, prints }
}

fn is_theirs(path: &Path) -> bool {
    let text = fs::read(path).unwrap_or_default();
    THEIRS.iter().any(|(_, theirs)| theirs.as_bytes() == text)
}

/// Checks that the files of others are unchanged, and that the editor left only logs and the rest of a write.
pub(crate) fn check_others(folder: &Path) {
    for (name, text) in THEIRS {
        assert_eq!(fs::read_to_string(folder.join(name)).ok().as_deref(), Some(text), "{name} was touched");
    }
    for entry in fs::read_dir(folder).expect("it is there") {
        let name = entry.expect("it can be read").file_name().to_string_lossy().into_owned();
        let is_ours = name.ends_with(".loom") || name.contains(".loom.lost") || name == "maze.toml";
        let is_rest = name.starts_with(".timeloom-");
        assert!(is_ours || is_rest || THEIRS.iter().any(|(theirs, _)| *theirs == name), "{name} was left");
    }
}

/// Checks that every node that was reported as saved is in a log; returns the number of reports.
pub(crate) fn check_reported(logs: &[Log], reported: &[Value]) -> usize {
    let saved: Vec<_> = reported.iter().filter(|line| line["log"].is_string()).collect();
    for line in &saved {
        let (nodes, last) = (line["nodes"].as_u64().expect("a number") as usize, line["last"].as_u64());
        let holds = |log: &Log| log.prints.get(nodes - 1).copied() == last;
        assert!(last.is_some() && logs.iter().any(holds), "was shown as saved, and is not: {line}");
    }
    saved.len()
}

/// Checks that the level file is whole: it holds some moment of the drawing, or the original level.
pub(crate) fn check_level(folder: &Path, logs: &[Log]) {
    let text = fs::read_to_string(folder.join("maze.toml")).expect("it can be read");
    if text == LEVEL {
        return;
    }
    assert!(text.starts_with("# drawn by hand"), "the comment is lost:\n{text}");
    let saved = plain(&text).unwrap_or_else(|| panic!("not a level:\n{text}"));
    assert!(logs.iter().any(|log| has_moment(log, &saved)), "no moment of the drawing:\n{text}");
}

fn has_moment(log: &Log, saved: &str) -> bool {
    let drawing = log.game.drawing();
    drawing.is_some_and(|drawing| log.game.tree().ids().any(|id| drawing.level_text(id) == saved))
}

/// Checks the last report of an idle window: exactly that is on disk, with the position and the level.
pub(crate) fn check_at_rest(folder: &Path, logs: &[Log], reported: &[Value]) {
    for log in logs {
        let path = log.path.display().to_string();
        let Some(last) = reported.iter().rev().find(|line| line["log"] == path.as_str()) else { continue };
        assert_eq!(last["nodes"].as_u64(), Some(log.prints.len() as u64), "{path}");
        assert_eq!(last["cursor"].as_u64(), Some(u64::from(log.game.cursor().0)), "{path}: {last}");
    }
    let Some(last) = reported.iter().rev().find(|line| line["level"].is_string()) else { return };
    let node = NodeId(last["node"].as_u64().expect("a number") as u32);
    let text = fs::read_to_string(folder.join("maze.toml")).expect("it can be read");
    let drawing = logs.iter().find_map(|log| log.game.drawing());
    let drawn = drawing.map_or_else(|| plain(LEVEL), |drawing| Some(drawing.level_text(node)));
    assert_eq!(plain(&text), drawn, "the level is not as it was shown as saved");
}
