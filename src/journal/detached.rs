//! A journal without its disk: continues in memory after the storage failed, and in another storage later.
//!
//! Called by the session when a front end asks for it. While detached, all appended records are kept and none
//! counts as durable. Knows no paths: the caller passes the new storage.

use super::storage::{self, Memory, Storage};
use super::synced::Synced;
use super::{Health, Journal, JournalError, Scan};

impl Journal {
    /// Whether the log is only in memory.
    pub fn is_detached(&self) -> bool {
        self.detached
    }

    /// Releases the storage and continues in memory with everything read and appended so far. Returns `false`
    /// if the storage no longer holds that: then call [`Self::rewrite`]. Fails, and changes nothing, for a
    /// log that was opened for reading only or is damaged.
    pub fn detach(&mut self) -> Result<bool, JournalError> {
        if let Some(reason) = &self.sealed {
            return Err(JournalError::ReadOnly { reason: reason.clone() });
        }
        if self.detached {
            return Ok(true);
        }
        let Some(bytes) = self.read_back() else { return Ok(false) };
        self.storage = Box::new(Memory::new(bytes));
        (self.health, self.failed, self.detached, self.durable) = (Health::Whole, None, true, 0);
        self.synced = Synced::default();
        self.write_pending()?;
        Ok(true)
    }

    /// Continues in memory with the bytes of a new log, which must contain everything that happened.
    pub fn rewrite(&mut self, bytes: Vec<u8>) -> Result<(), JournalError> {
        let mut scan = Scan::begin(Box::new(Memory::new(bytes)))?;
        while scan.next_frame()?.is_some() {}
        *self = Self::resume(scan.finish()?, self.durability);
        (self.detached, self.durable) = (true, 0);
        Ok(())
    }

    /// Continues in this storage, which must hold exactly [`Self::bytes`], durably.
    pub fn attach(&mut self, storage: Box<dyn Storage>) -> Result<(), JournalError> {
        let bytes = self.bytes()?;
        let size = storage.size().map_err(JournalError::reading)?;
        let held = storage::read_exactly(storage.as_ref(), 0, self.end.min(size));
        if size != self.end || held.map_err(JournalError::reading)? != bytes {
            let reason = "its new file does not contain the bytes that were written to it".to_owned();
            return Err(JournalError::ReadOnly { reason });
        }
        (self.storage, self.detached, self.failed) = (storage, false, None);
        self.synced.synced();
        self.durable = self.nodes;
        Ok(())
    }

    /// Returns the bytes of the log, if the storage still holds every record that was written to it.
    fn read_back(&self) -> Option<Vec<u8>> {
        let bytes = storage::read_exactly(self.storage.as_ref(), 0, self.end).ok()?;
        let mut scan = Scan::begin(Box::new(Memory::new(bytes.clone()))).ok()?;
        let is_same = *scan.header() == self.header;
        while scan.next_frame().ok()?.is_some() {}
        let scanned = scan.finish().ok()?;
        let is_whole = scanned.health == Health::Whole && scanned.nodes + self.pending.acts == self.nodes;
        (is_same && is_whole).then_some(bytes)
    }
}
