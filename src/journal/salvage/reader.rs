//! Reads the frames of a damaged save from the first to the last, and finds them again after each gap.
//!
//! Part of [`super`]. Knows where frames are and were written, but not the meaning of their records.

use std::collections::BTreeMap;

use super::{Gap, Stretch};
use crate::journal::frame::{FramePlace, Head};
use crate::journal::moved::{self, frame_at};
use crate::journal::record::{Record, Unreadable};
use crate::journal::repeated::{self, without_repeated};
use crate::journal::search::{FrameSearch, UNKNOWN};
use crate::journal::source::{SEARCH_BUDGET, parse};
use crate::journal::{JournalError, repair};

/// Maximum number of removed bytes, beyond the length of the file, after which two agreeing frames are still
/// found.
const FARTHEST_MOVE: u64 = 64 << 10;

pub(super) struct Reader<'a> {
    file: &'a [u8],
    at: usize,
    /// Search parameters, with the end of the readable part.
    search: FrameSearch,
    /// Number of the next node, if known.
    next: Option<u32>,
    /// Whether the end of the readable part is known.
    is_placed: bool,
    /// Number of bytes examined so far in search of good frames.
    spent: u64,
    /// Offsets of the good frames read, by their checksums.
    frames: BTreeMap<u32, usize>,
}

impl<'a> Reader<'a> {
    /// Starts at this offset of the file; `is_first` if it is known that the first turn is there.
    pub(super) fn new(file: &'a [u8], search: FrameSearch, at: usize, is_first: bool) -> Self {
        let next = Some(1).filter(|_| is_first || search.key.is_numbered);
        Self { file, at, search, next, is_placed: is_first, spent: 0, frames: BTreeMap::new() }
    }

    /// Reads all frames. Returns them and the offsets of the repaired bytes.
    pub(super) fn read_all(&mut self) -> Result<(Vec<Stretch>, Vec<u64>), JournalError> {
        let (mut stretches, mut mended) = (Vec::new(), Vec::new());
        while let Some(gap) = self.find_next()? {
            let written = self.place().offset.saturating_sub(self.search.from.offset) as usize;
            let written = if self.is_placed { written } else { gap.len() };
            stretches.push(self.stretch(gap, written, &mut mended)?);
            self.is_placed = true;
        }
        Ok((stretches, mended))
    }

    /// Returns the bytes after the last frame.
    pub(super) fn rest(&mut self) -> Gap {
        let from = std::mem::replace(&mut self.at, self.file.len());
        self.gap(from)
    }

    /// Moves to the next frame that is good or can be repaired, and returns the skipped bytes. If there is
    /// none, moves to the next frame that is not where it was written.
    pub(super) fn find_next(&mut self) -> Result<Option<Gap>, JournalError> {
        let from = self.at;
        if self.is_here()? {
            return Ok(Some(self.gap(from)));
        }
        let found = match self.good_behind(from)? {
            Some(found) => Some(found),
            None => self.moved_behind(from),
        };
        Ok(found.map(|(at, place)| {
            (self.at, self.search.moved) = (at, at as i64 - place.offset as i64);
            self.next = Some(place.next).filter(|_| self.search.key.is_numbered);
            self.gap(from)
        }))
    }

    /// Whether there is a frame here that is good or can be repaired.
    pub(super) fn is_here(&self) -> Result<bool, JournalError> {
        Ok(self.frame()?.is_some() || self.mended_frame()?.is_some())
    }

    /// Returns the place where the bytes here were written.
    pub(super) fn place(&self) -> FramePlace {
        let offset = (self.at as i64 - self.search.moved) as u64;
        FramePlace { offset, next: self.next.unwrap_or(UNKNOWN) }
    }

    fn good_behind(&mut self, from: usize) -> Result<Option<(usize, FramePlace)>, JournalError> {
        for at in from..self.file.len() {
            if self.spent > SEARCH_BUDGET {
                return Ok(None);
            }
            if let Some(found) = self.search.frame(&mut &*self.file, at as u64, &mut self.spent)? {
                return Ok(Some((at, found.place)));
            }
        }
        Ok(None)
    }

    fn moved_behind(&mut self, from: usize) -> Option<(usize, FramePlace)> {
        let (file, search) = (self.file, self.search);
        let farthest = search.from.offset + 2 * file.len() as u64 + FARTHEST_MOVE;
        let mut at = from;
        while at < file.len() && self.spent <= SEARCH_BUDGET {
            if let Some(length) = repeated::length_at(file, &self.frames, at) {
                at += length;
                continue;
            }
            if let Some(place) = moved::place_of(file, at, search, farthest, &mut self.spent) {
                return Some((at, place));
            }
            at += 1;
        }
        None
    }

    /// Returns the bytes from an offset to here, without repeated frames.
    fn gap(&self, from: usize) -> Gap {
        let bytes = without_repeated(self.file, &self.frames, from..self.at);
        Gap::new(bytes, self.at - from, self.search)
    }

    /// Reads frames until one is neither good nor repairable.
    fn stretch(&mut self, gap: Gap, written: usize, mended: &mut Vec<u64>) -> Result<Stretch, JournalError> {
        let mut stretch = Stretch {
            at: self.at as u64,
            gap,
            written,
            first: self.next,
            repeated: BTreeMap::new(),
            items: Vec::new(),
        };
        while let Some(frame) = self.next_frame(mended)? {
            let mut next = self.place().next;
            frame.records.into_iter().for_each(|record| stretch.take(record, &mut next));
            self.at += frame.length;
            self.next = self.next.map(|_| next);
            self.search = self.search.after(self.place());
        }
        Ok(stretch)
    }

    /// Returns the frame here, if it is good or can be repaired.
    fn next_frame(&mut self, mended: &mut Vec<u64>) -> Result<Option<Frame>, JournalError> {
        if let Some((head, frame)) = self.frame()? {
            self.frames.insert(head.checksum(), self.at);
            return Ok(Some(frame));
        }
        Ok(self.mended_frame()?.map(|(frame, byte)| {
            mended.push(byte);
            frame
        }))
    }

    /// Returns the frame here, if it is good.
    fn frame(&self) -> Result<Option<(Head, Frame)>, JournalError> {
        match frame_at(self.file, self.at) {
            Some((head, payload)) if head.fits(payload, self.search.key, self.place()).is_some() => {
                Ok(self.parse(payload, head.frame())?.map(|frame| (head, frame)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the frame here with a bit or its length repaired, and the offset of that byte.
    fn mended_frame(&self) -> Result<Option<(Frame, u64)>, JournalError> {
        let Some(mended) = repair::frame(&self.file[self.at..], self.search.key, self.place()) else {
            return Ok(None);
        };
        // If the repaired frame is malformed, more than one bit was damaged.
        let found = self.parse(&mended.payload, mended.length).unwrap_or(None);
        Ok(found.map(|frame| (frame, (self.at + mended.byte) as u64)))
    }

    fn parse(&self, payload: &[u8], length: usize) -> Result<Option<Frame>, JournalError> {
        match parse(payload, self.search.format, self.place().next) {
            Ok((records, _)) => Ok(Some(Frame { records, length })),
            Err((_, Unreadable::Malformed)) => Ok(None),
            Err((at, Unreadable::Unknown(kind))) => {
                let start = self.at + length - payload.len();
                Err(JournalError::NewerRecord { kind, at: (start + at) as u64 })
            }
        }
    }
}

struct Frame {
    records: Vec<Record>,
    /// Length of the whole frame.
    length: usize,
}
