//! The shape of a log without its actions: straight runs of nodes, and the parent of each run.
//!
//! Used to show one turn of a long log, for which building the [`Tree`](crate::timeline::Tree) would take
//! most of the time. Needs memory for branches, not for turns, and knows only the turn and the ancestors of a
//! node. Everything else uses the tree, which is the index of the history. Knows no game.

use std::ops::RangeInclusive;

use crate::journal::record::Record;
use crate::place::Place;
use crate::timeline::{BranchPosition, NodeId, NoteMap};

/// Straight runs, the position at which the log was closed, and the notes.
pub(super) struct Skeleton {
    runs: Vec<StraightRun>,
    nodes: u32,
    pub(super) place: BranchPosition,
    pub(super) notes: NoteMap,
}

/// A run of nodes with consecutive numbers, each after the one before it.
#[derive(Clone, Copy)]
struct StraightRun {
    first: u32,
    /// Turn of the first node.
    turn: u32,
    /// Node that the first one follows.
    parent: u32,
}

impl Skeleton {
    pub(super) fn new() -> Self {
        let place = BranchPosition { cursor: NodeId::ROOT, tip: NodeId::ROOT };
        Self {
            runs: vec![StraightRun { first: 0, turn: 0, parent: 0 }],
            nodes: 1,
            place,
            notes: NoteMap::default(),
        }
    }

    /// Number of nodes, the start included.
    pub(super) fn node_count(&self) -> u32 {
        self.nodes
    }

    pub(super) fn take(&mut self, record: &Record) {
        match record {
            Record::Act { parent, .. } => {
                let id = self.nodes;
                if parent.0 + 1 != id {
                    self.runs.push(StraightRun { first: id, turn: self.turn(*parent) + 1, parent: parent.0 });
                }
                self.nodes += 1;
                self.place = BranchPosition { cursor: NodeId(id), tip: NodeId(id) };
            }
            Record::Cursor { node, tip } => self.place = BranchPosition { cursor: *node, tip: *tip },
            Record::Note(note) => self.notes.set(note.clone()),
            Record::Mark { .. } | Record::HeaderCopy(_) | Record::Synced | Record::Unknown { .. } => {}
        }
    }

    /// Finds a place; `None` if it does not exist, or only the tree tells where it is: what a note means, and what follows
    /// the last act if that repeats a sibling.
    pub(super) fn find(&self, place: Place<'_>) -> Option<NodeId> {
        match place {
            Place::Start => Some(NodeId::ROOT),
            Place::Here => Some(self.place.cursor),
            Place::Turn(turn) => self.ancestor(self.place.tip, u32::try_from(turn).ok()?),
            Place::Node(id) => Some(NodeId(id)).filter(|_| id < self.nodes),
            Place::Tip | Place::Note(_) => None,
        }
    }

    /// Nodes that follow the same node as this one.
    pub(super) fn siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parent = self.parent(id.0);
        let begun = self.runs.iter().filter(move |run| run.first > 0 && Some(run.parent) == parent);
        let next = parent.map(|parent| parent + 1).filter(|&next| next < self.nodes);
        let next = next.filter(|&next| self.run_of(next).first < next);
        let all = next.into_iter().chain(begun.map(|run| run.first));
        all.filter(move |&other| other != id.0).map(NodeId)
    }

    fn parent(&self, id: u32) -> Option<u32> {
        let run = self.run_of(id);
        if run.first == id { Some(run.parent).filter(|_| id > 0) } else { Some(id - 1) }
    }

    /// Number of actions that lead to a node.
    pub(super) fn turn(&self, id: NodeId) -> u32 {
        let run = self.run_of(id.0);
        run.turn + (id.0 - run.first)
    }

    /// Returns the node of a turn on the branch to a tip, which is at that turn or a later one.
    pub(super) fn ancestor(&self, tip: NodeId, turn: u32) -> Option<NodeId> {
        let run = self.above(tip).find(|run| self.run_of(*run.start()).turn <= turn)?;
        let first = self.run_of(*run.start());
        Some(NodeId(first.first + (turn - first.turn))).filter(|id| run.contains(&id.0))
    }

    /// The parts of runs that lead to a node, from the last to the first.
    pub(super) fn above(&self, id: NodeId) -> impl Iterator<Item = RangeInclusive<u32>> + '_ {
        let mut next = Some(id.0);
        std::iter::from_fn(move || {
            let last = next?;
            let run = self.run_of(last);
            next = (run.first > 0).then_some(run.parent);
            Some(run.first..=last)
        })
    }

    fn run_of(&self, id: u32) -> StraightRun {
        self.runs[self.runs.partition_point(|run| run.first <= id) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_ancestors_are_found_across_branches() {
        let mut skeleton = Skeleton::new();
        for parent in [0, 1, 2, 1, 4, 5, 4] {
            skeleton.take(&Record::Act { parent: NodeId(parent), action: Vec::new(), fingerprint: 0 });
        }
        let turns: Vec<_> = (0..8).map(|id| skeleton.turn(NodeId(id))).collect();
        assert_eq!(turns, [0, 1, 2, 3, 2, 3, 4, 3]);
        let line: Vec<_> = (0..=3).map(|turn| skeleton.ancestor(NodeId(7), turn).map(|id| id.0)).collect();
        assert_eq!(line, [Some(0), Some(1), Some(4), Some(7)]);
        assert_eq!(skeleton.ancestor(NodeId(7), 4), None);
        let siblings = |id| skeleton.siblings(NodeId(id)).map(|id| id.0).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3, 4, 5, 7].map(siblings), [&[][..], &[], &[4], &[], &[2], &[7], &[5]]);
    }
}
