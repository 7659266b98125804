//! Notes that people write on nodes: one type from the log to the screen.
//!
//! Kept by [`super::Timeline`], written to the log by the session. Knows no bytes; the code of each kind is
//! part of the format.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::NodeId;

/// Kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The name of the branch that begins at the node.
    Name,
    /// A bookmark on the node.
    Bookmark,
}

/// A note on a node; a later one of the same kind replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// Kind of the note.
    pub kind: NoteKind,
    /// The text; empty to remove the note.
    pub text: String,
}

impl NoteKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Name, Self::Bookmark];
}

impl Note {
    /// Creates a name for the branch that begins at a node.
    pub fn name(node: NodeId, text: &str) -> Self {
        Self { node, kind: NoteKind::Name, text: text.to_owned() }
    }

    /// Creates a bookmark on a node.
    pub fn bookmark(node: NodeId, text: &str) -> Self {
        Self { node, kind: NoteKind::Bookmark, text: text.to_owned() }
    }
}

/// All notes on one node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Notes {
    /// The name of the branch that begins here.
    pub name: Option<String>,
    /// The text of the bookmark here.
    pub bookmark: Option<String>,
}

impl Notes {
    /// Returns the text of the note of this kind, if there is one.
    pub fn get(&self, kind: NoteKind) -> Option<&str> {
        match kind {
            NoteKind::Name => self.name.as_deref(),
            NoteKind::Bookmark => self.bookmark.as_deref(),
        }
    }

    /// Adds a note, or removes it if the text is empty.
    fn set(&mut self, kind: NoteKind, text: String) {
        let slot = match kind {
            NoteKind::Name => &mut self.name,
            NoteKind::Bookmark => &mut self.bookmark,
        };
        *slot = Some(text).filter(|text| !text.is_empty());
    }
}

/// The notes on all nodes.
#[derive(Clone, Debug, Default)]
pub struct NoteMap(BTreeMap<NodeId, Notes>);

impl NoteMap {
    /// Returns the notes on a node.
    pub fn on(&self, id: NodeId) -> Notes {
        self.0.get(&id).cloned().unwrap_or_default()
    }

    /// Every node with notes, in the order of the log.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Notes)> {
        self.0.iter().map(|(&id, notes)| (id, notes))
    }

    /// Nodes with names in a part of the log.
    pub(super) fn named(&self, part: RangeInclusive<NodeId>) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.0.range(part).filter(|(_, notes)| notes.name.is_some()).map(|(&id, _)| id)
    }

    /// Every note, as it would be written: node by node, and on each in the order of [`NoteKind::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = Note> + '_ {
        let notes =
            self.nodes().flat_map(|(node, notes)| NoteKind::ALL.map(|kind| (node, kind, notes.get(kind))));
        notes.filter_map(|(node, kind, text)| Some(Note { node, kind, text: text?.to_owned() }))
    }

    /// Sets a note on a node; empty text removes it.
    pub fn set(&mut self, Note { node, kind, text }: Note) {
        let notes = self.0.entry(node).or_default();
        notes.set(kind, text);
        if *notes == Notes::default() {
            self.0.remove(&node);
        }
    }
}
