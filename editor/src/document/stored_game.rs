//! A game and the file of its log: created with the first change, and written again after the disk failed.
//!
//! Owned by the document. A change is never refused because of the disk: the game continues in memory, the
//! user is told, and the whole log is written to a new file as soon as possible. Knows no widgets and no
//! clock: the caller passes the time.

use std::path::{Path, PathBuf};

use timeloom::game::{ActError, Game, Save};
use timeloom::journal::JournalError;
use timeloom::journal::backup::move_to_unused;
use timeloom::journal::file::{Access, FileStorage, Sharing};

use crate::keep;

/// Seconds between the first two attempts to write a log after a failure; doubled after each attempt.
const FIRST_WAIT: f64 = 1.0;

/// Maximum number of seconds between two attempts.
const LONGEST_WAIT: f64 = 30.0;

/// Intended file of the log, and the reason why it was not written.
#[derive(Debug, Default)]
struct LogFile {
    /// Its path; `None` if it is never written.
    path: Option<PathBuf>,
    /// Permissions of the file.
    sharing: Sharing,
    /// Number of nodes that need not be written unless others follow.
    known: usize,
    failure: Option<Failure>,
    /// Whether something was added while the log is not on disk.
    touched: bool,
    /// Messages that the user has not seen yet.
    said: Vec<String>,
}

/// Reason why the log is not on disk, and the time of the next attempt.
#[derive(Debug)]
struct Failure {
    reason: String,
    /// Time of the next attempt; `None` before the first.
    next: Option<f64>,
    wait: f64,
}

/// A game, and the file of its log.
pub struct StoredGame {
    pub(super) game: Box<dyn Game>,
    log_file: LogFile,
}

impl From<Box<dyn Game>> for StoredGame {
    /// Creates a game whose log is in memory or managed elsewhere.
    fn from(game: Box<dyn Game>) -> Self {
        Self { game, log_file: LogFile::default() }
    }
}

impl StoredGame {
    /// Creates a game whose log is this file.
    pub fn in_file(game: Box<dyn Game>, path: PathBuf) -> Self {
        let sharing = Sharing::like(&path);
        Self { game, log_file: LogFile { path: Some(path), sharing, ..LogFile::default() } }
    }

    /// Creates a game in memory. With the first change, its log is created at this path, with the permissions
    /// of the level.
    pub fn before_file(mut game: Box<dyn Game>, path: PathBuf, level: &Path) -> Self {
        let detached = game.detach();
        let mut stored = Self::in_file(game, path);
        stored.log_file.sharing = Sharing::like(level);
        if let Err(error) = detached {
            stored.log_file.fail(error.to_string());
        }
        stored
    }

    /// Creates a game in memory that replaces the file at this path with the first change.
    pub fn in_place_of_file(game: Box<dyn Game>, path: PathBuf, level: &Path) -> Self {
        let mut stored = Self::before_file(game, path, level);
        stored.log_file.known = stored.game.node_count();
        stored
    }

    /// Path of the log, even if it does not exist yet; `None` if it is never written.
    pub fn path(&self) -> Option<&Path> {
        self.log_file.path.as_deref()
    }

    /// Path of the log, if it is there.
    pub fn written_path(&self) -> Option<&Path> {
        self.path().filter(|_| !self.game.is_detached())
    }

    /// Whether the cursor is in the log.
    pub fn is_cursor_noted(&self) -> bool {
        self.game.is_cursor_noted()
    }

    /// Returns the reason why the latest changes are not on disk, if writing failed.
    pub fn unwritten(&self) -> Option<&str> {
        self.log_file.failure.as_ref().map(|failure| failure.reason.as_str())
    }

    /// Tries to write the log after a failure, if an attempt is due; returns the seconds until the next one.
    pub fn write_if_due(&mut self, now: f64) -> Option<f64> {
        let failure = self.log_file.failure.as_mut().filter(|_| self.log_file.path.is_some())?;
        match failure.next {
            Some(next) if now < next => return Some(next - now),
            Some(_) => {
                failure.wait = (2.0 * failure.wait).min(LONGEST_WAIT);
                self.write_out();
            }
            None => {}
        }
        let failure = self.log_file.failure.as_mut()?;
        failure.next = Some(now + failure.wait);
        Some(failure.wait)
    }

    /// Checks that the file of the log is in place and unchanged. If not, the game continues in memory, and
    /// the log is written again.
    pub fn check(&mut self) {
        if self.log_file.path.is_some() && !self.game.is_detached() {
            // The error of the disk becomes the reason, see `unwritten`.
            _ = self.add(|game| game.check_in_place().map_err(ActError::from));
        }
    }

    /// Writes the log now, if any part of it is not on disk.
    pub fn write_out(&mut self) {
        if !self.is_to_be_written() {
            return;
        }
        match self.log_file.write(&mut *self.game) {
            Ok(()) => (self.log_file.failure, self.log_file.touched) = (None, false),
            Err(reason) => self.log_file.fail(reason),
        }
    }

