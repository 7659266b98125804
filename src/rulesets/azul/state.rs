//! State of a game: the table, the boards, the bag and the lid, the active player, and the random number generator.
//!
//! Made by the level, changed only by `apply`, `round` and `refill`. Knows where each tile is; does not know which
//! actions are legal.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::tiles::{TileColor, TileCounts};
use crate::rng::Mulberry32;

/// Rows and columns of a wall, and number of pattern lines of a board.
pub const SIDE: usize = 5;

/// State of a game at one moment. Cloning copies a pointer; the first change after that copies the position, which is
/// small and whose size depends only on the number of players: a persistent list for the boards would cost more than
/// it shares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct State(Arc<Position>);

impl From<Position> for State {
    fn from(position: Position) -> Self {
        Self(Arc::new(position))
    }
}

impl Deref for State {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Position {
        Arc::make_mut(&mut self.0)
    }
}

/// Position of all tiles. In JSON only `players` is required.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a state of azul")]
pub struct Position {
    /// The factories, four tiles each when a round starts.
    pub factories: Vec<TileCounts>,
    /// The centre of the table.
    pub center: Center,
    /// The boards, in turn order.
    pub players: Vec<PlayerBoard>,
    /// Tiles from which factories are filled.
    pub bag: TileCounts,
    /// Tiles that go back into the bag when it is empty.
    pub lid: TileCounts,
    /// Player whose turn it is.
    pub active_player_id: u8,
    /// Number of the round; the first is 1.
    pub round: u32,
    /// Random number generator.
    pub rng_state: Mulberry32,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            factories: Vec::new(),
            center: Center::default(),
            players: Vec::new(),
            bag: TileCounts::NONE,
            lid: TileCounts::NONE,
            active_player_id: 0,
            round: 1,
            rng_state: Mulberry32::new(0),
        }
    }
}

impl Position {
    /// Returns whether anything can be taken.
    pub fn has_tiles_on_offer(&self) -> bool {
        !self.center.tiles.is_empty() || self.factories.iter().any(|factory| !factory.is_empty())
    }

    /// Returns the player who took the token in this round.
    pub fn token_holder(&self) -> Option<usize> {
        self.players.iter().position(|player| player.floor_line.has_first_player_token)
    }

    /// Returns the player whose turn comes next.
    pub fn next_player(&self) -> u8 {
        let next = usize::from(self.active_player_id) + 1;
        if next < self.players.len() { self.active_player_id + 1 } else { 0 }
    }
}

/// The centre of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "the center")]
pub struct Center {
    /// Tiles left over from factories.
    pub tiles: TileCounts,
    /// Whether nobody has taken from the centre in this round.
    pub has_first_player_token: bool,
}

/// Board of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a player's board")]
pub struct PlayerBoard {
    /// Points; never below 0.
    pub score: u32,
    /// Lines in which tiles are collected; line `r` takes `r + 1` of them.
    #[serde(deserialize_with = "lines")]
    pub pattern_lines: [PatternLine; SIDE],
    /// Taken places of the wall, row by row.
    pub wall: Wall,
    /// Broken tiles.
    pub floor_line: FloorLine,
}

/// Taken places of a wall, row by row.
pub type Wall = [[bool; SIDE]; SIDE];

impl Default for PlayerBoard {
    fn default() -> Self {
        let pattern_lines = std::array::from_fn(PatternLine::empty);
        Self { score: 0, pattern_lines, wall: Wall::default(), floor_line: FloorLine::default() }
    }
}

/// Line in which tiles of one colour are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a pattern line")]
pub struct PatternLine {
    /// Number of tiles it takes. In JSON it may be missing: it follows from the line's index.
    #[serde(default)]
    pub capacity: u8,
    /// Colour of its tiles, if it has any.
    #[serde(default)]
    pub color: Option<TileColor>,
    /// Number of tiles it has.
    #[serde(default)]
    pub count_filled: u8,
}

impl PatternLine {
    /// Creates the empty line of a row.
    pub fn empty(row: usize) -> Self {
        Self { capacity: capacity_of(row), color: None, count_filled: 0 }
    }

    /// Returns the number of tiles that still fit.
    pub fn space(&self) -> u8 {
        self.capacity.saturating_sub(self.count_filled)
    }

    /// Returns whether it is full.
    pub fn is_complete(&self) -> bool {
        self.space() == 0
    }
}

/// Returns the number of tiles that the line of a row takes.
pub(super) fn capacity_of(row: usize) -> u8 {
    u8::try_from(row + 1).unwrap_or(u8::MAX)
}

/// Broken tiles, in the order in which they fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a floor line")]
pub struct FloorLine {
    /// All tiles, though only seven cost points.
    pub tiles: Vec<TileColor>,
    /// Whether the first-player token is here; it counts like a tile.
    pub has_first_player_token: bool,
}

/// Returns the column of the wall for a colour in a row.
pub fn get_wall_column_for_color(row: usize, color: TileColor) -> usize {
    (color.index() + row) % SIDE
}

/// Returns the colour of a place of the wall.
pub fn get_wall_color_at(row: usize, column: usize) -> TileColor {
    TileColor::ALL[(column % SIDE + SIDE - row % SIDE) % SIDE]
}

/// Reads up to five lines; missing ones are empty.
fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[PatternLine; SIDE], D::Error> {
    deserializer.deserialize_tuple(SIDE, Lines)
}

struct Lines;

impl<'de> Visitor<'de> for Lines {
    type Value = [PatternLine; SIDE];

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of up to five pattern lines")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut lines = std::array::from_fn(PatternLine::empty);
        for line in &mut lines {
            let Some(read) = list.next_element::<PatternLine>()? else { break };
            let capacity = if read.capacity == 0 { line.capacity } else { read.capacity };
            *line = PatternLine { capacity, ..read };
        }
        Ok(lines)
    }
}
