//! `--seat`: the player whose view of a save a command shows.
//!
//! Every command that shows a save takes it and opens the save here. The returned game, not the command,
//! decides what the player may know.

use std::path::Path;

use timeloom::catalog::CatalogError;
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, path_text};
use timeloom::place;

use super::output::{Failure, open, warn};

/// The option, for `#[command(flatten)]`.
#[derive(clap::Args, Default)]
pub(super) struct Seat {
    /// Player whose view to show, by name or number from 0, in games with hidden information
    #[arg(long = "seat", value_name = "PLAYER")]
    name: Option<String>,
}

impl Seat {
    /// Whether no player was named.
    pub(super) fn is_none(&self) -> bool {
        self.name.is_none()
    }

    /// Opens a save for reading, as seen from this seat.
    pub(super) fn look_into(&self, path: &Path) -> Result<Box<dyn Game>, Failure> {
        let game = self.open(path, Access::Read, Durability::OnClose)?;
        game.complaint().iter().for_each(|complaint| warn(path, complaint));
        Ok(game)
    }

    /// Opens a save for writing, as seen from this seat.
    pub(super) fn go_on(&self, path: &Path, durability: Durability) -> Result<Box<dyn Game>, Failure> {
        let game = self.open(path, Access::Write, durability)?;
        if let Some(reason) = game.sealed() {
            return Err(Failure::bad(format!("{}: {reason}", path_text(path))));
        }
        game.complaint().iter().for_each(|complaint| warn(path, complaint));
        Ok(game)
    }

    /// Sits down at a game, if it has seats: a game without them has nothing to hide.
    pub(super) fn sit(&self, game: &mut dyn Game) -> Result<(), Failure> {
        let about = game.about();
        if let Some(name) = self.name.as_deref().filter(|_| !about.seats.is_empty()) {
            game.sit(Some(place::seat(&about, name)?));
        }
        Ok(())
    }

    /// Returns why a save cannot be opened, as far as the player may know it.
    pub(super) fn failure(&self, error: CatalogError) -> Failure {
        if self.is_none() { error.into() } else { Failure::bad(error.for_players()) }
    }

    fn open(&self, path: &Path, access: Access, durability: Durability) -> Result<Box<dyn Game>, Failure> {
        let Some(name) = &self.name else { return Ok(open(path, access, durability)?) };
        let opened = open(path, access, durability);
        let mut game = opened.map_err(|error| Failure::bad(error.for_players()))?;
        let seat = place::seat(&game.about(), name)?;
        game.sit(Some(seat));
        Ok(game)
    }
}
