//! Finds other logs of a drawing that hold edits which were never saved: if the disk fails and the name of the
//! log is taken meanwhile, the log continues under a numbered name (`x.drawing-2.loom`).
//!
//! Used for opening a level. Logs that are older than the level file were left behind on purpose, when a new
//! log began. Opens logs for reading only.

use std::path::{Path, PathBuf};

use super::log::{self, LogAccess};
use crate::jobs::JobProgress;
use crate::{sidecar_paths, watch};

/// Returns the numbered logs of the drawing of a level that are newer than the level file and end at a
/// drawing that is not known.
pub(super) fn with_edits(level: &Path, is_known: impl Fn(&str) -> bool, pace: &JobProgress) -> Vec<PathBuf> {
    let log = sidecar_paths::drawing(level);
    let entries = std::fs::read_dir(watch::folder(level)).into_iter().flatten().flatten();
    let paths = entries.map(|entry| log.with_file_name(entry.file_name()));
    let others = paths.filter(|path| sidecar_paths::number(&log, path).is_some_and(|number| number > 1));
    let newer = others.filter(|path| is_newer(path, level));
    let mut found: Vec<_> =
        newer.filter(|path| end_of(path, pace).is_some_and(|drawn| !is_known(&drawn))).collect();
    found.sort();
    found
}

fn is_newer(path: &Path, than: &Path) -> bool {
    let changed = |path: &Path| std::fs::metadata(path).ok().filter(|about| about.is_file())?.modified().ok();
    changed(path).zip(changed(than)).is_some_and(|(one, other)| one > other)
}

/// Returns the level that was drawn last in a log; `None` if nothing was drawn, or it is no such log.
fn end_of(path: &Path, pace: &JobProgress) -> Option<String> {
    let (game, _) = log::open(path, LogAccess::Read, pace).ok()?;
    let drawing = game.drawing().filter(|_| game.node_count() > 1)?;
    Some(drawing.level_text(game.cursor()))
}
