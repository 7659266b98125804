//! Writes pending records to the end of a log as frames, makes them durable, and undoes writes that fail
//! half-way.
//!
//! Part of [`Journal`]. The first frame of a write after a sync says that everything before it was synced.

use super::frame::{self, Before, FramePlace, Key};
use super::pending::Pending;
use super::record::{Format, Record};
use super::storage::{self, Displaced, Tail};
use super::{Durability, Health, Journal, JournalError};
use crate::timeline::NodeId;

/// Frames to be written at once.
struct Frames {
    /// Offset of the first.
    at: u64,
    bytes: Vec<u8>,
    count: u32,
    /// What the next frame says about the bytes before it.
    before: Before,
}

impl Frames {
    fn end(&self) -> u64 {
        self.at + self.bytes.len() as u64
    }

    /// Adds a frame; the next act makes node `next`.
    fn push(&mut self, payload: &[u8], key: Key, next: u32) {
        let before = std::mem::replace(&mut self.before, Before::Unknown);
        let place = FramePlace { offset: self.end(), next };
        self.bytes.extend(frame::wrap(payload, key, place, before));
        self.count += 1;
    }
}

impl Journal {
    /// Makes everything durable, and writes a proof of it for later readers if one is needed.
    pub fn close(&mut self) -> Result<(), JournalError> {
        self.flush()?;
        if self.format >= Format::Three && self.sealed().is_none() && self.synced.lacks_proof() {
            // Nothing depends on this frame, so it is not synced and an error is ignored.
            _ = self.write_proof();
        }
        Ok(())
    }

    fn write_proof(&mut self) -> Result<(), JournalError> {
        let (mut payload, mut frames) = (Vec::new(), self.no_frames());
        Record::Synced.write(self.format, NodeId(self.nodes), &mut payload)?;
        frames.push(&payload, self.key(), self.nodes);
        self.write(&frames)?;
        self.synced.proved();
        Ok(())
    }

    /// Writes the pending records as frames at the end of the file. Undoes a write that fails half-way.
    pub(super) fn write_pending(&mut self) -> Result<(), JournalError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.set_torn_tail_aside()?;
        if self.synced.is_unknown() {
            self.sync(self.end)?;
        }
        let marks = self.marks.clone_if_due(self.end + 2 * self.pending.size as u64);
        let frames = self.framed()?;
        self.write(&frames).inspect_err(|_| self.marks.restore(marks, self.pending.acts))?;
        self.pending = Pending::default();
        self.synced.wrote(frames.count);
        Ok(())
    }

    fn write(&mut self, frames: &Frames) -> Result<(), JournalError> {
        let written = self
            .tail
            .check(self.storage.as_ref(), self.end)
            .and_then(|()| storage::write_all(self.storage.as_mut(), self.end, &frames.bytes));
        if let Err(error) = written {
            self.seal_if_displaced(&error);
            self.take_back(self.end);
            return Err(JournalError::writing(error));
        }
        self.end = frames.end();
        self.tail = Tail::of(&frames.bytes, self.end);
        Ok(())
    }

    fn key(&self) -> Key {
        Key::new(self.salt, self.format)
    }

    fn no_frames(&self) -> Frames {
        let before = match self.format {
            Format::One | Format::Two => Before::Unknown,
            Format::Three | Format::Four => self.synced.before_next(),
        };
        Frames { at: self.end, bytes: Vec::new(), count: 0, before }
    }

    /// Returns the pending records as frames, with the marks that are due between them, each in a frame of
    /// its own. Records where they will be.
    fn framed(&mut self) -> Result<Frames, JournalError> {
        let (mut frames, mut next) = (self.no_frames(), self.nodes - self.pending.acts);
        for payload in self.pending.payloads() {
            for record in self.marks_due(frames.end(), NodeId(next)) {
                let (at, mut body) = (frames.end(), Vec::new());
                record.write(self.format, NodeId(next), &mut body)?;
                frames.push(&body, self.key(), next);
                self.marks.saw(&record, at);
            }
            frames.push(&payload.bytes, self.key(), next);
            self.marks.placed(payload.acts, frames.end());
            next += payload.acts;
        }
        Ok(frames)
    }

    fn marks_due(&self, end: u64, next: NodeId) -> Vec<Record> {
        match self.format {
            Format::One => Vec::new(),
            format => self.marks.due(end, || self.header.to_bytes_in(format), self.salt, next),
        }
    }

    /// Syncs the file; the bytes after `before` were written for this sync.
    pub(super) fn sync(&mut self, before: u64) -> Result<(), JournalError> {
        if let Err(error) = self.storage.sync() {
            self.seal_if_displaced(&error);
            // After a failed sync it is unknown which bytes are on disk, and a second sync would wrongly
            // report success.
            self.seal("the disk failed to store the last changes; save a copy elsewhere and check the disk");
            if self.durability == Durability::EachAction {
                self.take_back(before);
            }
            return Err(JournalError::writing(error));
        }
        self.synced.synced();
        if !self.detached {
            self.durable = self.nodes - self.pending.acts;
        }
        Ok(())
    }

    fn take_back(&mut self, end: u64) {
        self.end = end;
        if self.storage.truncate(end).is_err() {
            self.seal("a write failed half-way and could not be undone; reopen the save to continue");
        }
    }

    fn set_torn_tail_aside(&mut self) -> Result<(), JournalError> {
        if let Health::Torn { at, bytes } = self.health {
            let tail =
                storage::read_exactly(self.storage.as_ref(), at, bytes).map_err(JournalError::reading)?;
            self.storage.set_aside(&tail).map_err(JournalError::writing)?;
            self.storage.truncate(at).map_err(JournalError::writing)?;
            self.storage.sync().map_err(JournalError::writing)?;
            self.health = Health::Whole;
            self.synced.synced();
        }
        Ok(())
    }

    pub(super) fn seal_if_displaced(&mut self, error: &std::io::Error) {
        if let Some(displaced) = Displaced::in_error(error) {
            self.seal(&format!("{displaced}; save a copy elsewhere"));
        }
    }

    fn seal(&mut self, reason: &str) {
        self.failed.get_or_insert_with(|| reason.to_owned());
    }
}
