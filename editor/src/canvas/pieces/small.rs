//! Pieces in cells too small for a glyph, recognisable by their outline alone.
//!
//! Part of the pieces. Each is a few rectangles, because there may be thousands.

use egui::{Color32, Pos2, Rect, Vec2, pos2};
use timeloom::scene::Shape;

use super::super::LEGIBLE;
use super::super::pen::Pen;
use crate::theme::{Palette, mix};

/// Paints a piece in a few pixels: walls fill the cell, hollow pieces have a hole, the others leave a margin.
pub(super) fn spot(pen: &mut Pen, rect: Rect, shape: Shape, fill: Color32, palette: &Palette) {
    let side = rect.width();
    let inner = rect.shrink(side * 0.16);
    match shape {
        Shape::Block => pen.quad(rect, fill),
        Shape::Ring | Shape::Portal | Shape::Frame if side < LEGIBLE => {
            pen.quad(rect.shrink(side * 0.08), fill.gamma_multiply(0.55));
        }
        _ if side < LEGIBLE => pen.quad(inner, fill),
        Shape::Frame => hollow(pen, rect, fill),
        Shape::Ring => hollow(pen, inner.round(), fill),
        Shape::Portal => {
            hollow(pen, rect, fill);
            pen.quad(core(rect.center(), side), fill);
        }
        Shape::Disc => cross(pen, rect, 1.0, fill),
        Shape::Diamond => cross(pen, rect, 2.0, fill),
        Shape::Square => pen.quad(inner.round(), fill),
        Shape::Grip => gripped(pen, inner.round(), fill),
        Shape::Crate => nested(pen, inner.round(), fill, palette),
    }
}

/// A square with a grip on top: the outline shows that it can be pulled.
pub(super) fn gripped(pen: &mut Pen, square: Rect, fill: Color32) {
    let grip = (square.width() * 0.2).max(1.0).round();
    let wide = (square.width() * 0.4).max(1.0).round();
    pen.quad(square.with_min_y(square.top() + grip), fill);
    let corner = pos2((square.center().x - wide / 2.0).round(), square.top() - 1.0);
    pen.quad(Rect::from_min_max(corner, pos2(corner.x + wide, square.top() + grip)), fill);
}

/// A square with a darker square inside.
pub(super) fn nested(pen: &mut Pen, square: Rect, fill: Color32, palette: &Palette) {
    pen.quad(square, fill);
    pen.quad(square.shrink((square.width() * 0.28).max(1.0)).round(), mix(fill, palette.ground, 0.8));
}

/// The edges of a rectangle, one pixel wide.
fn hollow(pen: &mut Pen, rect: Rect, fill: Color32) {
    let (inner, middle) = (rect.shrink(1.0), rect.shrink2(egui::vec2(0.0, 1.0)));
    pen.quad(rect.with_max_y(inner.top()), fill);
    pen.quad(rect.with_min_y(inner.bottom()), fill);
    pen.quad(middle.with_max_x(inner.left()), fill);
    pen.quad(middle.with_min_x(inner.right()), fill);
}

/// The one or two pixels in the middle.
fn core(middle: Pos2, side: f32) -> Rect {
    Rect::from_center_size(middle, Vec2::splat(side * 0.34)).round()
}

/// A cell with its corners cut off by this much.
fn cross(pen: &mut Pen, rect: Rect, corner: f32, fill: Color32) {
    let lying = rect.shrink2(egui::vec2(0.0, corner));
    let standing = rect.shrink2(egui::vec2(corner, 0.0));
    pen.quad(lying, fill);
    // Avoids painting the crossing twice.
    pen.quad(standing.with_max_y(lying.top()), fill);
    pen.quad(standing.with_min_y(lying.bottom()), fill);
}
