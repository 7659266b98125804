//! Tiles, whose motif differs by tone, and the token that is passed around.
//!
//! Part of the figures.

use std::f32::consts::TAU;

use egui::{Color32, Stroke};
use timeloom::scene::Tone;

use super::{Point, Sketcher};
use crate::theme::{Palette, mix};

/// Half the side of a tile.
const HALF: f32 = 0.4;

/// A glazed tile with its motif.
pub(super) fn tile(to: &mut Sketcher<'_>, tone: Tone) {
    let (fill, shade) = (to.fill, to.palette.shadow);
    let edge = to.dark();
    let gloss = mix(fill, Color32::WHITE, if tone == Tone::White { 0.0 } else { 0.22 });
    to.block((-HALF, -HALF + 0.06), (HALF + 0.03, HALF + 0.06), 0.08, shade);
    to.block((-HALF, -HALF), (HALF, HALF), 0.08, edge);
    to.block((-HALF + 0.025, -HALF + 0.02), (HALF - 0.025, HALF - 0.06), 0.07, fill);
    to.block((-HALF + 0.09, -HALF + 0.05), (HALF - 0.09, -HALF + 0.09), 0.02, gloss);
    motif(to, tone, Palette::on(fill).gamma_multiply(0.82));
}

/// The motif of a tone, so that tiles differ without colour.
fn motif(to: &mut Sketcher<'_>, tone: Tone, ink: Color32) {
    let line = to.line(0.07, ink);
    match tone {
        Tone::Blue => to.solid(&[(0.0, -0.25), (0.2, -0.01), (0.0, 0.23), (-0.2, -0.01)], ink, Stroke::NONE),
        Tone::Yellow => to.dot((0.0, -0.01), 0.19, ink),
        Tone::Red => {
            to.stroke(&[(-0.18, -0.19), (0.18, 0.17)], line);
            to.stroke(&[(0.18, -0.19), (-0.18, 0.17)], line);
        }
        Tone::Black => to.ring((0.0, -0.01), 0.17, line),
        Tone::White => {
            to.block((-0.22, -0.05), (0.22, 0.03), 0.0, ink);
            to.block((-0.04, -0.23), (0.04, 0.21), 0.0, ink);
        }
        Tone::Green => to.solid(&[(0.0, -0.23), (0.22, 0.17), (-0.22, 0.17)], ink, Stroke::NONE),
        Tone::Violet => {
            [-0.12, 0.06].into_iter().for_each(|y| to.block((-0.2, y), (0.2, y + 0.08), 0.0, ink));
        }
        _ => to.block((-0.15, -0.16), (0.15, 0.14), 0.0, ink),
    }
}

/// A coin with a star.
pub(super) fn token(to: &mut Sketcher<'_>) {
    let (fill, rim, ink) = (to.fill, to.rim(), Palette::on(to.fill));
    to.shadow((0.02, 0.06), 0.37, 0.37);
    to.disc((0.0, 0.0), 0.37, fill, rim);
    to.ring((0.0, 0.0), 0.31, to.line(0.025, to.light()));
    for turned in [0.0, 0.5] {
        to.solid(&triangle(turned), ink, Stroke::NONE);
    }
}

fn triangle(turned: f32) -> [Point; 3] {
    [0.0, 1.0, 2.0].map(|corner: f32| {
        let angle = (corner / 3.0 + turned) * TAU - TAU / 4.0;
        (0.22 * angle.cos(), 0.22 * angle.sin())
    })
}
