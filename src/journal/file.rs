//! The real disk: a save as a locked file, and whole files that are written completely or not at all.
//!
//! Called by the catalog to open and create saves, and by code that writes levels or exports. Knows paths and
//! bytes. `identity` detects that the file of an open save was moved or deleted, `whole` writes whole files, and
//! `exchange` replaces a file only if it is still the one that was read.

mod exchange;
mod identity;
mod sharing;
mod size_limit;
mod whole;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::storage::Storage;
pub use exchange::replace_known;
use identity::Watched;
pub use sharing::Sharing;
pub use size_limit::survive_size_limit;
pub use whole::{check_regular, read_text, replace, replace_with, rescue};
pub(super) use whole::{if_there, open_to_read, put};

/// Extension of saves.
pub const SAVE_EXTENSION: &str = "loom";

/// Whether a path has the extension of saves.
pub fn is_save_path(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == SAVE_EXTENSION)
}

/// Returns a path as text for people, on one line: control characters in it are escaped (`\n`).
pub fn path_text(path: impl AsRef<Path>) -> String {
    let escaped = |character: char| character.is_control().then(|| character.escape_default().to_string());
    let text = path.as_ref().to_string_lossy();
    text.chars().map(|character| escaped(character).unwrap_or_else(|| character.into())).collect()
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read only; any number of readers, at any time.
    Read,
    /// Append; one writer at a time.
    Write,
}

/// Reason why a file cannot be used.
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
        /// Path of the pipe, device or socket.
        path: String,
        /// Its type, for people.
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
            "the disk is full; nothing was changed; free some space and try again".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => "the disk is mounted for reading only".to_owned(),
        io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            "the file would exceed the size limit; nothing was changed; raise the limit or choose another place"
                .to_owned()
        }
        io::ErrorKind::WouldBlock => {
            "reading it could wait for ever; name a regular file".to_owned()
        }
        io::ErrorKind::NotADirectory => "a part of the path is a file and not a directory".to_owned(),
        io::ErrorKind::InvalidFilename => "the name is too long or not allowed here; choose another".to_owned(),
        _ => error.to_string(),
    }
}

impl FileError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io { path: path_text(path), source }
    }
}

/// A save on disk. While it is open for writing, every write and every sync checks that the path still leads
/// to this file and that its length is unchanged.
#[derive(Debug)]
pub struct FileStorage {
    file: File,
    path: PathBuf,
    /// Last known state of the file; `None` if it is only read.
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

    /// Creates a file with these permissions, as [`FileStorage::create`] does; `write` writes its contents
    /// piece by piece.
    pub fn create_with(
        path: &Path,
        sharing: &Sharing,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        let (temporary, folder) = whole::written(path, write, sharing)?;
        lock(temporary.as_file(), path)?;
        let file = temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path_text(path) },
            _ => FileError::io(path)(error.error),
        })?;
        if let Err(error) = folder.sync(&file) {
            // The file is new and locked by us. If it cannot be removed, it is still a whole save.
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
    fn create_lost_file(&self) -> io::Result<(File, PathBuf)> {
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

/// Name of the file for bytes cut from a save, numbered from 1.
fn lost_name(save: &Path, number: u32) -> PathBuf {
    let mut name = save.to_owned().into_os_string();
    name.push(if number == 1 { ".lost".to_owned() } else { format!(".lost.{number}") });
    name.into()
}

/// Returns the files beside a save that hold bytes cut from it, oldest first. Skips missing numbers.
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

/// Refuses a file that looks empty but is a source of bytes, as the operating system offers some.
fn check_has_size(mut file: &File, path: &Path) -> Result<(), FileError> {
    let size = file.metadata().map_err(FileError::io(path))?.len();
    if size > 0 || matches!(file.read(&mut [0]), Ok(0)) {
        return Ok(());
    }
    let what = "not a regular file, but a pseudo-file of the operating system";
    Err(FileError::Special { path: path_text(path), what })
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
        // Written bytes count only if they can be found: the file may have been moved or deleted since the
        // write.
        self.check_in_place()
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut file, path) = self.create_lost_file()?;
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
        Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path_text(path) }),
        Err(TryLockError::Error(error)) => Err(FileError::io(path)(error)),
    }
}
