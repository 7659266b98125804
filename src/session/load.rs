//! Reads a log into a timeline: first all records, then one replay of the whole tree that checks every
//! fingerprint.
//!
//! Used when a save is opened. Replaying in the order of the log would hold the states of all branches, or
//! compute them repeatedly; reading the whole tree first makes each step once.

use super::rebuild::{self, Passed};
use super::{OpenError, divergence};
use crate::journal::record::Record;
use crate::journal::{JournalError, Progress, Scan};
use crate::show::Show;
use crate::timeline::{BranchPosition, Misfit, NodeId, Note, Timeline};

/// Reads all good records and replays them. Returns the position at which the log was closed, and adds the
/// records that only a newer program understands to `passed`. Of several errors, reports the first in the
/// log.
pub(super) fn load<R: Show>(
    log: &mut Scan,
    timeline: &mut Timeline<R>,
    passed: &mut Vec<Passed>,
    progress: &mut dyn FnMut(Progress),
) -> Result<BranchPosition, OpenError> {
    let mut place = timeline.place();
    let read = read(log, timeline, passed, &mut place);
    let version = log.header().version;
    let Progress { done: bytes, total } = log.progress();
    let nodes = timeline.node_count() as u64;
    let mut report = |done: usize| progress(Progress { done: bytes * done as u64 / nodes, total });
    if let Err(Misfit(node)) = timeline.replay(&mut report) {
        divergence::check_node(timeline, version, node)?;
    }
    match read {
        Ok(()) => progress(Progress { done: bytes, total }),
        Err(Stop::Journal(error)) => return Err(error.into()),
        Err(Stop::Unreadable { parent, action, fingerprint }) => {
            divergence::check_act(timeline, version, parent, &action, fingerprint)?;
        }
    }
    Ok(place)
}

/// Reason why reading stopped before the end.
enum Stop {
    Journal(JournalError),
    /// The bytes of an action are not valid in this ruleset.
    Unreadable {
        parent: NodeId,
        action: Vec<u8>,
        fingerprint: u64,
    },
}

fn read<R: Show>(
    log: &mut Scan,
    timeline: &mut Timeline<R>,
    passed: &mut Vec<Passed>,
    place: &mut BranchPosition,
) -> Result<(), Stop> {
    while let Some(records) = log.next_frame().map_err(Stop::Journal)? {
        for record in records {
            passed.extend(rebuild::passed(timeline.node_count(), &record));
            *place = take(timeline, record)?.unwrap_or(*place);
        }
    }
    Ok(())
}

/// Adds a record to the timeline; returns the position it leads to, if any.
fn take<R: Show>(timeline: &mut Timeline<R>, record: Record) -> Result<Option<BranchPosition>, Stop> {
    let meant = |node: NodeId| timeline.tree().meant(node);
    Ok(match record {
        Record::Act { parent, action, fingerprint } => {
            let parent = meant(parent);
            let Ok(action) = timeline.rules().unpack(&action) else {
                return Err(Stop::Unreadable { parent, action, fingerprint });
            };
            let node = timeline.record(parent, action, fingerprint);
            Some(BranchPosition { cursor: node, tip: node })
        }
        Record::Note(note) => {
            let node = meant(note.node);
            timeline.set_note(Note { node, ..note });
            None
        }
        Record::Mark { .. } | Record::HeaderCopy(_) | Record::Synced | Record::Unknown { .. } => None,
        Record::Cursor { node, tip } => Some(BranchPosition { cursor: meant(node), tip: meant(tip) }),
    })
}
