//! Finds everything that makes a position impossible, as sentences: all faults, not only the first.
//!
//! Called for states from outside and as an invariant of every state. Positions with fewer tiles than a full game are
//! possible; tiles, lines, walls and tokens that no game leads to are not. Changes nothing.

use super::conservation::Census;
use super::error::ValidationError;
use super::level::crowd_fault;
use super::refill::{TILES_PER_FACTORY, factories_for};
use super::state::{PatternLine, PlayerBoard, Position, capacity_of, get_wall_column_for_color};
use super::tiles::{TILES_PER_COLOR, TileColor};

/// Returns everything that is impossible about a position.
pub(super) fn faults(position: &Position) -> Vec<String> {
    let players = position.players.len();
    if let Some(crowd) = crowd_fault(players) {
        return vec![crowd];
    }
    let boards = (0..).zip(&position.players).flat_map(|(id, player)| board(id, player));
    let turn = usize::from(position.active_player_id) >= players;
    let turn = turn.then(|| ValidationError::invalid_player(position.active_player_id).message);
    turn.into_iter()
        .chain(table(position))
        .chain(boards)
        .chain(tokens(position))
        .chain(colors(position))
        .collect()
}

fn table(position: &Position) -> Vec<String> {
    let (found, most) = (position.factories.len(), factories_for(position.players.len()));
    let many = (found > most)
        .then(|| format!("there are {found} factories: {} players use {most}", position.players.len()));
    let heaped = position.factories.iter().enumerate().filter(|(_, tiles)| tiles.total() > TILES_PER_FACTORY);
    let heaped = heaped.take(most).map(|(index, tiles)| {
        format!("factory {index} holds {} tiles: at most {TILES_PER_FACTORY} are allowed", tiles.total())
    });
    many.into_iter().chain(heaped).collect()
}

fn board(id: usize, player: &PlayerBoard) -> impl Iterator<Item = String> {
    let lines = player.pattern_lines.iter().enumerate();
    let sentences = lines.filter_map(move |(row, each)| line(player, row, each));
    sentences.map(move |sentence| format!("player {id}: {sentence}"))
}

fn line(player: &PlayerBoard, row: usize, line: &PatternLine) -> Option<String> {
    let PatternLine { capacity, color, count_filled } = *line;
    if capacity != capacity_of(row) {
        return Some(format!("line {row} has the capacity {capacity}: it takes {} tiles", capacity_of(row)));
    }
    if count_filled > capacity {
        return Some(format!("line {row} holds {count_filled} tiles: it takes {capacity}"));
    }
    match (color, count_filled) {
        (None, 0) => None,
        (None, _) => Some(format!("line {row} holds tiles and names no colour")),
        (Some(color), 0) => Some(format!("line {row} names {color} and holds no tiles")),
        (Some(color), _) => player.wall[row][get_wall_column_for_color(row, color)]
            .then(|| format!("line {row} gathers {color}, which row {row} of the wall already has")),
    }
}

fn tokens(position: &Position) -> Option<String> {
    let on_floors = position.players.iter().filter(|player| player.floor_line.has_first_player_token).count();
    let count = on_floors + usize::from(position.center.has_first_player_token);
    (count > 1).then(|| format!("there are {count} first-player tokens: there is only one"))
}

fn colors(position: &Position) -> Vec<String> {
    let counts = TileColor::ALL.into_iter().zip(Census::of(position).of_color);
    let many = counts.filter(|(_, count)| *count > TILES_PER_COLOR);
    many.map(|(color, count)| {
        format!("there are {count} {color} tiles: at most {TILES_PER_COLOR} are allowed")
    })
    .collect()
}
