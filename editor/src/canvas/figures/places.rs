//! Places: rifts, exits and goals. They lie on the floor and stay visible under what stands on them.
//!
//! Part of the figures.

use std::f32::consts::TAU;

use egui::{Color32, Stroke};

use super::{Point, Sketcher};
use crate::theme::mix;

/// A swirl in a hole.
pub(super) fn rift(to: &mut Sketcher<'_>) {
    let (fill, deep) = (to.fill, mix(to.fill, to.palette.ground, 0.78));
    to.disc((0.0, 0.0), 0.4, deep, to.line(0.06, fill));
    let arm = to.line(0.06, to.light());
    let (turns, steps) = if to.is_detailed() { (0.8, 14) } else { (0.5, 7) };
    for start in [0.0, 0.5] {
        to.stroke(&spiral(start, turns, steps), arm);
    }
    if to.is_detailed() {
        to.dot((0.0, 0.0), 0.05, to.light());
    }
}

/// Points from the rim towards the middle.
fn spiral(start: f32, turns: f32, steps: usize) -> Vec<Point> {
    let point = |step: usize| {
        let part = step as f32 / steps as f32;
        let (radius, angle) = (0.32 - 0.25 * part, (start + turns * part) * TAU);
        (radius * angle.cos(), radius * angle.sin())
    };
    (0..=steps).map(point).collect()
}

/// An open door with an arrow through it.
pub(super) fn exit(to: &mut Sketcher<'_>) {
    let (fill, rim) = (to.fill, to.rim());
    let arch = [(-0.34, 0.42), (-0.34, -0.24), (-0.2, -0.4), (0.2, -0.4), (0.34, -0.24), (0.34, 0.42)];
    to.solid(&arch, fill, rim);
    let inside = [(-0.22, 0.42), (-0.22, -0.18), (-0.13, -0.28), (0.13, -0.28), (0.22, -0.18), (0.22, 0.42)];
    to.solid(&inside, mix(fill, Color32::BLACK, 0.68), Stroke::NONE);
    let light = mix(fill, Color32::WHITE, 0.72);
    to.block((-0.16, 0.05), (0.04, 0.15), 0.0, light);
    to.solid(&[(0.02, -0.08), (0.19, 0.1), (0.02, 0.28)], light, Stroke::NONE);
}

/// A target with corners that show around a box.
pub(super) fn goal(to: &mut Sketcher<'_>) {
    let fill = to.fill;
    to.ring((0.0, 0.0), 0.22, to.line(0.075, fill));
    to.dot((0.0, 0.0), 0.085, fill);
    let stroke = to.line(0.06, fill);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let corner = 0.43;
        let (x, y) = (x * corner, y * corner);
        to.stroke(&[(x * 0.62, y), (x, y), (x, y * 0.62)], stroke);
    }
}
