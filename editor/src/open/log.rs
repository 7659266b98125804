//! Opens one log: for writing, for reading, or as a copy in memory.

use std::path::Path;

use timeloom::catalog::{self, CatalogError, Opening};
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, FileStorage};
use timeloom::journal::storage::{Memory, Storage};

use super::How;
use crate::jobs::Pace;
use crate::log_storage::Guarded;

/// A game, and a note about how it was opened.
pub(super) type OpenedLog = (Box<dyn Game>, Option<String>);

/// How a log may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Write to it, unless it is in use elsewhere.
    GoOn,
    /// Read it only.
    Read,
    /// Write to a copy in memory, which is discarded afterwards.
    Copy,
}

impl From<How> for Reach {
    fn from(how: How) -> Self {
        if how.only_look { Self::Copy } else { Self::GoOn }
    }
}

/// Opens a log.
pub(super) fn open(path: &Path, reach: Reach, pace: &Pace) -> Result<OpenedLog, CatalogError> {
    match reach {
        Reach::GoOn => go_on(path, pace),
        Reach::Read => Ok((with(path, Access::Read, pace)?, None)),
        Reach::Copy => Ok((copied(path, pace)?, None)),
    }
}

fn go_on(path: &Path, pace: &Pace) -> Result<OpenedLog, CatalogError> {
    match with(path, Access::Write, pace) {
        Ok(game) => Ok((game, None)),
        // Reading may work where writing does not; if it does not either, its error is the one to show.
        Err(CatalogError::File(why)) => {
            Ok((with(path, Access::Read, pace)?, Some(format!("opened for reading only: {why}"))))
        }
        Err(error) => Err(error),
    }
}

/// Opens a game on some storage.
pub(super) fn on(name: &str, storage: Box<dyn Storage>, pace: &Pace) -> Result<Box<dyn Game>, CatalogError> {
    let storage = Box::new(Guarded::until_stopped(storage, pace.stop()));
    let mut report = |progress: timeloom::journal::Progress| pace.report(progress.done, progress.total);
    catalog::open_storage(
        name,
        storage,
        Opening { durability: Durability::EachAction, progress: &mut report },
    )
}

fn with(path: &Path, access: Access, pace: &Pace) -> Result<Box<dyn Game>, CatalogError> {
    on(&path.display().to_string(), Box::new(FileStorage::open(path, access)?), pace)
}

fn copied(path: &Path, pace: &Pace) -> Result<Box<dyn Game>, CatalogError> {
    let file = FileStorage::open(path, Access::Read)?;
    match std::fs::read(path) {
        Ok(bytes) => on(&path.display().to_string(), Box::new(Memory::new(bytes)), pace),
        // Opening it as a log reports why it cannot be read.
        Err(_) => on(&path.display().to_string(), Box::new(file), pace),
    }
}
