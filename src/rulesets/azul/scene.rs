//! Draws a game: the factories and the centre, a board for each player, the scores, and the contents of bag and lid.
//!
//! Called through `Show`. Reads states and changes none; the only rule it uses is the cost of a floor line.

mod board;

pub(super) use board::{floor_cells, line_cells};

use super::level::Level;
use super::scoring::{self, complete_rows, floor_penalty};
use super::state::{Center, PlayerBoard, Position};
use super::tell;
use super::tiles::{TileColor, TileCounts};
use crate::scene::{Arrangement, Board, Cell, Entry, Figure, Label, Piece, Scene, Shape, Table, Tone, plain};

/// Tiles per row of the centre: with a row for each player, all tiles that can come together there fit.
const CENTER_WIDTH: u32 = 8;

const LETTERS: &str = "B blue, Y yellow, R red, K black, W white, * the first-player token";
const SIGNS: &str = "a small letter is a free place on the wall, a digit what the next broken tile costs";

/// Builds the scene of a position.
pub(super) fn scene(level: &Level, position: &Position) -> Scene {
    let boards = (0..).zip(&position.players).map(|(id, player)| Board {
        title: level.player(id).to_string(),
        is_active: scoring::winners(position).is_none() && id == position.active_player_id,
        facts: facts(player),
        ..board::board(player)
    });
    Scene {
        title: format!("round {}", position.round),
        boards: [factories(&position.factories), center(position)].into_iter().chain(boards).collect(),
        tables: vec![scores(level, position), stocks(position)],
        notes: vec![
            standing(level, position),
            Label::new(LETTERS, Tone::Muted),
            Label::new(SIGNS, Tone::Muted),
        ],
        skin: level.skin(),
        ..Scene::default()
    }
}

/// Returns the score of a player, and what the floor line costs.
fn facts(player: &PlayerBoard) -> Vec<Label> {
    let penalty = floor_penalty(&player.floor_line);
    let penalty = (penalty > 0).then(|| Label::new(format!("-{penalty}"), Tone::Bad));
    [Label::plain(plain::counted(player.score.into(), "point"))].into_iter().chain(penalty).collect()
}

/// One row for each factory, so that the row number is its index.
fn factories(factories: &[TileCounts]) -> Board {
    let rows = (0..).zip(factories);
    let pieces = rows.flat_map(|(y, tiles)| {
        factory_tiles(y, tiles).map(move |(at, color)| tile(at, color, format!("{color} on factory {y}")))
    });
    Board {
        title: "factories".into(),
        arrangement: Arrangement::Plates,
        width: 4,
        height: factories.len() as u32,
        pieces: pieces.collect(),
        ..Board::default()
    }
}

/// Returns the tiles of a factory and their cells.
pub(super) fn factory_tiles(y: u32, tiles: &TileCounts) -> impl Iterator<Item = (Cell, TileColor)> + use<> {
    (0..).zip(tiles.each()).map(move |(x, color)| (Cell { x, y }, color))
}

/// Returns the tiles in the centre and their cells; the first-player token lies before them.
pub(super) fn center_tiles(center: Center) -> impl Iterator<Item = (Cell, TileColor)> {
    (u32::from(center.has_first_player_token)..).map(center_cell).zip(center.tiles.each())
}

fn center_cell(index: u32) -> Cell {
    Cell { x: index % CENTER_WIDTH, y: index / CENTER_WIDTH }
}

fn center(position: &Position) -> Board {
    let Center { tiles, has_first_player_token } = position.center;
    let count = tiles.total() + u32::from(has_first_player_token);
    let pieces = center_tiles(position.center);
    let pieces = pieces.map(|(at, color)| tile(at, color, format!("{color} in the centre")));
    let token = has_first_player_token.then(|| token(center_cell(0), "the first-player token in the centre"));
    let height = (position.players.len() as u32).max(count.div_ceil(CENTER_WIDTH));
    Board {
        title: "centre".into(),
        arrangement: Arrangement::Places,
        pieces: token.into_iter().chain(pieces).collect(),
        ..Board::new(CENTER_WIDTH, height)
    }
}

/// Creates the piece of a tile.
fn tile(at: Cell, color: TileColor, label: String) -> Piece {
    Piece::new(at, Shape::Square, color.letter(), tone(color), label).with_figure(Figure::Tile)
}

/// Creates the piece of the first-player token.
fn token(at: Cell, label: &str) -> Piece {
    Piece::new(at, Shape::Disc, '*', Tone::Accent, label).with_figure(Figure::Token)
}

fn tone(color: TileColor) -> Tone {
    [Tone::Blue, Tone::Yellow, Tone::Red, Tone::Black, Tone::White][color.index()]
}

fn scores(level: &Level, position: &Position) -> Table {
    let leaders = scoring::leaders(position);
    let rows = (0..).zip(&position.players).map(|(id, player)| {
        let ahead = if leaders.contains(&id) { Tone::Good } else { Tone::Plain };
        let tiles = player.wall.iter().flatten().filter(|taken| **taken).count();
        let penalty = floor_penalty(&player.floor_line);
        vec![
            Label::plain(&*level.player(id)).into(),
            Label::new(player.score.to_string(), ahead).into(),
            number(tiles as u32, ""),
            number(complete_rows(&player.wall), ""),
            number(penalty, "-"),
        ]
    });
    let columns = ["player", "score", "tiles on the wall", "complete rows", "floor"];
    Table { title: "scores".into(), columns: columns.map(String::from).into(), rows: rows.collect() }
}

/// Returns a number with a sign before it; dimmed if it is 0.
fn number(number: u32, sign: &str) -> Entry {
    match number {
        0 => Label::new("0", Tone::Muted).into(),
        some => Label::plain(format!("{sign}{some}")).into(),
    }
}

fn stocks(position: &Position) -> Table {
    let row = |name: &str, tiles: TileCounts| {
        let counts = TileColor::ALL.map(|color| number(tiles.get(color).into(), ""));
        let total = Entry::from(Label::plain(tiles.total().to_string()));
        [Label::plain(name).into()].into_iter().chain(counts).chain([total]).collect()
    };
    let colors = TileColor::ALL.map(|color| color.letter().to_string());
    let columns = [String::new()].into_iter().chain(colors).chain(["all".into()]).collect();
    Table { title: "tiles".into(), columns, rows: vec![row("bag", position.bag), row("lid", position.lid)] }
}

fn standing(level: &Level, position: &Position) -> Label {
    match scoring::winners(position) {
        Some(winners) => {
            let scores: Vec<u32> = position.players.iter().map(|player| player.score).collect();
            Label::new(tell::victory(level, &scores, &winners), Tone::Good)
        }
        None => Label::plain(format!("{} is to move", level.player(position.active_player_id))),
    }
}
