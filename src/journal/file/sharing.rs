//! Permissions of a new file: at most those of the file that it is made from.
//!
//! Used wherever a file is created. The user's mask always applies. Knows Unix permissions; on other
//! platforms new files get those of their folder.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// The permissions of a new file.
#[derive(Clone, Debug, Default)]
pub enum Sharing {
    /// Those of any new file.
    #[default]
    Usual,
    /// Access for the owner only.
    Private,
    /// Those of any new file, limited to those of this one.
    AtMost(Metadata),
    /// Those of the replaced file, with its owner and group if we may set them.
    Same(Metadata),
}

impl Sharing {
    /// Returns the permissions for a file made from another; the default ones if there is no such file.
    pub fn like(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(about) => Self::AtMost(about),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::Usual,
            Err(_) => Self::Private,
        }
    }

    /// Returns the permissions for a file made from an open one.
    pub(super) fn like_open(file: &File) -> Self {
        file.metadata().map_or(Self::Private, Self::AtMost)
    }
}

#[cfg(unix)]
impl Sharing {
    /// Returns the mode to create the file with, which must never allow more than the final one.
    pub(super) fn mode(&self) -> u32 {
        use std::os::unix::fs::MetadataExt;
        match self {
            Self::Usual => 0o666,
            Self::Private | Self::Same(_) => 0o600,
            Self::AtMost(source) => 0o600 | (source.mode() & 0o666),
        }
    }

    /// Sets on a file created with [`Self::mode`] the owner, group and mode that creation could not set.
    pub(super) fn apply(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let now = file.metadata()?;
        let (Self::AtMost(source) | Self::Same(source)) = self else { return Ok(()) };
        let same_group = now.gid() == source.gid() || fchown(file, None, Some(source.gid())).is_ok();
        let is_same = matches!(self, Self::Same(_));
        if is_same && now.uid() != source.uid() {
            // Only the administrator may change the owner; for everybody else the file stays theirs.
            _ = fchown(file, Some(source.uid()), None);
        }
        // Permissions of one group must not pass to another.
        let mode = if is_same { source.mode() } else { now.mode() };
        let mode = if same_group { mode } else { mode & !0o070 };
        file.set_permissions(PermissionsExt::from_mode(mode & 0o7777))
    }
}

#[cfg(not(unix))]
impl Sharing {
    /// Does nothing: this platform has no such permissions.
    pub(super) fn apply(&self, _: &File) -> io::Result<()> {
        Ok(())
    }
}
