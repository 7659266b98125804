//! The games that were played on a level: the open one, and those whose saves lie beside the level file. Read once, and
//! again when their files change.
//!
//! Runs on the thread of a question. Changes no file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use timeloom::catalog::{self, SAVE_EXTENSION};
use timeloom::check::PlayedGame;
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::Access;

/// What was read, by file.
#[derive(Default)]
pub(super) struct RecordingCache(Mutex<BTreeMap<PathBuf, Known>>);

/// A file as it was when it was read.
struct Known {
    version: (u64, Option<SystemTime>),
    /// The ruleset and id of its level, and what was played; `None` if it is no playthrough.
    played: Option<(String, String, Arc<PlayedGame>)>,
}

/// The open game: all of it is in its log, which is read on another thread because it may be long.
#[derive(Clone)]
pub(super) enum OpenGame {
    /// Its log is this file.
    InFile(PathBuf),
    /// Its log is not on disk: the bytes that would be.
    InMemory(Arc<[u8]>),
}

/// The name of the open game among the playthroughs.
const OPEN_GAME: &str = "the open game";

impl RecordingCache {
    /// Returns what was played in the open game; `None` if that is nothing.
    pub(super) fn open_game(&self, open: &OpenGame) -> Option<Arc<PlayedGame>> {
        match open {
            OpenGame::InFile(path) => self.read(path, || OPEN_GAME.to_owned()).map(|(_, _, game)| game),
            OpenGame::InMemory(bytes) => {
                let game = catalog::open_bytes(OPEN_GAME, bytes).ok()?;
                let played = PlayedGame::of(game.as_ref(), OPEN_GAME.to_owned());
                (!played.is_empty()).then(|| Arc::new(played))
            }
        }
    }

    /// Returns the playthroughs of a level that lie in its folder, in the order of their names, without one log: that of
    /// the open game, which is asked itself.
    pub(super) fn beside(
        &self,
        level: &Path,
        ruleset: &str,
        text: &str,
        open: Option<&Path>,
    ) -> Vec<Arc<PlayedGame>> {
        let Some(id) = level_id(ruleset, text) else { return Vec::new() };
        let is_open = |path: &PathBuf| open.is_some_and(|open| path.file_name() == open.file_name());
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let logs = logs(level).into_iter().filter(|path| !is_open(path));
        let played = logs.filter_map(|path| self.read(&path, || name(&path)));
        let own = played.filter(|(other, other_id, _)| other == ruleset && *other_id == id);
        own.map(|(_, _, game)| game).collect()
    }

    /// Returns the ruleset and id of the level of a playthrough, and what was played; `None` if it is none.
    fn read(&self, path: &Path, name: impl Fn() -> String) -> Option<(String, String, Arc<PlayedGame>)> {
        let version = version(path)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(path).is_none_or(|known| known.version != version) {
            known.insert(path.to_owned(), Known { version, played: read(path, name()) });
        }
        known.get(path).and_then(|known| known.played.clone())
    }
}

fn logs(level: &Path) -> Vec<PathBuf> {
    let folder = level.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_log = |path: &PathBuf| path.extension().is_some_and(|ending| ending == SAVE_EXTENSION);
    let mut logs: Vec<_> = entries.filter(is_log).collect();
    logs.sort();
    logs
}

fn version(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.len(), about.modified().ok()))
}

fn read(path: &Path, name: String) -> Option<(String, String, Arc<PlayedGame>)> {
    let game = catalog::open(path, Access::Read, Durability::OnClose, &mut |_| {}).ok()?;
    let about = game.about();
    if about.drawing {
        return None;
    }
    let id = level_id(&about.ruleset, &Game::level(game.as_ref()))?;
    let played = PlayedGame::of(game.as_ref(), name);
    (!played.is_empty()).then(|| (about.ruleset, id, Arc::new(played)))
}

fn level_id(ruleset: &str, text: &str) -> Option<String> {
    catalog::find(ruleset).ok()?.level_id(text).ok()
}
