//! Scoring: points of a tile on the wall, cost of broken tiles, bonuses of a whole wall, and who has won.
//!
//! Called at the end of a round, by the policy and by the scene. Pure arithmetic on boards; changes nothing.

use super::state::{FloorLine, PlayerBoard, Position, SIDE, Wall, get_wall_column_for_color};
use super::tiles::TileColor;

/// Cost of each place of the floor line; further tiles cost nothing.
pub const FLOOR_PENALTIES: [u32; 7] = [1, 1, 2, 2, 2, 3, 3];

/// The runs of tiles that a place of the wall is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Tiles from left to right without a gap, including this place.
    pub horizontal: u32,
    /// Tiles from top to bottom without a gap, including this place.
    pub vertical: u32,
}

impl Runs {
    /// Returns the runs through a place, as if it held a tile.
    pub fn at(wall: &Wall, row: usize, column: usize) -> Self {
        let across = std::array::from_fn(|other| wall[row][other]);
        let down = std::array::from_fn(|other| wall[other][column]);
        Self { horizontal: run(across, column), vertical: run(down, row) }
    }

    /// Returns the points of the runs: each counts if it is longer than one; a single tile is worth one.
    pub fn points(self) -> u32 {
        let counted = |run: u32| if run > 1 { run } else { 0 };
        (counted(self.horizontal) + counted(self.vertical)).max(1)
    }
}

/// Returns the length of the run of taken places around this one.
fn run(line: [bool; SIDE], place: usize) -> u32 {
    let after = line[place + 1..].iter().take_while(|taken| **taken).count();
    let before = line[..place].iter().rev().take_while(|taken| **taken).count();
    (before + 1 + after) as u32
}

/// Returns the cost of a floor line: its tiles and the token together, up to seven.
pub fn floor_penalty(floor: &FloorLine) -> u32 {
    penalty_for(floor.tiles.len() + usize::from(floor.has_first_player_token))
}

/// Returns the cost of a number of broken pieces.
pub(super) fn penalty_for(pieces: usize) -> u32 {
    FLOOR_PENALTIES.iter().take(pieces).sum()
}

/// Features of a wall that give bonus points when the game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bonuses {
    /// Complete rows, 2 points each.
    pub rows: u32,
    /// Complete columns, 7 points each.
    pub columns: u32,
    /// Colours with all five tiles on the wall, 10 points each.
    pub colors: u32,
}

impl Bonuses {
    /// Counts what is complete on a wall.
    pub fn of(wall: &Wall) -> Self {
        let column = |column: &usize| (0..SIDE).all(|row| wall[row][*column]);
        let color =
            |color: &TileColor| (0..SIDE).all(|row| wall[row][get_wall_column_for_color(row, *color)]);
        Self {
            rows: complete_rows(wall),
            columns: (0..SIDE).filter(column).count() as u32,
            colors: TileColor::ALL.iter().filter(|each| color(each)).count() as u32,
        }
    }

    /// Returns the bonus points in total.
    pub fn points(self) -> u32 {
        2 * self.rows + 7 * self.columns + 10 * self.colors
    }
}

/// Returns the number of complete rows of a wall.
pub(super) fn complete_rows(wall: &Wall) -> u32 {
    wall.iter().filter(|row| row.iter().all(|taken| *taken)).count() as u32
}

/// Returns whether a player has completed a row: walls grow only when a round ends, and the game ends with that
/// round.
pub(super) fn has_complete_row(position: &Position) -> bool {
    position.players.iter().any(|player| complete_rows(&player.wall) > 0)
}

/// Returns the players in the lead: most points, then most complete rows; several if they are tied.
pub(super) fn leaders(position: &Position) -> Vec<u8> {
    let rank = |player: &PlayerBoard| (player.score, complete_rows(&player.wall));
    let best = position.players.iter().map(rank).max();
    let ranked = (0..).zip(&position.players);
    ranked.filter(|(_, player)| Some(rank(player)) == best).map(|(id, _)| id).collect()
}

/// Returns the winners, if the game is over: a row is complete, or nothing is left to take.
pub(super) fn winners(position: &Position) -> Option<Vec<u8>> {
    (has_complete_row(position) || !position.has_tiles_on_offer()).then(|| leaders(position))
}
