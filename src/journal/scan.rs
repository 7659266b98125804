//! Reads a save from its first byte to its last good one, and reports what is wrong with the rest.
//!
//! Used by [`super::Journal`] and by recovery. Bytes are untrusted: lengths are checked against the remaining size
//! before anything is allocated, and the work is bounded. Changes nothing.

use serde::Serialize;

use super::frame::{self, Before};
use super::header::{Format, Header};
use super::marks::Marks;
use super::record::{Record, Unreadable};
use super::salvage::{LONGEST_MOVED, frame_at};
use super::source::{GoodFrame, Head, SEARCH_BUDGET, Source, Window, good_frame, parse, read_header};
use super::storage::Storage;
use super::{JournalError, Progress, repair};
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
        let Some(found) = good_frame(&mut self.bytes, self.salt, self.offset, &mut 0)? else {
            return Ok(None);
        };
        let GoodFrame { payload, length: frame, .. } = found;
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

    /// Tells damage from a write that did not finish. Only the last may be cut.
    fn judge_rest(&mut self, at: u64, len: u64) -> Result<Health, JournalError> {
        let damaged = |good_again| Health::Damaged { at, good_again, len };
        let torn = Health::Torn { at, bytes: len - at };
        Ok(match self.search(at)? {
            Search::TooLong => damaged(None),
            Search::Nothing if !self.has_moved_frames(at)? && self.is_unfinished(at, len)? => torn,
            Search::Nothing => damaged(None),
            Search::Good { first, is_proof: false }
                if self.format >= Format::Three && self.has_empty_sector(at, first)? =>
            {
                torn
            }
            Search::Good { first, .. } => damaged(Some(first)),
        })
    }

    /// Whether the bytes at the end look like a write that did not finish: too short for a frame, or with a sector that
    /// was never written. A whole frame that does not match its checksum was written and changed afterwards.
    fn is_unfinished(&mut self, at: u64, len: u64) -> Result<bool, JournalError> {
        let (salt, format, nodes) = (self.salt, self.format, self.nodes);
        let rest = self.bytes.at(at, frame::MOST + frame::LONGEST_HEAD).map_err(JournalError::reading)?;
        let mended = repair::frame(rest, salt, at).filter(|mended| mended.length == rest.len());
        if mended.is_some_and(|mended| parse(&mended.payload, format, nodes).is_ok()) {
            return Ok(false);
        }
        let is_whole = frame::Head::read(rest).is_some_and(|head| head.frame() <= rest.len());
        Ok(!is_whole || self.has_empty_sector(at, len)?)
    }

    /// Whether frames follow that stood elsewhere when they were written: then bytes were put in or taken out before them.
    fn has_moved_frames(&mut self, at: u64) -> Result<bool, JournalError> {
        let salt = self.salt;
        let rest = self.bytes.at(at, frame::MOST).map_err(JournalError::reading)?;
        Ok((0..rest.len()).any(|from| is_moved(rest, from, at + from as u64, salt)))
    }

    /// Whether there is a sector of the disk whose part after `from` has only zeros and ends at `to` or before it: of such
    /// a write that part was never written.
    fn has_empty_sector(&mut self, from: u64, to: u64) -> Result<bool, JournalError> {
        let (mut start, len) = (from, self.bytes.len());
        while start < to {
            let end = (start / SECTOR + 1) * SECTOR;
            let part = self.bytes.at(start, (end - start) as usize).map_err(JournalError::reading)?;
            if end.min(len) <= to && part.iter().all(|&byte| byte == 0) {
                return Ok(true);
            }
            start = end;
        }
        Ok(false)
    }

    /// Searches for good frames after a bad one. A frame that says that everything before it was synced ends the search.
    fn search(&mut self, at: u64) -> Result<Search, JournalError> {
        let (mut spent, mut offset, mut first) = (0, at, None);
        while offset < self.bytes.len() {
            let found = good_frame(&mut self.bytes, self.salt, offset, &mut spent)?;
            let Some(GoodFrame { length, before, .. }) = found else {
                if spent > SEARCH_BUDGET {
                    return Ok(Search::TooLong);
                }
                offset += 1;
                continue;
            };
            let first = *first.get_or_insert(offset);
            if before == Before::Synced {
                return Ok(Search::Good { first, is_proof: true });
            }
            offset += length;
        }
        Ok(first.map_or(Search::Nothing, |first| Search::Good { first, is_proof: false }))
    }
}

/// Whether a frame stands here that was written near this place: it and the one after it agree on where that was, or it is
/// the last one.
fn is_moved(rest: &[u8], from: usize, place: u64, salt: u32) -> bool {
    let found = frame_at(rest, from).filter(|(head, _)| head.payload <= LONGEST_MOVED);
    let Some((head, payload)) = found else { return false };
    let end = from + head.frame();
    let is_near = |offset: &u64, most: u64| (1..=most).contains(&offset.abs_diff(place));
    let mut offsets = head.offsets_of(payload, salt).into_iter().map(u64::from);
    match frame_at(rest, end) {
        Some((after, next)) => offsets.any(|offset| {
            is_near(&offset, FARTHEST_MOVE) && after.fits(next, salt, offset + head.frame() as u64).is_some()
        }),
        None => end == rest.len() && offsets.any(|offset| is_near(&offset, LAST_MOVE)),
    }
}

/// Two frames that agree are found even if they were moved so far; of one alone less is believed, because any bytes fit
/// some place.
const FARTHEST_MOVE: u64 = 1 << 20;
const LAST_MOVE: u64 = 1 << 12;

/// What a disk writes at once.
const SECTOR: u64 = 512;

enum Search {
    /// No good frame follows.
    Nothing,
    /// Good frames follow.
    Good {
        /// Offset of the first.
        first: u64,
        /// Whether one of them says that everything before it was synced.
        is_proof: bool,
    },
    /// Too much would have to be read.
    TooLong,
}
