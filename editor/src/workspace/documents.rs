//! The open documents: a drawing, a game, or both, with one of them in front.

use super::Mode;
use crate::document::{Document, StoredGame};

/// One document in front, and possibly one of the other kind behind it.
pub struct Documents {
    /// The kind of the document in front: a drawing is drawn, a game is played.
    mode: Mode,
    front: Document,
    behind: Option<Document>,
}

impl Documents {
    /// A drawing in front of the game on it.
    pub fn drawing(drawing: Document, game: Option<Document>) -> Self {
        Self { mode: Mode::Draw, front: drawing, behind: game }
    }

    /// A game on its own.
    pub fn game(game: Document) -> Self {
        Self { mode: Mode::Play, front: game, behind: None }
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// Brings the document of a mode to the front, if there is one.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        if mode != self.mode
            && let Some(behind) = &mut self.behind
        {
            std::mem::swap(&mut self.front, behind);
            self.mode = mode;
        }
    }

    pub(super) fn front(&self) -> &Document {
        &self.front
    }

    pub(super) fn front_mut(&mut self) -> &mut Document {
        &mut self.front
    }

    /// The document of a mode.
    pub(super) fn get(&self, mode: Mode) -> Option<&Document> {
        if mode == self.mode { Some(&self.front) } else { self.behind.as_ref() }
    }

    /// The document of a mode, mutable.
    pub(super) fn get_mut(&mut self, mode: Mode) -> Option<&mut Document> {
        if mode == self.mode { Some(&mut self.front) } else { self.behind.as_mut() }
    }

    /// Replaces the document of a mode, and returns the previous one.
    pub(super) fn put(&mut self, mode: Mode, document: Document) -> Option<Document> {
        match mode == self.mode {
            true => Some(std::mem::replace(&mut self.front, document)),
            false => self.behind.replace(document),
        }
    }

    /// Returns the document of a mode, and drops the other.
    pub(super) fn into_document(self, mode: Mode) -> Option<Document> {
        if mode == self.mode { Some(self.front) } else { self.behind }
    }

    /// The games of both documents and their logs, the one in front first.
    pub(super) fn stored(&self) -> impl Iterator<Item = &StoredGame> {
        std::iter::once(&self.front).chain(&self.behind).map(Document::stored)
    }

    /// The games of both documents and their logs, mutable.
    pub(super) fn stored_mut(&mut self) -> impl Iterator<Item = &mut StoredGame> {
        std::iter::once(&mut self.front).chain(&mut self.behind).map(Document::stored_mut)
    }

    /// Whether the logs of both documents have their cursors.
    pub(super) fn are_cursors_noted(&self) -> bool {
        self.stored().all(StoredGame::is_cursor_noted)
    }

    /// Writes the cursors of both documents to their logs if they moved, the drawing first.
    pub(super) fn note_cursors(&mut self) -> Result<(), String> {
        for mode in [Mode::Draw, Mode::Play] {
            self.get_mut(mode).map_or(Ok(()), |document| document.stored_mut().note_cursor())?;
        }
        Ok(())
    }

    /// Closes both documents, the drawing first.
    pub(super) fn close(&mut self) -> Result<(), String> {
        for mode in [Mode::Draw, Mode::Play] {
            self.get_mut(mode).map_or(Ok(()), |document| document.stored_mut().close())?;
        }
        Ok(())
    }
}
