//! The playthroughs that lie beside a level file: read once, and again when their files change.
//!
//! Runs on the thread of a question. Changes no file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use timeloom::catalog::{self, SAVE_EXTENSION};
use timeloom::check::Recording;
use timeloom::game::{Game, Replayable};
use timeloom::journal::Durability;
use timeloom::journal::file::Access;
use timeloom::timeline::NodeId;

/// What was read, by file.
#[derive(Default)]
pub(super) struct RecordingCache(Mutex<BTreeMap<PathBuf, Known>>);

/// A file as it was when it was read.
struct Known {
    version: (u64, Option<SystemTime>),
    /// The ruleset and id of its level, and its current branch; `None` if it is no playthrough.
    played: Option<(String, String, Recording)>,
}

impl RecordingCache {
    /// Returns the playthroughs of a level that lie in its folder, in the order of their names, without one log: that of
    /// the open game, which is asked itself.
    pub(super) fn beside(
        &self,
        level: &Path,
        ruleset: &str,
        text: &str,
        open: Option<&Path>,
    ) -> Vec<Recording> {
        let Some(id) = level_id(ruleset, text) else { return Vec::new() };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        for path in logs(level)
            .into_iter()
            .filter(|path| open.is_none_or(|open| path.file_name() != open.file_name()))
        {
            let Some(version) = version(&path) else { continue };
            if known.get(&path).is_none_or(|known| known.version != version) {
                known.insert(path.clone(), Known { version, played: read(&path) });
            }
            let played = known.get(&path).and_then(|known| known.played.as_ref());
            found.extend(
                played
                    .filter(|(own, own_id, _)| own == ruleset && *own_id == id)
                    .map(|(_, _, recording)| recording.clone()),
            );
        }
        found
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

fn read(path: &Path) -> Option<(String, String, Recording)> {
    let game = catalog::open(path, Access::Read, Durability::OnClose, &mut |_| {}).ok()?;
    let about = game.about();
    if about.drawing {
        return None;
    }
    let id = level_id(&about.ruleset, &Game::level(game.as_ref()))?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let recording = current_branch(game.as_ref(), name)?;
    Some((about.ruleset, id, recording))
}

/// Returns the current branch of a game as a recording; `None` if nothing was played.
pub(super) fn current_branch(game: &dyn Game, name: String) -> Option<Recording> {
    let tip = game.line().last().copied().unwrap_or(NodeId::ROOT);
    let Replayable { seed, actions } = game.recorded(tip);
    (!actions.is_empty()).then(|| Recording { name, seed, actions, ending: game.at(tip).result() })
}

fn level_id(ruleset: &str, text: &str) -> Option<String> {
    catalog::find(ruleset).ok()?.level_id(text).ok()
}
