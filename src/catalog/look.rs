//! Shows one node of a long save without replaying all of it, through the keyframe file beside the save.
//!
//! Used by `timeloom show`. Without a usable keyframe file there is no answer; the save is then opened and replayed, and
//! [`remember`] makes the next look fast.

use std::path::Path;

use super::begin;
use crate::game::{LogContents, NodeSnapshot};
use crate::journal::file::{Access, FileStorage};
use crate::journal::keyframes;
pub use crate::session::LookTarget;

/// Keyframes that are stored with a save.
const STORED: usize = 512;

/// Looks at a node through the keyframe file of a save; `None` if that is not possible.
pub fn glimpse(save: &Path, spot: LookTarget) -> Option<Box<dyn NodeSnapshot>> {
    let known = keyframes::read(&keyframes::path_beside(save));
    if known.is_empty() {
        return None;
    }
    let storage = Box::new(FileStorage::open(save, Access::Read).ok()?);
    let (ruleset, log) = begin(&save.display().to_string(), storage).ok()?;
    ruleset.glimpse(log, &known, spot)
}

/// Stores keyframes of a game beside its save; they may be deleted at any time. States that hold their whole history are
/// stored only where the game is as at its start.
pub fn remember(save: &Path, game: &dyn LogContents) {
    let states = game.keyframes(STORED);
    if !states.is_empty() {
        keyframes::write(save, &states);
    }
}
