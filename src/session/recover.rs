//! Makes a new log of all that can still be replayed of an old one.
//!
//! What does not replay is left out with everything that follows from it; other branches stay. The old log is not touched.

use serde::Serialize;

use super::divergence::check_act;
use super::{OpenError, set_up};
use crate::journal::record::Record;
use crate::journal::storage::Memory;
use crate::journal::{Durability, Health, Journal, JournalError, Scan};
use crate::rules::Show;
use crate::timeline::{NodeId, Timeline};

/// What became of a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recovered {
    /// Turns in the new log.
    pub kept: usize,
    /// Turns that were read but do not replay, or follow from one that does not.
    pub left_out: usize,
    /// Why the first of them does not replay.
    pub because: Option<String>,
    /// The health of the old log.
    pub health: Health,
}

/// Reads a log and gives the bytes of a new one that holds what is good of it.
pub fn recover<R: Show>(mut log: Scan) -> Result<(Vec<u8>, Recovered), OpenError> {
    let timeline = set_up::<R>(log.header())?;
    let header = log.header().clone();
    let new = Memory::new(header.to_bytes());
    let journal = Journal::begin(Box::new(new.clone()), header, Durability::OnClose);
    let mut rescue = Rescue { journal, timeline, fate: vec![Some(NodeId::ROOT)], because: None };
    while let Some(records) = log.next_frame()? {
        records.into_iter().try_for_each(|record| rescue.take(record))?;
    }
    rescue.journal.flush()?;
    let health = log.finish()?.health().clone();
    let kept = rescue.timeline.node_count() - 1;
    let left_out = rescue.fate.len() - 1 - kept;
    Ok((new.bytes(), Recovered { kept, left_out, because: rescue.because, health }))
}

struct Rescue<R: Show> {
    journal: Journal,
    timeline: Timeline<R>,
    /// For each node of the old log, its number in the new one.
    fate: Vec<Option<NodeId>>,
    because: Option<String>,
}

impl<R: Show> Rescue<R> {
    fn take(&mut self, record: Record) -> Result<(), JournalError> {
        let moved = |node: NodeId| self.fate[node.0 as usize];
        match record {
            Record::Act { parent, action, fingerprint } => {
                return self.take_act(moved(parent), action, fingerprint);
            }
            Record::Name { node, text } => moved(node).map(|node| Record::Name { node, text }),
            Record::Bookmark { node, text } => moved(node).map(|node| Record::Bookmark { node, text }),
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
