//! The state of the level file: its path, its content as last read or written, and changes by other programs.

use std::path::PathBuf;

use timeloom::timeline::NodeId;

use crate::watch::{self, FileStamp};

/// State of the level file of a drawing.
#[derive(Debug, Default)]
pub struct LevelFile {
    /// Path of the level file, which need not exist yet; its logs are beside it.
    pub level: Option<PathBuf>,
    /// Text of the file as last read or written; `None` if the file does not exist yet.
    pub text: Option<String>,
    /// Text of the same level as the drawing would write it.
    pub plain: Option<String>,
    /// Node of the drawing that is saved in the file.
    pub saved: Option<NodeId>,
    /// Modification time and size of the file.
    pub stamp: FileStamp,
    /// Whether the text comes from another program and was left out of the drawing: a copy is kept under
    /// another name before the file is written.
    pub theirs: bool,
    /// The text that was last saved, and the text that its comments and order come from.
    pub merged: Option<(String, String)>,
}

/// Change of the level file by another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideChange {
    /// It was rewritten with this text.
    Rewritten(String),
    /// It was rewritten and cannot be read, for this reason.
    Unreadable(String),
    /// It was removed.
    Removed,
}

impl LevelFile {
    /// Returns the text whose comments and order are kept: that of the file as another program last wrote it,
    /// so that undoing the removal of a comment restores it.
    pub fn source(&self) -> Option<&str> {
        match &self.merged {
            Some((saved, source)) if self.text.as_ref() == Some(saved) => Some(source),
            _ => self.text.as_deref(),
        }
    }

    /// Records the current text of the file.
    pub fn wrote(&mut self, text: String, plain: Option<String>, saved: Option<NodeId>) {
        self.stamp = self.level.as_deref().and_then(watch::stamp);
        (self.text, self.plain, self.saved, self.theirs) = (Some(text), plain, saved, false);
    }

    /// Records that the user left the current text of the file out of the drawing.
    pub fn left_out(&mut self, text: String, plain: Option<String>) {
        self.wrote(text, plain, None);
        self.theirs = true;
    }

    /// Records that the file exists with a text that could not be used: it counts as a change by another
    /// program.
    pub fn not_taken_in(&mut self) {
        self.wrote(String::new(), None, None);
    }
}
