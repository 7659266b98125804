//! Where the cells of a board lie, in units of a cell: side by side, on plates, or as cards.
//!
//! Part of [`super::Fit`], which maps units to the screen. Knows numbers of cells, but not what is in them.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use timeloom::scene::{Arrangement, Board, Cell};

/// Space around what lies apart, in cells.
const GAP: f32 = 0.3;
/// Diameter of a plate whose cells form a square with a side of one cell.
const PLATE: f32 = 1.5;
/// Most plates side by side.
const MOST_PLATES: u32 = 5;
/// Size of a card: the square of its piece, and the text beside it.
const CARD: Vec2 = vec2(4.0, 1.15);
/// Margin around the piece on a card, as a share of its height.
const CARD_MARGIN: f32 = 0.08;
/// Space between two cards.
const BETWEEN_CARDS: f32 = 0.12;

/// Positions of the cells of one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellLayout {
    /// How the cells lie.
    pub(super) arrangement: Arrangement,
    width: u32,
    height: u32,
    /// Number of plates or cards side by side.
    columns: u32,
    /// Number of cells that are shown; of cards only those up to the last piece.
    count: u32,
}

impl CellLayout {
    /// Returns the positions of the cells of a board in an area of this size.
    pub(crate) fn of(board: &Board, room: Vec2) -> Self {
        let Board { width, height, arrangement, .. } = *board;
        let all = width.saturating_mul(height);
        let (columns, count) = match arrangement {
            Arrangement::Grid | Arrangement::Places => (width, all),
            Arrangement::Plates => (height.clamp(1, MOST_PLATES), all),
            Arrangement::Cards => {
                let places = board.pieces.iter().map(|piece| index(width, piece.at).saturating_add(1));
                let count = places.max().unwrap_or(0).min(all);
                (card_columns(count, room), count)
            }
        };
        Self { arrangement, width, height, columns, count }
    }

    /// Number of columns and rows, if the cells lie side by side.
    pub(super) fn grid(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Size of the whole board.
    pub(crate) fn size(&self) -> Vec2 {
        let rows = |count: u32| count.div_ceil(self.columns.max(1)).max(1) as f32;
        match self.arrangement {
            Arrangement::Grid | Arrangement::Places => vec2(self.width as f32, self.height as f32),
            Arrangement::Plates => vec2(self.columns as f32, rows(self.height)) * self.plate_step(),
            Arrangement::Cards => vec2(self.columns as f32, rows(self.count)) * card_step(),
        }
    }

    /// Rectangle of a cell.
    pub(super) fn rect(&self, at: Cell) -> Rect {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Places => square(pos2(at.x as f32, at.y as f32)),
            Arrangement::Plates => {
                let side = self.plate_side();
                let corner = self.plate(at.y).center() - Vec2::splat(side as f32 / 2.0);
                square(corner + vec2((at.x % side) as f32, (at.x / side) as f32))
            }
            Arrangement::Cards => {
                let index = index(self.width, at);
                let place = vec2((index % self.columns) as f32, (index / self.columns) as f32);
                Rect::from_min_size((place * card_step()).to_pos2(), CARD)
            }
        }
    }

    /// Square in which the piece of a cell is painted.
    pub(super) fn figure(&self, at: Cell) -> Rect {
        let rect = self.rect(at);
        if self.arrangement == Arrangement::Cards {
            Rect::from_min_size(rect.min, Vec2::splat(rect.height())).shrink(rect.height() * CARD_MARGIN)
        } else {
            rect
        }
    }

    /// Returns the cell at a point.
    pub(super) fn cell_at(&self, point: Pos2) -> Option<Cell> {
        match self.arrangement {
            Arrangement::Grid | Arrangement::Places => {
                let inside = Rect::from_min_size(Pos2::ZERO, self.size());
                let is_inside =
                    inside.contains(point) && point.x < inside.right() && point.y < inside.bottom();
                is_inside.then_some(Cell::new(point.x as u32, point.y as u32))
            }
            Arrangement::Plates => self.on_plate(point),
            Arrangement::Cards => self.on_card(point),
        }
    }

    fn on_plate(&self, point: Pos2) -> Option<Cell> {
        let y = self.number_at(point, Vec2::splat(self.plate_step()), self.height)?;
        let (side, first) = (self.plate_side(), self.rect(Cell::new(0, y)).min);
        let (right, down) = ((point.x - first.x).floor(), (point.y - first.y).floor());
        let is_inside = right >= 0.0 && down >= 0.0 && right < side as f32 && down < side as f32;
        let cell = Cell::new(down as u32 * side + right as u32, y);
        (is_inside && cell.x < self.width).then_some(cell)
    }

    fn on_card(&self, point: Pos2) -> Option<Cell> {
        let number = self.number_at(point, card_step(), self.count)?;
        let cell = Cell::new(number % self.width.max(1), number / self.width.max(1));
        self.rect(cell).contains(point).then_some(cell)
    }

