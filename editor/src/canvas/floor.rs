//! Everything below the pieces: the floor, its grid, the coordinates along its edges, and shaded cells.
//!
//! Part of the canvas. Paints only what is visible, however large the board is.

use egui::{Color32, CornerRadius, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, pos2};
use timeloom::scene::{Cell, Mark};

use super::patterns;
use super::pen::Pen;
use super::{EDGE, Fit, LEGIBLE};
use crate::theme::{self, Palette};

/// Paints the floor and the grid.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, palette: &Palette) {
    let outline = fit.outline().expand(1.0);
    let seen = outline.intersect(pen.clip().expand(8.0));
    let rim = Stroke::new(1.0, palette.grid);
    let round = CornerRadius::same(if seen == outline { 4 } else { 0 });
    pen.add(Shape::Rect(egui::epaint::RectShape::new(seen, round, palette.floor, rim, StrokeKind::Outside)));
    if fit.cell >= LEGIBLE {
        chequer(pen, fit, palette);
        lines(pen, fit, palette);
        pictures(pen, fit);
    }
}

/// Paints the floor of a skin, if it has one.
fn pictures(pen: &mut Pen, fit: &Fit) {
    let Some(skin) = pen.style.skin.clone() else { return };
    let side = fit.cell * pen.pixels_per_point();
    let parts = [false, true].map(|is_odd| skin.floor(is_odd, side));
    let (columns, rows) = fit.visible(pen.clip());
    for y in rows {
        for x in columns.clone() {
            let part = parts[usize::from(x % 2 == y % 2)];
            part.into_iter().for_each(|part| pen.picture(fit.rect(Cell { x, y }), part));
        }
    }
}

/// Shades the marked cells with their patterns, as one mesh.
pub(super) fn shades(pen: &mut Pen, fit: &Fit, marks: &[Mark], palette: &Palette) {
    let mut mesh = Mesh::default();
    for mark in marks {
        let rect = fit.rect(mark.at);
        if pen.sees(rect) {
            mesh.add_colored_rect(rect, palette.fill(mark.tone).gamma_multiply(patterns::strength(mark)));
            patterns::lay(&mut mesh, rect, mark, palette);
        }
    }
    pen.add(mesh);
    marks.iter().for_each(|mark| patterns::write(pen, fit.rect(mark.at), mark, palette));
}

/// Paints every other cell in a slightly different shade, as one mesh.
fn chequer(pen: &mut Pen, fit: &Fit, palette: &Palette) {
    let mut mesh = Mesh::default();
    let (columns, rows) = fit.visible(pen.clip());
    for y in rows {
        for x in columns.clone().filter(|x| x % 2 == y % 2) {
            mesh.add_colored_rect(fit.rect(Cell { x, y }), palette.floor_odd);
        }
    }
    pen.add(mesh);
}

/// Paints the lines between cells, one pixel wide, as one mesh.
fn lines(pen: &mut Pen, fit: &Fit, palette: &Palette) {
    let mut mesh = Mesh::default();
    let (columns, rows) = fit.visible(pen.clip());
    let seen = fit.outline().intersect(pen.clip());
    for x in columns.skip_while(|x| *x == 0) {
        let x = fit.rect(Cell { x, y: 0 }).left();
        mesh.add_colored_rect(Rect::from_x_y_ranges(x..=x + 1.0, seen.y_range()), palette.grid);
    }
    for y in rows.skip_while(|y| *y == 0) {
        let y = fit.rect(Cell { x: 0, y }).top();
        mesh.add_colored_rect(Rect::from_x_y_ranges(seen.x_range(), y..=y + 1.0), palette.grid);
    }
    pen.add(mesh);
}

/// Writes the coordinates beside the board, or along the edges of the visible area where the board extends beyond it.
pub(super) fn coordinates(pen: &mut Pen, fit: &Fit, palette: &Palette) {
    if fit.cell <= 0.0 {
        return;
    }
    let step = label_step(fit.cell);
    let (columns, rows) = fit.visible(pen.clip());
    let (outline, clip) = (fit.outline(), pen.clip());
    let top = (outline.top() - 11.0).max(clip.top() + 11.0);
    let left = (outline.left() - 13.0).max(clip.left() + 13.0);
    let over = (outline.top() - EDGE < clip.top(), outline.left() - EDGE < clip.left());
    for x in every(step, columns) {
        let middle = fit.rect(Cell { x, y: 0 }).center().x;
        number(pen, pos2(middle, top), x, over.0, palette);
    }
    for y in every(step, rows) {
        let middle = fit.rect(Cell { x: 0, y }).center().y;
        number(pen, pos2(left, middle), y, over.1, palette);
    }
}

/// Multiples of a number within a range of any length.
fn every(step: u32, range: std::ops::Range<u32>) -> impl Iterator<Item = u32> {
    let first = range.start.div_ceil(step).saturating_mul(step);
    (first..range.end).step_by(step as usize)
}

/// Number of cells between two coordinates, so that they do not overlap.
fn label_step(cell: f32) -> u32 {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    steps.into_iter().find(|&step| step as f32 * cell >= 20.0).unwrap_or(1_000_000_000)
}

/// Writes a number; over the board it gets a background.
fn number(pen: &mut Pen, at: Pos2, number: u32, over: bool, palette: &Palette) {
    let words = number.to_string();
    if over {
        let half = egui::vec2(4.0 + 3.4 * words.len() as f32, 8.0);
        let ground =
            Color32::from_rgba_unmultiplied(palette.ground.r(), palette.ground.g(), palette.ground.b(), 200);
        pen.fill(Rect::from_center_size(at, half * 2.0 - egui::vec2(0.0, 2.0)), 4, ground);
    }
    pen.text(at, words, theme::mono(10.5), palette.weak);
}
