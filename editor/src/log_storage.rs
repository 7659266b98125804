//! Logs that are not plain files: one that cannot be written, and one with a guard, such as a button that
//! stops reading.
//!
//! Used for opening files. Knows bytes, not their meaning.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use timeloom::journal::storage::{Memory, Storage};

/// A log in memory that cannot be written.
pub struct Unwritable(Memory);

impl Unwritable {
    /// Creates a log with these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(Memory::new(bytes))
    }
}

fn refused<T>() -> io::Result<T> {
    Err(io::ErrorKind::PermissionDenied.into())
}

impl Storage for Unwritable {
    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }

    fn write_at(&mut self, _offset: u64, _bytes: &[u8]) -> io::Result<usize> {
        refused()
    }

    fn truncate(&mut self, _size: u64) -> io::Result<()> {
        refused()
    }

    fn sync(&mut self) -> io::Result<()> {
        refused()
    }

    fn set_aside(&mut self, _bytes: &[u8]) -> io::Result<()> {
        refused()
    }

    fn writable(&self) -> bool {
        false
    }
}

/// A call that a guard may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardedCall {
    /// Reading bytes.
    Read,
    /// Making written bytes durable.
    Sync,
}

/// Decides whether a call is made.
type Guard = Box<dyn Fn(GuardedCall) -> io::Result<()> + Send>;

/// A log that asks a guard before it reads or syncs.
pub struct Guarded {
    inner: Box<dyn Storage>,
    guard: Guard,
}

impl Guarded {
    /// Creates a log with a guard.
    pub fn new(inner: Box<dyn Storage>, guard: Guard) -> Self {
        Self { inner, guard }
    }

    /// Creates a log that refuses further reads once it is stopped.
    pub fn until_stopped(inner: Box<dyn Storage>, stop: Arc<AtomicBool>) -> Self {
        let guard = move |call| match call {
            GuardedCall::Read if stop.load(Ordering::Relaxed) => Err(io::Error::other("opening was stopped")),
            _ => Ok(()),
        };
        Self::new(inner, Box::new(guard))
    }
}

impl Storage for Guarded {
    fn size(&self) -> io::Result<u64> {
        self.inner.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        (self.guard)(GuardedCall::Read)?;
        self.inner.read_at(offset, buffer)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write_at(offset, bytes)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.inner.truncate(size)
    }

    fn sync(&mut self) -> io::Result<()> {
        (self.guard)(GuardedCall::Sync)?;
        self.inner.sync()
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.inner.set_aside(bytes)
    }

    fn check_in_place(&self) -> io::Result<()> {
        self.inner.check_in_place()
    }

    fn writable(&self) -> bool {
        self.inner.writable()
    }
}
