//! What a writer knows about the part of a file that is synced.
//!
//! Kept by [`super::Journal`]. A frame may say that everything before it was synced, so that a later reader can tell damage
//! from a write that did not finish; it says so only if it is known here.

use super::frame::Before;

/// What is known about the file up to the end of the log.
#[derive(Debug, Default)]
pub(super) struct Synced {
    state: State,
    /// Frames that no later frame proves to be synced.
    unproven: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing: another run may have written it without a sync, or this one did when it closed the log.
    #[default]
    Unknown,
    /// Something was written and somebody waits until it is synced.
    Waiting,
    /// All is synced.
    All,
}

impl Synced {
    /// Whether nothing was written since the last sync.
    pub(super) fn is_all(&self) -> bool {
        self.state == State::All
    }

    /// Whether the file must be synced before a frame may say anything about what is before it.
    pub(super) fn is_unknown(&self) -> bool {
        self.state == State::Unknown
    }

    /// What the next frame may say.
    pub(super) fn before_next(&self) -> Before {
        if self.state == State::All { Before::Synced } else { Before::Unknown }
    }

    /// Whether a lost sector in the last write could be taken for a sector that was never written, though later ones are
    /// there. The last frame alone has nothing behind it that would be cut.
    pub(super) fn lacks_proof(&self) -> bool {
        self.unproven > 1
    }

    /// Takes note of frames that were written.
    pub(super) fn wrote(&mut self, frames: u32) {
        let before = if self.state == State::All { 0 } else { self.unproven };
        (self.state, self.unproven) = (State::Waiting, before + frames);
    }

    /// Takes note of a frame that only proves what is before it, and that nobody waits for.
    pub(super) fn proved(&mut self) {
        *self = Self::default();
    }

    /// Takes note of a sync.
    pub(super) fn synced(&mut self) {
        self.state = State::All;
    }
}
