//! Reads a save from its first byte to its last good one, and reports what is wrong with the rest.
//!
//! Used by [`super::Journal`] and by recovery. Bytes are untrusted: lengths are checked against the remaining
//! size before anything is allocated, and the work is bounded. Changes nothing.

use serde::Serialize;

use super::frame::{self, Before, FramePlace, Key};
use super::header::{Format, Header};
use super::marks::Marks;
use super::record::{Record, Unreadable};
use super::search::FrameSearch;
use super::source::{GoodFrame, Head, SEARCH_BUDGET, Source, Window, good_frame, parse, read_header};
use super::storage::Storage;
use super::{JournalError, Progress, moved, repair};
use crate::timeline::NodeId;

/// State of a save, as found by reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Health {
    /// Every byte is valid.
    Whole,
    /// The last write did not finish. Everything before it is good.
    Torn {
        /// Offset of the unfinished part.
        at: u64,
        /// Length of the unfinished part.
        bytes: u64,
    },
    /// Bytes in the middle were changed after they were written. Everything before them is good.
    Damaged {
        /// Offset of the bad part.
        at: u64,
        /// Offset of the next good frame, if one was found.
        good_again: Option<u64>,
        /// Length of the file.
        len: u64,
    },
}

impl Health {
    /// Describes the problem, if there is one.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Torn { at, bytes } => Some(format!(
                "the last write did not finish: the {bytes} bytes from byte {at} on are not a complete record; all before \
                 them is good, and they are kept as a .lost file when the game is continued"
            )),
            Self::Damaged { at, len, .. } => Some(format!(
                "damaged at byte {at} of {len}: all before it is good and can be read, but nothing can be added; \
                 `timeloom recover` makes a new save of what is good"
            )),
        }
    }

    /// Returns the reason why nothing may be appended, if there is one.
    pub(super) fn why_sealed(&self) -> Option<String> {
        matches!(self, Self::Damaged { .. }).then(|| self.complaint()).flatten()
    }
}

/// A save that was read to its end.
pub struct Scanned {
    pub(super) storage: Box<dyn Storage>,
    pub(super) format: Format,
    pub(super) header: Header,
    /// Distinguishes the frames of this save from those of another.
    pub(super) salt: u32,
    /// End of the good part.
    pub(super) end: u64,
    /// Number of nodes in the good part, including the start.
    pub(super) nodes: u32,
    pub(super) health: Health,
    pub(super) marks: Marks,
}

impl Scanned {
    /// State of the save.
    pub fn health(&self) -> &Health {
        &self.health
    }
}

/// A save being read.
pub struct Scan {
    bytes: Window,
    format: Format,
    header: Header,
    salt: u32,
    /// End of the last good frame.
    offset: u64,
    nodes: u32,
    marks: Marks,
    /// Whether the log may be continued, which needs the marks.
    keeps_marks: bool,
}

/// A position between two frames, from which reading can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanPosition {
    offset: u64,
    /// Number of nodes before it, including the start.
    pub nodes: u32,
}

impl Scan {
    /// Returns the current position.
    pub fn position(&self) -> ScanPosition {
        ScanPosition { offset: self.offset, nodes: self.nodes }
    }

    /// Goes back to a position in this log, to read from there again.
    pub fn go_back(&mut self, to: ScanPosition) {
        (self.offset, self.nodes) = (to.offset, to.nodes);
    }

    /// Reads the header.
    pub fn begin(storage: Box<dyn Storage>) -> Result<Self, JournalError> {
        let mut bytes = Window::new(storage)?;
        let Head { format, header, salt, end } = read_header(&mut bytes)?;
        let marks = Marks::after_header(end);
        Ok(Self { bytes, format, header, salt, offset: end, nodes: 1, marks, keeps_marks: true })
    }

    /// Stops collecting marks, which only a writer needs. This makes reading faster.
    pub(crate) fn only_look(&mut self) {
        self.keeps_marks = false;
    }

    /// Format of the save.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Header of the save.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Progress of reading.
    pub fn progress(&self) -> Progress {
        Progress { done: self.offset, total: self.bytes.len() }
    }

    /// Returns the records of the next frame; `None` after the last good one. Fails for an unknown record
    /// that must not be skipped, because everything after it would be misread.
    pub fn next_frame(&mut self) -> Result<Option<Vec<Record>>, JournalError> {
        let (key, place) = (self.key(), self.place());
        let Some(found) = good_frame(&mut self.bytes, key, place)? else {
            return Ok(None);
        };
        let GoodFrame { payload, length: frame } = found;
        let start = self.offset + frame - payload.len() as u64;
        match parse(payload, self.format, self.nodes) {
            Ok((records, nodes)) => {
                self.note_marks(&records, self.offset + frame);
                self.offset += frame;
                self.nodes = nodes;
                Ok(Some(records))
            }
            Err((_, Unreadable::Malformed)) => Ok(None),
            Err((at, Unreadable::Unknown(kind))) => {
                Err(JournalError::NewerRecord { kind, at: start + at as u64 })
            }
        }
    }

    fn key(&self) -> Key {
        Key::new(self.salt, self.format)
    }

    /// Returns the place of the next frame.
    fn place(&self) -> FramePlace {
        FramePlace { offset: self.offset, next: self.nodes }
    }

    fn note_marks(&mut self, records: &[Record], end: u64) {
        let mut next = self.nodes;
        for record in records.iter().filter(|_| self.keeps_marks) {
            if let Record::Act { parent, action, .. } = record {
                self.marks.acted(NodeId(next), *parent, action);
                self.marks.placed(1, end);
                next += 1;
            }
            self.marks.saw(record, self.offset);
        }
    }

