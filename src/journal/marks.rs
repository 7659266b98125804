//! Decides where a log repeats what recovery would otherwise miss: the acts since the mark before, with the number of the
//! next node, and once the header.
//!
//! Kept by [`super::Journal`] while it writes and by [`super::Scan`] while it reads. The byte table in [`super::record`]
//! says where marks stand.

use super::header::{self, Header};
use super::record::{LONGEST_ACTION, MarkedAct, Record};
use crate::timeline::NodeId;

/// In a log up to this size marks are near each other, so that a short one has some.
const SHORT: u64 = 16 << 10;

/// Distance between marks in a log of this size.
fn every(end: u64) -> u64 {
    if end < SHORT { 2048 } else { 4096 }
}

/// An act is repeated at least so far from where it stands: what shares a sector or a page with it is lost together.
fn apart(end: u64) -> u64 {
    if end < SHORT { 1024 } else { 4096 }
}

/// The header is copied when the log is so many times as long.
const COPY_AFTER: u64 = 5;
/// Acts are repeated if their actions have at most so many bytes in all; drawings can have longer ones.
const MOST_REPEATED: usize = 64 << 10;

/// The marks of a log, and what the next one will hold.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// End of the header.
    header: u64,
    /// Frame with the last mark.
    last: Option<u64>,
    /// Frame with the copy of the header.
    copy: Option<u64>,
    /// Acts that no mark repeats, and where they stand.
    acts: Vec<(u64, MarkedAct)>,
    /// Bytes of their actions.
    size: usize,
}

impl Marks {
    /// No marks after a header of this length.
    pub(super) fn after_header(header: u64) -> Self {
        Self { header, last: None, copy: None, acts: Vec::new(), size: 0 }
    }

    /// Takes note of an act that makes node `next` and stands at an offset, or a little after it.
    pub(super) fn acted(&mut self, at: u64, next: NodeId, parent: NodeId, action: &[u8]) {
        self.size += action.len();
        if self.size > MOST_REPEATED {
            self.acts.clear();
            self.size = 0;
        } else {
            self.acts.push((at, MarkedAct { distance: next.0 - parent.0, action: action.to_vec() }));
        }
    }

    /// Takes back the last acts.
    pub(super) fn forget(&mut self, acts: u32) {
        self.acts.truncate(self.acts.len().saturating_sub(acts as usize));
    }

    /// Takes note of a mark or copy in a frame at this offset.
    pub(super) fn saw(&mut self, record: &Record, at: u64) {
        match record {
            Record::Mark { behind, .. } => {
                self.last = Some(at);
                self.acts.drain(..self.acts.len().saturating_sub(*behind as usize));
                self.size = self.acts.iter().map(|(_, act)| act.action.len()).sum();
            }
            Record::HeaderCopy(_) => self.copy = Some(at),
            _ => {}
        }
    }

    /// Returns the records that belong at the end of a log, before the act that makes node `next`. `salt` is that of its
    /// frames: if the header were written otherwise today, its copy would not fit them.
    pub(super) fn due(
        &self,
        end: u64,
        header: &Header,
        salt: u32,
        next: NodeId,
        pending: u32,
    ) -> Vec<Record> {
        if end < self.last.unwrap_or(self.header) + every(end) {
            return Vec::new();
        }
        let written = &self.acts[..self.acts.len().saturating_sub(pending as usize)];
        let far = written.partition_point(|(at, _)| at + apart(end) <= end);
        let acts = written[..far].iter().map(|(_, act)| act.clone()).collect();
        let mark = Record::Mark { next, behind: (written.len() - far) as u32, acts };
        let long_enough = self.copy.is_none() && end >= COPY_AFTER * self.header;
        let fits = |bytes: &Vec<u8>| bytes.len() <= LONGEST_ACTION / 2 && header::salt(bytes) == salt;
        let copy = long_enough.then(|| header.to_bytes()).filter(fits);
        [mark].into_iter().chain(copy.map(Record::HeaderCopy)).collect()
    }

    /// Takes note that these records were written at an offset, before `pending` acts.
    pub(super) fn wrote(&mut self, due: &[Record], at: u64, pending: u32) {
        let kept = self.acts.split_off(self.acts.len().saturating_sub(pending as usize));
        due.iter().for_each(|record| self.saw(record, at));
        self.acts.extend(kept);
    }
}
