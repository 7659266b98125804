//! Pieces on a board: a picture of a skin, a drawn figure, or a shape with a letter; and a bar for the meter.
//!
//! Part of the canvas. Faded pieces are painted the same way, but translucent. What a skin lacks is drawn, and what has no
//! figure has its letter.

mod lettered;
mod small;

use std::collections::HashSet;

use egui::{CornerRadius, Painter, Rect, Shape, pos2, vec2};
use timeloom::scene::{self, Figure, Mark, Meter, Piece, Tone};

use super::pen::{Layer, Pen, StampKey};
use super::walls::Walls;
use super::{Fit, figures};
use crate::theme::{Palette, mix};

/// Below this size a piece is a spot of colour.
const SPOT: f32 = 7.0;
/// Minimum cell size for a figure, a glyph and a bar.
pub(super) const SIGNED: f32 = 15.0;
/// Opacity of faded pieces.
const FADED: f32 = 0.42;
/// Opacity of what belongs into a marked cell.
const HINTED: f32 = 0.3;

/// Where a piece is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The square.
    pub(super) rect: Rect,
    /// Neighbours of a wall.
    pub(super) mask: u8,
    /// Whether another piece lies over it.
    pub(super) is_covered: bool,
}

impl Slot {
    /// A square of its own.
    pub(super) fn alone(rect: Rect) -> Self {
        Self { rect, mask: 0, is_covered: false }
    }
}

/// Paints the visible pieces, later ones on top.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, pieces: &[Piece], walls: &Walls, palette: &Palette) {
    let covered = covered(pen, pieces);
    for (index, piece) in pieces.iter().enumerate() {
        let rect = fit.figure(piece.at);
        if pen.sees(rect) {
            let mask = if piece.shape == scene::Shape::Block { walls.around(piece.at) } else { 0 };
            // A past self looks like one; other faded pieces look like themselves.
            let faded = piece.faded && (pen.style.letters || piece.figure != Some(Figure::PastSelf));
            pen.opacity = if faded { FADED } else { 1.0 };
            one(pen, Slot { rect, mask, is_covered: covered.contains(&index) }, piece, palette);
        }
    }
    pen.opacity = 1.0;
}

/// Paints what belongs into marked cells, faintly.
pub(super) fn places(pen: &mut Pen, fit: &Fit, marks: &[Mark], palette: &Palette) {
    if pen.style.letters || fit.cell < SIGNED {
        return;
    }
    pen.opacity = HINTED;
    for mark in marks.iter().filter(|mark| mark.figure.is_some()) {
        let rect = fit.rect(mark.at);
        if pen.sees(rect) {
            let piece =
                Piece::new(mark.at, scene::Shape::Square, ' ', mark.tone, "").with_figure(mark.figure);
            one(pen, Slot::alone(rect), &piece, palette);
        }
    }
    pen.opacity = 1.0;
}

/// Returns the pieces under others, by index. Matters with a skin only, because letters then lie over all pieces.
fn covered(pen: &Pen, pieces: &[Piece]) -> HashSet<usize> {
    if pen.style.skin.is_none() {
        return HashSet::new();
    }
    let mut tops = HashSet::new();
    let from_top = pieces.iter().enumerate().rev();
    from_top.filter(|(_, piece)| !tops.insert(piece.at)).map(|(index, _)| index).collect()
}

/// Paints one piece.
pub(super) fn one(pen: &mut Pen, slot: Slot, piece: &Piece, palette: &Palette) {
    let (rect, side) = (slot.rect, slot.rect.width());
    if side < SPOT {
        let key = stamp_key(piece, None, 0);
        let fill = palette.fill(piece.tone);
        return pen.stamp(key, rect, |pen| small::spot(pen, rect, piece.shape, fill, palette));
    }
    let figure = piece.figure.filter(|_| !pen.style.letters);
    if !figure.is_some_and(|figure| pictured(pen, slot, piece, figure, palette)) {
        drawn(pen, slot, piece, figure.filter(|_| side >= SIGNED), palette);
    }
    if side >= SIGNED {
        piece.meter.iter().for_each(|meter| bar(pen, rect, *meter, palette));
    }
}

