//! The real disk: a save as a locked file, and whole files that are written completely or not at all.
//!
//! Called by the catalog to open and create saves, and by code that writes levels or exports. Knows paths and bytes.
//! `identity` notices when the file of an open save is pulled away, `whole` writes whole files.

mod identity;
mod sharing;
mod size_limit;
mod whole;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::storage::Storage;
use identity::Watched;
pub use sharing::Sharing;
pub use size_limit::survive_size_limit;
pub use whole::{check_regular, read_text, replace, replace_with, rescue};
pub(super) use whole::{if_there, open_to_read, put};

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read only; any number of readers, at any time.
    Read,
    /// Append; one writer at a time.
    Write,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system reported an error.
    #[error("{path}: {}", in_words(.source))]
    Io {
        /// Path of the file.
        path: String,
        /// The error.
        source: io::Error,
    },
    /// The path is a directory.
    #[error("{path} is a directory; name the file in it")]
    Directory {
        /// Path of the directory.
        path: String,
    },
    /// The path is a pipe, a device or a socket.
    #[error("{path} is {what}, and only a regular file can be used; name a file")]
    Special {
        /// Path of the thing.
        path: String,
        /// What it is.
        what: &'static str,
    },
    /// The file was written, but its name may not survive a power failure.
    #[error("{path} was written, but the disk did not confirm it ({source}); check the disk")]
    Unconfirmed {
        /// Path of the file.
        path: String,
        /// The error.
        source: io::Error,
    },
    /// Another program has the file open for writing.
    #[error(
        "{path} is open for writing in another program; close it there first (reading it works meanwhile)"
    )]
    Locked {
        /// Path of the file.
        path: String,
    },
    /// The file exists and would be overwritten.
    #[error("{path} exists already; choose another name, or remove it first")]
    Exists {
        /// Path of the file.
        path: String,
    },
}

/// Describes an error of the operating system in plain words.
fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied; check who owns it and its mode".to_owned(),
        io::ErrorKind::StorageFull => {
            "the disk is full; nothing was changed; make room and try again".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => "the disk is mounted for reading only".to_owned(),
        io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            "the file would exceed the size limit; nothing was changed; raise the limit or choose another place"
                .to_owned()
        }
        io::ErrorKind::WouldBlock => {
            "reading it would wait for bytes that may never come; name a regular file".to_owned()
        }
        io::ErrorKind::NotADirectory => "there is a file where a directory should be".to_owned(),
        io::ErrorKind::InvalidFilename => "the name is too long or not allowed here; choose another".to_owned(),
        _ => error.to_string(),
    }
}

impl FileError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.display().to_string(), source }
    }
}

/// A save on disk. While it is open for writing, every write and every sync checks that the file is still the one at
/// its path and as long as it was left.
#[derive(Debug)]
pub struct FileStorage {
    file: File,
    path: PathBuf,
    /// What is known of the file; `None` if it is only read.
    watched: Option<Watched>,
}

impl FileStorage {
    /// Opens a save. With [`Access::Write`] it is locked until dropped.
    pub fn open(path: &Path, access: Access) -> Result<Self, FileError> {
        whole::check_regular(path)?;
        if access == Access::Read {
            let file = open_to_read(path).map_err(FileError::io(path))?;
            check_has_size(&file, path)?;
            return Ok(Self { file, path: path.to_owned(), watched: None });
        }
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(FileError::io(path))?;
        lock(&file, path)?;
        Self::watch(file, path)
    }

    /// Creates a file with these bytes, and keeps it open and locked. The file appears completely or not at all, and
    /// never replaces another.
    pub fn create(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        Self::create_from(path, bytes, &Sharing::Usual)
    }

    /// Creates a file with these permissions, as [`FileStorage::create`] does.
    pub fn create_from(path: &Path, bytes: &[u8], sharing: &Sharing) -> Result<Self, FileError> {
        Self::create_with(path, sharing, |out| out.write_all(bytes))
    }

