//! What people write on nodes: one type from the log to the screen.
//!
//! Kept by [`super::Timeline`], written down by the session. Knows no bytes; the code of each kind is in the format.

use super::NodeId;

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The name of the branch that begins at the node.
    Name,
    /// A bookmark on the node.
    Bookmark,
}

/// What somebody wrote on a node; a later one of the same kind replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which node.
    pub node: NodeId,
    /// What it is.
    pub kind: NoteKind,
    /// The text; empty to take the note away.
    pub text: String,
}

impl Note {
    /// The name of the branch that begins at a node.
    pub fn name(node: NodeId, text: &str) -> Self {
        Self { node, kind: NoteKind::Name, text: text.to_owned() }
    }

    /// A bookmark on a node.
    pub fn bookmark(node: NodeId, text: &str) -> Self {
        Self { node, kind: NoteKind::Bookmark, text: text.to_owned() }
    }
}
