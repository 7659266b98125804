//! A faulty disk: it writes short, fails at the n-th call, and forgets what was never synced.

use std::io;
use std::sync::{Arc, Mutex};

use timeloom::journal::storage::Storage;

/// The contents of the disk, now and after a power cut.
#[derive(Clone, Debug)]
pub(crate) struct Liar {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug, Default)]
struct Inner {
    bytes: Vec<u8>,
    synced: Vec<u8>,
    calls: usize,
    /// The first call that fails, and whether later calls fail too.
    fails: Option<(usize, bool)>,
    /// Maximum number of bytes per write.
    short: Option<usize>,
    aside: Vec<Vec<u8>>,
}

impl Liar {
    /// Creates a disk with these bytes, already synced.
    pub(crate) fn holding(bytes: Vec<u8>) -> Self {
        let inner = Inner { synced: bytes.clone(), bytes, ..Inner::default() };
        Self { inner: Arc::new(Mutex::new(inner)) }
    }

    /// Makes the n-th write, cut or sync from now fail; permanently or only that once.
    pub(crate) fn fail_at(&self, call: usize, for_good: bool) {
        let mut inner = self.inner.lock().unwrap();
        (inner.calls, inner.fails) = (0, Some((call, for_good)));
    }

    /// Whether the failure has happened.
    pub(crate) fn has_failed(&self) -> bool {
        let inner = self.inner.lock().unwrap();
        inner.fails.is_some_and(|(call, _)| inner.calls >= call)
    }

    pub(crate) fn write_short(&self, most: usize) {
        self.inner.lock().unwrap().short = Some(most);
    }

    /// Returns everything that was written.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.inner.lock().unwrap().bytes.clone()
    }

    /// Returns the contents after a power cut that keeps the first `keep` of the unsynced bytes.
    pub(crate) fn after_power_cut(&self, keep: usize) -> Vec<u8> {
        let inner = self.inner.lock().unwrap();
        let mut left = inner.synced.clone();
        let new = inner.bytes.get(left.len()..).unwrap_or_default();
        left.extend(&new[..keep.min(new.len())]);
        left
    }

    /// Number of bytes written but not synced.
    pub(crate) fn unsynced(&self) -> usize {
        let inner = self.inner.lock().unwrap();
        inner.bytes.len().saturating_sub(inner.synced.len())
    }

    fn call(&self) -> io::Result<std::sync::MutexGuard<'_, Inner>> {
        let mut inner = self.inner.lock().unwrap();
        inner.calls += 1;
        match inner.fails {
            Some((call, for_good)) if inner.calls == call || (for_good && inner.calls > call) => {
                Err(io::Error::from(io::ErrorKind::StorageFull))
            }
            _ => Ok(inner),
        }
    }
}

impl Storage for Liar {
    fn size(&self) -> io::Result<u64> {
        Ok(self.inner.lock().unwrap().bytes.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let inner = self.inner.lock().unwrap();
        let held = inner.bytes.get(offset as usize..).unwrap_or_default();
        let count = held.len().min(buffer.len());
        buffer[..count].copy_from_slice(&held[..count]);
        Ok(count)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        let result = self.call();
        // A write that fails may leave half of its bytes.
        let mut inner = match result {
            Ok(inner) => inner,
            Err(error) => {
                let mut inner = self.inner.lock().unwrap();
                write(&mut inner.bytes, offset as usize, &bytes[..bytes.len() / 2]);
                return Err(error);
            }
        };
        let count = bytes.len().min(inner.short.unwrap_or(usize::MAX));
        write(&mut inner.bytes, offset as usize, &bytes[..count]);
        Ok(count)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.call()?.bytes.truncate(size as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut inner = self.call()?;
        inner.synced = inner.bytes.clone();
        Ok(())
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.call()?.aside.push(bytes.to_vec());
        Ok(())
    }
}

fn write(bytes: &mut Vec<u8>, offset: usize, new: &[u8]) {
    bytes.resize(bytes.len().max(offset + new.len()), 0);
    bytes[offset..offset + new.len()].copy_from_slice(new);
}
