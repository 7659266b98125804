//! The games that were played on a level: the open one, and the saves beside the level file. Read once, and
//! again when their files change.
//!
//! Runs on the thread of a question. Changes no file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use timeloom::catalog::{self, is_save_path};
use timeloom::check::PlayedGame;
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::Access;

use crate::sidecar_paths;
use crate::watch;

/// What was read, by file.
#[derive(Default)]
pub(super) struct RecordingCache(Mutex<BTreeMap<PathBuf, Known>>);

/// A file as it was when it was read, under this name.
struct Known {
    version: FileVersion,
    name: String,
    /// The ruleset and id of its level, and what was played; `None` if it is no playthrough.
    played: Option<(String, String, Arc<PlayedGame>)>,
}

/// Size and time of a file.
type FileVersion = (u64, Option<SystemTime>);

/// The saves beside a level, and their versions: whether they changed can be seen without reading them.
pub(super) type SavesBeside = Vec<(PathBuf, FileVersion)>;

/// Where a run was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedIn {
    /// In the open game.
    OpenGame,
    /// In a game of this drawing that was set aside in this file.
    SetAside(String),
    /// In some other save.
    Save,
}

/// A game that was played on the level.
pub(super) type FoundGame = (PlayedIn, Arc<PlayedGame>);

/// The open game: all of it is in its log, which is read on another thread because it may be long.
#[derive(Clone)]
pub(super) enum OpenGame {
    /// The log is this file.
    InFile(PathBuf),
    /// The log is not on disk: its bytes.
    InMemory(Arc<[u8]>),
}

/// The name of the open game among the playthroughs.
const OPEN_GAME: &str = "the open game";
/// The name of a game that was set aside; its file is told beside it.
const EARLIER_GAME: &str = "an earlier game";

/// Returns the saves beside a level, without one log: that of the open game, which is asked itself.
pub(super) fn saves_beside(level: &Path, open: Option<&Path>) -> SavesBeside {
    let is_other = |path: &PathBuf| {
        let is_drawing = sidecar_paths::level_of_drawing(path).is_some();
        !is_drawing && open.is_none_or(|open| path.file_name() != open.file_name())
    };
    let versions =
        logs(level).into_iter().filter(is_other).map(|path| version(&path).map(|found| (path, found)));
    versions.flatten().collect()
}

impl RecordingCache {
    /// Returns what was played in the open game; `None` if that is nothing.
    pub(super) fn open_game(&self, open: &OpenGame) -> Option<FoundGame> {
        let game = match open {
            OpenGame::InFile(path) => self.read(path, version(path)?, OPEN_GAME)?.2,
            OpenGame::InMemory(bytes) => {
                let game = catalog::open_bytes(OPEN_GAME, bytes).ok()?;
                let played = PlayedGame::of(game.as_ref(), OPEN_GAME.to_owned());
                (!played.is_empty()).then(|| Arc::new(played))?
            }
        };
        Some((PlayedIn::OpenGame, game))
    }

    /// Returns the playthroughs of a level in its folder, in the order of their names, except the log of the
    /// open game.
    pub(super) fn beside(
        &self,
        level: &Path,
        ruleset: &str,
        text: &str,
        saves: &SavesBeside,
    ) -> Vec<FoundGame> {
        let Some(id) = level_id(ruleset, text) else { return Vec::new() };
        let own_log = sidecar_paths::play(level);
        let found = saves.iter().filter_map(|(path, version)| {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_set_aside = sidecar_paths::number(&own_log, path).is_some();
            let name = if is_set_aside { EARLIER_GAME } else { &file };
            let (other, other_id, game) = self.read(path, *version, name)?;
            let place = if is_set_aside { PlayedIn::SetAside(file) } else { PlayedIn::Save };
            (other == ruleset && other_id == id).then_some((place, game))
        });
        found.collect()
    }

    /// Returns the ruleset and id of the level of a playthrough, and what was played; `None` if it is none.
    fn read(
        &self,
        path: &Path,
        version: FileVersion,
        name: &str,
    ) -> Option<(String, String, Arc<PlayedGame>)> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(path).is_none_or(|known| known.version != version || known.name != name) {
            let played = read(path, name.to_owned());
            known.insert(path.to_owned(), Known { version, name: name.to_owned(), played });
        }
        known.get(path).and_then(|known| known.played.clone())
    }
}

fn logs(level: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(watch::folder(level)).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut logs: Vec<_> = entries.filter(|path| is_save_path(path)).collect();
    logs.sort();
    logs
}

fn version(path: &Path) -> Option<FileVersion> {
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
