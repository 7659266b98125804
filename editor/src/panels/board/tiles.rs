//! Several boards in one area: rows of boards with cells of the same size, each under its title.
//!
//! Used by the board panel for scenes with more than one board. Leaves painting to [`crate::canvas`].

use egui::text::TextWrapping;
use egui::{FontId, Pos2, Rect, Shape, Stroke, TextFormat, Ui, Vec2, pos2, vec2};
use timeloom::scene::{Arrangement, Board, Tone};

use crate::canvas::{self, CellLayout, Fit};
use crate::theme::Palette;

/// Height of the title above a board.
const TITLE: f32 = 26.0;
/// Space between boards.
const GAP: f32 = 10.0;
/// Number of steps in which sizes are compared, for each factor of e: sizes within a step are about the same.
const SIMILAR: f32 = 10.0;
/// Most boards for which every division into rows is tried.
const MOST_DIVIDED: usize = 10;

/// Splits the place of a board into those of its title and of its cells.
pub(super) fn with_title(board: &Board, place: Rect) -> (Rect, Rect) {
    let has_title = !board.title.is_empty() || !board.facts.is_empty();
    let (title, cells) = place.split_top_bottom_at_y(place.top() + if has_title { TITLE } else { 0.0 });
    (title.with_max_x(title.right() - 4.0), cells)
}

/// Writes the title, marked if it is this player's turn, and the facts after it.
pub(super) fn title(ui: &Ui, board: &Board, head: Rect) {
    let palette = Palette::of(ui);
    let name = if board.is_active { palette.accent } else { palette.text };
    let mut job = egui::text::LayoutJob::default();
    job.append(&board.title, 0.0, TextFormat::simple(FontId::proportional(15.0), name));
    for fact in &board.facts {
        let ink = if fact.tone == Tone::Plain { palette.text } else { palette.ink(fact.tone) };
        job.append(&fact.text, 14.0, TextFormat::simple(FontId::proportional(13.0), ink));
    }
    let mark = if board.is_active { 16.0 } else { 0.0 };
    let width = (head.width() - mark).max(0.0);
    job.wrap = TextWrapping { max_rows: 1, break_anywhere: true, ..TextWrapping::wrap_at_width(width) };
    let text = ui.painter().layout_job(job);
    let whole = Rect::from_center_size(head.center(), vec2(text.size().x + mark, text.size().y));
    if board.is_active {
        ui.painter().add(pointer(whole.left_center() + vec2(4.0, 0.0), palette));
    }
    ui.painter().galley(whole.min + vec2(mark, 0.0), text, palette.text);
}

/// A triangle before the name of the player who acts next.
fn pointer(at: Pos2, palette: &Palette) -> Shape {
    let points = [vec2(-4.0, -5.0), vec2(5.0, 0.0), vec2(-4.0, 5.0)].map(|point| at + point);
    Shape::convex_polygon(points.to_vec(), palette.accent, Stroke::NONE)
}

/// Returns the area of each board with its title.
pub(super) fn arrange(boards: &[Board], room: Rect) -> Vec<Rect> {
    // How many columns cards have depends on their area.
    let has_cards = boards.iter().any(|board| board.arrangement == Arrangement::Cards);
    if has_cards || boards.len() > MOST_DIVIDED {
        return equal_tiles(boards, room);
    }
    let sizes: Vec<BoardSize> = boards.iter().map(|board| BoardSize::of(board, room)).collect();
    let divisions = (0..1_u32 << (boards.len() - 1)).map(|breaks| Division { sizes: &sizes, breaks });
    // Of divisions with cells of about the same size, the one with the most rows: it leaves less empty space.
    let rank = |division: &Division<'_>| {
        ((division.scale(room).ln() * SIMILAR).floor() as i32, division.breaks.count_ones())
    };
    let best = divisions.max_by_key(rank);
    best.map(|division| division.places(room)).unwrap_or_default()
}

/// Size of a board: a part that grows with its cells, and one that does not.
#[derive(Clone, Copy, Debug)]
struct BoardSize {
    cells: Vec2,
    fixed: Vec2,
}

impl BoardSize {
    fn of(board: &Board, room: Rect) -> Self {
        let around = 2.0 * canvas::margin(board.arrangement);
        let cells = CellLayout::of(board, room.size()).size();
        Self { cells, fixed: vec2(around + GAP, around + GAP + TITLE) }
    }

    fn at(self, scale: f32) -> Vec2 {
        self.cells * scale + self.fixed
    }
}

/// A division of boards into rows: bit `n` begins a row with board `n + 1`.
struct Division<'s> {
    sizes: &'s [BoardSize],
    breaks: u32,
}

