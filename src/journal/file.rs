//! The real disk: a save as a locked file, and whole files that are written completely or not at all.
//!
//! Called by the catalog to open and create saves, and by code that writes levels or exports. Knows paths and bytes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::storage::Storage;

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
        io::ErrorKind::NotADirectory => "there is a file where a directory should be".to_owned(),
        _ => error.to_string(),
    }
}

impl FileError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.display().to_string(), source }
    }
}

/// A save on disk.
#[derive(Debug)]
pub struct FileStorage {
    file: File,
    path: PathBuf,
    access: Access,
}

impl FileStorage {
    /// Opens a save. With [`Access::Write`] it is locked until dropped.
    pub fn open(path: &Path, access: Access) -> Result<Self, FileError> {
        if path.is_dir() {
            return Err(FileError::Directory { path: path.display().to_string() });
        }
        let file = OpenOptions::new()
            .read(true)
            .write(access == Access::Write)
            .open(path)
            .map_err(FileError::io(path))?;
        if access == Access::Write {
            lock(&file, path)?;
        }
        Ok(Self { file, path: path.to_owned(), access })
    }

    /// Creates a file with these bytes, and keeps it open and locked. The file appears completely or not at all, and
    /// never replaces another.
    pub fn create(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let temporary = written(path, bytes)?;
        lock(temporary.as_file(), path)?;
        let file = temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path.display().to_string() },
            _ => FileError::io(path)(error.error),
        })?;
        sync_folder(path).map_err(FileError::io(path))?;
        Ok(Self { file, path: path.to_owned(), access: Access::Write })
    }

    /// Creates the first of `.lost`, `.lost.2`, `.lost.3`, ... that does not exist.
    fn lost_and_found(&self) -> io::Result<(File, PathBuf)> {
        for number in 1u32.. {
            let mut name = self.path.clone().into_os_string();
            name.push(if number == 1 { ".lost".to_owned() } else { format!(".lost.{number}") });
            match OpenOptions::new().write(true).create_new(true).open(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                other => return Ok((other?, name.into())),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
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
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.write(bytes)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut file, path) = self.lost_and_found()?;
        file.write_all(bytes)?;
        file.sync_all()?;
        sync_folder(&path)
    }

    fn writable(&self) -> bool {
        self.access == Access::Write
    }
}

/// Writes a whole file: to a temporary file in the same folder, synced, then renamed. Readers see either the old
/// bytes or the new ones.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let temporary = written(path, bytes)?;
    temporary.persist(path).map_err(|error| FileError::io(path)(error.error))?;
    sync_folder(path).map_err(FileError::io(path))
}

/// Reads a text file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let explain = |error: io::Error| FileError::io(path)(error);
    if path.is_dir() {
        return Err(FileError::Directory { path: path.display().to_string() });
    }
    let mut text = Vec::new();
    File::open(path).map_err(explain)?.take(most + 1).read_to_end(&mut text).map_err(explain)?;
    if text.len() as u64 > most {
        return Err(explain(io::Error::other(format!(
            "the file is larger than {most} bytes, the most that is read"
        ))));
    }
    String::from_utf8(text).map_err(|_| explain(io::Error::other("the file is not text (UTF-8)")))
}

fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(FileError::io(path)(error)),
    }
}

fn written(path: &Path, bytes: &[u8]) -> Result<tempfile::NamedTempFile, FileError> {
    let explain = |error: io::Error| FileError::io(path)(error);
    let mut temporary = new_beside(path).map_err(explain)?;
    temporary.as_file_mut().write_all(bytes).map_err(explain)?;
    temporary.as_file().sync_all().map_err(explain)?;
    Ok(temporary)
}

/// Creates a temporary file in the same folder, with the permissions of any new file.
fn new_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".timeloom-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Keep only the kind: the whole error names the temporary file, which means nothing to the user.
    builder.tempfile_in(folder(path)).map_err(|error| error.kind().into())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder: a new name is durable only then. Not every platform can sync folders; where possible, failing
/// counts.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder(path))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn replacing_a_file_leaves_only_the_new_bytes_and_nothing_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.toml");
        replace(&path, b"old and long").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn replacing_a_file_where_nothing_can_be_written_names_it_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/level.toml");
        let error = replace(&path, b"new").unwrap_err().to_string();
        assert!(error.contains("level.toml: there is no such file or directory"), "{error}");
    }

    #[test]
    fn text_that_is_too_long_or_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.toml");
        fs::write(&path, "four").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "four");
        assert!(read_text(&path, 3).unwrap_err().to_string().contains("larger than 3 bytes"));
        fs::write(&path, [0xFF, 0xFE]).unwrap();
        assert!(read_text(&path, 4).unwrap_err().to_string().contains("UTF-8"));
    }
}
