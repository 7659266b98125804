//! Words for actions, and the tiles and lines that stand for them.
//!
//! Called through `Show`. Knows how the scene arranges its boards.

use super::Azul;
use super::action::{ActionSource, Destination, DraftAction, index};
use super::scene::{center_tiles, factory_tiles, floor_cells, line_cells};
use super::state::State;
use super::tiles::TileColor;
use crate::scene::{BoardCell, Cell};
use crate::show::Controls;

/// Number of the board of factories in the scene.
const FACTORIES: u32 = 0;
/// Number of the board of the centre in the scene.
const CENTER: u32 = 1;
/// Number of the first player's board in the scene.
const PLAYERS: u32 = 2;

impl Controls<Self> for Azul {
    fn phrase(&self, state: &State, action: &DraftAction) -> String {
        let tiles = match action.source {
            ActionSource::Factory(number) => state.factories.get(index(number)).copied().unwrap_or_default(),
            ActionSource::Center => state.center.tiles,
        };
        let from = match action.source {
            ActionSource::Factory(number) => format!("factory {number}"),
            ActionSource::Center => "the centre".to_owned(),
        };
        let token = action.source == ActionSource::Center && state.center.has_first_player_token;
        let with = if token { " with the token" } else { "" };
        let to = match action.destination {
            Destination::PatternLine(row) => format!("into line {row}"),
            Destination::Floor => "to the floor".to_owned(),
        };
        format!("Take {} {} from {from}{with} {to}", tiles.get(action.color), action.color)
    }

    /// A tile of the colour, then the line.
    fn steps(&self, state: &State, action: &DraftAction) -> Vec<Vec<BoardCell>> {
        let on = |board: u32| move |at| BoardCell::new(board, at);
        let own = PLAYERS + u32::from(state.active_player_id);
        let wanted = |(at, color): (Cell, TileColor)| (color == action.color).then_some(at);
        let from = match action.source {
            ActionSource::Factory(number) => {
                let tiles = (0..).zip(&state.factories).nth(index(number));
                let tiles = tiles.into_iter().flat_map(|(row, tiles)| factory_tiles(row, tiles));
                tiles.filter_map(wanted).map(on(FACTORIES)).collect()
            }
            ActionSource::Center => center_tiles(state.center).filter_map(wanted).map(on(CENTER)).collect(),
        };
        let to = match action.destination {
            Destination::PatternLine(row) => line_cells(index(row)).map(on(own)).collect(),
            Destination::Floor => floor_cells().map(on(own)).collect(),
        };
        vec![from, to]
    }
}
