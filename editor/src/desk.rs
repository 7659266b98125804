//! What is open: a level being drawn, a game being played on it, or both, and which of them is in front.
//!
//! Panels read it, the app changes it. Switching between drawing and playing loses nothing. Knows no widgets and no rules.

use std::path::{Path, PathBuf};

use timeloom::journal::JournalError;

use crate::document::Document;
use crate::easel::Easel;

/// What one does with what is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Drawing a level.
    Draw,
    /// Playing a game, or looking at one.
    Play,
}

/// What is open.
pub struct Desk {
    file: Option<PathBuf>,
    drawing: Option<Document>,
    playing: Option<Document>,
    mode: Mode,
    easel: Easel,
}

impl Desk {
    /// A game, and the file it came from.
    pub fn play(game: Document, file: Option<PathBuf>) -> Self {
        Self { file, drawing: None, playing: Some(game), mode: Mode::Play, easel: Easel::default() }
    }

    /// A drawing, and the level file it came from.
    pub fn draw(drawing: Document, file: Option<PathBuf>) -> Self {
        Self { file, drawing: Some(drawing), playing: None, mode: Mode::Draw, easel: Easel::default() }
    }

    /// What one does now.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The file: a save, or the level file of a drawing.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// What is in front.
    pub fn front(&self) -> &Document {
        let (first, second) = match self.mode {
            Mode::Draw => (&self.drawing, &self.playing),
            Mode::Play => (&self.playing, &self.drawing),
        };
        first.as_ref().or(second.as_ref()).unwrap_or_else(|| unreachable!("a desk has something on it"))
    }

    /// What is in front, to be changed.
    pub fn front_mut(&mut self) -> &mut Document {
        let (first, second) = match self.mode {
            Mode::Draw => (&mut self.drawing, &mut self.playing),
            Mode::Play => (&mut self.playing, &mut self.drawing),
        };
        first.as_mut().or(second.as_mut()).unwrap_or_else(|| unreachable!("a desk has something on it"))
    }

    /// The hand of whoever draws, and from where the board is looked at.
    pub fn easel(&self) -> &Easel {
        &self.easel
    }

    /// The hand, to be moved.
    pub(crate) fn easel_mut(&mut self) -> &mut Easel {
        &mut self.easel
    }

    /// What is in front, and the hand before it.
    pub(crate) fn at_easel(&mut self) -> (&Document, &mut Easel) {
        let front = match self.mode {
            Mode::Draw => self.drawing.as_ref().or(self.playing.as_ref()),
            Mode::Play => self.playing.as_ref().or(self.drawing.as_ref()),
        };
        (front.unwrap_or_else(|| unreachable!("a desk has something on it")), &mut self.easel)
    }

    /// The level being drawn, if one is.
    pub fn drawing(&self) -> Option<&Document> {
        self.drawing.as_ref()
    }

    /// The game being played, if one is.
    pub fn playing(&self) -> Option<&Document> {
        self.playing.as_ref()
    }

    /// What people call it.
    pub fn title(&self) -> String {
        let name = self.file().and_then(Path::file_name);
        name.map_or_else(|| self.front().about().level.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Writes down where we are, and makes everything safe.
    pub fn close(&mut self) -> Result<(), JournalError> {
        [&mut self.drawing, &mut self.playing].into_iter().flatten().try_for_each(Document::close)
    }
}
