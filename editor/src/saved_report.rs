//! Reports what the window shows as saved, as lines of JSON: for scripts that kill the program at any moment
//! and compare.
//!
//! Used by the window with `--report-saved`. Reads the workspace after each frame; prints nothing itself.

use serde_json::{Value, json};
use timeloom::timeline::NodeId;

use crate::document::Document;
use crate::workspace::Workspace;

/// The values reported so far.
#[derive(Debug, Default)]
pub struct SavedReport {
    last: Vec<Value>,
}

impl SavedReport {
    /// Returns the changes since the last frame: `log` with the number of its `nodes`, the fingerprint of the
    /// `last` of them and the `cursor`, if that is in the log; `level` with the `node` of the drawing that is
    /// in the file.
    pub fn changes(&mut self, workspace: &Workspace) -> Vec<Value> {
        let logs = [workspace.drawing(), workspace.playing()].into_iter().flatten().filter_map(log);
        let now: Vec<_> = logs.chain(level(workspace)).collect();
        let changes = now.iter().filter(|line| !self.last.contains(line)).cloned().collect();
        self.last = now;
        changes
    }
}

fn log(document: &Document) -> Option<Value> {
    let (path, game) = (document.stored().path()?, document.game());
    let last = NodeId(u32::try_from(game.durable_count().checked_sub(1)?).ok()?);
    let cursor = game.is_cursor_noted().then(|| game.cursor().0);
    let fingerprint = game.node(last).fingerprint;
    Some(
        json!({ "log": path.display().to_string(), "nodes": last.0 + 1, "last": fingerprint, "cursor": cursor }),
    )
}

fn level(workspace: &Workspace) -> Option<Value> {
    let is_saved = workspace.is_settled() && !workspace.is_unsaved();
    let drawing = workspace.drawing().filter(|_| is_saved)?;
    let path = workspace.level_file().text.as_ref().and(workspace.level_file().level.as_ref())?;
    Some(json!({ "level": path.display().to_string(), "node": drawing.here().id.0 }))
}
