//! Who may read a new file: at most those who may read the file that it is made from.
//!
//! Used wherever a file is created. What the user's mask forbids is forbidden in any case. Knows permissions as Unix has
//! them; elsewhere new files get those of their folder.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// The permissions of a new file.
#[derive(Clone, Debug, Default)]
pub enum Sharing {
    /// Those of any new file.
    #[default]
    Usual,
    /// For the owner only.
    Private,
    /// Those of any new file, as far as this one has them too.
    AtMost(Metadata),
    /// Those of the file that is replaced, with its owner and group as far as we may give the new one away.
    Same(Metadata),
}

impl Sharing {
    /// Returns the permissions of a file that is made from another; the usual ones if there is no such file.
    pub fn like(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(about) => Self::AtMost(about),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::Usual,
            Err(_) => Self::Private,
        }
    }

    /// Returns the permissions of a file that is made from an open one.
    pub(super) fn like_open(file: &File) -> Self {
        file.metadata().map_or(Self::Private, Self::AtMost)
    }
}

#[cfg(unix)]
impl Sharing {
    /// The mode to create the file with, which must never allow more than it should.
    pub(super) fn mode(&self) -> u32 {
        use std::os::unix::fs::MetadataExt;
        match self {
            Self::Usual => 0o666,
            Self::Private | Self::Same(_) => 0o600,
            Self::AtMost(source) => 0o600 | (source.mode() & 0o666),
        }
    }

    /// Gives a file that was created with [`Self::mode`] what the mode alone cannot say.
    pub(super) fn apply(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let now = file.metadata()?;
        let (Self::AtMost(source) | Self::Same(source)) = self else { return Ok(()) };
        let same_group = now.gid() == source.gid() || fchown(file, None, Some(source.gid())).is_ok();
        let is_same = matches!(self, Self::Same(_));
        if is_same && now.uid() != source.uid() {
            // Only the administrator may give a file away: for everybody else it becomes their own.
            _ = fchown(file, Some(source.uid()), None);
        }
        // What a group was allowed, another group is not.
        let mode = if is_same { source.mode() } else { now.mode() };
        let mode = if same_group { mode } else { mode & !0o070 };
        file.set_permissions(PermissionsExt::from_mode(mode & 0o7777))
    }
}

#[cfg(not(unix))]
impl Sharing {
    /// Nothing can be said here.
    pub(super) fn apply(&self, _: &File) -> io::Result<()> {
        Ok(())
    }
}
