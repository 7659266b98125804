//! Patterns that tell shaded cells apart without colour: known mark glyphs have a pattern, all others are written
//! out.
//!
//! Part of the canvas. A pattern is a few triangles in the mesh of all shades, because there may be thousands of
//! marks.

use egui::{Color32, Mesh, Pos2, Rect, Vec2, lerp, pos2, vec2};
use timeloom::scene::{Light, Mark};

use super::pen::Pen;
use super::pieces::SIGNED;
use crate::theme::Palette;

/// In smaller cells a pattern only turns the shade grey.
const PATTERNED: f32 = 12.0;

/// Opacity of the ground of a number, so that it can be read on any shade and on any floor.
pub(crate) const NUMBER_GROUND: f32 = 0.8;

/// Minimum cell size for the time of light.
const TIMED: f32 = 22.0;

type Pattern = fn(&mut Mesh, Rect, Color32);

/// Returns the pattern of a glyph, if it has one.
fn pattern(glyph: char) -> Option<Pattern> {
    match glyph {
        '!' => Some(hatch),
        ':' => Some(dots),
        '+' => Some(plus),
        _ => None,
    }
}

/// Returns the opacity of the shade of a mark: the longer the light travels, the weaker it is.
pub(super) fn strength(mark: &Mark) -> f32 {
    let delay = mark.light.map_or(0, Light::delay).min(8) as f32;
    let near = if mark.light.is_some() && mark.glyph == ':' { 0.36 } else { 0.32 };
    (near - 0.045 * delay).max(0.12)
}

/// Writes the slice in which the light of a watched cell arrives, or of an earlier moment that is seen now, when it left.
fn time(pen: &mut Pen, cell: Rect, mark: &Mark, palette: &Palette) {
    let Some(light) = mark.light.filter(|_| cell.width() >= TIMED) else { return };
    let number = if mark.glyph == '!' { light.arrives } else { light.leaves };
    let size = (cell.width() * 0.25).clamp(9.0, 15.0);
    let corner = cell.right_bottom() - vec2(3.0, 1.0);
    let ground = palette.floor.gamma_multiply(NUMBER_GROUND);
    pen.number(corner, number, size, palette.ink(mark.tone), ground);
}

/// Adds the pattern of a mark to its cell.
pub(super) fn lay(mesh: &mut Mesh, cell: Rect, mark: &Mark, palette: &Palette) {
    if let Some(pattern) = pattern(mark.glyph).filter(|_| cell.width() >= PATTERNED) {
        pattern(mesh, cell, palette.ink(mark.tone).gamma_multiply(0.6));
    }
}

/// Writes the glyph of a mark that has neither a pattern nor a figure, and the time of its light.
pub(super) fn write(pen: &mut Pen, cell: Rect, mark: &Mark, palette: &Palette) {
    if pen.sees(cell) {
        time(pen, cell, mark, palette);
    }
    let has_figure = mark.figure.is_some() && !pen.style.letters;
    let has_sign = !mark.glyph.is_whitespace() && pattern(mark.glyph).is_none() && !has_figure;
    if has_sign && cell.width() >= SIGNED && pen.sees(cell) {
        let size = (cell.width() * 0.32).min(20.0);
        pen.sign(cell.center(), mark.glyph, size, palette.ink(mark.tone).gamma_multiply(0.75));
    }
}

/// Diagonal lines that continue from cell to cell.
fn hatch(mesh: &mut Mesh, cell: Rect, colour: Color32) {
    let at = |x: f32, y: f32| pos2(lerp(cell.x_range(), x), lerp(cell.y_range(), y));
    soft(mesh, [at(0.0, 0.5), at(0.5, 0.0)], colour);
    soft(mesh, [at(0.5, 1.0), at(1.0, 0.5)], colour);
}

/// A dot in each of two corners, clear of a piece.
fn dots(mesh: &mut Mesh, cell: Rect, colour: Color32) {
    let size = (cell.width() * 0.07).clamp(2.0, 4.0).round();
    // The other corner is for the time.
    for (x, y) in [(0.14, 0.86), (0.86, 0.14)] {
        let middle = cell.min + vec2(x, y) * cell.width();
        mesh.add_colored_rect(Rect::from_center_size(middle, Vec2::splat(size)).round(), colour);
    }
}

fn plus(mesh: &mut Mesh, cell: Rect, colour: Color32) {
    let (long, thin) =
        ((cell.width() * 0.22).max(5.0).round(), (cell.width() * 0.03).clamp(1.0, 2.0).round());
    let bar = |size: Vec2| Rect::from_center_size(cell.center(), size).round();
    let (lying, standing) = (bar(vec2(long, thin)), bar(vec2(thin, long)));
    mesh.add_colored_rect(lying, colour);
    // Avoids painting the crossing twice.
    mesh.add_colored_rect(standing.with_max_y(lying.top()), colour);
    mesh.add_colored_rect(standing.with_min_y(lying.bottom()), colour);
}

/// A thin line with faded edges, for antialiasing.
fn soft(mesh: &mut Mesh, [from, to]: [Pos2; 2], colour: Color32) {
    let aside = (to - from).normalized().rot90() * 1.2;
    let first = mesh.vertices.len() as u32;
    for end in [from, to] {
        mesh.colored_vertex(end - aside, Color32::TRANSPARENT);
        mesh.colored_vertex(end, colour);
        mesh.colored_vertex(end + aside, Color32::TRANSPARENT);
    }
    for [a, b, c] in [[0, 1, 3], [1, 3, 4], [1, 2, 4], [2, 4, 5]] {
        mesh.add_triangle(first + a, first + b, first + c);
    }
}
