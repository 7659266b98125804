//! Rebuilds the log of an open game from memory, in the newest format.
//!
//! Used when the file of an open save was removed or cut: the file may have lost everything, but the timeline
//! is complete.

use super::Session;
use crate::journal::record::{LONGEST_ACTION, Record};
use crate::journal::storage::Memory;
use crate::journal::{Durability, Journal, JournalError};
use crate::show::Show;
use crate::timeline::NodeId;

/// A record of a newer program, and the number of nodes before it.
pub(super) type Passed = (usize, Record);

/// Returns the record to keep, if only a newer program understands it and a log can hold it.
pub(super) fn passed(nodes: usize, record: &Record) -> Option<Passed> {
    let keep = matches!(record, Record::Unknown { body, .. } if body.len() <= LONGEST_ACTION);
    keep.then(|| (nodes, record.clone()))
}

/// Returns the bytes of a log with every turn, note and position of this game.
pub(super) fn rebuild<R: Show>(session: &Session<R>) -> Result<Vec<u8>, JournalError> {
    let header = session.journal.header().clone();
    let memory = Memory::new(header.to_bytes());
    let mut journal = Journal::begin(Box::new(memory.clone()), header, Durability::OnClose);
    let mut passed = session.passed.iter().peekable();
    for id in session.timeline.tree().ids() {
        if let Some(act) = act(session, id) {
            journal.append(&act)?;
        }
        while let Some((_, record)) = passed.next_if(|(nodes, _)| *nodes == id.0 as usize + 1) {
            journal.append(record)?;
        }
    }
    let mut notes = session.timeline.tree().all_notes().iter();
    notes.try_for_each(|note| journal.append(&Record::Note(note)))?;
    let here = session.timeline.place();
    journal.append(&Record::Cursor { node: here.cursor, tip: here.tip })?;
    journal.close()?;
    Ok(memory.bytes())
}

fn act<R: Show>(session: &Session<R>, id: NodeId) -> Option<Record> {
    let timeline = &session.timeline;
    let (parent, action) = (timeline.parent(id)?, timeline.rules().pack(timeline.action(id)?));
    Some(Record::Act { parent, action, fingerprint: timeline.fingerprint(id) })
}
