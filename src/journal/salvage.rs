//! Reads everything that can still be read of a damaged save: stretches of good frames, with the gaps between them.
//!
//! Frames are found again after a gap because their checksums cover their offset, which also tells where a frame stood that
//! was moved, and how many turns are missing; a frame or header with one flipped bit is mended; a lost header is taken from
//! its copy, or from a level that the caller has. Used by recovery only. Knows bytes; whether records fit each other is
//! proven by replay.

mod reader;
mod start;

use std::collections::BTreeMap;

use super::frame::{Key, Place};
pub use super::gap::Gap;
use super::header::Header;
use super::record::{MarkedAct, Record};
use super::search::Search;
use super::source::Head;
use super::storage::Memory;
use super::{Health, JournalError, Scan, set_aside};
use crate::timeline::NodeId;
use reader::Reader;
use start::Start;

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
    /// What is known about its frames, from the first one on.
    search: Search,
}

/// Where the header of a damaged save was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub enum HeaderSource {
    /// At the beginning, unharmed.
    #[default]
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
    /// Number of bytes that stood there when they were written.
    pub written: usize,
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

impl Salvage {
    /// Reads the bytes of a save. `given` is used if the save has no header any more.
    pub fn read(file: &[u8], given: Option<Header>) -> Result<Self, JournalError> {
        let Start { head, source, is_proven, at, moved } = start::find(file, given)?;
        let Head { header, format, salt, end } = head;
        let key = Key::new(salt, format);
        let search = Search { moved, ..Search::new(key, format, Place { offset: end, next: 1 }) };
        let mut reader = Reader::new(file, search, at, is_proven);
        let (stretches, mended) = reader.read_all()?;
        let mended = start::mended(source).into_iter().chain(mended).collect();
        let (rest, health) = (reader.rest(), health(file).ok());
        let set_aside = Vec::new();
        Ok(Self { header, source, stretches, mended, rest, health, is_proven, set_aside, search })
    }

    /// Reads what was cut from this save as well, which has these bytes now.
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
    /// Takes a record; an act makes node `next`.
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
