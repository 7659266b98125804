//! Reads everything that can still be read of a damaged save: stretches of good frames, with the gaps between them.
//!
//! Frames are found again after a gap because their checksums cover their offset, which also tells where a frame stood that
//! was moved; a frame or header with one flipped bit
//! is mended; a lost header is taken from its copy, or from a level that the caller has. Used by recovery only. Knows
//! bytes; whether records fit each other is proven by replay.

use std::collections::BTreeMap;

pub use super::gap::Gap;
use super::header::{self, Format, Header, HeaderError, MAGIC};
use super::record::{MarkedAct, Record, Unreadable};
use super::repeated::without_repeated;
use super::source::{Head, SEARCH_BUDGET, parse, read_header};
use super::storage::Memory;
use super::{Health, JournalError, Scan, frame, repair, set_aside};
use crate::timeline::NodeId;

/// What was read of a damaged save.
#[derive(Debug)]
pub struct Salvage {
    /// The header, wherever it was found.
    pub header: Header,
    /// Where it was found.
    pub source: HeaderSource,
    /// Good frames, in the order of the file.
    pub stretches: Vec<Stretch>,
    /// Offsets of the bytes in which one bit was flipped back.
    pub mended: Vec<u64>,
    /// Bytes after the last good frame.
    pub rest: Gap,
    /// State of the save as it is found when it is opened; `None` if it does not open.
    pub health: Option<Health>,
    /// Whether the frames belong to exactly this header: it is not only given, but proven.
    pub is_proven: bool,
    /// What was read of the same save with each part that was cut from it and kept; `None` if its place is not known.
    pub set_aside: Vec<Option<Salvage>>,
    salt: u32,
    /// Offset of the first frame.
    first_frame: usize,
}

/// Where the header of a damaged save was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum HeaderSource {
    /// At the beginning, unharmed.
    Intact,
    /// At the beginning, after a bit of this byte was flipped back.
    Mended(u64),
    /// In the copy at this offset.
    Copy(u64),
    /// Nowhere: the caller's.
    Given,
}

/// Good frames without a gap between them.
#[derive(Debug)]
pub struct Stretch {
    /// Offset of its first frame.
    pub at: u64,
    /// Unreadable bytes before it.
    pub gap: Gap,
    /// Number that its first act gives to a node, if known.
    pub first: Option<u32>,
    /// Acts that its marks repeat, by the number of the node they make.
    pub repeated: BTreeMap<u32, MarkedAct>,
    /// Its records.
    pub items: Vec<Item>,
}

/// A record that may refer to a node whose number is not known.
#[derive(Debug)]
pub enum Item {
    /// An action on the node this many numbers before the one it makes.
    Act {
        /// Distance to the parent, at least 1.
        distance: u32,
        /// Encoded action.
        action: Vec<u8>,
        /// Fingerprint of the resulting state.
        fingerprint: u64,
    },
    /// Any other record; node numbers are those of the old log.
    Other(Record),
}

/// While the number of an act is not known, it is read as if so many nodes came before it.
pub(super) const UNKNOWN: u32 = 1 << 31;

impl Salvage {
    /// Reads the bytes of a save. `given` is used if the save has no header any more.
    pub fn read(file: &[u8], given: Option<Header>) -> Result<Self, JournalError> {
        let Start { head, source, is_proven } = find_start(file, given)?;
        let Head { header, format, salt, end } = head;
        let at = usize::try_from(end).unwrap_or(file.len()).min(file.len());
        let mut reader = Reader::new(file, format, salt, at);
        let rest = Gap::new(Vec::new(), format);
        let (stretches, mended, health) = (Vec::new(), Vec::new(), health(file).ok());
        let (set_aside, first_frame) = (Vec::new(), at);
        let mut salvage =
            Self { header, source, stretches, mended, rest, health, is_proven, set_aside, salt, first_frame };
        salvage.mended.extend(match source {
            HeaderSource::Mended(byte) => Some(byte),
            _ => None,
        });
        salvage.read_frames(&mut reader)?;
        Ok(salvage)
    }

