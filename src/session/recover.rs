//! Builds a new log, in the newest format, of everything that can still be replayed of an old one.
//!
//! What does not replay is left out with everything after it; other branches stay. The old log is not changed.

use serde::Serialize;

use super::divergence::check_act;
use super::{OpenError, set_up};
use crate::journal::record::{LONGEST_ACTION, Record};
use crate::journal::storage::Memory;
use crate::journal::{Durability, Health, Journal, JournalError, Scan};
use crate::show::Show;
use crate::timeline::{NodeId, Note, Timeline};

/// Result of a recovery.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recovered {
    /// Number of turns in the new log.
    pub kept: usize,
    /// Number of turns that were read but do not replay, or follow one that does not.
    pub left_out: usize,
    /// Why the first of them does not replay.
    pub because: Option<String>,
    /// Number of records of newer programs that were left out, because they may refer to turns by number or are too
    /// long.
    pub unknown_left_out: usize,
    /// State of the old log.
    pub health: Health,
}

/// Reads a log and returns the bytes of a new one with its good part.
pub fn recover<R: Show>(mut log: Scan) -> Result<(Vec<u8>, Recovered), OpenError> {
    let timeline = set_up::<R>(log.header())?;
    let header = log.header().clone();
    let new = Memory::new(header.to_bytes());
    let journal = Journal::begin(Box::new(new.clone()), header, Durability::OnClose);
    let mut rescue = Rescue { journal, timeline, fate: vec![Some(NodeId::ROOT)], because: None, unknown: 0 };
    while let Some(records) = log.next_frame()? {
        records.into_iter().try_for_each(|record| rescue.take(record))?;
    }
    rescue.journal.flush()?;
    let health = log.finish()?.health().clone();
    let (kept, left_out) = (rescue.timeline.node_count() - 1, rescue.left_out());
    let (because, unknown_left_out) = (rescue.because, rescue.unknown);
    Ok((new.bytes(), Recovered { kept, left_out, because, unknown_left_out, health }))
}

struct Rescue<R: Show> {
    journal: Journal,
    timeline: Timeline<R>,
    /// New number of each node of the old log; `None` if it was left out.
    fate: Vec<Option<NodeId>>,
    because: Option<String>,
    /// Number of unknown records that were left out.
    unknown: usize,
}

impl<R: Show> Rescue<R> {
    fn left_out(&self) -> usize {
        self.fate.len() - self.timeline.node_count()
    }

    /// Whether an unknown record means the same in the new log. It may refer to nodes by number, and numbers are
    /// unchanged only as long as nothing was left out. One that filled its whole frame cannot share a frame with
    /// others.
    fn can_keep(&self, body: &[u8]) -> bool {
        self.left_out() == 0 && body.len() <= LONGEST_ACTION
    }

    fn take(&mut self, record: Record) -> Result<(), JournalError> {
        let moved = |node: NodeId| self.fate[node.0 as usize];
        match record {
            Record::Act { parent, action, fingerprint } => {
                return self.take_act(moved(parent), action, fingerprint);
            }
            Record::Note(note) => moved(note.node).map(|node| Record::Note(Note { node, ..note })),
            Record::Unknown { ref body, .. } if self.can_keep(body) => Some(record),
            Record::Unknown { .. } => {
                self.unknown += 1;
                None
            }
            Record::Cursor { node, tip } => {
                moved(node).zip(moved(tip)).map(|(node, tip)| Record::Cursor { node, tip })
            }
        }
        .map_or(Ok(()), |record| self.journal.append(&record))
    }

    fn take_act(
        &mut self,
        parent: Option<NodeId>,
        action: Vec<u8>,
        fingerprint: u64,
    ) -> Result<(), JournalError> {
        let version = self.journal.header().version;
        let plan = parent.map(|parent| check_act(&self.timeline, version, parent, &action, fingerprint));
        let new = match plan {
            Some(Ok(plan)) => {
                let parent = plan.parent();
                self.journal.append(&Record::Act { parent, action, fingerprint })?;
                Some(self.timeline.grow(plan))
            }
            Some(Err(error)) => {
                self.because.get_or_insert_with(|| error.to_string());
                None
            }
            None => None,
        };
        self.fate.push(new);
        Ok(())
    }
}