    /// Returns the number of the plate or card at a point; each takes the space of one step.
    fn number_at(&self, point: Pos2, step: Vec2, count: u32) -> Option<u32> {
        let (column, row) = ((point.x / step.x).floor(), (point.y / step.y).floor());
        let is_inside = column >= 0.0 && row >= 0.0 && column < self.columns as f32;
        let number = (row as u32).saturating_mul(self.columns).saturating_add(column as u32);
        (is_inside && number < count).then_some(number)
    }

    /// Returns the rectangle of a plate.
    pub(super) fn plate(&self, number: u32) -> Rect {
        let step = self.plate_step();
        let place = pos2((number % self.columns) as f32, (number / self.columns) as f32);
        Rect::from_min_size(place * step, Vec2::splat(step)).shrink(GAP / 2.0)
    }

    /// Returns the numbers of the plates between two heights.
    pub(super) fn plates(&self, top: f32, bottom: f32) -> std::ops::Range<u32> {
        let row = |height: f32| (height / self.plate_step()).max(0.0) as u32;
        let number = |row: u32| row.saturating_mul(self.columns).min(self.height);
        number(row(top))..number(row(bottom).saturating_add(1))
    }

    /// Number of cells along one side of the square on a plate.
    fn plate_side(&self) -> u32 {
        (self.width as f32).sqrt().ceil().max(1.0) as u32
    }

    fn plate_step(&self) -> f32 {
        self.plate_side() as f32 * PLATE + GAP
    }
}

/// Number of a cell, counted row by row.
fn index(width: u32, at: Cell) -> u32 {
    at.y.saturating_mul(width).saturating_add(at.x)
}

fn square(corner: Pos2) -> Rect {
    Rect::from_min_size(corner, Vec2::splat(1.0))
}

fn card_step() -> Vec2 {
    CARD + Vec2::splat(BETWEEN_CARDS)
}

/// Returns the number of columns that makes cards largest.
fn card_columns(count: u32, room: Vec2) -> u32 {
    let scale = |columns: &u32| {
        let size = vec2(*columns as f32, count.div_ceil(*columns) as f32) * card_step();
        (room.x / size.x).min(room.y / size.y)
    };
    (1..=count.clamp(1, 64)).rev().max_by(|one, other| scale(one).total_cmp(&scale(other))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(arrangement: Arrangement, width: u32, height: u32) -> CellLayout {
        let mut board = Board { arrangement, ..Board::new(width, height) };
        let shape = timeloom::scene::Shape::Disc;
        let piece = |index: u32| {
            let at = Cell::new(index % width, index / width);
            timeloom::scene::Piece::new(at, shape, 'o', timeloom::scene::Tone::Blue, "a piece")
        };
        board.pieces = (0..width * height).map(piece).collect();
        CellLayout::of(&board, vec2(600.0, 400.0))
    }

    fn cells(layout: CellLayout) -> impl Iterator<Item = Cell> {
        (0..layout.count).map(move |index| Cell::new(index % layout.width, index / layout.width))
    }

    fn layouts() -> impl Iterator<Item = CellLayout> {
        let all = [Arrangement::Grid, Arrangement::Places, Arrangement::Plates, Arrangement::Cards];
        all.into_iter().flat_map(|each| {
            [(1, 1), (4, 9), (12, 3), (5, 7)].map(|(width, height)| layout(each, width, height))
        })
    }

    #[test]
    fn every_cell_is_found_where_it_lies() {
        for layout in layouts() {
            let whole = Rect::from_min_size(Pos2::ZERO, layout.size());
            for cell in cells(layout) {
                assert_eq!(layout.cell_at(layout.rect(cell).center()), Some(cell), "{layout:?}");
                assert!(whole.contains_rect(layout.rect(cell)), "{cell} of {layout:?}");
            }
        }
    }

    #[test]
    fn cells_do_not_overlap() {
        for layout in layouts() {
            for one in cells(layout) {
                let mut beside = cells(layout).filter(|other| *other != one);
                let inner = layout.rect(one).shrink(0.01);
                assert!(!beside.any(|other| layout.rect(other).intersects(inner)), "{layout:?}");
            }
        }
    }

    #[test]
    fn nothing_lies_outside_the_board() {
        for layout in layouts() {
            for point in [pos2(-0.1, 0.0), pos2(0.0, -0.1), layout.size().to_pos2()] {
                assert_eq!(layout.cell_at(point), None, "{layout:?}");
            }
        }
    }

    #[test]
    fn the_cells_of_a_plate_lie_on_it() {
        let layout = layout(Arrangement::Plates, 4, 9);
        for cell in cells(layout) {
            let plate = layout.plate(cell.y);
            let rect = layout.rect(cell);
            let corners = [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()];
            for corner in corners {
                assert!(corner.distance(plate.center()) <= plate.width() / 2.0, "{cell}");
            }
        }
    }

    #[test]
    fn cards_fill_a_wide_area_in_more_columns_than_a_narrow_one() {
        let board = Board { arrangement: Arrangement::Cards, ..Board::new(12, 1) };
        assert_eq!(CellLayout::of(&board, vec2(300.0, 300.0)).columns, 1);
        assert!(card_columns(12, vec2(1200.0, 200.0)) > card_columns(12, vec2(300.0, 900.0)));
    }
}
