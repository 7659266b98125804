//! Checks whether an open file is still the one at its path and has the length that was last written.
//!
//! Used by [`super::FileStorage`] before every write and after every sync: what is written to a file that nobody can
//! find is lost. Looks at numbers that the operating system has at hand, and reads no bytes; a file whose bytes
//! another program changes without changing its length is not noticed here but by its checksums.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use crate::journal::storage::Displaced;

/// What is known of an open file.
#[derive(Debug)]
pub(super) struct Watched {
    id: Id,
    /// Length of the file as we left it.
    pub(super) size: u64,
}

impl Watched {
    /// Starts with the file as it is.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        let about = file.metadata()?;
        Ok(Self { id: id(&about), size: about.len() })
    }

    /// Fails with [`Displaced`] if the path leads elsewhere, or another program changed the length.
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

/// Tells a file without any name from one that was moved.
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

/// Where files have no numbers, the time of creation tells most of them apart.
#[cfg(not(unix))]
type Id = Option<std::time::SystemTime>;

#[cfg(not(unix))]
fn id(about: &Metadata) -> Id {
    about.created().ok()
}
