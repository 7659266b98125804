//! Writes the cursor to the log soon after it moved, but not often.
//!
//! Part of the app, which passes the current time. Actions are in the log at once, but moves of the cursor
//! only if they are written; without this, a crash would lose an undo.

use std::time::Duration;

use crate::workspace::Workspace;

/// Maximum time for which a position is only in memory, and minimum time between two writes while it keeps
/// moving.
const SECONDS: f64 = 1.0;

/// Time until the next attempt after a failure.
const SECONDS_AFTER_FAILURE: f64 = 30.0;

/// Tracks when the positions must be written.
#[derive(Debug, Default)]
pub(crate) struct CursorNotes {
    due: Option<f64>,
}

impl CursorNotes {
    /// Writes the positions if they are due; the error is a sentence.
    pub(crate) fn follow(&mut self, workspace: Option<&mut Workspace>, now: f64) -> Result<(), String> {
        let Some(workspace) = workspace.filter(|workspace| !workspace.are_cursors_noted()) else {
            self.due = None;
            return Ok(());
        };
        if now < *self.due.get_or_insert(now + SECONDS) {
            return Ok(());
        }
        self.due = Some(now + SECONDS_AFTER_FAILURE);
        workspace.note_cursors()?;
        self.due = None;
        Ok(())
    }

    /// Returns the time until something is due.
    pub(crate) fn wait(&self, now: f64) -> Option<Duration> {
        self.due.map(|due| Duration::from_secs_f64((due - now).max(0.0)))
    }
}
