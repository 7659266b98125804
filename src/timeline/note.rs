//! Notes that people write on nodes: one type from the log to the screen.
//!
//! Kept by [`super::Timeline`], written to the log by the session. Knows no bytes; the code of each kind is in the
//! format.

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
    /// Returns the text of the note of this kind, if any.
    pub fn get(&self, kind: NoteKind) -> Option<&str> {
        match kind {
            NoteKind::Name => self.name.as_deref(),
            NoteKind::Bookmark => self.bookmark.as_deref(),
        }
    }

    /// Adds a note, or removes it if the text is empty.
    pub(super) fn set(&mut self, kind: NoteKind, text: String) {
        let slot = match kind {
            NoteKind::Name => &mut self.name,
            NoteKind::Bookmark => &mut self.bookmark,
        };
        *slot = Some(text).filter(|text| !text.is_empty());
    }
}