fn stamp_key(piece: &Piece, figure: Option<Figure>, mask: u8) -> StampKey {
    StampKey { figure, shape: piece.shape, tone: piece.tone, facing: piece.facing, mask }
}

/// Paints a piece without a picture: as its figure, or as its shape with its letter.
fn drawn(pen: &mut Pen, slot: Slot, piece: &Piece, figure: Option<Figure>, palette: &Palette) {
    let (rect, mask) = (lifted(slot.rect, piece), slot.mask);
    let key = stamp_key(piece, figure, mask);
    if let Some(figure) = figure {
        pen.stamp(key, rect, |pen| figures::paint(pen, rect, figure, piece, mask, palette));
        letter(pen, Slot { rect, ..slot }, piece, figure, palette);
        return;
    }
    pen.stamp(key, rect, |pen| shaped(pen, rect, piece, mask, palette));
    if rect.width() >= SIGNED {
        on_top(pen, slot, |pen| lettered::sign(pen, rect.center(), rect.width(), piece, palette));
    }
}

/// Writes a letter: with a skin it lies over all pieces, because the texture of letters is another one.
fn on_top(pen: &mut Pen, slot: Slot, write: impl FnOnce(&mut Pen)) {
    if pen.style.skin.is_none() {
        write(pen);
    } else if !slot.is_covered {
        pen.on(Layer::Signs);
        write(pen);
        pen.on(Layer::Pieces);
    }
}

/// Returns the square of a piece; the bar needs the lower edge of the cell.
fn lifted(rect: Rect, piece: &Piece) -> Rect {
    let is_lifted = piece.meter.is_some() && rect.width() >= SIGNED;
    if is_lifted { rect.translate(vec2(0.0, -(rect.width() * 0.06).round())) } else { rect }
}

/// Paints the picture of a piece, if the skin has one.
fn pictured(pen: &mut Pen, slot: Slot, piece: &Piece, figure: Figure, palette: &Palette) -> bool {
    let Some(skin) = pen.style.skin.clone() else { return false };
    let (rect, size) = (slot.rect, slot.rect.width() * pen.pixels_per_point());
    let Some(found) = skin.find(figure, piece, slot.mask, size) else { return false };
    pen.picture(rect, found.part);
    if let Some(facing) = piece.facing.filter(|_| !found.shows_facing) {
        let colour = mix(palette.fill(piece.tone), palette.text, 0.45);
        lettered::nose(pen, rect.center(), rect.width(), facing, colour);
    }
    letter(pen, slot, piece, figure, palette);
    true
}

/// Writes the letter on a figure that has one.
fn letter(pen: &mut Pen, slot: Slot, piece: &Piece, figure: Figure, palette: &Palette) {
    let (side, ((x, y), size)) = (slot.rect.width(), figures::letter_place(figure));
    if figure.is_lettered() && side >= SIGNED && !piece.glyph.is_whitespace() {
        let colour = Palette::on(palette.fill(piece.tone));
        let at = slot.rect.center() + vec2(x, y) * side;
        on_top(pen, slot, |pen| pen.sign(at, piece.glyph, (side * size).min(30.0), colour));
    }
}

/// Paints the shape of a piece, and the direction it faces.
fn shaped(pen: &mut Pen, rect: Rect, piece: &Piece, mask: u8, palette: &Palette) {
    let (centre, side, fill) = (rect.center(), rect.width(), palette.fill(piece.tone));
    lettered::body(pen, centre, side, piece.shape, fill, mask, palette);
    if let Some(facing) = piece.facing {
        lettered::nose(pen, centre, side, facing, mix(fill, palette.text, 0.45));
    }
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
