//! Walls that join their neighbours, and the shadows they cast on the floor.
//!
//! Part of the canvas. Only walls in the visible area and around it are looked at, however large the board is.

use egui::{Color32, CornerRadius, Mesh, Pos2, Rect, pos2, vec2};
use timeloom::scene::{Board, Cell, Shape};

use super::pen::Pen;
use super::{Fit, LEGIBLE};
use crate::theme::{Palette, mix};

/// Neighbours of a wall that are walls too, as bits.
pub(crate) const NORTH: u8 = 1;
pub(crate) const EAST: u8 = 2;
pub(crate) const SOUTH: u8 = 4;
pub(crate) const WEST: u8 = 8;
const NORTH_EAST: u8 = 16;
const SOUTH_EAST: u8 = 32;
const SOUTH_WEST: u8 = 64;
const NORTH_WEST: u8 = 128;

/// Each neighbour with its distance.
const AROUND: [(u8, i64, i64); 8] = [
    (NORTH, 0, -1),
    (EAST, 1, 0),
    (SOUTH, 0, 1),
    (WEST, -1, 0),
    (NORTH_EAST, 1, -1),
    (SOUTH_EAST, 1, 1),
    (SOUTH_WEST, -1, 1),
    (NORTH_WEST, -1, -1),
];

/// In smaller cells walls have neither edges nor shadows.
const EDGED: f32 = 12.0;

/// The walls of the visible area.
pub(super) struct Walls {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
    cells: Vec<bool>,
    board: (u32, u32),
}

impl Walls {
    /// Finds the walls of a board that are visible.
    pub(super) fn of(board: &Board, fit: &Fit, clip: Rect) -> Self {
        let is_shown = fit.cell >= LEGIBLE;
        let (columns, rows) = fit.visible(clip);
        let span = |range: &std::ops::Range<u32>| {
            if is_shown { i64::from(range.end) - i64::from(range.start) + 2 } else { 0 }
        };
        let (width, height) = (span(&columns).max(0), span(&rows).max(0));
        let (left, top) = (i64::from(columns.start) - 1, i64::from(rows.start) - 1);
        let cells = vec![false; (width * height) as usize];
        let mut walls = Self { left, top, width, height, cells, board: (board.width, board.height) };
        let is_wall = |piece: &&timeloom::scene::Piece| piece.shape == Shape::Block && !piece.faded;
        for piece in board.pieces.iter().filter(is_wall) {
            if let Some(index) = walls.index(i64::from(piece.at.x), i64::from(piece.at.y)) {
                walls.cells[index] = true;
            }
        }
        walls
    }

    fn index(&self, x: i64, y: i64) -> Option<usize> {
        let (x, y) = (x - self.left, y - self.top);
        ((0..self.width).contains(&x) && (0..self.height).contains(&y))
            .then_some((y * self.width + x) as usize)
    }

    fn has(&self, x: i64, y: i64) -> bool {
        self.index(x, y).is_some_and(|index| self.cells[index])
    }

    /// Whether nothing but wall, or nothing at all, is beyond a cell: the edge of the board counts as wall.
    fn joins(&self, x: i64, y: i64) -> bool {
        let (width, height) = self.board;
        let is_outside = x < 0 || y < 0 || x >= i64::from(width) || y >= i64::from(height);
        is_outside || self.has(x, y)
    }

    /// Returns the neighbours of a cell that are walls, or outside the board, as bits.
    pub(super) fn around(&self, at: Cell) -> u8 {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let joined = AROUND.iter().filter(|(_, dx, dy)| self.joins(x + dx, y + dy));
        joined.fold(0, |mask, (bit, ..)| mask | bit)
    }
}

/// Shades the floor beside walls, as one mesh: light comes from the north-west.
pub(super) fn shadows(pen: &mut Pen, fit: &Fit, walls: &Walls, palette: &Palette) {
    if fit.cell < EDGED {
        return;
    }
    let mut mesh = Mesh::default();
    for (index, _) in walls.cells.iter().enumerate().filter(|(_, is_wall)| **is_wall) {
        let (x, y) = (index as i64 % walls.width + walls.left, index as i64 / walls.width + walls.top);
        let (Ok(column), Ok(row)) = (u32::try_from(x), u32::try_from(y)) else { continue };
        let cell = fit.rect(Cell::new(column, row));
        if !walls.joins(x, y + 1) {
            let below = cell.translate(vec2(0.0, fit.cell)).with_max_y(cell.bottom() + fit.cell * 0.26);
            fade(&mut mesh, below, palette.shadow, false);
        }
        if !walls.joins(x + 1, y) {
            let beside = cell.translate(vec2(fit.cell, 0.0)).with_max_x(cell.right() + fit.cell * 0.16);
            fade(&mut mesh, beside, palette.shadow.gamma_multiply(0.7), true);
        }
    }
    pen.add(mesh);
}

/// A rectangle that fades out downwards, or to the right.
fn fade(mesh: &mut Mesh, rect: Rect, colour: Color32, sideways: bool) {
    let first = mesh.vertices.len() as u32;
    let clear = Color32::TRANSPARENT;
    let (right_top, left_bottom) = if sideways { (clear, colour) } else { (colour, clear) };
    mesh.colored_vertex(rect.left_top(), colour);
    mesh.colored_vertex(rect.right_top(), right_top);
    mesh.colored_vertex(rect.left_bottom(), left_bottom);
    mesh.colored_vertex(rect.right_bottom(), clear);
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first + 1, first + 2, first + 3);
}

