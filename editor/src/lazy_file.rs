//! A log that creates its file at the first write, so that viewing leaves nothing behind; and a log whose reading can
//! be stopped.
//!
//! Used when opening files. Knows bytes and paths, nothing of their content.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use timeloom::journal::file::{FileError, FileStorage};
use timeloom::journal::storage::{Memory, Storage};

/// A log that is not on disk until something is written.
pub struct Lazy {
    memory: Memory,
    path: Option<PathBuf>,
    file: Option<FileStorage>,
    writable: bool,
}

impl Lazy {
    /// Creates a log with this header, which will become a file at this path; without a path, it stays in memory.
    pub fn new(head: Vec<u8>, path: Option<PathBuf>) -> Self {
        Self { memory: Memory::new(head), path, file: None, writable: true }
    }

    /// Creates a read-only log with this header.
    pub fn sealed(head: Vec<u8>) -> Self {
        Self { writable: false, ..Self::new(head, None) }
    }

    fn storage(&self) -> &dyn Storage {
        self.file.as_ref().map_or(&self.memory, |file| file)
    }

    /// Returns the storage, and creates the file first if necessary.
    fn born(&mut self) -> io::Result<&mut dyn Storage> {
        if let (None, Some(path)) = (&self.file, &self.path) {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            let file = FileStorage::create(path, &self.memory.bytes());
            self.file = Some(file.map_err(|error| io::Error::other(in_words(&error)))?);
        }
        Ok(match &mut self.file {
            Some(file) => file,
            None => &mut self.memory,
        })
    }
}

fn in_words(error: &FileError) -> String {
    match error {
        FileError::Exists { path } => {
            format!(
                "{path} was created by another window in the meantime; close this one and open the level again"
            )
        }
        error => error.to_string(),
    }
}

impl Storage for Lazy {
    fn size(&self) -> io::Result<u64> {
        self.storage().size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.storage().read_at(offset, buffer)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        self.born()?.write_at(offset, bytes)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.born()?.truncate(size)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Storage::sync)
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.born()?.set_aside(bytes)
    }

    fn writable(&self) -> bool {
        self.writable
    }
}

/// A log that refuses to be read further once it is stopped.
pub struct Stoppable {
    /// The log itself.
    pub inner: Box<dyn Storage>,
    /// Set when reading should stop.
    pub stop: Arc<AtomicBool>,
}

impl Storage for Stoppable {
    fn size(&self) -> io::Result<u64> {
        self.inner.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("opening was stopped"));
        }
        self.inner.read_at(offset, buffer)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write_at(offset, bytes)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.inner.truncate(size)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.inner.sync()
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.inner.set_aside(bytes)
    }

    fn writable(&self) -> bool {
        self.inner.writable()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_file_before_something_is_written_and_then_all_of_it_is_there() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("deep/maze.play.loom");
        let mut log = Lazy::new(b"head".to_vec(), Some(path.clone()));
        log.sync().expect("there is nothing to do");
        assert_eq!(log.size().expect("it is in memory"), 4);
        assert!(!path.exists());
        log.write_at(4, b" and tail").expect("there is room");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"head and tail");
    }

    #[test]
    fn a_file_of_somebody_else_is_never_written_over() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("maze.play.loom");
        let mut log = Lazy::new(b"head".to_vec(), Some(path.clone()));
        std::fs::write(&path, "theirs").expect("there is room");
        let error = log.write_at(4, b"!").expect_err("it is not ours").to_string();
        assert!(error.contains("created by another window"), "{error}");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"theirs");
    }
}
