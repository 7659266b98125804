//! What an action brought about: everything that changed, event by event, in the order of the rules.
//!
//! Made by `apply`, `round` and `refill`, read by people through `tell`, by programs as JSON, and by `causes`. Plain data
//! that knows no rules.

use serde::{Deserialize, Serialize};

use super::action::ActionSource;
use super::tiles::{TileColor, TileCounts};

/// What an action brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who acted.
    pub player: u8,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The player took all tiles of a colour.
    Took {
        /// From where.
        source: ActionSource,
        /// Which.
        color: TileColor,
        /// How many.
        count: u8,
    },
    /// The rest of a factory went to the centre.
    Cleared {
        /// Which factory.
        factory: usize,
        /// What was left on it.
        tiles: TileCounts,
    },
    /// The player was the first to take from the centre.
    TookToken,
    /// Tiles went into a line.
    Placed {
        /// Which line.
        row: usize,
        /// Their colour.
        color: TileColor,
        /// How many.
        count: u8,
        /// How many lie there now.
        filled: u8,
        /// How many it takes.
        capacity: u8,
    },
    /// Tiles went to the floor.
    Broke {
        /// Their colour.
        color: TileColor,
        /// How many.
        count: u8,
    },
    /// The turn passed on.
    Passed {
        /// To whom.
        player: u8,
    },
    /// Nothing was left to take.
    RoundEnded {
        /// The round that ended.
        round: u32,
    },
    /// A complete line put a tile on the wall.
    Tiled {
        /// On whose.
        player: u8,
        /// In which row.
        row: usize,
        /// In which column.
        column: usize,
        /// Its colour.
        color: TileColor,
        /// The tiles from left to right that it joined, with itself.
        horizontal: u32,
        /// The tiles from top to bottom that it joined, with itself.
        vertical: u32,
        /// What that is value.
        points: u32,
        /// How many tiles of the line went to the lid.
        discarded: u8,
    },
    /// A floor line was counted and cleared into the lid.
    Penalized {
        /// Whose.
        player: u8,
        /// What lay there.
        tiles: TileCounts,
        /// Whether the token lay there.
        token: bool,
        /// What that costs.
        penalty: u32,
        /// What the player had left to lose of it: no score falls below 0.
        lost: u32,
    },
    /// The token went back to the centre.
    TokenReturned {
        /// From whom.
        player: u8,
    },
    /// The bag was empty, so the lid was poured into it.
    LidPoured {
        /// What was in it.
        tiles: TileCounts,
    },
    /// The factories were filled from the bag.
    Dealt {
        /// What lies on each.
        factories: Vec<TileCounts>,
    },
    /// A new round began.
    RoundBegan {
        /// Its number.
        round: u32,
        /// Who starts it.
        player: u8,
    },
    /// What a wall earned when the game ended.
    Bonus {
        /// Whose.
        player: u8,
        /// Complete rows.
        rows: u32,
        /// Complete columns.
        columns: u32,
        /// Colours of which all five are there.
        colors: u32,
        /// What that is value.
        points: u32,
    },
    /// The game ended.
    GameEnded {
        /// The scores, in turn order.
        scores: Vec<u32>,
        /// Who won; several if they share it.
        winners: Vec<u8>,
    },
}