    /// Creates a file with these permissions, as [`FileStorage::create`] does, with what `write` writes piece by piece.
    pub fn create_with(
        path: &Path,
        sharing: &Sharing,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        let (temporary, folder) = whole::written(path, write, sharing)?;
        lock(temporary.as_file(), path)?;
        let file = temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path.display().to_string() },
            _ => FileError::io(path)(error.error),
        })?;
        if let Err(error) = folder.sync(&file) {
            // It was made a moment ago and is locked by us. If it cannot be removed, it is a whole save all the same.
            _ = std::fs::remove_file(path);
            return Err(FileError::io(path)(error));
        }
        Self::watch(file, path)
    }

    fn watch(file: File, path: &Path) -> Result<Self, FileError> {
        let watched = Watched::new(&file).map_err(FileError::io(path))?;
        Ok(Self { file, path: path.to_owned(), watched: Some(watched) })
    }

    /// Creates the first of `.lost`, `.lost.2`, `.lost.3`, ... that does not exist.
    fn lost_and_found(&self) -> io::Result<(File, PathBuf)> {
        let sharing = Sharing::like_open(&self.file);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, sharing.mode());
        for name in (1..).map(|number| lost_name(&self.path, number)) {
            match options.open(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => return sharing.apply(&file).map(|()| (file, name)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// Name of the file with what was cut from a save for this time, from 1 on.
fn lost_name(save: &Path, number: u32) -> PathBuf {
    let mut name = save.to_owned().into_os_string();
    name.push(if number == 1 { ".lost".to_owned() } else { format!(".lost.{number}") });
    name.into()
}

/// Files beside a save that hold what was cut from it, oldest first. If some were removed, numbers are missing.
pub fn set_aside_beside(save: &Path) -> Vec<PathBuf> {
    let folder = save.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let numbers = names.filter_map(|name| {
        let text = name.to_string_lossy();
        let number = text.rsplit_once(".lost").map(|(_, end)| end.strip_prefix('.').unwrap_or("1").parse());
        let number = number?.ok()?;
        (lost_name(save, number).file_name() == Some(&name)).then_some(number)
    });
    let numbers: std::collections::BTreeSet<u32> = numbers.collect();
    let paths = numbers.into_iter().map(|number| lost_name(save, number));
    paths.filter(|path| path.is_file()).collect()
}

/// Refuses what looks like an empty file and is none: the operating system offers sources of bytes in this way.
fn check_has_size(mut file: &File, path: &Path) -> Result<(), FileError> {
    let size = file.metadata().map_err(FileError::io(path))?.len();
    if size > 0 || matches!(file.read(&mut [0]), Ok(0)) {
        return Ok(());
    }
    let what = "not a regular file, but something that the operating system offers";
    Err(FileError::Special { path: path.display().to_string(), what })
}

impl Storage for FileStorage {
    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        self.check_in_place()?;
        self.file.seek(SeekFrom::Start(offset))?;
        let written = self.file.write(bytes)?;
        if let Some(watched) = &mut self.watched {
            watched.size = watched.size.max(offset + written as u64);
        }
        Ok(written)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.check_in_place()?;
        self.file.set_len(size)?;
        if let Some(watched) = &mut self.watched {
            watched.size = size;
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        // What is written counts only if it can be found: the file may have been pulled away since the write.
        self.check_in_place()
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut file, path) = self.lost_and_found()?;
        file.write_all(bytes)?;
        file.sync_all()?;
        whole::Folder::of(&path)?.sync(&file)
    }

    fn check_in_place(&self) -> io::Result<()> {
        self.watched.as_ref().map_or(Ok(()), |watched| watched.check(&self.file, &self.path))
    }

    fn writable(&self) -> bool {
        self.watched.is_some()
    }
}

fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(FileError::io(path)(error)),
    }
}
