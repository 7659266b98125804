//! Begins a game on a level that was changed, and plays again what was played before, as far as the rules allow it.
//!
//! Runs beside the window when it takes long. Keeps the log of the game before under another name. Knows no rules: an
//! action that no longer fits is refused like any other.

use std::path::{Path, PathBuf};

use timeloom::catalog::{self, CatalogError, Opening};
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::FileStorage;
use timeloom::journal::record::Header;
use timeloom::journal::storage::{Memory, Storage};

use crate::document::Document;
use crate::jobs::Pace;
use crate::open;
use crate::sidecar_paths;

/// What to play, and on what.
#[derive(Debug)]
pub struct Order {
    /// The head of the new log.
    pub head: Header,
    /// The actions to play again, as text.
    pub actions: Vec<String>,
    /// Where the log is to lie, if anywhere.
    pub log: Option<PathBuf>,
    /// Whether what lies there holds nothing and can go.
    pub is_empty: bool,
}

/// The game, and how far the old actions led.
pub struct Begun {
    /// The game.
    pub game: Document,
    /// Where its log lies.
    pub log: Option<PathBuf>,
    /// What to tell about it.
    pub said: Option<String>,
}

/// The actions that lead to the cursor of a game.
pub fn actions(game: &dyn Game) -> Vec<String> {
    game.recorded(game.cursor()).recorded.actions
}

/// Begins the game; the error is a sentence, and then nothing has changed.
pub fn begin(order: Order, pace: &Pace) -> Result<Begun, String> {
    let explain = |error: CatalogError| error.to_string();
    let memory = Memory::new(order.head.to_bytes());
    let mut trial = on("the new game", Box::new(memory.clone()), Durability::OnClose).map_err(explain)?;
    let (done, refused) = play(&mut *trial, &order.actions, pace);
    if pace.is_stopped() {
        return Err("playing the new level was stopped; the game before it goes on".to_owned());
    }
    trial.close().map_err(|error| error.to_string())?;
    let said = report(done, order.actions.len(), refused);
    if let Some(log) = order.log.as_deref().filter(|log| log.exists()) {
        make_room(log, order.is_empty)?;
    }
    let storage: Box<dyn Storage> = match &order.log {
        Some(log) if done > 0 => {
            Box::new(FileStorage::create(log, &memory.bytes()).map_err(|error| error.to_string())?)
        }
        log => open::lazy(order.head.to_bytes(), log.clone()),
    };
    let name =
        order.log.as_deref().map_or_else(|| "the new game".to_owned(), |log| log.display().to_string());
    let game = on(&name, storage, Durability::EachAction).map_err(explain)?;
    Ok(Begun { game: Document::new(game, None), log: order.log, said })
}

fn on(name: &str, storage: Box<dyn Storage>, durability: Durability) -> Result<Box<dyn Game>, CatalogError> {
    catalog::open_storage(name, storage, Opening { durability, progress: &mut |_| {} })
}

/// Plays as far as it goes: how many turns that is, and why it goes no further.
fn play(game: &mut dyn Game, actions: &[String], pace: &Pace) -> (usize, Option<String>) {
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

fn make_room(log: &Path, is_empty: bool) -> Result<(), String> {
    let done =
        if is_empty { std::fs::remove_file(log) } else { std::fs::rename(log, sidecar_paths::another(log)) };
    done.map_err(|error| format!("{}: {error}", log.display()))
}
