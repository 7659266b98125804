//! The log of a session: its status, its contents, and writing it.
//!
//! Part of the session. Limited to what the viewer may know, except for the contents, which are complete.

use super::viewer::WITHHELD;
use super::{Session, rebuild};
use crate::codec;
use crate::game::{LogContents, LogStatus, Replayable, Save};
use crate::journal::keyframes::Keyframes;
use crate::journal::record::Record;
use crate::journal::storage::Storage;
use crate::journal::{Health, JournalError};
use crate::show::Show;
use crate::timeline::NodeId;

impl<R: Show> LogStatus for Session<R> {
    fn health(&self) -> &Health {
        self.journal.health()
    }

    fn complaint(&self) -> Option<String> {
        self.journal.health().complaint().map(|words| self.or_withheld(words))
    }

    fn sealed(&self) -> Option<&str> {
        self.journal.sealed().map(|reason| self.disclosed(reason))
    }

    fn disclosed<'m>(&self, message: &'m str) -> &'m str {
        self.viewer().unless_hidden(message).unwrap_or(WITHHELD)
    }

    fn durable_count(&self) -> usize {
        self.journal.durable_count()
    }

    fn is_detached(&self) -> bool {
        self.journal.is_detached()
    }

    fn is_cursor_noted(&self) -> bool {
        self.timeline.place() == self.noted || self.sealed().is_some()
    }
}

impl<R: Show> LogContents for Session<R> {
    fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        self.journal.bytes()
    }

    fn rebuilt(&self) -> Result<Vec<u8>, JournalError> {
        rebuild::rebuild(self)
    }

    fn recorded(&self, id: NodeId) -> Replayable {
        let path = self.timeline.tree().path(id);
        let actions = path.into_iter().filter_map(|at| self.timeline.action(at)).map(ToString::to_string);
        Replayable { seed: self.journal.header().seed, actions: actions.collect() }
    }

    fn keyframes(&self, most: usize) -> Keyframes {
        let mut states = Keyframes::new();
        // Start at the first turn: states that grow with every turn are detected before they take long to
        // encode.
        for (id, state) in self.timeline.keyframes(most) {
            let bytes = codec::encode(state);
            let is_readable = id != NodeId::ROOT || codec::decode::<R::State>(&bytes).is_ok();
            if bytes.len() > LARGEST_KEYFRAME || !is_readable {
                return self.fresh_starts(most);
            }
            states.insert(id, bytes);
        }
        states
    }
}

impl<R: Show> Save for Session<R> {
    fn flush(&mut self) -> Result<(), JournalError> {
        self.journal.flush()
    }

    fn note_cursor(&mut self) -> Result<(), JournalError> {
        if !self.is_cursor_noted() {
            let here = self.timeline.place();
            self.journal.append(&Record::Cursor { node: here.cursor, tip: here.tip })?;
            self.noted = here;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), JournalError> {
        if self.sealed().is_some() {
            return Ok(());
        }
        self.note_cursor()?;
        self.journal.close()?;
        self.journal.check_in_place()
    }

    fn check_in_place(&mut self) -> Result<(), JournalError> {
        self.journal.check_in_place()
    }

    fn detach(&mut self) -> Result<(), JournalError> {
        if !self.journal.detach()? {
            let bytes = rebuild::rebuild(self)?;
            self.journal.rewrite(bytes)?;
            self.noted = self.timeline.place();
        }
        Ok(())
    }

    fn attach(&mut self, storage: Box<dyn Storage>) -> Result<(), JournalError> {
        self.journal.attach(storage)
    }
}

impl<R: Show> Session<R> {
    /// Returns up to `most` nodes, spread over the log, that have the first state, as after a restart. They
    /// need no bytes: the reader recreates the first state.
    fn fresh_starts(&self, most: usize) -> Keyframes {
        let (tree, apart) = (self.timeline.tree(), self.timeline.node_count().div_ceil(most.max(1)));
        let (start, mut next) = (tree.fingerprint(NodeId::ROOT), 0);
        let fresh = tree.ids().filter(|&id| tree.fingerprint(id) == start);
        let spread = fresh.filter(|id| {
            let is_far = id.0 as usize >= next;
            next = if is_far { id.0 as usize + apart } else { next };
            is_far
        });
        spread.map(|id| (id, Vec::new())).collect()
    }
}

/// Maximum encoding of a state that is kept outside the log: reading a longer one takes as long as replaying
/// it.
const LARGEST_KEYFRAME: usize = 64 << 10;
