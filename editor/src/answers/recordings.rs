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
use timeloom::journal::file::Access;
use timeloom::journal::{Durability, Health};

use crate::sidecar_paths;
use crate::watch;

/// What was read, by file.
#[derive(Default)]
pub(super) struct RecordingCache(Mutex<BTreeMap<PathBuf, Known>>);

/// A file as it was when it was read, under this name.
struct Known {
    version: FileVersion,
    name: String,
    content: SaveContent,
}

/// What a save beside a level contains.
#[derive(Clone)]
enum SaveContent {
    /// What was played, with the ruleset and the id of its level.
    Played(String, String, Arc<PlayedGame>),
    /// It cannot be opened, or not all of it, for this reason.
    Unreadable(String),
    /// A drawing, or nothing was played.
    Nothing,
}

impl SaveContent {
    fn into_game(self) -> Option<Arc<PlayedGame>> {
        if let Self::Played(_, _, game) = self { Some(game) } else { None }
    }
}

/// A save beside a level that cannot be re-run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableSave {
    /// Name of its file.
    pub file: String,
    /// The problem, as a sentence.
    pub problem: String,
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
            OpenGame::InFile(path) => self.read(path, version(path)?, OPEN_GAME).into_game()?,
            OpenGame::InMemory(bytes) => {
                let game = catalog::open_bytes(OPEN_GAME, bytes).ok()?;
                let played = PlayedGame::of(game.as_ref(), OPEN_GAME.to_owned());
                (!played.is_empty()).then(|| Arc::new(played))?
            }
        };
        Some((PlayedIn::OpenGame, game))
    }

    /// Returns the playthroughs of a level in its folder, in the order of their names, except the log of the
    /// open game; and the saves that cannot be read. Games of this drawing belong to it whatever its id.
    pub(super) fn beside(
        &self,
        level: &Path,
        ruleset: &str,
        text: &str,
        saves: &SavesBeside,
    ) -> (Vec<FoundGame>, Vec<UnreadableSave>) {
        let (id, own_log) = (level_id(ruleset, text), sidecar_paths::play(level));
        let (mut games, mut unreadable) = (Vec::new(), Vec::new());
        for (path, version) in saves {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_own = sidecar_paths::number(&own_log, path).is_some();
            let name = if is_own { EARLIER_GAME } else { &file };
            match self.read(path, *version, name) {
                SaveContent::Played(other, other_id, game) => {
                    let is_of_level = other == ruleset && (is_own || id.as_ref() == Some(&other_id));
                    let place = if is_own { PlayedIn::SetAside(file) } else { PlayedIn::Save };
                    games.extend(is_of_level.then_some((place, game)));
                }
                SaveContent::Unreadable(problem) => unreadable.push(UnreadableSave { file, problem }),
                SaveContent::Nothing => {}
            }
        }
        (games, unreadable)
    }

    fn read(&self, path: &Path, version: FileVersion, name: &str) -> SaveContent {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = |known: &&Known| known.version == version && known.name == name;
        if let Some(known) = known.get(path).filter(is_known) {
            return known.content.clone();
        }
        let content = read(path, name.to_owned());
        let read = Known { version, name: name.to_owned(), content: content.clone() };
        known.insert(path.to_owned(), read);
        content
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

fn read(path: &Path, name: String) -> SaveContent {
    let game = match catalog::open(path, Access::Read, Durability::OnClose, &mut |_| {}) {
        Ok(game) => game,
        Err(error) => return SaveContent::Unreadable(error.to_string()),
    };
    let (about, complaint) = (game.about(), game.complaint());
    match (game.health(), complaint) {
        _ if about.drawing => SaveContent::Nothing,
        (Health::Damaged { .. }, Some(complaint)) => SaveContent::Unreadable(complaint),
        _ => {
            let id = level_id(&about.ruleset, &Game::level(game.as_ref()));
            let played = PlayedGame::of(game.as_ref(), name);
            let id = id.filter(|_| !played.is_empty());
            id.map_or(SaveContent::Nothing, |id| SaveContent::Played(about.ruleset, id, Arc::new(played)))
        }
    }
}

fn level_id(ruleset: &str, text: &str) -> Option<String> {
    catalog::find(ruleset).ok()?.level_id(text).ok()
}