impl Division<'_> {
    fn rows(&self) -> Vec<&[BoardSize]> {
        let mut rows = Vec::new();
        let mut from = 0;
        for end in 1..=self.sizes.len() {
            if end == self.sizes.len() || self.breaks >> (end - 1) & 1 == 1 {
                rows.push(&self.sizes[from..end]);
                from = end;
            }
        }
        rows
    }

    /// Returns the largest side of a cell with which everything fits.
    fn scale(&self, room: Rect) -> f32 {
        let fits = |room: f32, fixed: f32, cells: f32| (room - fixed) / cells.max(1.0);
        let rows = self.rows();
        let widths = rows.iter().map(|row| {
            let sum = |part: fn(&BoardSize) -> f32| row.iter().map(part).sum();
            fits(room.width(), sum(|size| size.fixed.x), sum(|size| size.cells.x))
        });
        let highest =
            |row: &&[BoardSize], part: fn(&BoardSize) -> f32| row.iter().map(part).fold(0.0, f32::max);
        let fixed = rows.iter().map(|row| highest(row, |size| size.fixed.y)).sum();
        let cells = rows.iter().map(|row| highest(row, |size| size.cells.y)).sum();
        widths.fold(fits(room.height(), fixed, cells), f32::min).clamp(0.0, canvas::LARGEST)
    }

    /// Returns the places of the boards; what is left of the area is spread around them.
    fn places(&self, room: Rect) -> Vec<Rect> {
        let (scale, rows) = (self.scale(room), self.rows());
        let height = |row: &[BoardSize]| row.iter().map(|size| size.at(scale).y).fold(0.0, f32::max);
        let heights: Vec<f32> = rows.iter().map(|row| height(row)).collect();
        let spare = ((room.height() - heights.iter().sum::<f32>()) / rows.len() as f32).max(0.0);
        let mut top = room.top();
        let mut places = Vec::new();
        for (row, height) in rows.into_iter().zip(heights) {
            places.extend(in_row(
                row,
                scale,
                Rect::from_x_y_ranges(room.x_range(), top..=top + height + spare),
            ));
            top += height + spare;
        }
        places
    }
}

/// Returns the places of the boards of a row.
fn in_row(row: &[BoardSize], scale: f32, room: Rect) -> Vec<Rect> {
    let widths: f32 = row.iter().map(|size| size.at(scale).x).sum();
    let spare = ((room.width() - widths) / row.len() as f32).max(0.0);
    let mut left = room.left();
    let place = |size: &BoardSize| {
        let size = size.at(scale) + vec2(spare, 0.0);
        let rect = Rect::from_min_size(pos2(left, room.top()), size);
        left += size.x;
        rect.translate(vec2(0.0, (room.height() - size.y) / 2.0)).shrink(GAP / 2.0)
    };
    row.iter().map(place).collect()
}

/// Arranges tiles of equal size in rows, with the number of columns that makes the smallest cell largest.
fn equal_tiles(boards: &[Board], room: Rect) -> Vec<Rect> {
    let smallest = |columns: &usize| {
        let tile = Rect::from_min_size(Pos2::ZERO, tile(boards.len(), *columns, room));
        boards.iter().map(|board| Fit::new(board, tile).cell).fold(f32::MAX, f32::min)
    };
    let columns = (1..=boards.len()).max_by(|a, b| smallest(a).total_cmp(&smallest(b))).unwrap_or(1);
    let size = tile(boards.len(), columns, room);
    let place = |at: usize| room.min + vec2((at % columns) as f32, (at / columns) as f32) * size;
    (0..boards.len()).map(|at| Rect::from_min_size(place(at), size).shrink(GAP / 2.0)).collect()
}

fn tile(count: usize, columns: usize, room: Rect) -> Vec2 {
    room.size() / vec2(columns as f32, count.div_ceil(columns) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(sizes: &[(u32, u32)]) -> Vec<Board> {
        let places = |(width, height): &(u32, u32)| Board {
            arrangement: Arrangement::Places,
            ..Board::new(*width, *height)
        };
        sizes.iter().map(places).collect()
    }

    fn room() -> Rect {
        Rect::from_min_size(pos2(30.0, 50.0), vec2(680.0, 540.0))
    }

    #[test]
    fn boards_of_any_number_stay_in_the_area_and_do_not_overlap() {
        for count in 1..=12 {
            let places = arrange(&boards(&vec![(11, 6); count]), room());
            assert_eq!(places.len(), count);
            for (at, place) in places.iter().enumerate() {
                assert!(room().expand(0.1).contains_rect(*place), "{count}: {place:?}");
                assert!(places[at + 1..].iter().all(|other| !other.intersects(place.shrink(0.1))), "{count}");
            }
        }
    }

    #[test]
    fn small_boards_share_a_row() {
        let low = Rect::from_min_size(Pos2::ZERO, vec2(680.0, 330.0));
        let places = arrange(&boards(&[(8, 3), (8, 4), (11, 6), (11, 6)]), low);
        assert_eq!(places[0].center().y.round(), places[1].center().y.round());
        assert!(places[2].top() > places[0].center().y);
    }

    #[test]
    fn wide_boards_lie_below_each_other() {
        let places = arrange(&boards(&[(30, 3), (30, 3)]), room());
        assert!(places[1].top() >= places[0].bottom());
    }
}
