//! Checks whether an open file is still the one at its path and has the length that was last written.
//!
//! Used by [`super::FileStorage`] before every write and after every sync, because bytes written to a file
//! without a path are lost. Looks only at numbers that the operating system has at hand, and reads no bytes;
//! a change of bytes that keeps the length is found by the checksums instead.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use crate::journal::storage::Displaced;

/// Last known state of an open file.
#[derive(Debug)]
pub(super) struct Watched {
    id: Id,
    /// Length of the file after our last write.
    pub(super) size: u64,
}

impl Watched {
    /// Starts with the current state of the file.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        let about = file.metadata()?;
        Ok(Self { id: id(&about), size: about.len() })
    }

    /// Fails with [`Displaced`] if the path leads to another file, or another program changed the length.
    pub(super) fn check(&self, file: &File, path: &Path) -> io::Result<()> {
        match std::fs::metadata(path) {
            Ok(found) if id(&found) != self.id => Err(Displaced::Replaced.into()),
            Ok(found) if found.len() < self.size => Err(Displaced::Cut.into()),
            Ok(found) if found.len() > self.size => Err(Displaced::Grown.into()),
            Ok(_) => Ok(()),
            Err(error) if is_gone(&error) => Err(gone(file).into()),
            Err(error) => Err(error),
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Distinguishes a deleted file from a moved one.
#[cfg(unix)]
fn gone(file: &File) -> Displaced {
    use std::os::unix::fs::MetadataExt;
    match file.metadata() {
        Ok(about) if about.nlink() > 0 => Displaced::Moved,
        _ => Displaced::Deleted,
    }
}

#[cfg(not(unix))]
fn gone(_: &File) -> Displaced {
    Displaced::Deleted
}

/// Identifies a file on this machine.
#[cfg(unix)]
type Id = (u64, u64);

#[cfg(unix)]
fn id(about: &Metadata) -> Id {
    use std::os::unix::fs::MetadataExt;
    (about.dev(), about.ino())
}

/// On platforms without file numbers, the time of creation distinguishes most files.
#[cfg(not(unix))]
type Id = Option<std::time::SystemTime>;

#[cfg(not(unix))]
fn id(about: &Metadata) -> Id {
    about.created().ok()
}