    /// Reads what was cut from this save as well, which has these bytes now.
    pub fn read_set_aside(&mut self, file: &[u8], cut: &[u8]) -> Result<(), JournalError> {
        let place = set_aside::place_of(cut, file, self.salt, self.first_frame);
        let before = place.and_then(|place| file.get(..place));
        let read = before.map(|before| Self::read(&[before, cut].concat(), Some(self.header.clone())));
        self.set_aside.push(read.transpose()?);
        Ok(())
    }

    fn read_frames(&mut self, reader: &mut Reader<'_>) -> Result<(), JournalError> {
        let mut first = Some(1).filter(|_| self.is_proven);
        while let Some(gap) = reader.find_next()? {
            let first = first.take().filter(|_| gap.is_empty());
            let stretch = reader.stretch(gap, first, &mut self.mended)?;
            self.stretches.push(stretch);
        }
        let read = std::mem::replace(&mut reader.at, reader.file.len());
        self.rest = reader.gap(read);
        Ok(())
    }
}

struct Reader<'a> {
    file: &'a [u8],
    format: Format,
    salt: u32,
    at: usize,
    /// How far behind its old place everything stands here: bytes may have been put in or taken out before it.
    moved: i64,
    /// Bytes examined so far in search of good frames.
    spent: u64,
}

impl<'a> Reader<'a> {
    fn new(file: &'a [u8], format: Format, salt: u32, at: usize) -> Self {
        Self { file, format, salt, at, moved: 0, spent: 0 }
    }

    /// Moves to the next frame that is good or can be mended, and returns the bytes that were skipped. If there is none,
    /// moves to the next one that stands elsewhere than it was written.
    fn find_next(&mut self) -> Result<Option<Gap>, JournalError> {
        let from = self.at;
        if self.frame(UNKNOWN)?.is_some() || self.mended_frame(UNKNOWN)?.is_some() {
            return Ok(Some(self.gap(from)));
        }
        let rest = from + 1..self.file.len();
        if let Some(at) = rest.clone().find(|&at| self.is_good(at)) {
            self.at = at;
            return Ok(Some(self.gap(from)));
        }
        let read = from as i64 - self.moved;
        let Some((at, offset)) = rest.into_iter().find_map(|at| Some((at, self.moved_from(at, read)?)))
        else {
            return Ok(None);
        };
        (self.at, self.moved) = (at, at as i64 - offset);
        Ok(Some(self.gap(from)))
    }

    /// Whether a good frame stands here.
    fn is_good(&mut self, at: usize) -> bool {
        self.spent += 1;
        if self.spent > SEARCH_BUDGET {
            return false;
        }
        let Some((head, payload)) = frame_at(self.file, at) else { return false };
        self.spent += payload.len() as u64;
        let is_good = head.fits(payload, self.salt, self.offset(at)).is_some();
        is_good && !matches!(parse(payload, self.format, UNKNOWN), Err((_, Unreadable::Malformed)))
    }

    /// Old offset of the frame here, if it and the one after it agree on it, and what was read before ends there or earlier.
    fn moved_from(&mut self, at: usize, read: i64) -> Option<i64> {
        self.spent += 1;
        let (head, payload) = frame_at(self.file, at).filter(|(head, _)| head.payload <= LONGEST_MOVED)?;
        self.spent += LONGEST_MOVED as u64;
        let is_new = |offset: &u32| (read..2 * self.file.len() as i64).contains(&i64::from(*offset));
        let mut offsets = head.offsets_of(payload, self.salt).into_iter().filter(is_new);
        let (after, next) = frame_at(self.file, at + head.frame()).filter(|_| self.spent <= SEARCH_BUDGET)?;
        let follows =
            |offset: &u32| after.fits(next, self.salt, u64::from(*offset) + head.frame() as u64).is_some();
        offsets.find(follows).map(i64::from)
    }

    /// Offset at which what stands here was written.
    fn offset(&self, at: usize) -> u64 {
        (at as i64 - self.moved) as u64
    }