/// Paints a wall with these neighbours into its cell.
pub(super) fn paint(pen: &mut Pen, cell: Rect, fill: Color32, mask: u8, palette: &Palette) {
    let (top, base) = colours(fill, palette);
    let front = if mask & SOUTH == 0 { (cell.width() * 0.2).round().max(1.0) } else { 0.0 };
    if cell.width() < EDGED {
        pen.quad(cell, base);
        pen.quad(cell.with_max_y(cell.bottom() - front), top);
        return;
    }
    body(pen, cell, [top, base], mask, front);
    edges(pen, cell, top, mask, front);
}

/// Colours of the top and the front of a wall.
pub(super) fn colours(fill: Color32, palette: &Palette) -> (Color32, Color32) {
    (mix(fill, palette.floor, 0.15), mix(fill, palette.ground, 0.55))
}

/// The top, rounded where no neighbour is, and the front below it.
fn body(pen: &mut Pen, cell: Rect, [top, base]: [Color32; 2], mask: u8, front: f32) {
    let radius = (cell.width() * 0.12).min(10.0) as u8;
    let round = |a: u8, b: u8| if mask & (a | b) == 0 { radius } else { 0 };
    let (nw, ne) = (round(NORTH, WEST), round(NORTH, EAST));
    let (sw, se) = (round(SOUTH, WEST), round(SOUTH, EAST));
    let face = cell.with_max_y(cell.bottom() - front);
    if (nw, ne, sw, se) == (0, 0, 0, 0) {
        pen.quad(cell.with_min_y(face.bottom()), base);
        pen.quad(face, top);
    } else {
        pen.fill(cell, CornerRadius { nw, ne, sw, se }, base);
        pen.fill(face, CornerRadius { nw, ne, sw: sw / 2, se: se / 2 }, top);
    }
}

/// Lit and shaded edges where no neighbour is.
fn edges(pen: &mut Pen, cell: Rect, top: Color32, mask: u8, front: f32) {
    let thin = (cell.width() * 0.045).clamp(1.0, 3.0).round();
    let inset = |a: u8, b: u8| if mask & (a | b) == 0 { (cell.width() * 0.12).min(10.0) } else { 0.0 };
    let (lit, dim) = (mix(top, Color32::WHITE, 0.22), mix(top, Color32::BLACK, 0.18));
    let face = cell.with_max_y(cell.bottom() - front);
    if mask & NORTH == 0 {
        let (left, right) = (face.left() + inset(NORTH, WEST), face.right() - inset(NORTH, EAST));
        pen.quad(Rect::from_x_y_ranges(left..=right, face.top()..=face.top() + thin), lit);
    }
    for (side, x, colour) in [(WEST, face.left(), lit), (EAST, face.right() - thin, dim)] {
        if mask & side == 0 {
            let (high, low) = (face.top() + inset(NORTH, side), face.bottom() - inset(SOUTH, side) / 2.0);
            pen.quad(Rect::from_x_y_ranges(x..=x + thin, high..=low), colour);
        }
    }
    corners(pen, face, [lit, dim], mask, thin);
}

/// Ends of the edges of two neighbours that meet in a corner of this wall.
fn corners(pen: &mut Pen, face: Rect, [lit, dim]: [Color32; 2], mask: u8, thin: f32) {
    let is_inner = |a: u8, b: u8, corner: u8| mask & (a | b) == a | b && mask & corner == 0;
    let dot = |corner: Pos2| Rect::from_min_size(corner, vec2(thin, thin));
    if is_inner(NORTH, WEST, NORTH_WEST) {
        pen.quad(dot(face.left_top()), lit);
    }
    if is_inner(NORTH, EAST, NORTH_EAST) {
        pen.quad(dot(pos2(face.right() - thin, face.top())), dim);
    }
}

#[cfg(test)]
mod tests {
    use timeloom::scene::{Piece, Tone};

    use super::*;

    fn board(cells: &[(u32, u32)]) -> Board {
        let wall = |&(x, y): &(u32, u32)| Piece::new(Cell::new(x, y), Shape::Block, '#', Tone::Muted, "wall");
        Board { pieces: cells.iter().map(wall).collect(), ..Board::new(5, 5) }
    }

    #[test]
    fn a_wall_joins_the_walls_beside_it_and_the_edge_of_the_board() {
        let board = board(&[(1, 1), (2, 1), (2, 2), (4, 4)]);
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 300.0));
        let walls = Walls::of(&board, &Fit::new(&board, room), room);
        assert_eq!(walls.around(Cell::new(1, 1)), EAST | SOUTH_EAST);
        assert_eq!(walls.around(Cell::new(2, 2)), NORTH | NORTH_WEST);
        let corner = EAST | SOUTH | NORTH_EAST | SOUTH_EAST | SOUTH_WEST;
        assert_eq!(walls.around(Cell::new(4, 4)), corner);
    }
}
