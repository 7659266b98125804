//! A game and the file of its log: created with the first change, and written anew after the disk failed.
//!
//! Owned by the document. A change is never refused because of the disk: the game goes on in memory, the user is told,
//! and the whole log is written to a new file as soon as that works. Knows no widgets and no clock: the caller passes
//! the time.

use std::path::{Path, PathBuf};

use timeloom::game::{ActError, Game, Save};
use timeloom::journal::JournalError;
use timeloom::journal::file::Sharing;

use crate::keep;

/// Seconds between the first two attempts to write a log that could not be written; doubled after each.
const FIRST_WAIT: f64 = 1.0;

/// Maximum number of seconds between two attempts.
const LONGEST_WAIT: f64 = 30.0;

/// Where the log is to be, and why it is not there.
#[derive(Debug, Default)]
struct LogFile {
    /// Its path; `None` if it is never written.
    path: Option<PathBuf>,
    /// Who may read it.
    sharing: Sharing,
    /// Number of nodes that need not be written unless something is added to them.
    known: usize,
    failure: Option<Failure>,
    /// Whether something was added while the log is not on disk.
    touched: bool,
    /// What the user has not been told yet.
    said: Vec<String>,
}

/// Why the log is not on disk, and when it is tried again.
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
    /// A game whose log is in memory or managed elsewhere.
    fn from(game: Box<dyn Game>) -> Self {
        Self { game, log_file: LogFile::default() }
    }
}

impl StoredGame {
    /// A game whose log is this file.
    pub fn in_file(game: Box<dyn Game>, path: PathBuf) -> Self {
        let sharing = Sharing::like(&path);
        Self { game, log_file: LogFile { path: Some(path), sharing, ..LogFile::default() } }
    }

    /// A game in memory whose log will be created at this path, for those who may read the level, with the first
    /// change.
    pub fn before_file(mut game: Box<dyn Game>, path: PathBuf, level: &Path) -> Self {
        let detached = game.detach();
        let mut stored = Self::in_file(game, path);
        stored.log_file.sharing = Sharing::like(level);
        if let Err(error) = detached {
            stored.log_file.fail(error.to_string());
        }
        stored
    }

    /// A game in memory that takes the place of the file at this path with the first change.
    pub fn in_place_of_file(game: Box<dyn Game>, path: PathBuf, level: &Path) -> Self {
        let mut stored = Self::before_file(game, path, level);
        stored.log_file.known = stored.game.node_count();
        stored
    }

    /// Path of the log, whether or not it is there already; `None` if it is never written.
    pub fn path(&self) -> Option<&Path> {
        self.log_file.path.as_deref()
    }

    /// Whether the log has the cursor.
    pub fn is_cursor_noted(&self) -> bool {
        self.game.is_cursor_noted()
    }

    /// Why what was done is not on disk, if that failed.
    pub fn unwritten(&self) -> Option<&str> {
        self.log_file.failure.as_ref().map(|failure| failure.reason.as_str())
    }

    /// Tries to write a log that could not be written, if it is time; returns the seconds until the next attempt.
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

    /// Checks that the file of the log is still in place and as it was left. If not, the game goes on in memory, and the
    /// log is written again.
    pub fn check(&mut self) {
        if self.log_file.path.is_some() && !self.game.is_detached() {
            // What the disk reports is kept as the reason, see `unwritten`.
            _ = self.add(|game| game.check_in_place().map_err(ActError::from));
        }
    }

    /// Writes the log now, if there is anything in it that is not on disk.
    pub fn write_out(&mut self) {
        if !self.is_to_be_written() {
            return;
        }
        match self.log_file.write(&mut *self.game) {
            Ok(()) => (self.log_file.failure, self.log_file.touched) = (None, false),
            Err(reason) => self.log_file.fail(reason),
        }
    }

    /// Whether the log is only in memory and holds anything worth a file.
    fn is_to_be_written(&self) -> bool {
        let is_worth_it = self.unwritten().is_some()
            || self.log_file.touched
            || self.game.node_count() > self.log_file.known.max(1);
        self.log_file.path.is_some() && self.game.is_detached() && is_worth_it
    }

    /// Returns all bytes of the log, wherever it is stored.
    pub fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        self.game.bytes()
    }

    /// Writes the cursor to the log if it moved since it was last written there; the error is a sentence.
    pub fn note_cursor(&mut self) -> Result<(), String> {
        if self.game.is_detached() && self.unwritten().is_none() {
            return Ok(());
        }
        self.add(|game| game.note_cursor().map_err(ActError::from)).map_err(|error| error.to_string())
    }

    /// Saves the cursor and syncs the log; the error is a sentence. If the disk fails, see [`Self::unwritten`].
    pub fn close(&mut self) -> Result<(), String> {
        self.write_out();
        if self.game.is_detached() && self.unwritten().is_none() {
            return Ok(());
        }
        self.add(|game| game.close().map_err(ActError::from)).map_err(|error| error.to_string())
    }

    /// Returns what the user has not been told yet about the log.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log_file.said)
    }

    /// Runs a step that adds to the log. If the disk fails, the game goes on in memory, and the step is repeated there.
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
    /// Records that the log could not be written; the rate of attempts stays.
    fn fail(&mut self, reason: String) {
        match &mut self.failure {
            Some(failure) => failure.reason = reason,
            none => *none = Some(Failure { reason, next: None, wait: FIRST_WAIT }),
        }
    }

    /// Writes the whole log to a new file, and continues there. The error is a sentence.
    fn write(&mut self, game: &mut dyn Save) -> Result<(), String> {
        let path = self.path.as_deref().ok_or("it has no file")?;
        let bytes = game.bytes().map_err(|error| error.to_string())?;
        // The folder of the app may not exist yet; one that somebody removed is not created again.
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

/// Returns the reason, if the disk failed; other errors are about what was to be written.
fn disk_failure(error: &JournalError) -> Option<String> {
    match error {
        JournalError::Io { source, .. } => Some(source.to_string()),
        JournalError::Displaced(displaced) => Some(displaced.to_string()),
        JournalError::ReadOnly { reason } => Some(reason.clone()),
        _ => None,
    }
}
