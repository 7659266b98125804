//! Errors of opening a file or starting a game, for people and for players who may not know everything.
//!
//! Part of the catalog.

use super::{drawable_names, names};
use crate::fault;
use crate::journal::JournalError;
use crate::journal::file::FileError;
use crate::rules::Fault;
use crate::session::OpenError;

/// Reason why a file cannot be opened or a game cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file was read, but does not open as a save.
    #[error("{path}: {source}")]
    Open {
        /// Path of the file.
        path: String,
        /// The reason.
        source: OpenError,
    },
    /// The save belongs to a ruleset that this program does not have.
    #[error(
        "{path}: this save is of the ruleset '{name}', which this program does not have (its rulesets: {})",
        names()
    )]
    UnknownSave {
        /// Path of the file.
        path: String,
        /// Ruleset named in the save.
        name: String,
    },
    /// The level belongs to a ruleset that this program does not have.
    #[error(
        "{path}: this level is of the ruleset '{name}', which this program does not have (its rulesets: {})",
        names()
    )]
    UnknownLevel {
        /// Path of the file.
        path: String,
        /// Ruleset named in the level.
        name: String,
    },
    /// No ruleset has this name.
    #[error("there is no ruleset '{name}' (the rulesets: {})", names())]
    UnknownRuleset {
        /// The requested name.
        name: String,
    },
    /// Levels of this ruleset cannot be drawn.
    #[error("levels of {name} cannot be drawn (those that can: {})", drawable_names())]
    NotDrawn {
        /// Name of the ruleset.
        name: String,
    },
    /// A file has neither a header nor a copy of one.
    #[error(
        "{path}: this is not a Timeloom save, or its header and the copies of it are lost; if it is one, give the level that \
         was played: --level FILE"
    )]
    NoHeader {
        /// Path of the file.
        path: String,
    },
    /// The header of a save is lost, and the level given for it is not the one that was played.
    #[error(
        "{path}: the header is lost, and no turn replays on the given level: give the level that was played, and with --seed \
         the seed it was played with"
    )]
    NothingFits {
        /// Path of the file.
        path: String,
    },
    /// The level cannot be played.
    #[error("{}", fault::listing_of(.path, .faults))]
    Level {
        /// Path of the file.
        path: String,
        /// Everything that is wrong with the level.
        faults: Vec<Fault>,
    },
}

impl CatalogError {
    /// Describes the error to a player. Actions, states and byte offsets of a log can reveal secret choices,
    /// so for an error within the log only its position is given.
    pub fn for_players(&self) -> String {
        let advice = "open it without a seat to see why";
        match self {
            Self::Open { path, source: OpenError::Diverged(divergence) } => {
                let (turn, node) = (divergence.turn, divergence.node);
                format!("{path}: at turn {turn} ({node}) today's rules disagree with the log; {advice}")
            }
            Self::Open { path, source: OpenError::Journal(JournalError::NewerRecord { .. }) } => {
                format!("{path}: this save has a record that this program does not know; {advice}")
            }
            other => other.to_string(),
        }
    }

    /// Whether the file is a save that this program should be able to open but cannot.
    pub fn is_about_a_save(&self) -> bool {
        use crate::journal::record::HeaderError::{Cut, Damaged};
        match self {
            Self::Open { source: OpenError::Diverged(_) | OpenError::Level { .. }, .. } => true,
            Self::Open { source: OpenError::Journal(JournalError::NotASave(error)), .. } => {
                matches!(error, Cut { .. } | Damaged { .. })
            }
            _ => false,
        }
    }
}
