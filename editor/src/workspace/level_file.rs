//! What the workspace remembers of its level file: where it is, what was last read or written, and what became of it since.

use std::path::PathBuf;

use timeloom::timeline::NodeId;

use crate::watch::{self, FileStamp};

/// What is known of the level file of a drawing.
#[derive(Debug, Default)]
pub struct LevelFile {
    /// Where the level file is, or would be: its logs lie beside it.
    pub level: Option<PathBuf>,
    /// Its text as it was last read or written; `None` if there is no such file yet.
    pub text: Option<String>,
    /// The same level, as the drawing would write it.
    pub plain: Option<String>,
    /// The node of the drawing that is in the file.
    pub saved: Option<NodeId>,
    /// What the file looked like from outside.
    pub stamp: FileStamp,
    /// Where the log of the game is, or will be.
    pub play: Option<PathBuf>,
}

/// What another program did to the level file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideChange {
    /// It wrote this text.
    Rewritten(String),
    /// It removed the file.
    Removed,
}

impl LevelFile {
    /// Takes note of the present text of the file.
    pub fn wrote(&mut self, text: String, plain: Option<String>, saved: Option<NodeId>) {
        self.stamp = self.level.as_deref().and_then(watch::stamp);
        (self.text, self.plain, self.saved) = (Some(text), plain, saved);
    }
}
