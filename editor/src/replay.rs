//! Starts a game on a changed level, and replays the old actions as far as the rules allow it.
//!
//! Runs in the background when it takes long, in memory only: the app creates the log when it takes over the game. Knows
//! no rules: an action that no longer fits is refused like any other.

use std::path::PathBuf;

use timeloom::catalog::{self, Opening};
use timeloom::game::Play;
use timeloom::journal::Durability;
use timeloom::journal::record::Header;
use timeloom::journal::storage::Memory;

use crate::document::{Document, StoredGame};
use crate::jobs::Pace;
use crate::sidecar_paths;

/// Actions to replay, and the level to replay them on.
#[derive(Debug)]
pub struct ReplayOrder {
    /// The head of the new log.
    pub head: Header,
    /// The actions to play again, as text.
    pub actions: Vec<String>,
    /// The level file beside which the log will be created; `None` keeps the game in memory.
    pub level: Option<PathBuf>,
}

/// The game, and how far the old actions led.
pub struct Begun {
    /// The game, not on disk yet.
    pub game: Document,
    /// Message about the replay, if there is one.
    pub said: Option<String>,
}

/// Begins the game; the error is a sentence. Nothing has changed on disk.
pub fn begin(order: ReplayOrder, pace: &Pace) -> Result<Begun, String> {
    let storage = Box::new(Memory::new(order.head.to_bytes()));
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    let opened = catalog::open_storage("the new game", storage, opening);
    let mut game = opened.map_err(|error| error.to_string())?;
    let (done, refused) = play(&mut *game, &order.actions, pace);
    if pace.is_stopped() {
        return Err("playing the new level was stopped; the game before it goes on".to_owned());
    }
    let said = report(done, order.actions.len(), refused);
    let game = match order.level {
        Some(level) => StoredGame::before_file(game, sidecar_paths::play(&level), &level),
        None => game.into(),
    };
    Ok(Begun { game: Document::new(game, None), said })
}

/// Replays actions until one is refused; returns the number of replayed turns, and why it stopped.
fn play(game: &mut dyn Play, actions: &[String], pace: &Pace) -> (usize, Option<String>) {
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
