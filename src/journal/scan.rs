//! Reads a save from its first byte to its last good one, and reports what is wrong with the rest.
//!
//! Used by [`super::Journal`] and by recovery. Bytes are untrusted: lengths are checked against the remaining size
//! before anything is allocated, and the work is bounded. Changes nothing.

use serde::Serialize;

use super::frame;
use super::header::{Format, Header};
use super::marks::Marks;
use super::record::{Record, Unreadable};
use super::source::{Head, SEARCH_BUDGET, Source, Window, good_frame, parse, read_header};
use super::storage::Storage;
use super::{JournalError, Progress, pending, repair};
use crate::timeline::NodeId;

/// State of a save as found when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Health {
    /// Every byte is accounted for.
    Whole,
    /// The last write did not finish. Everything before it is good.
    Torn {
        /// Offset of the unfinished part.
        at: u64,
        /// Length of the unfinished part.
        bytes: u64,
    },
    /// Something in the middle was changed after it was written. Everything before it is good.
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
    /// Describes what is wrong, if anything.
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

    /// Returns why nothing may be appended, if so.
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

/// A place between two frames, from which a log can be read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanPosition {
    offset: u64,
    /// Number of nodes before it, including the start.
    pub nodes: u32,
}

impl Scan {
    /// Where reading goes on.
    pub fn position(&self) -> ScanPosition {
        ScanPosition { offset: self.offset, nodes: self.nodes }
    }

    /// Goes back to a place of this log, to read from there again.
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

    /// Reads on without keeping what only a writer needs, which is faster.
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

    /// Returns the records of the next frame; `None` after the last good one. A record that this program does not
    /// know and must not skip is an error: what follows it would be misread.
    pub fn next_frame(&mut self) -> Result<Option<Vec<Record>>, JournalError> {
        let Some((payload, frame)) = good_frame(&mut self.bytes, self.salt, self.offset, &mut 0)? else {
            return Ok(None);
        };
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

    /// Examines what follows the last good frame.
    pub fn finish(mut self) -> Result<Scanned, JournalError> {
        let (at, len) = (self.offset, self.bytes.len());
        let health = if at == len { Health::Whole } else { self.judge_rest(at, len)? };
        let Self { bytes, format, header, salt, nodes, marks, .. } = self;
        Ok(Scanned { storage: bytes.storage, format, header, salt, end: at, nodes, health, marks })
    }

    fn judge_rest(&mut self, at: u64, len: u64) -> Result<Health, JournalError> {
        Ok(match self.search(at)? {
            Search::Nothing if self.is_unfinished(at)? => Health::Torn { at, bytes: len - at },
            Search::Nothing => Health::Damaged { at, good_again: None, len },
            Search::Good(_) if self.is_one_write(at, len)? => Health::Torn { at, bytes: len - at },
            Search::Good(offset) => Health::Damaged { at, good_again: Some(offset), len },
            Search::TooLong => Health::Damaged { at, good_again: None, len },
        })
    }

    /// Whether the bytes at the end look like a write that did not finish: too short for a frame, or with a sector that
    /// was never written. A whole frame that does not match its checksum was written and changed afterwards.
    fn is_unfinished(&mut self, at: u64) -> Result<bool, JournalError> {
        let (salt, format, nodes) = (self.salt, self.format, self.nodes);
        let rest = self.bytes.at(at, frame::MOST + frame::LONGEST_HEAD).map_err(JournalError::reading)?;
        let mended = repair::frame(rest, salt, at).filter(|mended| mended.length == rest.len());
        if mended.is_some_and(|mended| parse(&mended.payload, format, nodes).is_ok()) {
            return Ok(false);
        }
        let whole = frame::Head::read(rest).and_then(|head| rest.get(..head.frame()));
        Ok(whole.is_none_or(|frame| has_empty_sector(frame, at)))
    }

    /// Whether all frames from here on are of one write that did not finish: a sector of it was never written, though later
    /// ones were. What was synced before it ends with a frame that had room for more.
    fn is_one_write(&mut self, at: u64, len: u64) -> Result<bool, JournalError> {
        let (salt, format) = (self.salt, self.format);
        let rest = self.bytes.at(at, LONGEST_WRITE).map_err(JournalError::reading)?;
        let is_short = frame::Head::read(rest).is_some_and(|head| head.payload <= pending::SHORT / 2);
        if rest.len() as u64 != len - at || is_short || !has_empty_sector(rest, at) {
            return Ok(false);
        }
        let (mut place, mut before) = (0, None);
        while place < rest.len() {
            let head = frame::Head::read(&rest[place..]);
            let payload = head.and_then(|head| rest.get(place + head.size..place + head.frame()));
            let good =
                head.zip(payload).filter(|(head, payload)| head.fits(payload, salt, at + place as u64));
            let (frame, next) =
                good.map_or((None, place + 1), |(head, payload)| (Some(payload), place + head.frame()));
            if before.zip(frame).is_some_and(|(before, frame)| is_end_of_write(before, frame, format)) {
                return Ok(false);
            }
            (before, place) = (frame, next);
        }
        Ok(true)
    }

    /// Searches for a good frame after a bad one: if there is one, the damage is not just a failed last write.
    fn search(&mut self, at: u64) -> Result<Search, JournalError> {
        let mut spent = 0;
        for offset in at..self.bytes.len() {
            if let Some((payload, _)) = good_frame(&mut self.bytes, self.salt, offset, &mut spent)?
                && !payload.is_empty()
            {
                return Ok(Search::Good(offset));
            }
            if spent > SEARCH_BUDGET {
                return Ok(Search::TooLong);
            }
        }
        Ok(Search::Nothing)
    }
}

/// Whether a sector of the disk that holds a part of these bytes, which stand at `offset`, holds only zeros of them.
fn has_empty_sector(bytes: &[u8], offset: u64) -> bool {
    let first = SECTOR - (offset % SECTOR as u64) as usize;
    let (head, rest) = bytes.split_at(first.min(bytes.len()));
    [head]
        .into_iter()
        .chain(rest.chunks(SECTOR))
        .any(|part| part.len() >= 4 && part.iter().all(|&byte| byte == 0))
}

/// Whether a write ended between two frames: records that are written together share a frame as long as they fit.
fn is_end_of_write(before: &[u8], after: &[u8], format: Format) -> bool {
    let record = |mut bytes: &[u8]| {
        let whole = bytes.len();
        let record = Record::read(&mut bytes, format, NodeId(1 << 31)).ok()?;
        Some((whole - bytes.len(), matches!(record, Record::Mark { .. } | Record::HeaderCopy(_))))
    };
    match (record(before), record(after)) {
        (Some((_, false)), Some((length, false))) => before.len() + length <= pending::SHORT,
        _ => false,
    }
}

/// More bytes are not written at once, with marks and the heads of frames.
const LONGEST_WRITE: usize = 2 * frame::COMFORTABLE;

/// What a disk writes at once.
const SECTOR: usize = 512;

enum Search {
    Nothing,
    Good(u64),
    TooLong,
}
