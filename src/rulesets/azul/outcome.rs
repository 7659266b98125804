//! Outcome of an action: everything that changed, event by event, in the order of the rules.
//!
//! Made by `apply`, `round` and `refill`, read by people through `tell`, by programs as JSON, and by `causes`. Plain
//! data that knows no rules.

use serde::{Deserialize, Serialize};

use super::action::ActionSource;
use super::tiles::{TileColor, TileCounts};

/// Outcome of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Player who acted.
    pub player: u8,
    /// Events, in order.
    pub events: Vec<Event>,
}

/// A single event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The player took all tiles of a colour.
    Took {
        /// Source of the tiles.
        source: ActionSource,
        /// Their colour.
        color: TileColor,
        /// Number of tiles.
        count: u8,
    },
    /// The rest of a factory went to the centre.
    Cleared {
        /// Index of the factory.
        factory: usize,
        /// Tiles that were left on it.
        tiles: TileCounts,
    },
    /// The player was the first to take from the centre.
    TookToken,
    /// Tiles went into a line.
    Placed {
        /// Index of the line.
        row: usize,
        /// Their colour.
        color: TileColor,
        /// Number of tiles.
        count: u8,
        /// Number of tiles in the line now.
        filled: u8,
        /// Capacity of the line.
        capacity: u8,
    },
    /// Tiles went to the floor.
    Broke {
        /// Their colour.
        color: TileColor,
        /// Number of tiles.
        count: u8,
    },
    /// The turn passed on.
    Passed {
        /// Next player.
        player: u8,
    },
    /// The round ended: nothing was left to take.
    RoundEnded {
        /// Number of the round that ended.
        round: u32,
    },
    /// A complete line put a tile on the wall.
    Tiled {
        /// Owner of the wall.
        player: u8,
        /// Row of the wall.
        row: usize,
        /// Column of the wall.
        column: usize,
        /// Its colour.
        color: TileColor,
        /// Length of the horizontal run that it joined, including itself.
        horizontal: u32,
        /// Length of the vertical run that it joined, including itself.
        vertical: u32,
        /// Points scored.
        points: u32,
        /// Number of tiles of the line that went to the lid.
        discarded: u8,
    },
    /// A floor line was scored and cleared into the lid.
    Penalized {
        /// Owner of the floor line.
        player: u8,
        /// Tiles on it.
        tiles: TileCounts,
        /// Whether the first-player token was on it.
        token: bool,
        /// Points that it costs.
        penalty: u32,
        /// Points actually lost: no score falls below 0.
        lost: u32,
    },
    /// The first-player token went back to the centre.
    TokenReturned {
        /// Player who had it.
        player: u8,
    },
    /// The bag was empty, so the lid was poured into it.
    LidPoured {
        /// Contents of the lid.
        tiles: TileCounts,
    },
    /// The factories were filled from the bag.
    Dealt {
        /// Tiles on each factory.
        factories: Vec<TileCounts>,
    },
    /// A new round began.
    RoundBegan {
        /// Its number.
        round: u32,
        /// Player who starts it.
        player: u8,
    },
    /// A wall earned bonus points when the game ended.
    Bonus {
        /// Owner of the wall.
        player: u8,
        /// Number of complete rows.
        rows: u32,
        /// Number of complete columns.
        columns: u32,
        /// Number of colours with all five tiles.
        colors: u32,
        /// Points earned.
        points: u32,
    },
    /// The game ended.
    GameEnded {
        /// Scores, in turn order.
        scores: Vec<u32>,
        /// Winners; several if they share the win.
        winners: Vec<u8>,
    },
}
