//! Shows one node of a long save without replaying all of it, with the keyframe file beside the save.
//!
//! Used by `timeloom show`. Without a usable keyframe file the save is opened and replayed, and [`remember`]
//! makes the next call fast.

use std::path::Path;

use super::begin;
use crate::game::{LogContents, NodeSnapshot};
use crate::journal::file::{Access, FileStorage, path_text};
use crate::journal::keyframes;
use crate::place::Place;

/// Maximum number of keyframes stored with a save.
const STORED: usize = 512;

/// Looks at a place through the keyframe file of a save; `None` if that is not possible.
pub fn glimpse(save: &Path, place: Place<'_>) -> Option<NodeSnapshot<'static>> {
    let known = keyframes::read(&keyframes::path_beside(save));
    if known.is_empty() {
        return None;
    }
    let storage = Box::new(FileStorage::open(save, Access::Read).ok()?);
    let (ruleset, log) = begin(&path_text(save), storage).ok()?;
    ruleset.glimpse(log, &known, place)
}

/// Stores keyframes of a game beside its save; they may be deleted at any time. For states that hold their
/// whole history, stores only nodes with the first state.
pub fn remember(save: &Path, game: &dyn LogContents) {
    let states = game.keyframes(STORED);
    if !states.is_empty() {
        keyframes::write(save, &states);
    }
}
