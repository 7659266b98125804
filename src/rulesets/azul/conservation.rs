//! Conservation of tiles: counts the tiles of each colour, wherever they are. None may ever appear or disappear.
//!
//! Called after every action and for positions from outside. Counts in `u32`, so that no position overflows. Knows no
//! rules.

use super::state::{PlayerBoard, Position, SIDE, State, get_wall_color_at};
use super::tiles::{TOTAL_TILES, TileColor, TileCounts};

/// Number of tiles of each colour, wherever they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Census {
    /// Counts in the order of the colours.
    pub(super) of_color: [u32; 5],
    /// Tiles in lines without a colour, which no game leads to.
    unknown: u32,
}

impl Census {
    /// Counts all tiles of a position.
    pub(super) fn of(position: &Position) -> Self {
        let mut census = Self::default();
        let piles = [position.bag, position.lid, position.center.tiles];
        piles.iter().chain(&position.factories).for_each(|pile| census.pile(pile));
        position.players.iter().for_each(|player| census.board(player));
        census
    }

    /// Returns the total number of tiles.
    pub(super) fn total(&self) -> u32 {
        self.of_color.iter().sum::<u32>() + self.unknown
    }

    fn pile(&mut self, pile: &TileCounts) {
        pile.iter().for_each(|(color, count)| self.add(color, count.into()));
    }

    fn board(&mut self, player: &PlayerBoard) {
        for line in &player.pattern_lines {
            match line.color {
                Some(color) => self.add(color, line.count_filled.into()),
                None => self.unknown += u32::from(line.count_filled),
            }
        }
        for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
            self.add(get_wall_color_at(row, column), player.wall[row][column].into());
        }
        player.floor_line.tiles.iter().for_each(|&color| self.add(color, 1));
    }

    fn add(&mut self, color: TileColor, count: u32) {
        self.of_color[color.index()] += count;
    }
}

/// Checks that a state holds exactly the tiles of a full game.
pub fn check_tile_conservation(state: &State) -> Result<(), String> {
    check_total(state, TOTAL_TILES)
}

/// Checks that a position holds the expected number of tiles.
pub(super) fn check_total(position: &Position, expected: u32) -> Result<(), String> {
    let found = Census::of(position).total();
    if found == expected {
        Ok(())
    } else {
        Err(format!("Tile conservation violated: expected {expected}, found {found}"))
    }
}

/// Checks that an action kept the number of tiles of every colour.
pub(super) fn check_same(before: &Position, after: &Position) -> Result<(), String> {
    let (before, after) = (Census::of(before), Census::of(after));
    let counts = before.of_color.iter().zip(after.of_color).zip(TileColor::ALL);
    let lost: Vec<String> = counts
        .filter(|((before, after), _)| **before != *after)
        .map(|((before, after), color)| format!("{before} {color} became {after}"))
        .collect();
    if before == after {
        Ok(())
    } else {
        Err(format!(
            "Tile conservation violated: expected {}, found {} ({})",
            before.total(),
            after.total(),
            lost.join(", ")
        ))
    }
}
