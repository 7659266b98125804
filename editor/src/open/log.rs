//! Opens one log: for writing, for reading, or as a copy in memory.

use std::path::Path;

use timeloom::catalog::{self, CatalogError, Opening};
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, FileError, FileStorage};
use timeloom::journal::storage::{Memory, Storage};

use super::OpenOptions;
use super::lock::patiently;
use crate::jobs::JobProgress;
use crate::log_storage::Guarded;

/// A game, and a note about how it was opened.
pub(super) type OpenedLog = (Box<dyn Game>, Option<String>);

/// Permitted use of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogAccess {
    /// Write to it, unless it is in use elsewhere.
    GoOn,
    /// Read it only.
    Read,
    /// Write to a copy in memory, which is discarded afterwards.
    Copy,
}

impl From<OpenOptions> for LogAccess {
    fn from(how: OpenOptions) -> Self {
        if how.only_look { Self::Copy } else { Self::GoOn }
    }
}

/// Opens a log.
pub(super) fn open(path: &Path, reach: LogAccess, pace: &JobProgress) -> Result<OpenedLog, CatalogError> {
    match reach {
        LogAccess::GoOn => go_on(path, pace),
        LogAccess::Read => Ok((with(path, Access::Read, pace)?, None)),
        LogAccess::Copy => Ok((copied(path, pace)?, None)),
    }
}

fn go_on(path: &Path, pace: &JobProgress) -> Result<OpenedLog, CatalogError> {
    match with(path, Access::Write, pace) {
        Ok(game) => Ok((game, None)),
        // Reading may work even if writing does not; if it fails too, show its error.
        Err(CatalogError::File(why)) => {
            Ok((with(path, Access::Read, pace)?, Some(format!("opened for reading only: {why}"))))
        }
        Err(error) => Err(error),
    }
}

/// Opens a game on some storage.
pub(super) fn on(
    name: &str,
    storage: Box<dyn Storage>,
    pace: &JobProgress,
) -> Result<Box<dyn Game>, CatalogError> {
    let storage = Box::new(Guarded::until_stopped(storage, pace.stop()));
    let mut report = |progress: timeloom::journal::Progress| pace.report(progress.done, progress.total);
    catalog::open_storage(
        name,
        storage,
        Opening { durability: Durability::EachAction, progress: &mut report },
    )
}

fn with(path: &Path, access: Access, pace: &JobProgress) -> Result<Box<dyn Game>, CatalogError> {
    let is_locked = |error: &FileError| access == Access::Write && matches!(error, FileError::Locked { .. });
    let file = patiently(pace, is_locked, || FileStorage::open(path, access))?;
    on(&path.display().to_string(), Box::new(file), pace)
}

fn copied(path: &Path, pace: &JobProgress) -> Result<Box<dyn Game>, CatalogError> {
    let file = FileStorage::open(path, Access::Read)?;
    match std::fs::read(path) {
        Ok(bytes) => on(&path.display().to_string(), Box::new(Memory::new(bytes)), pace),
        // Opening it as a log reports the reason.
        Err(_) => on(&path.display().to_string(), Box::new(file), pace),
    }
}
