//! Boxes: slats that the view passes, crates that hide what is behind them, and handles on those that can be pulled.
//!
//! Part of the figures.

use egui::{Color32, Stroke};
use timeloom::scene::{Figure, Tone};

use super::Sketcher;
use crate::theme::{Palette, mix};

/// Half the side of a box.
const HALF: f32 = 0.34;

/// Paints a box of a kind.
pub(super) fn paint(to: &mut Sketcher<'_>, figure: Figure) {
    let is_solid = matches!(figure, Figure::Crate | Figure::PullCrate);
    let is_pulled = matches!(figure, Figure::PullBox | Figure::PullCrate);
    to.block((-HALF + 0.03, -HALF + 0.08), (HALF + 0.05, HALF + 0.08), 0.04, to.palette.shadow);
    if is_pulled {
        grip(to);
    }
    if is_solid {
        solid(to);
    } else {
        slatted(to);
    }
    if is_pulled {
        handle(to);
    }
    if figure == Figure::BoxOnGoal {
        tick(to);
    }
}

/// Three boards with gaps between two posts: the floor is seen through it.
fn slatted(to: &mut Sketcher<'_>) {
    let (fill, light, dark) = (to.fill, to.light(), to.dark());
    for (top, bottom) in [(-HALF, -0.15), (-0.09, 0.09), (0.15, HALF)] {
        to.block((-HALF, top), (HALF, bottom), 0.0, fill);
        to.block((-HALF, top), (HALF, top + 0.04), 0.0, light);
        to.block((-HALF, bottom - 0.035), (HALF, bottom), 0.0, dark);
    }
    for x in [-HALF, HALF - 0.12] {
        to.block((x, -HALF), (x + 0.12, HALF), 0.0, mix(fill, Color32::BLACK, 0.12));
        to.block((x, -HALF), (x + 0.12, -HALF + 0.04), 0.0, light);
        if to.is_detailed() {
            nails(to, x + 0.06);
        }
    }
}

fn nails(to: &mut Sketcher<'_>, x: f32) {
    let dark = to.dark();
    [-0.235, 0.0, 0.235].into_iter().for_each(|y| to.dot((x, y), 0.022, dark));
}

/// A closed box in a frame, with planks across.
fn solid(to: &mut Sketcher<'_>) {
    let (fill, light, dark) = (to.fill, to.light(), to.dark());
    to.block((-HALF, -HALF), (HALF, HALF), 0.0, mix(fill, Color32::BLACK, 0.5));
    let inner = HALF - 0.09;
    let plank = to.line(0.1, mix(fill, Color32::BLACK, 0.15));
    to.stroke(&[(-inner, -inner), (inner, inner)], plank);
    to.stroke(&[(inner, -inner), (-inner, inner)], plank);
    to.frame((-HALF, -HALF), (HALF, HALF), 0.0, to.line(0.1, fill));
    to.block((-HALF, -HALF), (HALF, -HALF + 0.035), 0.0, light);
    to.frame((-HALF, -HALF), (HALF, HALF), 0.0, to.line(0.02, dark));
}

/// A grip above the box, so that the outline shows that it can be pulled.
fn grip(to: &mut Sketcher<'_>) {
    let stroke = to.line(0.07, to.dark());
    to.frame((-0.17, -HALF - 0.12), (0.17, -HALF + 0.1), 0.08, stroke);
}

/// A ring to pull at.
fn handle(to: &mut Sketcher<'_>) {
    let (light, ink) = (to.light(), to.ink());
    to.ring((0.0, 0.02), 0.13, to.line(0.085, ink));
    to.ring((0.0, 0.02), 0.13, to.line(0.04, light));
}

/// A sign that the box is where it should be, in the colour of goals.
fn tick(to: &mut Sketcher<'_>) {
    let badge = to.tone(Tone::Cyan);
    let edge = Stroke::new((to.side * 0.03).max(1.0), to.ink());
    to.disc((0.0, 0.0), 0.2, badge, edge);
    let mark = to.line(0.065, Palette::on(badge));
    to.stroke(&[(-0.1, 0.01), (-0.025, 0.085), (0.105, -0.08)], mark);
}
