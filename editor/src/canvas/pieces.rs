//! The pieces on a board: a shape, a sign on it, which way it looks, and a bar for what it has left.
//!
//! Part of the canvas. A piece that is only a shadow is painted by the same strokes, translucent.

use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use timeloom::scene::{self, Facing, Meter, Piece, Tone};

use super::Fit;
use crate::theme::{self, Palette, mix};

/// Below this a piece is a spot of colour.
const SPOT: f32 = 7.0;
/// From here on there is room for a sign and a bar.
const SIGNED: f32 = 15.0;

/// Paints the visible ones, later ones on top.
pub(super) fn paint(painter: &Painter, fit: &Fit, pieces: &[Piece], palette: &Palette) {
    let mut faded = painter.clone();
    faded.multiply_opacity(0.38);
    for piece in pieces {
        let rect = fit.rect(piece.at);
        if painter.clip_rect().intersects(rect) {
            one(if piece.faded { &faded } else { painter }, rect, piece, palette);
        }
    }
}

fn one(painter: &Painter, rect: Rect, piece: &Piece, palette: &Palette) {
    let (side, fill) = (rect.width(), palette.fill(piece.tone));
    if side < SPOT {
        painter.rect_filled(rect.shrink(side * 0.08), CornerRadius::ZERO, fill);
        return;
    }
    // The bar needs the lower edge of the cell.
    let lift = if piece.meter.is_some() && side >= SIGNED { side * 0.06 } else { 0.0 };
    let centre = rect.center() - vec2(0.0, lift);
    body(painter, centre, side, piece.shape, fill, palette);
    if let Some(facing) = piece.facing {
        nose(painter, centre, side, facing, mix(fill, palette.text, 0.45));
    }
    if side >= SIGNED {
        sign(painter, centre, side, piece, palette);
        piece.meter.iter().for_each(|meter| bar(painter, rect, *meter, palette));
    }
}

fn body(painter: &Painter, at: Pos2, side: f32, shape: scene::Shape, fill: Color32, palette: &Palette) {
    let rim = Stroke::new((side * 0.035).clamp(1.0, 2.5), mix(fill, Color32::WHITE, 0.3));
    let line = |part: f32| Stroke::new((side * part).max(1.5), fill);
    let square = |half: f32| Rect::from_center_size(at, Vec2::splat(2.0 * half * side));
    let round = |part: f32| CornerRadius::same((side * part).min(255.0) as u8);
    match shape {
        scene::Shape::Block => {
            let (top, base) = (mix(fill, palette.floor, 0.15), mix(fill, palette.ground, 0.55));
            painter.rect_filled(square(0.49), round(0.06), base);
            painter.rect_filled(square(0.49).with_max_y(at.y + side * 0.4), round(0.06), top);
        }
        scene::Shape::Square => {
            painter.rect_filled(square(0.33).translate(drop_of(side)), round(0.1), palette.shadow);
            painter.rect(square(0.33), round(0.1), fill, rim, StrokeKind::Inside);
        }
        scene::Shape::Disc => {
            painter.circle_filled(at + drop_of(side), side * 0.35, palette.shadow);
            painter.circle(at, side * 0.34, fill, rim);
        }
        scene::Shape::Diamond => {
            painter.add(diamond(at + drop_of(side), side * 0.44, palette.shadow, Stroke::NONE));
            painter.add(diamond(at, side * 0.43, fill, rim));
        }
        scene::Shape::Ring => {
            painter.circle_stroke(at, side * 0.33, line(0.09));
        }
        scene::Shape::Frame => {
            painter.rect_stroke(square(0.44), round(0.1), line(0.08), StrokeKind::Inside);
        }
    }
}

fn drop_of(side: f32) -> Vec2 {
    vec2(0.0, side * 0.04)
}

fn diamond(at: Pos2, reach: f32, fill: Color32, rim: Stroke) -> Shape {
    let points = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    Shape::convex_polygon(points.map(|point| at + point).to_vec(), fill, rim)
}

fn sign(painter: &Painter, at: Pos2, side: f32, piece: &Piece, palette: &Palette) {
    let hollow = matches!(piece.shape, scene::Shape::Ring | scene::Shape::Frame);
    let colour = if hollow { palette.ink(piece.tone) } else { Palette::on(palette.fill(piece.tone)) };
    // A wall says what it is by being one.
    if piece.shape != scene::Shape::Block && !piece.glyph.is_whitespace() {
        let size = (side * 0.4).min(26.0);
        painter.text(at, Align2::CENTER_CENTER, piece.glyph, theme::mono(size), colour);
    }
}

/// A small wedge on the rim, where the piece looks.
fn nose(painter: &Painter, at: Pos2, side: f32, facing: Facing, fill: Color32) {
    let ahead = match facing {
        Facing::North => vec2(0.0, -1.0),
        Facing::South => vec2(0.0, 1.0),
        Facing::East => vec2(1.0, 0.0),
        Facing::West => vec2(-1.0, 0.0),
    };
    let (tip, foot, wide) = (ahead * side * 0.48, ahead * side * 0.31, ahead.rot90() * side * 0.14);
    let points = vec![at + tip, at + foot + wide, at + foot - wide];
    painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));
}

fn bar(painter: &Painter, cell: Rect, meter: Meter, palette: &Palette) {
    let side = cell.width();
    let height = (side * 0.1).clamp(3.0, 6.0);
    let left = pos2(cell.left() + side * 0.12, cell.bottom() - height - (side * 0.04).max(1.0));
    let track = Rect::from_min_size(left, vec2(side * 0.76, height));
    gauge(painter, track, meter, gauge_tone(meter), palette);
}

/// A bar that is filled as far as the meter says.
pub(crate) fn gauge(painter: &Painter, track: Rect, meter: Meter, tone: Tone, palette: &Palette) {
    let round = CornerRadius::same((track.height() / 2.0) as u8);
    painter.rect_filled(track, round, palette.track);
    let share = share(meter);
    if share > 0.0 {
        let wide = (track.width() * share).max(track.height().min(track.width()));
        painter.rect_filled(
            Rect::from_min_size(track.min, vec2(wide, track.height())),
            round,
            palette.fill(tone),
        );
    }
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
