//! Tracks which part of a file is known to be synced.
//!
//! Kept by [`super::Journal`]. A frame may say that everything before it was synced, so that a later reader
//! can distinguish damage from an unfinished write; it says so only if that is known here.

use super::frame::Before;

/// Knowledge about the file up to the end of the log.
#[derive(Debug, Default)]
pub(super) struct Synced {
    state: State,
    /// Number of frames that no later frame proves to be synced.
    unproven: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// An earlier run may have written without a sync, or this one did when it closed the log.
    #[default]
    Unknown,
    /// Bytes were written, and a sync is due.
    Waiting,
    /// Everything is synced.
    All,
}

impl Synced {
    /// Whether nothing was written since the last sync.
    pub(super) fn is_all(&self) -> bool {
        self.state == State::All
    }

    /// Whether the file must be synced before a frame may say that everything before it was synced.
    pub(super) fn is_unknown(&self) -> bool {
        self.state == State::Unknown
    }

    /// Returns what the next frame may say about the bytes before it.
    pub(super) fn before_next(&self) -> Before {
        if self.state == State::All { Before::Synced } else { Before::Unknown }
    }

    /// Whether a reader could mistake a lost sector of the last write for one that was never written,
    /// although later sectors exist. A single frame is not at risk: no frame after it would be cut.
    pub(super) fn lacks_proof(&self) -> bool {
        self.unproven > 1
    }

    /// Records that frames were written.
    pub(super) fn wrote(&mut self, frames: u32) {
        let before = if self.state == State::All { 0 } else { self.unproven };
        (self.state, self.unproven) = (State::Waiting, before + frames);
    }

    /// Records that a frame was written that only proves the frames before it and needs no sync itself.
    pub(super) fn proved(&mut self) {
        *self = Self::default();
    }

    /// Records a sync.
    pub(super) fn synced(&mut self) {
        self.state = State::All;
    }
}
