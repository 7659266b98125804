//! Pieces as shapes with letters: for those who prefer them, and for pieces without a figure.
//!
//! Part of the pieces.

use egui::epaint::CircleShape;
use egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use timeloom::scene::{self, Facing, Piece};

use super::super::figures::ahead;
use super::super::pen::Pen;
use super::super::walls;
use super::{SIGNED, small};
use crate::theme::{Palette, mix};

/// Paints the shape of a piece; a block has these neighbours.
pub(super) fn body(
    pen: &mut Pen,
    at: Pos2,
    side: f32,
    shape: scene::Shape,
    fill: Color32,
    mask: u8,
    palette: &Palette,
) {
    let rim = Stroke::new((side * 0.035).clamp(1.0, 2.5), edge(fill, palette));
    let line = |part: f32| Stroke::new((side * part).max(1.5), fill);
    let square = |half: f32| Rect::from_center_size(at, Vec2::splat(2.0 * half * side));
    let round = |part: f32| CornerRadius::same((side * part).min(255.0) as u8);
    match shape {
        scene::Shape::Block => walls::paint(pen, square(0.5), fill, mask, palette),
        scene::Shape::Square if side < SIGNED => {
            pen.quad(square(0.33).round(), rim.color);
            pen.quad(square(0.33).round().shrink(1.0), fill);
        }
        scene::Shape::Grip if side < SIGNED => small::gripped(pen, square(0.33).round(), fill),
        scene::Shape::Crate if side < SIGNED => small::nested(pen, square(0.33).round(), fill, palette),
        scene::Shape::Square | scene::Shape::Grip | scene::Shape::Crate => {
            pen.fill(square(0.33).translate(drop_of(side)), round(0.1), palette.shadow);
            pen.fill(square(0.33), round(0.1), fill);
            pen.outline(square(0.33), round(0.1), rim);
            trim(pen, square(0.33), shape, rim, fill);
        }
        scene::Shape::Disc => {
            pen.add(Shape::circle_filled(at + drop_of(side), side * 0.35, palette.shadow));
            pen.add(CircleShape { center: at, radius: side * 0.34, fill, stroke: rim });
        }
        scene::Shape::Diamond => {
            pen.add(diamond(at + drop_of(side), side * 0.44, palette.shadow, Stroke::NONE));
            pen.add(diamond(at, side * 0.43, fill, rim));
        }
        scene::Shape::Ring => pen.add(Shape::circle_stroke(at, side * 0.33, line(0.09))),
        scene::Shape::Portal => portal(pen, at, side, fill),
        scene::Shape::Frame => pen.outline(square(0.44), round(0.1), line(0.08)),
    }
}

/// The outline of a shape: lighter than its fill, unless that is the colour of the floor.
fn edge(fill: Color32, palette: &Palette) -> Color32 {
    if fill == palette.floor { palette.rim(fill) } else { mix(fill, Color32::WHITE, 0.3) }
}

/// Details that tell boxes apart: a grip on top, or an inner outline.
fn trim(pen: &mut Pen, square: Rect, shape: scene::Shape, rim: Stroke, fill: Color32) {
    let side = square.width();
    if shape == scene::Shape::Grip {
        let grip = Rect::from_center_size(square.center_top(), vec2(side * 0.42, side * 0.16));
        pen.fill(grip, CornerRadius::same((side * 0.06) as u8), fill);
        pen.outline(grip, CornerRadius::same((side * 0.06) as u8), rim);
    } else if shape == scene::Shape::Crate {
        let within = Stroke::new(rim.width, mix(fill, Color32::BLACK, 0.3));
        pen.outline(square.shrink(side * 0.11), CornerRadius::ZERO, within);
    }
}

/// A double ring, or a ring around a dot where there is no space for a glyph.
fn portal(pen: &mut Pen, at: Pos2, side: f32, fill: Color32) {
    let ring = |radius: f32, wide: f32| {
        Shape::circle_stroke(at, side * radius, Stroke::new((side * wide).max(1.0), fill))
    };
    if side < SIGNED {
        pen.add(ring(0.36, 0.09));
        pen.add(Shape::circle_filled(at, (side * 0.15).max(1.0), fill));
    } else {
        pen.add(ring(0.38, 0.05));
        pen.add(ring(0.29, 0.05));
    }
}

fn drop_of(side: f32) -> Vec2 {
    vec2(0.0, side * 0.04)
}

fn diamond(at: Pos2, reach: f32, fill: Color32, rim: Stroke) -> Shape {
    let points = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    Shape::convex_polygon(points.map(|point| at + point).to_vec(), fill, rim)
}

/// Writes the letter of a piece on its shape.
pub(super) fn sign(pen: &mut Pen, at: Pos2, side: f32, piece: &Piece, palette: &Palette) {
    let hollow = matches!(piece.shape, scene::Shape::Ring | scene::Shape::Portal | scene::Shape::Frame);
    let colour = if hollow { palette.ink(piece.tone) } else { Palette::on(palette.fill(piece.tone)) };
    // A wall needs no glyph.
    if piece.shape != scene::Shape::Block && !piece.glyph.is_whitespace() {
        let size = (side * 0.4).min(26.0);
        pen.sign(at, piece.glyph, size, colour);
    }
}

/// A small wedge on the rim that shows the facing.
pub(super) fn nose(pen: &mut Pen, at: Pos2, side: f32, facing: Facing, fill: Color32) {
    let ahead = ahead(facing);
    let (tip, foot, wide) = (ahead * side * 0.48, ahead * side * 0.31, ahead.rot90() * side * 0.14);
    let points = vec![at + tip, at + foot + wide, at + foot - wide];
    pen.add(Shape::convex_polygon(points, fill, Stroke::NONE));
}
