//! Keeps records on disk, in order, for ever. Called only by [`crate::session`]. Sees only bytes: it cannot
//! tell one game from another.
//!
//! [`record`] holds the format, [`Scan`] reads it, [`storage`] is the disk (real, in memory, or faulty for
//! tests), and the [`Journal`] here is the only writer. Opening changes nothing; a torn tail is cut at the
//! first append, after a copy of it was kept. If the disk fails, a journal can continue in memory and return
//! to disk later.

pub mod backup;
mod detached;
pub mod file;
mod frame;
mod gap;
mod header;
pub mod keyframes;
mod marks;
mod moved;
mod pending;
pub mod record;
mod repair;
mod repeated;
pub mod salvage;
mod scan;
mod search;
mod set_aside;
mod source;
pub mod storage;
mod synced;
mod write;

use std::time::Duration;

use crate::timeline::NodeId;
use marks::Marks;
use pending::Pending;
use record::{Format, Header, Record};
pub use scan::{Health, Scan, ScanPosition, Scanned};
use storage::{Displaced, Storage, Tail};
use synced::Synced;

/// Policy that decides when an action becomes durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Each action is on disk before it is shown.
    EachAction,
    /// Actions are shown at once, and are on disk after a number of them or a delay, whichever comes first.
    /// Only an append checks the delay, so an idle front end flushes or closes.
    Batched {
        /// Maximum number of actions waiting.
        actions: u32,
        /// Maximum time the oldest may wait.
        delay: Duration,
    },
    /// Actions are on disk after [`Journal::flush`], which is called when a game is closed.
    OnClose,
}

/// Error of reading or writing a log.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The disk reported an error.
    #[error("{doing}: {source}; {advice}")]
    Io {
        /// The operation that failed.
        doing: &'static str,
        /// Advice for the user.
        advice: &'static str,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Another program moved, deleted or changed the file. The log is still in memory, and can be saved
    /// elsewhere.
    #[error("{0}; no further changes are written to it")]
    Displaced(Displaced),
    /// The log cannot be written, now or later.
    #[error("nothing can be added to this save: {reason}")]
    ReadOnly {
        /// The reason, and what to do.
        reason: String,
    },
    /// A record is too large for the format.
    #[error("an action of {bytes} bytes does not fit into a save, which holds at most {most} in one action")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The maximum.
        most: usize,
    },
    /// A name or bookmark is too long for the format.
    #[error("a text of {bytes} bytes is too long for a name or bookmark, which hold at most {most}")]
    LongText {
        /// Its size.
        bytes: usize,
        /// The maximum.
        most: usize,
    },
    /// A name or bookmark is not one line of plain text.
    #[error("a name or bookmark is one line of plain text: take out the '{}'", .0.escape_debug())]
    ControlCharacter(char),
    /// A newer program wrote a record that must not be skipped.
    #[error(
        "the record at byte {at} is of kind {kind:#04x}, which this program does not know: nothing is damaged, and nothing was \
         changed; open the save with a newer Timeloom"
    )]
    NewerRecord {
        /// Kind of the record.
        kind: u8,
        /// Its offset in the file.
        at: u64,
    },
    /// The format of the save has no such record.
    #[error(
        "a save of format {format} cannot hold a record of kind {kind:#04x}: `timeloom recover` makes a copy in today's format"
    )]
    NotInFormat {
        /// Kind of the record.
        kind: u8,
        /// Format of the save.
        format: u16,
    },
    /// The bytes are not a save.
    #[error(transparent)]
    NotASave(#[from] record::HeaderError),
}

impl JournalError {
    pub(crate) fn reading(source: std::io::Error) -> Self {
        Self::Io {
            doing: "the save could not be read",
            advice: "check the disk and the file's permissions",
            source,
        }
    }

    fn writing(source: std::io::Error) -> Self {
        if let Some(displaced) = Displaced::in_error(&source) {
            return Self::Displaced(displaced);
        }
        let advice = match source.kind() {
            std::io::ErrorKind::PermissionDenied => "it is unchanged; check who owns it and its folder",
            _ => {
                "everything saved before is safe, and nothing else was changed; free some space or check the disk, then try again"
            }
        };
        Self::Io { doing: "the save could not be written", advice, source }
    }
}

/// An open log and its only writer.
pub struct Journal {
    storage: Box<dyn Storage>,
    format: Format,
    header: Header,
    salt: u32,
    health: Health,
    durability: Durability,
    /// Offset of the next frame: the end of the last good one.
    end: u64,
    /// Last bytes of the file when this journal last wrote or read it.
    tail: Tail,
    pending: Pending,
    /// Number of nodes including the start and pending records.
    nodes: u32,
    marks: Marks,
    /// Number of nodes that are safe on disk.
    durable: u32,
    synced: Synced,
    /// Reason why nothing may be appended, as found on opening.
    sealed: Option<String>,
    /// Reason why this storage cannot be written any more, after it failed.
    failed: Option<String>,
    /// Whether the log is only in memory, because its storage failed or does not exist yet.
    detached: bool,
}

