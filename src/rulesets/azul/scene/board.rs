//! Draws one player's board: the lines on the left, the wall on the right, the floor line below.
//!
//! Part of the scene. The number of a row is the number of the line, as actions write it.

use super::{tile, token, tone};
use crate::rulesets::azul::scoring::FLOOR_PENALTIES;
use crate::rulesets::azul::state::{FloorLine, PatternLine, PlayerBoard, SIDE, get_wall_color_at};
use crate::scene::{Arrangement, Board, Cell, Figure, Mark, Piece, Tone};

/// Pattern lines, one column in between, and the wall.
const WIDTH: u32 = WALL + SIDE as u32;
/// First column of the wall.
const WALL: u32 = SIDE as u32 + 1;
/// Row of the floor line.
const FLOOR: u32 = SIDE as u32;

/// Builds a player's board.
pub(super) fn board(player: &PlayerBoard) -> Board {
    let mut board = Board { arrangement: Arrangement::Places, ..Board::new(WIDTH, FLOOR + 1) };
    for (row, each) in (0..).zip(&player.pattern_lines) {
        line(&mut board, row, each);
        wall(&mut board, row, &player.wall[row as usize]);
    }
    floor(&mut board, &player.floor_line);
    board
}

/// The line ends next to the wall; the cells to its left are not part of the board.
fn line(board: &mut Board, row: u32, line: &PatternLine) {
    let (capacity, filled) = (u32::from(line.capacity), u32::from(line.count_filled));
    for (x, from_wall) in (0..SIDE as u32).zip((0..SIDE as u32).rev()) {
        let at = Cell { x, y: row };
        match line.color.filter(|_| from_wall < filled) {
            Some(color) => {
                board.pieces.push(tile(at, color, format!("{color} in line {row}, {filled} of {capacity}")));
            }
            None if from_wall >= capacity => board.gaps.push(at),
            None => {}
        }
    }
    let at = Cell { x: WALL - 1, y: row };
    match line.color.filter(|_| line.is_complete()) {
        Some(color) => {
            let label = format!("line {row} is complete: {color} goes on the wall");
            board.marks.push(mark(at, Tone::Good, '>', label));
        }
        None => board.gaps.push(at),
    }
}

/// Returns the cells of a line.
pub(in crate::rulesets::azul) fn line_cells(row: usize) -> impl Iterator<Item = Cell> {
    let cells = if row < SIDE { SIDE - 1 - row..SIDE } else { 0..0 };
    cells.map(move |x| Cell { x: x as u32, y: row as u32 })
}

/// Returns the cells of the floor line.
pub(in crate::rulesets::azul) fn floor_cells() -> impl Iterator<Item = Cell> {
    (0..FLOOR_PENALTIES.len() as u32).map(|x| Cell { x, y: FLOOR })
}

fn wall(board: &mut Board, row: u32, taken: &[bool; SIDE]) {
    for (column, taken) in taken.iter().enumerate() {
        let (at, color) = (Cell { x: WALL + column as u32, y: row }, get_wall_color_at(row as usize, column));
        if *taken {
            board.pieces.push(tile(at, color, format!("{color} on the wall")));
        } else {
            let letter = color.letter().to_ascii_lowercase();
            let place = mark(at, tone(color), letter, format!("a place for {color}"));
            board.marks.push(Mark { figure: Some(Figure::Tile), ..place });
        }
    }
}

/// The token first, then the tiles in the order they fell; free places show their cost.
fn floor(board: &mut Board, floor: &FloorLine) {
    let first = floor.has_first_player_token.then(|| token(Cell::default(), "the first-player token"));
    let tiles = floor.tiles.iter().map(|&color| tile(Cell::default(), color, format!("{color}, broken")));
    let pieces = first.into_iter().chain(tiles).zip(0..board.width);
    let pieces: Vec<Piece> = pieces.map(|(piece, x)| Piece { at: Cell { x, y: FLOOR }, ..piece }).collect();
    for x in pieces.len() as u32..board.width {
        let at = Cell { x, y: FLOOR };
        let cost = FLOOR_PENALTIES.get(x as usize).and_then(|&cost| char::from_digit(cost, 10));
        match cost {
            Some(digit) => {
                let label = format!("a tile that breaks here costs {digit}");
                board.marks.push(mark(at, Tone::Bad, digit, label));
            }
            None => board.gaps.push(at),
        }
    }
    board.pieces.extend(pieces);
}

fn mark(at: Cell, tone: Tone, glyph: char, label: String) -> Mark {
    Mark::new(at, tone, glyph, label)
}
