//! Finds and opens the game that was played on a level before, among logs that were set aside.
//!
//! Used when the user goes back to an earlier version of a level. Reads only the headers of other logs; changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use timeloom::journal::Scan;
use timeloom::journal::file::{Access, FileStorage};
use timeloom::journal::record::Header;

use super::log::{self, LogAccess};
use crate::document::{Document, StoredGame};
use crate::jobs::JobProgress;
use crate::sidecar_paths;
use crate::watch;

/// Returns the logs of games on a level that lie beside it, without one of them: that of the open game. The newest names
/// come first.
pub fn earlier_logs(level: &Path, open: Option<&Path>) -> Vec<PathBuf> {
    let own = sidecar_paths::play(level);
    let names =
        fs::read_dir(watch::folder(level)).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let numbered = names.filter_map(|name| {
        let path = own.with_file_name(name);
        Some((sidecar_paths::number(&own, &path)?, path))
    });
    let mut logs: Vec<(u32, PathBuf)> = numbered.filter(|(_, path)| Some(path.as_path()) != open).collect();
    logs.sort_unstable_by(|one, other| other.cmp(one));
    logs.into_iter().map(|(_, path)| path).collect()
}

/// Opens the first of these logs that is of a game on the level of this header and can be continued.
pub fn earlier_game(head: &Header, logs: &[PathBuf], pace: &JobProgress) -> Option<Document> {
    logs.iter().filter(|log| is_on(head, log)).find_map(|log| {
        let (game, note) = log::open(log, LogAccess::GoOn, pace).ok()?;
        let is_whole = note.is_none() && game.sealed().is_none();
        is_whole.then(|| Document::new(StoredGame::in_file(game, log.clone()), None))
    })
}

fn is_on(head: &Header, log: &Path) -> bool {
    let scan = FileStorage::open(log, Access::Read).ok().and_then(|file| Scan::begin(Box::new(file)).ok());
    let same = |found: &Header| {
        (&found.ruleset, found.kind, &found.level) == (&head.ruleset, head.kind, &head.level)
    };
    scan.is_some_and(|scan| same(scan.header()))
}
