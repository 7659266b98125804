//! Arrows from cell to cell, over the pieces.
//!
//! Part of the canvas, and used for what is being drawn as well.

use egui::{Pos2, Rect, Shape, Stroke};
use timeloom::scene::Link;

use super::Fit;
use super::pen::Pen;
use crate::theme::Palette;

/// Paints the visible ones.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, links: &[Link], palette: &Palette) {
    for link in links {
        let (from, to) = (fit.rect(link.from).center(), fit.rect(link.to).center());
        if from != to && pen.sees(Rect::from_two_pos(from, to).expand(fit.cell)) {
            arrow(from, to, fit.cell, palette.fill(link.tone)).into_iter().for_each(|shape| pen.add(shape));
        }
    }
}

/// An arrow between the middles of two cells.
pub(super) fn arrow(from: Pos2, to: Pos2, cell: f32, colour: egui::Color32) -> [Shape; 2] {
    let along = (to - from).normalized();
    let (start, tip) = (from + along * cell * 0.3, to - along * cell * 0.32);
    let head = (cell * 0.17).clamp(3.0, 12.0);
    let stroke = Stroke::new((cell * 0.07).clamp(1.0, 4.0), colour);
    let side = along.rot90() * head * 0.7;
    let points = vec![tip, tip - along * head * 1.3 + side, tip - along * head * 1.3 - side];
    [
        Shape::line_segment([start, tip - along * head], stroke),
        Shape::convex_polygon(points, colour, Stroke::NONE),
    ]
}
