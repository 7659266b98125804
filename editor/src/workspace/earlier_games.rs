//! Games that were played on earlier versions of the level, so that going back to a version goes on with its game.
//!
//! Those in files beside the level are found there; remembered are games in memory, files elsewhere, and the longest run
//! that is replayed on each new version. Opens nothing.

use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::replay::Run;
use crate::sidecar_paths;

/// What is remembered of the games of this drawing.
#[derive(Default)]
pub struct EarlierGames {
    /// Games without a file, the last one at the end.
    in_memory: Vec<Document>,
    /// Logs of games that are not among those beside the level, the last one at the end.
    elsewhere: Vec<PathBuf>,
    /// What was to be replayed last.
    run: Option<Run>,
}

impl EarlierGames {
    /// Keeps a game that is replaced, so that it is found again: in its file, or in memory if it has none. A game
    /// without turns and without a file is dropped.
    pub(super) fn keep(&mut self, game: Document, level: Option<&Path>) {
        let is_on_disk = !game.game().is_detached() && game.game().sealed().is_none();
        let is_beside = |path: &Path| {
            level.is_some_and(|level| sidecar_paths::number(&sidecar_paths::play(level), path).is_some())
        };
        match game.stored().path().filter(|_| is_on_disk) {
            Some(path) if is_beside(path) => {}
            Some(path) => {
                self.elsewhere.retain(|other| other != path);
                self.elsewhere.push(path.to_owned());
            }
            None if game.game().node_count() > 1 => self.in_memory.push(game),
            None => {}
        }
    }

    /// Returns the game in memory on the level with this text, and forgets it.
    pub(crate) fn take(&mut self, level: &str) -> Option<Document> {
        let found = self.in_memory.iter().rposition(|game| game.game().level() == level)?;
        Some(self.in_memory.remove(found))
    }

    /// The files that are remembered, the last one first.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.elsewhere.iter().rev().map(PathBuf::as_path)
    }

    /// What was to be replayed last.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Remembers what was to be replayed.
    pub(crate) fn remember(&mut self, run: Option<Run>) {
        self.run = run.or(self.run.take());
    }
}
