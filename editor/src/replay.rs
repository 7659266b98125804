//! Starts a game on a changed level, and replays the old actions as far as the rules allow.
//!
//! Runs in the background if it takes long, in memory only: the app creates the log when it takes over the
//! game. Knows no rules: an action that no longer fits is refused like any other.

use std::path::PathBuf;

use timeloom::catalog::{self, Opening};
use timeloom::game::{Game, Play};
use timeloom::journal::Durability;
use timeloom::journal::record::Header;
use timeloom::journal::storage::Memory;
use timeloom::timeline::{NodeId, Note, NoteKind};

use crate::document::{Document, StoredGame};
use crate::jobs::JobProgress;
use crate::open;
use crate::sidecar_paths;

/// Actions to replay, and the level to replay them on.
#[derive(Debug)]
pub struct ReplayOrder {
    /// The header of the new log.
    pub head: Header,
    /// What to play again.
    pub run: Run,
    /// Logs of earlier games: one that was played on this very level is opened instead.
    pub earlier: Vec<PathBuf>,
    /// The level file beside which the log will be created; `None` keeps the game in memory.
    pub level: Option<PathBuf>,
}

/// A branch of a game: all its actions as text, and the turn that was in front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The actions.
    pub actions: Vec<String>,
    /// The turn that was in front.
    pub at: usize,
    /// The notes on it, with their turns.
    pub notes: Vec<(usize, NoteKind, String)>,
}

/// The game, and how far the old actions led.
pub struct Begun {
    /// The game. A new one is not on disk yet.
    pub game: Document,
    /// Message about the replay, if there is one.
    pub said: Option<String>,
    /// What was to be replayed; `None` if the game was played on this level before.
    pub run: Option<Run>,
}

impl Run {
    /// The current branch of a game.
    pub fn of(game: &dyn Game) -> Self {
        let tip = game.line().last().copied().unwrap_or(NodeId::ROOT);
        let at = game.node(game.cursor()).turn as usize;
        Self { actions: game.recorded(tip).actions, at, notes: notes_on(game) }
    }

    /// Returns the run that was to be replayed before, if this one is what the level in between allowed of it.
    pub fn or_whole(self, whole: Option<&Self>) -> Self {
        match whole.filter(|whole| whole.actions.starts_with(&self.actions)) {
            Some(whole) if self.at == self.actions.len() => whole.clone(),
            Some(whole) => Self { at: self.at, ..whole.clone() },
            None => self,
        }
    }
}

/// Begins the game; the error is a sentence. Changes nothing on disk.
pub fn begin(order: ReplayOrder, pace: &JobProgress) -> Result<Begun, String> {
    if let Some(game) = open::earlier_game(&order.head, &order.earlier, pace) {
        return Ok(Begun { game, said: None, run: None });
    }
    let storage = Box::new(Memory::new(order.head.to_bytes()));
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    let opened = catalog::open_storage("the new game", storage, opening);
    let mut game = opened.map_err(|error| error.to_string())?;
    let actions = &order.run.actions;
    let (done, refused) = play(&mut *game, actions, pace);
    if pace.is_stopped() {
        return Err("playing the new level was stopped; the previous game continues".to_owned());
    }
    let there = game.line()[done.min(order.run.at)];
    game.seek(there);
    write_notes(&mut *game, &order.run.notes);
    let said = report(done, actions.len(), refused);
    let game = match order.level {
        // What was only replayed needs no file: it follows from the one it was replayed from.
        Some(level) => StoredGame::in_place_of_file(game, sidecar_paths::play(&level), &level),
        None => game.into(),
    };
    Ok(Begun { game: Document::new(game, None), said, run: Some(order.run) })
}

/// Returns the notes on the current branch of a game.
fn notes_on(game: &dyn Game) -> Vec<(usize, NoteKind, String)> {
    let tree = game.tree();
    let notes = (0..).zip(game.line()).map(|(turn, &id)| (turn, tree.notes(id)));
    let each = notes
        .flat_map(|(turn, notes)| NoteKind::ALL.map(|kind| Some((turn, kind, notes.get(kind)?.to_owned()))));
    each.flatten().collect()
}

/// Writes notes on the turns of a game that was replayed, as far as it goes.
fn write_notes(game: &mut dyn Game, notes: &[(usize, NoteKind, String)]) {
    for (turn, kind, text) in notes {
        if let Some(&node) = game.line().get(*turn) {
            // The turns were replayed in memory, so that an error about a note cannot occur.
            _ = game.note(Note { node, kind: *kind, text: text.clone() });
        }
    }
}

/// Replays actions until one is refused; returns the number of replayed turns, and the reason for stopping.
fn play(game: &mut dyn Play, actions: &[String], pace: &JobProgress) -> (usize, Option<String>) {
    for (done, action) in actions.iter().enumerate().take_while(|_| !pace.is_stopped()) {
        pace.report(done as u64, actions.len() as u64);
        let acted = game.parse(action).and_then(|bytes| game.act(&bytes));
        if let Err(error) = acted {
            return (done, Some(why(done + 1, action, &error)));
        }
    }
    (actions.len(), None)
}

fn why(turn: usize, action: &str, error: &timeloom::game::ActError) -> String {
    match error {
        timeloom::game::ActError::Illegal { refused, .. } => {
            format!("turn {turn} ({action}) is refused: {refused}")
        }
        error => format!("turn {turn} ({action}) is not possible: {error}"),
    }
}

fn report(done: usize, of: usize, refused: Option<String>) -> Option<String> {
    match refused {
        Some(why) => Some(format!("the level has changed; replayed {done} of {of} turns: {why}")),
        None if of > 0 => Some(format!("the level has changed; replayed all {of} turns on it")),
        None => None,
    }
}
