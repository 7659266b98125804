//! Opens one log: to go on with it, to look at it where it cannot be written to, or as one that is not on disk yet.

use std::path::{Path, PathBuf};

use timeloom::catalog::{self, CatalogError, Opening};
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, FileStorage};
use timeloom::journal::storage::{Memory, Storage};

use super::How;
use crate::jobs::Pace;
use crate::lazy_file::{Lazy, Stoppable};

/// A game, and what is to be said about how it was opened.
pub(super) type OpenedLog = (Box<dyn Game>, Option<String>);

/// What may be done to a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Go on with it, if nobody else does.
    GoOn,
    /// Read it; nothing can be added.
    Read,
    /// Go on with a copy in memory, which is gone afterwards.
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
        // Whatever forbids writing may allow reading; if it does not, the sentence about reading is the one to show.
        Err(CatalogError::File(why)) => {
            Ok((with(path, Access::Read, pace)?, Some(format!("opened for reading only: {why}"))))
        }
        Err(error) => Err(error),
    }
}

/// A log with this head that becomes a file, if it has a path, with the first thing that happens in it.
pub fn lazy(head: Vec<u8>, path: Option<PathBuf>) -> Box<dyn Storage> {
    Box::new(Lazy::new(head, path))
}

/// A game on some storage.
pub(super) fn on(name: &str, storage: Box<dyn Storage>, pace: &Pace) -> Result<Box<dyn Game>, CatalogError> {
    let storage = Box::new(Stoppable { inner: storage, stop: pace.stop() });
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
        // Whatever forbids reading it whole is said when it is read as a log.
        Err(_) => on(&path.display().to_string(), Box::new(file), pace),
    }
}