    /// The bytes from an offset to here, as far as they stand nowhere before it.
    fn gap(&mut self, from: usize) -> Gap {
        let bytes = without_repeated(self.file, self.salt, from..self.at, &mut self.spent);
        Gap::new(bytes, self.format)
    }

    /// Reads frames until one is neither good nor to be mended.
    fn stretch(
        &mut self,
        gap: Gap,
        first: Option<u32>,
        mended: &mut Vec<u64>,
    ) -> Result<Stretch, JournalError> {
        let mut stretch =
            Stretch { at: self.at as u64, gap, first, repeated: BTreeMap::new(), items: Vec::new() };
        let mut next = first.unwrap_or(UNKNOWN);
        loop {
            let found = match self.frame(next)? {
                Some(found) => Some(found),
                None => self.mended_frame(next)?.map(|(found, byte)| {
                    mended.push(byte);
                    found
                }),
            };
            let Some(Found { records, length }) = found else { return Ok(stretch) };
            self.at += length;
            records.into_iter().for_each(|record| stretch.take(record, &mut next));
        }
    }

    /// The frame here, if it is good.
    fn frame(&self, next: u32) -> Result<Option<Found>, JournalError> {
        match frame_at(self.file, self.at) {
            Some((head, payload)) if head.fits(payload, self.salt, self.offset(self.at)).is_some() => {
                self.parse(payload, head.frame(), next)
            }
            _ => Ok(None),
        }
    }

    /// The frame here with one bit flipped back, and the offset of that byte.
    fn mended_frame(&self, next: u32) -> Result<Option<(Found, u64)>, JournalError> {
        let Some(mended) = repair::frame(&self.file[self.at..], self.salt, self.offset(self.at)) else {
            return Ok(None);
        };
        // If no program writes what the mended frame holds, more than one bit was flipped.
        let found = self.parse(&mended.payload, mended.length, next).unwrap_or(None);
        Ok(found.map(|found| (found, (self.at + mended.byte) as u64)))
    }

    fn parse(&self, payload: &[u8], length: usize, next: u32) -> Result<Option<Found>, JournalError> {
        match parse(payload, self.format, next) {
            Ok((records, _)) => Ok(Some(Found { records, length })),
            Err((_, Unreadable::Malformed)) => Ok(None),
            Err((at, Unreadable::Unknown(kind))) => {
                let start = self.at + length - payload.len();
                Err(JournalError::NewerRecord { kind, at: (start + at) as u64 })
            }
        }
    }
}

/// A frame that was moved is looked for if its payload is not longer; programs of today write longer ones only for long
/// actions.
pub(super) const LONGEST_MOVED: usize = 256;

/// The head and payload of what may be a frame.
pub(super) fn frame_at(file: &[u8], at: usize) -> Option<(frame::Head, &[u8])> {
    let head = frame::Head::read(file.get(at..)?)?;
    Some((head, file.get(at + head.size..at + head.frame())?))
}

struct Found {
    records: Vec<Record>,
    length: usize,
}

impl Stretch {
    fn take(&mut self, record: Record, next: &mut u32) {
        match record {
            Record::Act { parent, action, fingerprint } => {
                let distance = *next - parent.0;
                *next += 1;
                self.items.push(Item::Act { distance, action, fingerprint });
            }
            Record::Mark { next, behind, acts } => self.take_mark(next, behind, acts),
            Record::HeaderCopy(_) | Record::Synced => {}
            other => self.items.push(Item::Other(other)),
        }
    }
}

impl Stretch {
    fn take_mark(&mut self, NodeId(next): NodeId, behind: u32, acts: Vec<MarkedAct>) {
        self.first = self.first.or_else(|| next.checked_sub(self.acts()));
        let from = next.checked_sub(behind).and_then(|end| end.checked_sub(acts.len() as u32));
        self.repeated.extend(from.into_iter().flat_map(|from| (from..).zip(acts.clone())));
    }

    /// Number of acts.
    fn acts(&self) -> u32 {
        self.items.iter().filter(|item| matches!(item, Item::Act { .. })).count() as u32
    }
}

