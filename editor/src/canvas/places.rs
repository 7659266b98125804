//! The floor of boards that are no grids: places on a table, round plates, and cards with their texts.
//!
//! Part of the canvas. Knows the kinds of boards; their meaning belongs to the ruleset.

use std::collections::HashSet;

use egui::epaint::CircleShape;
use egui::text::TextWrapping;
use egui::{CornerRadius, FontId, Rect, Stroke, TextFormat, pos2};
use timeloom::scene::{Arrangement, Board, Card, Cell, Mark, Piece};

use super::pen::Pen;
use super::pieces::SIGNED;
use super::{Fit, LEGIBLE, patterns};
use crate::theme::Palette;

/// Minimum height of a card with text.
const WRITTEN: f32 = 22.0;

/// Paints what lies under the pieces, unless it would only turn the board grey.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, board: &Board, palette: &Palette) {
    if fit.cell < LEGIBLE {
        return;
    }
    match board.arrangement {
        Arrangement::Plates => plates(pen, fit, palette),
        Arrangement::Cards => cards(pen, fit, board, palette),
        Arrangement::Grid | Arrangement::Places => places(pen, fit, board, palette),
    }
}

/// Shades the marked cells, and writes the glyphs of their marks where there is no other text.
pub(super) fn shades(pen: &mut Pen, fit: &Fit, marks: &[Mark], palette: &Palette) {
    for mark in marks {
        let rect = inset(fit.rect(mark.at), fit.cell);
        if pen.sees(rect) {
            pen.fill(rect, rounding(fit.cell), palette.fill(mark.tone).gamma_multiply(0.28));
        }
        if fit.layout.arrangement != Arrangement::Cards {
            patterns::write(pen, rect, mark, palette);
        }
    }
}

/// Writes the texts of cards.
pub(super) fn write(pen: &mut Pen, fit: &Fit, pieces: &[Piece], palette: &Palette) {
    if fit.has_coordinates() {
        return;
    }
    for (piece, card) in pieces.iter().filter_map(|piece| Some((piece, piece.card.as_ref()?))) {
        let (cell, figure) = (fit.rect(piece.at), fit.figure(piece.at));
        if pen.sees(cell) && cell.height() >= WRITTEN {
            let text = cell.with_min_x(figure.right()).shrink(cell.height() * 0.08);
            write_card(pen, text, card, palette);
        }
    }
}

/// A rounded place for each cell that is part of the board.
fn places(pen: &mut Pen, fit: &Fit, board: &Board, palette: &Palette) {
    let gaps: HashSet<_> = board.gaps.iter().copied().collect();
    let (columns, rows) = fit.visible(pen.clip());
    let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    for cell in cells.filter(|cell| !gaps.contains(cell)) {
        slot(pen, fit.rect(cell), fit.cell, palette);
    }
}

fn slot(pen: &mut Pen, cell: Rect, side: f32, palette: &Palette) {
    let (rect, round) = (inset(cell, side), rounding(side));
    pen.fill(rect, round, palette.floor);
    pen.outline(rect, round, Stroke::new(1.0, palette.grid));
}

/// The part of a cell that is painted; the rest separates it from its neighbours.
fn inset(cell: Rect, side: f32) -> Rect {
    cell.shrink((side * 0.04).max(0.5))
}

fn rounding(side: f32) -> CornerRadius {
    CornerRadius::same((side * 0.12) as u8)
}

/// A round plate for each row, with its number.
fn plates(pen: &mut Pen, fit: &Fit, palette: &Palette) {
    let clip = pen.clip();
    let seen = fit.layout.plates(fit.board_point(clip.min).y, fit.board_point(clip.max).y);
    for number in seen {
        let rect = fit.on_screen(fit.layout.plate(number));
        let (center, radius) = (rect.center(), rect.width() / 2.0);
        let stroke = Stroke::new(1.5, palette.grid);
        pen.add(CircleShape { center, radius, fill: palette.floor, stroke });
        if fit.cell >= SIGNED {
            let font = FontId::proportional((fit.cell * 0.34).clamp(9.0, 14.0));
            pen.text(rect.left_top() + rect.size() * 0.06, number.to_string(), font, palette.weak);
        }
    }
}

/// A card for each piece.
fn cards(pen: &mut Pen, fit: &Fit, board: &Board, palette: &Palette) {
    for piece in &board.pieces {
        let rect = fit.rect(piece.at);
        if pen.sees(rect) {
            slot(pen, rect, fit.cell, palette);
        }
    }
}

fn write_card(pen: &mut Pen, rect: Rect, card: &Card, palette: &Palette) {
    let size = (rect.height() * 0.3).clamp(9.0, 15.0);
    let wrap = |max_rows| TextWrapping {
        max_rows,
        break_anywhere: max_rows == 1,
        ..TextWrapping::wrap_at_width(rect.width())
    };
    let name = TextFormat::simple(FontId::proportional(size), palette.text);
    let height = pen.paragraph(rect.min, &card.name, name, wrap(1));
    let small = FontId::proportional((size * 0.82).max(8.0));
    let rows = ((rect.height() - height) / (small.size * 1.25)) as usize;
    if rows > 0 {
        let corner = pos2(rect.left(), rect.top() + height);
        pen.paragraph(corner, &card.text, TextFormat::simple(small, palette.weak), wrap(rows));
    }
}
