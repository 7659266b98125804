//! Pieces on a board: shape, glyph, facing, and a bar for the meter.
//!
//! Part of the canvas. Faded pieces are painted the same way, but translucent.

mod small;

use egui::epaint::CircleShape;
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use timeloom::scene::{self, Facing, Meter, Piece, Tone};

use super::Fit;
use super::pen::Pen;
use crate::theme::{Palette, mix};

/// Below this size a piece is a spot of colour.
const SPOT: f32 = 7.0;
/// Minimum cell size for a glyph and a bar.
pub(super) const SIGNED: f32 = 15.0;

/// Paints the visible pieces, later ones on top.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, pieces: &[Piece], palette: &Palette) {
    for piece in pieces {
        let rect = fit.figure(piece.at);
        if pen.sees(rect) {
            pen.opacity = if piece.faded { 0.38 } else { 1.0 };
            one(pen, rect, piece, palette);
        }
    }
    pen.opacity = 1.0;
}

/// Paints one piece into a square.
pub(super) fn one(pen: &mut Pen, rect: Rect, piece: &Piece, palette: &Palette) {
    let (side, fill) = (rect.width(), palette.fill(piece.tone));
    if side < SPOT {
        small::spot(pen, rect, piece.shape, fill, palette);
        return;
    }
    // The bar needs the lower edge of the cell.
    let lift = if piece.meter.is_some() && side >= SIGNED { side * 0.06 } else { 0.0 };
    let centre = rect.center() - vec2(0.0, lift);
    body(pen, centre, side, piece.shape, fill, palette);
    if let Some(facing) = piece.facing {
        nose(pen, centre, side, facing, mix(fill, palette.text, 0.45));
    }
    if side >= SIGNED {
        sign(pen, centre, side, piece, palette);
        piece.meter.iter().for_each(|meter| bar(pen, rect, *meter, palette));
    }
}

fn body(pen: &mut Pen, at: Pos2, side: f32, shape: scene::Shape, fill: Color32, palette: &Palette) {
    let rim = Stroke::new((side * 0.035).clamp(1.0, 2.5), mix(fill, Color32::WHITE, 0.3));
    let line = |part: f32| Stroke::new((side * part).max(1.5), fill);
    let square = |half: f32| Rect::from_center_size(at, Vec2::splat(2.0 * half * side));
    let round = |part: f32| CornerRadius::same((side * part).min(255.0) as u8);
    match shape {
        scene::Shape::Block if side < SIGNED => {
            let ((top, base), cell) = (wall(fill, palette), square(0.5).round());
            pen.quad(cell, base);
            pen.quad(cell.with_max_y(cell.bottom() - 1.0), top);
        }
        scene::Shape::Block => {
            let (top, base) = wall(fill, palette);
            pen.fill(square(0.49), round(0.06), base);
            pen.fill(square(0.49).with_max_y(at.y + side * 0.4), round(0.06), top);
        }
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

/// Colours of the top and the side of a wall.
fn wall(fill: Color32, palette: &Palette) -> (Color32, Color32) {
    (mix(fill, palette.floor, 0.15), mix(fill, palette.ground, 0.55))
}

fn drop_of(side: f32) -> Vec2 {
    vec2(0.0, side * 0.04)
}

fn diamond(at: Pos2, reach: f32, fill: Color32, rim: Stroke) -> Shape {
    let points = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    Shape::convex_polygon(points.map(|point| at + point).to_vec(), fill, rim)
}

fn sign(pen: &mut Pen, at: Pos2, side: f32, piece: &Piece, palette: &Palette) {
    let hollow = matches!(piece.shape, scene::Shape::Ring | scene::Shape::Portal | scene::Shape::Frame);
    let colour = if hollow { palette.ink(piece.tone) } else { Palette::on(palette.fill(piece.tone)) };
    // A wall needs no glyph.
    if piece.shape != scene::Shape::Block && !piece.glyph.is_whitespace() {
        let size = (side * 0.4).min(26.0);
        pen.sign(at, piece.glyph, size, colour);
    }
}

/// A small wedge on the rim that shows the facing.
fn nose(pen: &mut Pen, at: Pos2, side: f32, facing: Facing, fill: Color32) {
    let ahead = match facing {
        Facing::North => vec2(0.0, -1.0),
        Facing::South => vec2(0.0, 1.0),
        Facing::East => vec2(1.0, 0.0),
        Facing::West => vec2(-1.0, 0.0),
    };
    let (tip, foot, wide) = (ahead * side * 0.48, ahead * side * 0.31, ahead.rot90() * side * 0.14);
    let points = vec![at + tip, at + foot + wide, at + foot - wide];
    pen.add(Shape::convex_polygon(points, fill, Stroke::NONE));
}

fn bar(pen: &mut Pen, cell: Rect, meter: Meter, palette: &Palette) {
    let side = cell.width();
    let height = (side * 0.1).clamp(3.0, 6.0);
    let left = pos2(cell.left() + side * 0.12, cell.bottom() - height - (side * 0.04).max(1.0));
    let track = Rect::from_min_size(left, vec2(side * 0.76, height));
    filled(track, meter, gauge_tone(meter), palette).into_iter().flatten().for_each(|shape| pen.add(shape));
}

/// Paints a bar filled according to the meter.
pub(crate) fn gauge(painter: &Painter, track: Rect, meter: Meter, tone: Tone, palette: &Palette) {
    painter.extend(filled(track, meter, tone, palette).into_iter().flatten());
}

fn filled(track: Rect, meter: Meter, tone: Tone, palette: &Palette) -> [Option<Shape>; 2] {
    let round = CornerRadius::same((track.height() / 2.0) as u8);
    let share = share(meter);
    let wide = (track.width() * share).max(track.height().min(track.width()));
    let part = Rect::from_min_size(track.min, vec2(wide, track.height()));
    let full = Shape::rect_filled(track, round, palette.track);
    [Some(full), (share > 0.0).then(|| Shape::rect_filled(part, round, palette.fill(tone)))]
}

fn share(meter: Meter) -> f32 {
    if meter.max <= 0 { 0.0 } else { (meter.value as f32 / meter.max as f32).clamp(0.0, 1.0) }
}

fn gauge_tone(meter: Meter) -> Tone {
    match share(meter) {
        part if part > 0.5 => Tone::Good,
        part if part > 0.25 => Tone::Yellow,
        _ => Tone::Bad,
    }
}
