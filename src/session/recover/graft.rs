//! Adds to a recovered log what only another one has: the same log with a part that was cut from it and kept.
//!
//! Part of recovery. Both logs begin alike; turns that both have are merged.

use super::{Fate, Fragment, Rescue};
use crate::journal::JournalError;
use crate::journal::record::Record;
use crate::show::Show;
use crate::timeline::{NodeId, Note};

impl<R: Show> Rescue<R> {
    /// Adds turns, notes and pieces that only the other log has. Returns the number of turns.
    pub(super) fn graft(&mut self, other: Self) -> Result<usize, JournalError> {
        let (before, place) = (self.timeline.node_count(), self.place);
        let nodes = self.take_turns(&other)?;
        self.take_notes(&other, &nodes)?;
        self.found.count_also(&other.found);
        self.take_pieces(other.found.pieces, &nodes);
        if self.timeline.node_count() > before {
            self.add(&Record::Cursor { node: place.cursor, tip: place.tip })?;
        }
        Ok(self.timeline.node_count() - before)
    }

    /// Returns for each node of the other log its node in this one.
    fn take_turns(&mut self, other: &Self) -> Result<Vec<Option<NodeId>>, JournalError> {
        let mut nodes = vec![Some(NodeId::ROOT)];
        for id in other.timeline.tree().ids().skip(1) {
            let parent = other.timeline.parent(id).and_then(|parent| nodes[parent.0 as usize]);
            nodes.push(match parent {
                Some(parent) => self.take_over(parent, other, id)?,
                None => None,
            });
        }
        Ok(nodes)
    }

    /// Adds notes to nodes that have none of their kind.
    fn take_notes(&mut self, other: &Self, nodes: &[Option<NodeId>]) -> Result<(), JournalError> {
        for note in other.timeline.tree().all_notes().iter() {
            let Some(node) = nodes[note.node.0 as usize] else { continue };
            if self.timeline.tree().notes(node).get(note.kind).is_none() {
                self.add(&Record::Note(Note { node, ..note }))?;
            }
        }
        Ok(())
    }

    /// Adds pieces, except those that both logs have.
    fn take_pieces(&mut self, pieces: Vec<Fragment>, nodes: &[Option<NodeId>]) {
        for mut piece in pieces {
            let is_known = |own: &Fragment| own.at == piece.at && own.turns.starts_with(&piece.turns);
            let after = nodes[piece.after.0 as usize];
            if let Some(after) = after.filter(|_| !self.found.pieces.iter().any(is_known)) {
                piece.after = after;
                self.found.pieces.push(piece);
            }
        }
    }

    /// Returns the node of this log for a node of the other one; adds it if necessary.
    fn take_over(
        &mut self,
        parent: NodeId,
        other: &Self,
        id: NodeId,
    ) -> Result<Option<NodeId>, JournalError> {
        let Some(action) = other.timeline.action(id) else { return Ok(None) };
        if let Some(known) = self.timeline.child(parent, action) {
            return Ok(Some(known));
        }
        let packed = other.timeline.rules().pack(action);
        match self.replay(parent, packed, Some(other.timeline.fingerprint(id)))? {
            Fate::Kept(node) => Ok(Some(node)),
            _ => Ok(None),
        }
    }
}
