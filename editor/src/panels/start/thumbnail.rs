//! Thumbnail of a board: only positions and colours are recognisable.

use egui::{Rect, Ui, pos2, vec2};
use timeloom::scene::{Board, Piece, Shape};

use crate::theme::{self, Palette};

/// Paints a board as large as it fits.
pub(super) fn paint(ui: &Ui, board: &Board, room: Rect) {
    let (wide, high) = (board.width.max(1) as f32, board.height.max(1) as f32);
    let cell = (room.width() / wide).min(room.height() / high).min(18.0);
    let ground = Rect::from_center_size(room.center(), vec2(wide, high) * cell);
    let palette = Palette::of(ui);
    ui.painter().rect_filled(ground, 3, palette.floor_odd);
    for mark in &board.marks {
        let at = Rect::from_min_size(corner(ground, mark.at, cell), vec2(cell, cell));
        ui.painter().rect_filled(at, 0, theme::mix(palette.floor_odd, palette.fill(mark.tone), 0.25));
    }
    board.pieces.iter().for_each(|piece| dab(ui, piece, ground, cell));
}

fn dab(ui: &Ui, piece: &Piece, ground: Rect, cell: f32) {
    let palette = Palette::of(ui);
    let room = Rect::from_min_size(corner(ground, piece.at, cell), vec2(cell, cell));
    let part = if piece.faded { 0.4 } else { 1.0 };
    let fill = theme::mix(palette.floor_odd, palette.fill(piece.tone), part);
    match piece.shape {
        Shape::Block => _ = ui.painter().rect_filled(room, 0, fill),
        Shape::Square | Shape::Grip | Shape::Crate | Shape::Frame => {
            ui.painter().rect_filled(room.shrink(cell * 0.16), 1, fill);
        }
        _ => _ = ui.painter().circle_filled(room.center(), cell * 0.36, fill),
    }
}

fn corner(ground: Rect, at: timeloom::scene::Cell, cell: f32) -> egui::Pos2 {
    pos2(ground.left() + at.x as f32 * cell, ground.top() + at.y as f32 * cell)
}
