//! Reads everything that is still readable in a damaged save: stretches of good frames, with the gaps between
//! them.
//!
//! Finds frames again after a gap by their checksums, which cover their offset and number: so the original
//! offset of a moved frame and the number of missing turns are known. Repairs a frame or header with one
//! flipped bit, and takes a lost header from its copy, or from a level of the caller. Used by recovery only.
//! Knows bytes; replay proves whether records fit together.

mod reader;
mod start;

use std::collections::BTreeMap;

use super::frame::{FramePlace, Key};
pub use super::gap::Gap;
use super::header::Header;
pub(crate) use super::pending::fewest_frames;
use super::record::{MarkedAct, Record};
use super::search::FrameSearch;
use super::source::Head;
use super::storage::Memory;
use super::{Health, JournalError, Scan, set_aside};
use crate::timeline::NodeId;
use reader::Reader;
use start::Start;

/// The readable contents of a damaged save.
#[derive(Debug)]
pub struct Salvage {
    /// The header.
    pub header: Header,
    /// Source of the header.
    pub source: HeaderSource,
    /// Good frames, in the order of the file.
    pub stretches: Vec<Stretch>,
    /// Offsets of the repaired bytes.
    pub mended: Vec<u64>,
    /// Bytes after the last good frame.
    pub rest: Gap,
    /// State of the save as opening would report it; `None` if it does not open.
    pub health: Option<Health>,
    /// Whether the frames prove that they belong to exactly this header; a header given by the caller may be
    /// another.
    pub is_proven: bool,
    /// Contents of the same save with each part that was cut from it and kept; `None` if its place is
    /// unknown.
    pub set_aside: Vec<Option<Salvage>>,
    /// Search parameters from the first frame on.
    search: FrameSearch,
}

/// Source of the header of a damaged save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub enum HeaderSource {
    /// The beginning of the file, undamaged.
    #[default]
    Intact,
    /// The beginning of the file, after a bit of this byte was flipped back.
    Mended(u64),
    /// The copy at this offset.
    Copy(u64),
    /// The caller: the file has none.
    Given,
}

/// Good frames without a gap between them.
#[derive(Debug)]
pub struct Stretch {
    /// Offset of its first frame.
    pub at: u64,
    /// Unreadable bytes before it.
    pub gap: Gap,
    /// Number of bytes that were written between the previous stretch and this one.
    pub written: usize,
    /// Number of the node that its first act makes, if known.
    pub first: Option<u32>,
    /// Acts repeated by its marks, by the number of the node they make.
    pub repeated: BTreeMap<u32, MarkedAct>,
    /// Its records.
    pub items: Vec<Item>,
}

/// A record that may refer to a node of unknown number.
#[derive(Debug)]
pub enum Item {
    /// An action on an earlier node.
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

impl Salvage {
    /// Reads the bytes of a save. `given` is used if the save has no header any more.
    pub fn read(file: &[u8], given: Option<Header>) -> Result<Self, JournalError> {
        let Start { head, source, is_proven, at, moved } = start::find(file, given)?;
        let Head { header, format, salt, end } = head;
        let key = Key::new(salt, format);
        let search =
            FrameSearch { moved, ..FrameSearch::new(key, format, FramePlace { offset: end, next: 1 }) };
        let mut reader = Reader::new(file, search, at, is_proven);
        let (stretches, mended) = reader.read_all()?;
        let mended = start::mended(source).into_iter().chain(mended).collect();
        let (rest, health) = (reader.rest(), health(file).ok());
        let set_aside = Vec::new();
        Ok(Self { header, source, stretches, mended, rest, health, is_proven, set_aside, search })
    }

    /// Reads bytes that were cut from this save as well; `file` has its current bytes.
    pub fn read_set_aside(&mut self, file: &[u8], cut: &[u8]) -> Result<(), JournalError> {
        // Zeros are a part of the file that was never written.
        let is_empty = cut.iter().all(|&byte| byte == 0);
        let place = if is_empty { Some(file.len()) } else { set_aside::place_of(cut, file, self.search)? };
        let before = place.and_then(|place| file.get(..place));
        let read = before.map(|before| Self::read(&[before, cut].concat(), Some(self.header.clone())));
        self.set_aside.push(read.transpose()?);
        Ok(())
    }
}

impl Stretch {
    /// Adds a record; an act makes node `next`.
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