impl Journal {
    /// Creates a new log whose header is already durable in the storage.
    pub fn begin(storage: Box<dyn Storage>, header: Header, durability: Durability) -> Self {
        let (bytes, format, health) = (header.to_bytes(), Format::NEWEST, Health::Whole);
        let (salt, end) = (header::salt(&bytes), bytes.len() as u64);
        let marks = Marks::after_header(end);
        Self::resume(Scanned { storage, format, header, salt, end, nodes: 1, health, marks }, durability)
    }

    /// Continues a log that was read to its end. Nothing is changed on disk until a record is appended.
    pub fn resume(scanned: Scanned, durability: Durability) -> Self {
        let Scanned { storage, format, header, salt, end, nodes, health, marks } = scanned;
        let pending = Pending::default();
        let reading = (!storage.writable()).then(|| "it was opened for reading".to_owned());
        let sealed = health.why_sealed().or(reading);
        let (durable, synced) = (nodes, Synced::default());
        let tail = Tail::read(storage.as_ref(), end);
        Self {
            storage,
            format,
            header,
            salt,
            health,
            durability,
            end,
            tail,
            pending,
            nodes,
            marks,
            durable,
            synced,
            sealed,
            failed: None,
            detached: false,
        }
    }

    /// Header of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Format that the log was begun in and keeps.
    pub fn format(&self) -> Format {
        self.format
    }

    /// State of the log when it was opened.
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// Returns the reason why nothing can be appended, if there is one.
    pub fn sealed(&self) -> Option<&str> {
        self.sealed.as_deref().or(self.failed.as_deref())
    }

    /// Number of nodes that are safe on disk; these have the smallest numbers. 0 while the log is only in memory.
    pub fn durable_count(&self) -> usize {
        self.durable as usize
    }

    /// Appends a record. On success it is as safe as the durability promises; on an error it is not in the
    /// log.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        self.check_open()?;
        let acts = u32::from(matches!(record, Record::Act { .. }));
        let mut bytes = Vec::new();
        record.write(self.format, NodeId(self.nodes), &mut bytes)?;
        if let Record::Act { parent, action, .. } = record {
            self.marks.acted(NodeId(self.nodes), *parent, action);
        }
        self.nodes += acts;
        self.pending.push(&bytes, acts);
        self.flush_as_agreed().inspect_err(|_| {
            self.pending.pop(bytes.len(), acts);
            self.nodes -= acts;
            self.marks.forget(acts);
        })
    }

    /// Makes everything durable: all records appended so far, and bytes that an earlier run may have left
    /// unsynced.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        let is_done = self.synced.is_all() || self.synced.is_unknown() && self.sealed().is_some();
        if self.pending.is_empty() && is_done {
            return Ok(());
        }
        self.check_open()?;
        let before = self.end;
        self.write_pending()?;
        self.sync(before)
    }

    /// Fails if another program deleted, moved, replaced, cut or extended the file since the last write.
    /// Passes for a log that cannot be written anyway.
    pub fn check_in_place(&mut self) -> Result<(), JournalError> {
        if self.sealed().is_some() {
            return Ok(());
        }
        self.storage.check_in_place().map_err(|error| {
            self.seal_if_displaced(&error);
            JournalError::writing(error)
        })
    }

    /// Returns all bytes of the log: the good part of what was read, and everything appended since.
    pub fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        if self.sealed().is_none() {
            self.write_pending()?;
        }
        storage::read_exactly(self.storage.as_ref(), 0, self.end).map_err(JournalError::reading)
    }

    /// Flushes if the oldest pending record has waited long enough.
    fn flush_if_due(&mut self) -> Result<(), JournalError> {
        match (self.durability, self.pending.since) {
            (Durability::Batched { delay, .. }, Some(since)) if since.elapsed() >= delay => self.flush(),
            _ => Ok(()),
        }
    }

    fn check_open(&self) -> Result<(), JournalError> {
        match self.sealed() {
            Some(reason) => Err(JournalError::ReadOnly { reason: reason.to_owned() }),
            None => Ok(()),
        }
    }

    fn flush_as_agreed(&mut self) -> Result<(), JournalError> {
        match self.durability {
            Durability::EachAction => self.flush(),
            Durability::Batched { actions, .. } if self.pending.acts >= actions => self.flush(),
            _ if self.pending.size >= frame::COMFORTABLE => self.write_pending(),
            _ => self.flush_if_due(),
        }
    }
}

/// Progress of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes read.
    pub done: u64,
    /// Total bytes.
    pub total: u64,
}
