//! What lies over the window: at most one thing at a time.
//!
//! Owned by the app and shown last. Each kind keeps only what has been typed into it.

use crate::panels::dialog::Dialog;
use crate::panels::finder::Finder;
use crate::panels::preferences::Preferences;

/// Something over the window.
#[derive(Debug)]
pub(crate) enum Modal {
    /// A question.
    Dialog(Dialog),
    /// The list of all commands.
    Finder(Finder),
    /// The help.
    Help,
    /// The settings.
    Preferences(Preferences),
    /// A step of the tour.
    Tour(usize),
}

impl Modal {
    /// Whether keys still do what they do without it.
    pub(crate) fn lets_keys_through(&self) -> bool {
        matches!(self, Self::Tour(_))
    }
}