    /// Examines the bytes after the last good frame.
    pub fn finish(mut self) -> Result<Scanned, JournalError> {
        let (at, len) = (self.offset, self.bytes.len());
        let health = if at == len { Health::Whole } else { self.judge_rest(at, len)? };
        let Self { bytes, format, header, salt, nodes, marks, .. } = self;
        Ok(Scanned { storage: bytes.storage, format, header, salt, end: at, nodes, health, marks })
    }

    /// Distinguishes damage from an unfinished write, which is the only thing that may be cut.
    fn judge_rest(&mut self, at: u64, len: u64) -> Result<Health, JournalError> {
        let damaged = |good_again| Health::Damaged { at, good_again, len };
        let torn = Health::Torn { at, bytes: len - at };
        Ok(match self.search()? {
            Behind::TooLong => damaged(None),
            Behind::Nothing if !self.has_moved_frames(at)? && self.is_unfinished(at, len)? => torn,
            Behind::Nothing => damaged(None),
            Behind::Good { first, is_proof: false }
                if self.format >= Format::Three && self.has_empty_sector(at, first)? =>
            {
                torn
            }
            Behind::Good { first, .. } => damaged(Some(first)),
        })
    }

    /// Whether the bytes at the end look like an unfinished write: too short for a frame, or with a sector
    /// that was never written. A whole frame with a wrong checksum was changed after it was written.
    fn is_unfinished(&mut self, at: u64, len: u64) -> Result<bool, JournalError> {
        let (key, place, format) = (self.key(), self.place(), self.format);
        let rest = self.bytes.at(at, frame::MOST + frame::LONGEST_HEAD).map_err(JournalError::reading)?;
        let mended = repair::frame(rest, key, place).filter(|mended| mended.length == rest.len());
        if mended.is_some_and(|mended| parse(&mended.payload, format, place.next).is_ok()) {
            return Ok(false);
        }
        let is_whole = frame::Head::read(rest).is_some_and(|head| head.frame() <= rest.len());
        Ok(!is_whole || self.has_empty_sector(at, len)?)
    }

    /// Whether frames follow that were written elsewhere: then bytes before them were inserted or removed.
    fn has_moved_frames(&mut self, at: u64) -> Result<bool, JournalError> {
        let (search, mut spent) = (FrameSearch::new(self.key(), self.format, self.place()), 0);
        let rest = self.bytes.at(at, frame::MOST).map_err(JournalError::reading)?;
        let mut is_moved = |from: usize, most: u64| {
            let farthest = at + from as u64 + most;
            if spent > MOVED_BUDGET {
                return false;
            }
            moved::place_of(rest, from, search, farthest, &mut spent).is_some()
        };
        // Most moves are short, and far ones take longer to find.
        Ok([USUAL_MOVE, FARTHEST_MOVE]
            .into_iter()
            .any(|most| (0..rest.len()).any(|from| is_moved(from, most))))
    }

    /// Whether a sector, or its part after `from`, ends at `to` or earlier and is all zeros: it was never
    /// written. Zeros that begin inside the previous sector do not count: they were written, or got there
    /// later.
    fn has_empty_sector(&mut self, from: u64, to: u64) -> Result<bool, JournalError> {
        let (mut start, len, mut are_others) = (from, self.bytes.len(), false);
        while start < to {
            let end = (start / SECTOR + 1) * SECTOR;
            let part = self.bytes.at(start, (end - start) as usize).map_err(JournalError::reading)?;
            let zeros = part.iter().rev().take_while(|&&byte| byte == 0).count();
            let is_empty = zeros == part.len();
            if is_empty && !are_others && end.min(len) <= to {
                return Ok(true);
            }
            are_others = if is_empty { are_others } else { zeros >= MOST_ZEROS };
            start = end;
        }
        Ok(false)
    }

    /// Searches for good frames after a bad one, up to one that says that everything before it was synced.
    fn search(&mut self) -> Result<Behind, JournalError> {
        let (mut spent, mut at, mut first) = (0, self.offset, None);
        let mut search = FrameSearch::new(self.key(), self.format, self.place());
        while at < self.bytes.len() {
            let Some(found) = search.frame(&mut self.bytes, at, &mut spent)? else {
                if spent > SEARCH_BUDGET {
                    return Ok(Behind::TooLong);
                }
                at += 1;
                continue;
            };
            let first = *first.get_or_insert(at);
            if found.before == Before::Synced {
                return Ok(Behind::Good { first, is_proof: true });
            }
            (at, search.from) = (found.after.offset, found.after);
        }
        Ok(first.map_or(Behind::Nothing, |first| Behind::Good { first, is_proof: false }))
    }
}

/// Maximum move after which two agreeing frames are still found.
const FARTHEST_MOVE: u64 = 1 << 20;
/// Maximum move that is tried first.
const USUAL_MOVE: u64 = 1 << 12;
/// Maximum number of bytes examined and numbers tried in search of moved frames.
const MOVED_BUDGET: u64 = 32 << 20;

/// Number of bytes that a disk writes at once.
const SECTOR: u64 = 512;
/// Minimum number of consecutive zeros that cannot be records: records have fingerprints between them.
const MOST_ZEROS: usize = 24;

/// Result of the search after a bad frame.
enum Behind {
    /// No good frame follows.
    Nothing,
    /// Good frames follow.
    Good {
        /// Offset of the first.
        first: u64,
        /// Whether one of them says that everything before it was synced.
        is_proof: bool,
    },
    /// The search exceeded its budget.
    TooLong,
}
