//! Decides when a log repeats data for recovery: at each mark the acts before it and the number of the next
//! node, and once the header.
//!
//! Kept by [`super::Journal`] while it writes and by [`super::Scan`] while it reads. The byte table in
//! [`super::record`] defines where marks are placed.

use super::header;
use super::record::{LONGEST_ACTION, MarkedAct, Record};
use crate::timeline::NodeId;

/// Distance between marks.
const EVERY: u64 = 2048;
/// Minimum distance between an act and the last mark that repeats it, because damage can destroy a whole
/// page.
const PAGE: u64 = 4096;
/// Length of the part after the header in which marks also repeat nearer acts, so that a short log has some.
const SHORT: u64 = 8192;

/// Minimum distance of the acts that a mark at this offset repeats.
fn apart(end: u64, header: u64) -> u64 {
    if end < header + SHORT { 1024 } else { PAGE }
}

/// The header is copied when the log is this many times as long.
const COPY_AFTER: u64 = 5;
/// A copy within a page of the header is followed by a second one when the log is this many times as long.
const SECOND_COPY_AFTER: u64 = 10;
/// Maximum total length of repeated actions; drawings can have longer ones.
const MOST_REPEATED: usize = 64 << 10;

/// State of the marks of a log, and the contents of the next one.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// End of the header.
    header: u64,
    /// Offset of the frame with the last mark.
    last: Option<u64>,
    /// Offset of the frame with the last copy of the header.
    copy: Option<u64>,
    /// Acts that no mark at least a page away repeats, with the ends of their frames.
    acts: Vec<(u64, MarkedAct)>,
    /// Total length of their actions.
    size: usize,
}

impl Marks {
    /// Starts without marks, after a header of this length.
    pub(super) fn after_header(header: u64) -> Self {
        Self { header, last: None, copy: None, acts: Vec::new(), size: 0 }
    }

    /// Records an act that makes node `next` and is not written yet.
    pub(super) fn acted(&mut self, next: NodeId, parent: NodeId, action: &[u8]) {
        self.size += action.len();
        if self.size > MOST_REPEATED {
            self.acts.clear();
            self.size = 0;
        } else {
            self.acts.push((PENDING, MarkedAct { distance: next.0 - parent.0, action: action.to_vec() }));
        }
    }

    /// Records the end of the frame that contains the next acts.
    pub(super) fn placed(&mut self, acts: u32, end: u64) {
        let written = self.written();
        self.acts[written..].iter_mut().take(acts as usize).for_each(|act| act.0 = end);
    }

    /// Removes the last acts.
    pub(super) fn forget(&mut self, acts: u32) {
        let kept = self.acts.len().saturating_sub(acts as usize);
        self.size -= self.acts.drain(kept..).map(|(_, act)| act.action.len()).sum::<usize>();
    }

    /// Records a mark or copy in a frame at this offset.
    pub(super) fn saw(&mut self, record: &Record, at: u64) {
        match record {
            Record::Mark { behind, .. } => {
                self.last = Some(at);
                let repeated = self.written().saturating_sub(*behind as usize);
                let far = repeated.min(self.before(at, PAGE));
                self.size -= self.acts.drain(..far).map(|(_, act)| act.action.len()).sum::<usize>();
            }
            Record::HeaderCopy(_) => self.copy = Some(at),
            _ => {}
        }
    }

    /// Returns the records to write at the end of a log, before the act that makes node `next`. `header`
    /// returns the bytes of the header in the newest format; a copy of it must match the `salt` of the
    /// frames.
    pub(super) fn due(&self, end: u64, header: impl Fn() -> Vec<u8>, salt: u32, next: NodeId) -> Vec<Record> {
        if !self.is_due(end) {
            return Vec::new();
        }
        let far = self.before(end, apart(end, self.header));
        let acts = self.acts[..far].iter().map(|(_, act)| act.clone()).collect();
        let mark = Record::Mark { next, behind: (self.written() - far) as u32, acts };
        let fits = |bytes: &Vec<u8>| bytes.len() <= LONGEST_ACTION / 2 && header::salt(bytes) == salt;
        let copy = self.is_copy_due(end).then(header).filter(fits);
        [mark].into_iter().chain(copy.map(Record::HeaderCopy)).collect()
    }

    /// Returns a copy to restore if writing up to this offset fails; `None` if no mark is due before it.
    pub(super) fn clone_if_due(&self, end: u64) -> Option<Self> {
        self.is_due(end).then(|| self.clone())
    }

    /// Restores such a copy, or marks the last `pending` acts as not written.
    pub(super) fn restore(&mut self, copy: Option<Self>, pending: u32) {
        match copy {
            Some(copy) => *self = copy,
            None => self.acts.iter_mut().rev().take(pending as usize).for_each(|act| act.0 = PENDING),
        }
    }

    fn is_due(&self, end: u64) -> bool {
        end >= self.last.unwrap_or(self.header) + EVERY
    }

    fn is_copy_due(&self, end: u64) -> bool {
        let page = self.header + PAGE;
        match self.copy {
            None => end >= COPY_AFTER * self.header,
            Some(copy) => copy < page && end >= page.max(SECOND_COPY_AFTER * self.header),
        }
    }

    /// Number of acts that are written.
    fn written(&self) -> usize {
        self.acts.partition_point(|(end, _)| *end != PENDING)
    }

    /// Number of acts that end at least this distance before an offset.
    fn before(&self, offset: u64, distance: u64) -> usize {
        self.acts.partition_point(|(end, _)| end.saturating_add(distance) <= offset)
    }
}

/// Placeholder offset for an act that is not written yet.
const PENDING: u64 = u64::MAX;