fn health(file: &[u8]) -> Result<Health, JournalError> {
    let mut scan = Scan::begin(Box::new(Memory::new(file.to_vec())))?;
    while scan.next_frame()?.is_some() {}
    Ok(scan.finish()?.health().clone())
}

/// Where reading starts.
struct Start {
    head: Head,
    source: HeaderSource,
    is_proven: bool,
}

fn find_start(file: &[u8], given: Option<Header>) -> Result<Start, JournalError> {
    let proven = |head, source| Ok(Start { head, source, is_proven: true });
    let error = match read_header(&mut &*file) {
        Ok(head) => return proven(head, HeaderSource::Intact),
        Err(JournalError::NotASave(
            error @ (HeaderError::Empty | HeaderError::Newer { .. } | HeaderError::Unknown { .. }),
        )) => return Err(error.into()),
        Err(error) => error,
    };
    if let Some((mended, byte)) = repair::header(file) {
        return proven(read_header(&mut &*mended)?, HeaderSource::Mended(byte as u64));
    }
    if let Some((head, at)) = copies(file).next() {
        return proven(head, HeaderSource::Copy(at as u64));
    }
    match given {
        Some(header) => start_with(header, file)?.ok_or(error),
        None => Err(error),
    }
}

/// Starts with a header that the file does not have. If it is the lost one, its checksum is part of those of all frames;
/// if not, as with another title, the frames tell which it was.
fn start_with(header: Header, file: &[u8]) -> Result<Option<Start>, JournalError> {
    let source = HeaderSource::Given;
    for format in Format::ALL {
        let bytes = header.to_bytes_in(format);
        let salt = header::salt(&bytes);
        let mut reader = Reader::new(file, format, salt, bytes.len().min(file.len()));
        if reader.find_next()?.is_some() {
            let head = Head { header, format, salt, end: bytes.len() as u64 };
            return Ok(Some(Start { head, source, is_proven: true }));
        }
    }
    let (format, most) = (Format::NEWEST, header.to_bytes().len());
    let found = some_frame(file).or_else(|| only_frame(file));
    Ok(found.map(|(salt, at)| {
        let end = first_frame(file, salt, at).min(most) as u64;
        Start { head: Head { header, format, salt, end }, source, is_proven: false }
    }))
}

/// Offset of the first good frame, once the salt is known; one was found at `at`.
fn first_frame(file: &[u8], salt: u32, at: usize) -> usize {
    let mut reader = Reader::new(file, Format::NEWEST, salt, 0);
    (0..at).find(|&from| reader.is_good(from)).unwrap_or(at)
}

/// Good headers that do not stand at the beginning, and their offsets. Frames begin where the first header ends, which is
/// as long as its copy.
fn copies(file: &[u8]) -> impl Iterator<Item = (Head, usize)> + '_ {
    let places = (1..file.len()).filter(|&at| file[at..].starts_with(&MAGIC));
    places.filter_map(|at| read_header(&mut &file[at..]).ok().map(|head| (head, at)))
}

/// Finds the frame at the end of a save that has no other, without knowing the salt: the longest that holds records to
/// its last byte. Replay tells whether it is one.
fn only_frame(file: &[u8]) -> Option<(u32, usize)> {
    (0..file.len()).find_map(|at| {
        let (head, payload) = frame_at(file, at).filter(|(head, _)| at + head.frame() == file.len())?;
        parse(payload, Format::NEWEST, UNKNOWN).ok()?;
        Some((head.salt_of(payload, at as u64), at))
    })
}

/// Finds frames without knowing the salt: two neighbours that agree on it. Returns it and the offset of the first of them.
fn some_frame(file: &[u8]) -> Option<(u32, usize)> {
    let mut spent = 0;
    (0..file.len()).find_map(|at| {
        let (head, payload) = frame_at(file, at).filter(|_| spent <= SEARCH_BUDGET)?;
        let (after, next) = frame_at(file, at + head.frame())?;
        spent += (payload.len() + next.len()) as u64;
        let salt = head.salt_of(payload, at as u64);
        after.fits(next, salt, (at + head.frame()) as u64).map(|_| (salt, at))
    })
}
