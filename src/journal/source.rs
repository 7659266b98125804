//! Reads the header and the frames of a save from a file, through a window that moves with the reader, or
//! from memory.
//!
//! Used by [`super::scan`], which reads on from the last good frame, and by [`super::salvage`], which reads
//! anywhere. Bytes are untrusted: lengths are checked against the remaining size before anything is
//! allocated. Changes nothing.

use std::io;

use super::frame::{FramePlace, Key};
use super::header::{Format, Header, HeaderError, MAGIC, PRELUDE, Prelude};
use super::record::{Record, Unreadable};
use super::storage::{self, Storage};
use super::{JournalError, frame};
use crate::timeline::NodeId;

/// Maximum number of bytes that are examined in search of good frames. In a hostile file each byte could
/// claim a frame of a megabyte; beyond this limit the rest counts as damaged and is not searched.
pub(super) const SEARCH_BUDGET: u64 = 256 << 20;

/// The bytes of a save.
pub(super) trait Source {
    /// Number of bytes.
    fn len(&self) -> u64;
    /// Returns the `count` bytes at `offset`, or fewer at the end.
    fn at(&mut self, offset: u64, count: usize) -> io::Result<&[u8]>;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn at(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(<[u8]>::len(self));
        let to = from.saturating_add(count).min(<[u8]>::len(self));
        Ok(&self[from..to])
    }
}

/// A part of a file in memory that moves with the reader.
pub(super) struct Window {
    pub(super) storage: Box<dyn Storage>,
    len: u64,
    start: u64,
    buffer: Vec<u8>,
}

const WINDOW: u64 = 256 << 10;

impl Window {
    pub(super) fn new(storage: Box<dyn Storage>) -> Result<Self, JournalError> {
        let len = storage.size().map_err(JournalError::reading)?;
        Ok(Self { storage, len, start: 0, buffer: Vec::new() })
    }
}

impl Source for Window {
    fn len(&self) -> u64 {
        self.len
    }

    fn at(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        let count = (count as u64).min(self.len.saturating_sub(offset));
        let held = self.start..=self.start + self.buffer.len() as u64;
        if !(held.contains(&offset) && held.contains(&(offset + count))) {
            let length = count.max(WINDOW).min(self.len - offset);
            self.buffer = storage::read_exactly(self.storage.as_ref(), offset, length)?;
            self.start = offset;
        }
        let from = (offset - self.start) as usize;
        Ok(&self.buffer[from..from + count as usize])
    }
}

/// The header and the offset of the first frame.
pub(super) struct Head {
    pub(super) format: Format,
    pub(super) header: Header,
    /// Distinguishes the frames of this save from those of another.
    pub(super) salt: u32,
    pub(super) end: u64,
}

/// Reads the header at the beginning.
pub(super) fn read_header(source: &mut impl Source) -> Result<Head, JournalError> {
    let len = source.len();
    if len == 0 {
        return Err(HeaderError::Empty.into());
    }
    let start = source.at(0, PRELUDE).map_err(JournalError::reading)?;
    if !MAGIC.starts_with(&start[..start.len().min(MAGIC.len())]) {
        return Err(HeaderError::Foreign.into());
    }
    let Some(start) = start.first_chunk::<PRELUDE>() else {
        return Err(HeaderError::Cut { len }.into());
    };
    let prelude = Prelude::read(start)?;
    let end = PRELUDE as u64 + u64::from(prelude.body);
    if end > len {
        return Err(HeaderError::Cut { len }.into());
    }
    let body = source.at(PRELUDE as u64, prelude.body as usize).map_err(JournalError::reading)?;
    let format = prelude.check(body, end)?;
    Ok(Head { format, header: Header::from_body(body, end)?, salt: prelude.checksum, end })
}

/// A frame that matches its checksum.
pub(super) struct GoodFrame<'s> {
    pub(super) payload: &'s [u8],
    /// Length of the whole frame.
    pub(super) length: u64,
}

/// Returns the frame at a place, if it is good.
pub(super) fn good_frame<'s>(
    source: &'s mut impl Source,
    key: Key,
    place: FramePlace,
) -> Result<Option<GoodFrame<'s>>, JournalError> {
    let found = frame_at(source, place.offset)?;
    Ok(found.and_then(|(head, payload)| {
        head.fits(payload, key, place)?;
        Some(GoodFrame { payload, length: head.frame() as u64 })
    }))
}

/// Returns the head and the payload of a possible frame at this offset of the file.
pub(super) fn frame_at(
    source: &mut impl Source,
    at: u64,
) -> Result<Option<(frame::Head, &[u8])>, JournalError> {
    let len = source.len();
    let start = source.at(at, frame::LONGEST_HEAD).map_err(JournalError::reading)?;
    let Some(head) = frame::Head::read(start).filter(|head| at + head.frame() as u64 <= len) else {
        return Ok(None);
    };
    let payload = source.at(at + head.size as u64, head.payload).map_err(JournalError::reading)?;
    Ok(Some((head, payload)))
}

/// Parses all records of a payload. Returns the position and the reason of a failure: a good frame always
/// parses completely.
pub(super) fn parse(
    payload: &[u8],
    format: Format,
    mut nodes: u32,
) -> Result<(Vec<Record>, u32), (usize, Unreadable)> {
    let (mut records, mut rest) = (Vec::new(), payload);
    while !rest.is_empty() {
        let at = payload.len() - rest.len();
        let record = Record::read(&mut rest, format, NodeId(nodes)).map_err(|why| (at, why))?;
        if matches!(record, Record::Act { .. }) {
            nodes = nodes.checked_add(1).ok_or((at, Unreadable::Malformed))?;
        }
        records.push(record);
    }
    Ok((records, nodes))
}