    /// Whether the log is only in memory and contains anything worth a file.
    fn is_to_be_written(&self) -> bool {
        let is_worth_it = self.unwritten().is_some()
            || self.log_file.touched
            || self.game.node_count() > self.log_file.known.max(1);
        self.log_file.path.is_some() && self.game.is_detached() && is_worth_it
    }

    /// Moves the file of the log to this path. Whatever is there is kept under another name; if that fails, the log stays
    /// where it is.
    pub fn move_to(&mut self, path: &Path) {
        if self.path() != Some(path) && !self.game.is_detached() {
            let moved = self.log_file.move_to(&mut *self.game, path);
            self.log_file.said.extend(moved.err());
        }
    }

    /// Returns all bytes of the log, wherever it is stored.
    pub fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        self.game.bytes()
    }

    /// Writes the cursor to the log if it moved since the last write; the error is a sentence.
    pub fn note_cursor(&mut self) -> Result<(), String> {
        if self.game.is_detached() && self.unwritten().is_none() {
            return Ok(());
        }
        self.add(|game| game.note_cursor().map_err(ActError::from)).map_err(|error| error.to_string())
    }

    /// Saves the cursor and syncs the log; the error is a sentence. A failure of the disk is reported by
    /// [`Self::unwritten`].
    pub fn close(&mut self) -> Result<(), String> {
        self.write_out();
        if self.game.is_detached() && self.unwritten().is_none() {
            return Ok(());
        }
        self.add(|game| game.close().map_err(ActError::from)).map_err(|error| error.to_string())
    }

    /// Returns the new messages about the log.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log_file.said)
    }

    /// Runs a step that adds to the log. If the disk fails, the game continues in memory, and the step is
    /// repeated there.
    pub(super) fn add<T>(
        &mut self,
        step: impl Fn(&mut dyn Game) -> Result<T, ActError>,
    ) -> Result<T, ActError> {
        let mut done = step(&mut *self.game);
        if let Err(ActError::NotSaved(error)) = &done
            && let Some(reason) = disk_failure(error)
            && self.game.detach().is_ok()
        {
            self.log_file.fail(reason);
            done = step(&mut *self.game);
            self.write_out();
        } else if done.is_ok() && self.unwritten().is_none() {
            self.log_file.touched = self.game.is_detached();
            self.write_out();
        }
        done
    }
}

impl LogFile {
    /// Records a failure to write the log; the interval between attempts stays.
    fn fail(&mut self, reason: String) {
        match &mut self.failure {
            Some(failure) => failure.reason = reason,
            none => *none = Some(Failure { reason, next: None, wait: FIRST_WAIT }),
        }
    }

    /// Moves the file, and continues there. The error is a sentence.
    fn move_to(&mut self, game: &mut dyn Save, to: &Path) -> Result<(), String> {
        let from = self.path.clone().ok_or("it has no file")?;
        self.said.extend(keep::set_aside(to)?);
        // While it is open, its file must not be moved.
        game.detach().map_err(|error| error.to_string())?;
        let moved = move_to_unused(&from, to).map_err(|error| format!("{}: {error}", from.display()));
        self.path = Some(if moved.is_ok() { to.to_owned() } else { from });
        if let Err(reason) = self.continue_in_file(game) {
            self.fail(reason);
        }
        moved
    }

    /// Continues in the file at the path, which has the whole log. The error is a sentence.
    fn continue_in_file(&self, game: &mut dyn Save) -> Result<(), String> {
        let path = self.path.as_deref().ok_or("it has no file")?;
        let file = FileStorage::open(path, Access::Write).map_err(|error| error.to_string())?;
        game.attach(Box::new(file)).map_err(|error| error.to_string())
    }

    /// Writes the whole log to a new file, and continues there. The error is a sentence.
    fn write(&mut self, game: &mut dyn Save) -> Result<(), String> {
        let path = self.path.as_deref().ok_or("it has no file")?;
        let bytes = game.bytes().map_err(|error| error.to_string())?;
        // The folder of the app may not exist yet; a folder that was removed is not created again.
        if let Some(folder) = path.parent().filter(|_| self.failure.is_none()) {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let created = keep::create_log(path, &bytes, &self.sharing).map_err(|error| error.to_string())?;
        game.attach(Box::new(created.storage)).map_err(|error| error.to_string())?;
        if let Some(Failure { reason, .. }) = &self.failure {
            self.said.push(format!("{reason}; the log is on disk again, in {}", created.path.display()));
        }
        self.said.extend(created.said);
        self.path = Some(created.path);
        Ok(())
    }
}

/// Returns the reason, if the disk failed; other errors concern the data.
fn disk_failure(error: &JournalError) -> Option<String> {
    match error {
        JournalError::Io { source, .. } => Some(source.to_string()),
        JournalError::Displaced(displaced) => Some(displaced.to_string()),
        JournalError::ReadOnly { reason } => Some(reason.clone()),
        _ => None,
    }
}
