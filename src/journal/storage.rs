//! The disk operations that the journal needs, and a disk in memory. The real one is in [`super::file`].
//!
//! Small on purpose, so that tests can substitute a disk that fails, writes short and forgets. Sees bytes
//! only.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

/// Change that another program made to the file of an open save. A [`Storage`] that detects it returns it
/// inside an [`io::Error`], and the [`super::Journal`] stops writing: further bytes could not be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Displaced {
    /// The file has no name any more.
    #[error("the save was deleted while it was open")]
    Deleted,
    /// The file or its folder was renamed.
    #[error("the save or its folder was moved while it was open")]
    Moved,
    /// The path leads to another file.
    #[error("the save was replaced by another file while it was open")]
    Replaced,
    /// The file became shorter.
    #[error("another program cut the save while it was open")]
    Cut,
    /// The file became longer.
    #[error("another program wrote to the save while it was open")]
    Grown,
    /// The last bytes of the file changed.
    #[error("another program changed the save while it was open")]
    Overwritten,
}

impl From<Displaced> for io::Error {
    fn from(displaced: Displaced) -> Self {
        Self::other(displaced)
    }
}

impl Displaced {
    /// Returns the change, if the error is about one.
    pub(super) fn in_error(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// A sequence of bytes that can be read anywhere, written, truncated and synced.
pub trait Storage: Send {
    /// Number of bytes.
    fn size(&self) -> io::Result<u64>;
    /// Reads at `offset` into `buffer`; may read fewer bytes than requested, and returns 0 only at the end.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
    /// Writes at `offset`; may write fewer bytes than given, and the caller continues from there.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize>;
    /// Removes everything from `size` on.
    fn truncate(&mut self, size: u64) -> io::Result<()>;
    /// Returns once everything written and truncated is durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Keeps a durable copy of bytes that are about to be cut.
    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Fails with [`Displaced`] if written bytes can no longer be found at their path.
    fn check_in_place(&self) -> io::Result<()> {
        Ok(())
    }
    /// Whether the storage can be written.
    fn writable(&self) -> bool {
        true
    }
}

/// Writes all of `bytes`, in as many calls as needed.
pub(super) fn write_all(storage: &mut dyn Storage, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match storage.write_at(offset, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                offset += written as u64;
                bytes = &bytes[written..];
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads exactly `count` bytes. The caller must have checked `count` against the size.
pub(super) fn read_exactly(storage: &dyn Storage, offset: u64, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(count).map_err(|_| io::ErrorKind::OutOfMemory)?];
    let mut read = 0;
    while read < bytes.len() {
        match storage.read_at(offset + read as u64, &mut bytes[read..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => read += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

/// Reads everything.
pub(crate) fn read_all(storage: &dyn Storage) -> io::Result<Vec<u8>> {
    read_exactly(storage, 0, storage.size()?)
}

/// Last bytes of a file as we left or found them. If they differ later, another program wrote there.
#[derive(Debug)]
pub(super) struct Tail {
    end: u64,
    bytes: Vec<u8>,
}

impl Tail {
    const LENGTH: u64 = 64;

    /// Takes the tail of bytes that were written up to `end`.
    pub(super) fn of(written: &[u8], end: u64) -> Self {
        let from = written.len().saturating_sub(Self::LENGTH as usize);
        Self { end, bytes: written[from..].to_vec() }
    }

    /// Reads the bytes before `end`; empty if they cannot be read.
    pub(super) fn read(storage: &dyn Storage, end: u64) -> Self {
        let length = end.min(Self::LENGTH);
        Self { end, bytes: read_exactly(storage, end - length, length).unwrap_or_default() }
    }

    /// Fails with [`Displaced`] if the bytes before `end` changed. Passes if `end` is not where it was.
    pub(super) fn check(&self, storage: &dyn Storage, end: u64) -> io::Result<()> {
        if end != self.end {
            return Ok(());
        }
        let length = self.bytes.len() as u64;
        match read_exactly(storage, end - length, length) {
            Ok(bytes) if bytes == self.bytes => Ok(()),
            Ok(_) => Err(Displaced::Overwritten.into()),
            // The write detects a file that became shorter or disappeared.
            Err(_) => Ok(()),
        }
    }
}

/// Bytes in memory. Clones share them, so that a test can inspect them, or open them a second time.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    bytes: Arc<Mutex<Vec<u8>>>,
    aside: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Memory {
    /// Creates storage with these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(Mutex::new(bytes)), aside: Arc::default() }
    }

    /// Returns a copy of all bytes.
    pub fn bytes(&self) -> Vec<u8> {
        lock(&self.bytes).clone()
    }

    /// Returns the bytes that were set aside, oldest first.
    pub fn aside(&self) -> Vec<Vec<u8>> {
        lock(&self.aside).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Storage for Memory {
    fn size(&self) -> io::Result<u64> {
        Ok(lock(&self.bytes).len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = lock(&self.bytes);
        let from = bytes.len().min(usize::try_from(offset).unwrap_or(usize::MAX));
        let count = buffer.len().min(bytes.len() - from);
        buffer[..count].copy_from_slice(&bytes[from..from + count]);
        Ok(count)
    }

    fn write_at(&mut self, offset: u64, new: &[u8]) -> io::Result<usize> {
        let mut bytes = lock(&self.bytes);
        let from = usize::try_from(offset).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let to = from + new.len();
        if bytes.len() < to {
            bytes.resize(to, 0);
        }
        bytes[from..to].copy_from_slice(new);
        Ok(new.len())
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        lock(&self.bytes).truncate(usize::try_from(size).unwrap_or(usize::MAX));
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        lock(&self.aside).push(bytes.to_vec());
        Ok(())
    }
}
