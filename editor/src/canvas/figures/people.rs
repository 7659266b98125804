//! Those who walk: players, their past selves, guards with lanterns, and fighters with shields.
//!
//! Part of the figures.

use egui::{Color32, Stroke};
use timeloom::scene::{Facing, Shape, Tone};

use super::{Point, Sketcher, ahead};
use crate::theme::mix;

/// Centre of the letter on a shield.
pub(super) const LETTER: Point = (0.0, 0.1);

/// The outline of a cloak.
const CLOAK: [Point; 8] = [
    (-0.13, -0.06),
    (0.13, -0.06),
    (0.23, 0.13),
    (0.28, 0.34),
    (0.21, 0.39),
    (-0.21, 0.39),
    (-0.28, 0.34),
    (-0.23, 0.13),
];

/// The outline of a long coat.
const COAT: [Point; 6] =
    [(-0.11, -0.08), (0.11, -0.08), (0.24, 0.12), (0.31, 0.39), (-0.31, 0.39), (-0.24, 0.12)];

/// Someone in a cloak.
pub(super) fn player(to: &mut Sketcher<'_>) {
    let (fill, rim) = (to.fill, to.rim());
    to.shadow((0.0, 0.38), 0.31, 0.07);
    to.solid(&CLOAK, fill, rim);
    if to.is_detailed() {
        to.stroke(&[(0.0, 0.06), (0.0, 0.36)], to.line(0.025, to.dark()));
    }
    to.disc((0.0, -0.2), 0.175, to.light(), rim);
    if to.is_detailed() {
        eyes(to, 0.0);
    }
}

fn eyes(to: &mut Sketcher<'_>, aside: f32) {
    let ink = to.ink();
    [-0.065, 0.065].into_iter().for_each(|x| to.dot((x + aside, -0.2), 0.026, ink));
}

/// The same outline, hollow, with an echo of where it came from.
pub(super) fn past_self(to: &mut Sketcher<'_>) {
    let ghost = to.fill.gamma_multiply(0.22);
    let rim = Stroke::new((to.side * 0.045).clamp(1.2, 3.0), to.fill.gamma_multiply(0.9));
    to.solid(&CLOAK, ghost, rim);
    to.disc((0.0, -0.2), 0.165, ghost, rim);
    for (x, strength) in [(-0.36, 0.7), (-0.45, 0.4)] {
        let echo = to.line(0.035, to.fill.gamma_multiply(strength));
        to.stroke(&[(x + 0.05, -0.16), (x, 0.06), (x + 0.05, 0.28)], echo);
    }
}

/// Someone in a coat and a hat, whose lantern shines in the direction of the view.
pub(super) fn guard(to: &mut Sketcher<'_>, facing: Option<Facing>) {
    facing.into_iter().for_each(|facing| beam(to, facing));
    let (fill, rim) = (to.fill, to.rim());
    to.shadow((0.0, 0.39), 0.32, 0.06);
    to.solid(&COAT, fill, rim);
    let face = if facing == Some(Facing::North) { to.dark() } else { to.light() };
    to.disc((0.0, -0.17), 0.145, face, rim);
    if to.is_detailed() {
        to.stroke(&[(-0.23, 0.2), (0.23, 0.2)], to.line(0.04, to.dark()));
        let aside = facing.map_or(0.0, |facing| ahead(facing).x * 0.05);
        if facing != Some(Facing::North) {
            eyes(to, aside);
        }
    }
    hat(to);
    if let Some(facing) = facing {
        lantern(to, facing);
        pointer(to, facing, 0.41, mix(to.tone(Tone::Yellow), Color32::WHITE, 0.45));
    }
}

fn hat(to: &mut Sketcher<'_>) {
    let (ink, band) = (mix(to.fill, Color32::BLACK, 0.58), to.fill);
    to.solid(&[(-0.12, -0.4), (0.12, -0.4), (0.15, -0.24), (-0.15, -0.24)], ink, Stroke::NONE);
    to.block((-0.23, -0.28), (0.23, -0.23), 0.02, ink);
    if to.is_detailed() {
        to.block((-0.14, -0.31), (0.14, -0.28), 0.0, band);
    }
}

/// Light from the middle of the cell to its edge, with a point where it looks.
fn beam(to: &mut Sketcher<'_>, facing: Facing) {
    let (way, lamp) = (ahead(facing), to.tone(Tone::Yellow));
    let (edge, aside) = (way * 0.5, way.rot90());
    for side in [-0.42, 0.42] {
        let far = edge + aside * side;
        let middle = ((edge.x, edge.y), lamp.gamma_multiply(0.75));
        to.glow([((0.0, 0.0), lamp), middle, ((far.x, far.y), Color32::TRANSPARENT)]);
    }
}

/// A bright point at the edge of the cell, over everything else.
fn pointer(to: &mut Sketcher<'_>, facing: Facing, foot: f32, fill: Color32) {
    let (way, edge) = (ahead(facing), Stroke::new((to.side * 0.02).max(0.7), to.ink()));
    let (tip, foot, wide) = (way * 0.49, way * foot, way.rot90() * 0.11);
    let [left, right] = [foot + wide, foot - wide];
    to.solid(&[(tip.x, tip.y), (left.x, left.y), (right.x, right.y)], fill, edge);
}

/// A lantern in the hand that points there; the glass is the brightest spot of the figure.
fn lantern(to: &mut Sketcher<'_>, facing: Facing) {
    let (x, y) = match facing {
        Facing::North => (0.28, -0.27),
        Facing::South => (0.0, 0.21),
        Facing::East => (0.27, 0.06),
        Facing::West => (-0.27, 0.06),
    };
    let (lamp, ink) = (to.tone(Tone::Yellow), mix(to.fill, Color32::BLACK, 0.7));
    to.block((x - 0.1, y - 0.12), (x + 0.1, y + 0.13), 0.04, ink);
    to.block((x - 0.065, y - 0.08), (x + 0.065, y + 0.085), 0.02, mix(lamp, Color32::WHITE, 0.45));
    if to.is_detailed() {
        to.ring((x, y - 0.14), 0.04, to.line(0.02, ink));
    }
}

/// Someone behind a shield; its outline is the side, its letter the name.
pub(super) fn fighter(to: &mut Sketcher<'_>, shape: Shape, facing: Option<Facing>) {
    let (light, dark, rim) = (to.light(), to.dark(), to.rim());
    to.shadow((0.0, 0.4), 0.34, 0.06);
    let armour = [(-0.2, -0.16), (0.2, -0.16), (0.37, 0.02), (0.33, 0.41), (-0.33, 0.41), (-0.37, 0.02)];
    to.solid(&armour, dark, Stroke::NONE);
    to.disc((0.0, -0.29), 0.15, light, rim);
    helmet(to);
    shield(to, shape);
    let steel = mix(to.palette.text, to.fill, 0.15);
    facing.into_iter().for_each(|facing| pointer(to, facing, 0.33, steel));
}

fn helmet(to: &mut Sketcher<'_>) {
    let (dark, ink) = (to.dark(), to.ink());
    to.solid(&[(-0.17, -0.3), (-0.13, -0.42), (0.0, -0.47), (0.13, -0.42), (0.17, -0.3)], dark, Stroke::NONE);
    if to.is_detailed() {
        [-0.055, 0.055].into_iter().for_each(|x| to.dot((x, -0.25), 0.024, ink));
    }
}

fn shield(to: &mut Sketcher<'_>, shape: Shape) {
    let (fill, edge) = (to.fill, Stroke::new((to.side * 0.045).clamp(1.0, 3.0), to.ink()));
    match shape {
        Shape::Disc => to.disc(LETTER, 0.265, fill, edge),
        Shape::Diamond => to.solid(&[(0.0, -0.24), (0.33, 0.1), (0.0, 0.44), (-0.33, 0.1)], fill, edge),
        Shape::Ring => {
            let corners =
                [(-0.15, -0.16), (0.15, -0.16), (0.31, 0.1), (0.15, 0.36), (-0.15, 0.36), (-0.31, 0.1)];
            to.solid(&corners, fill, edge);
        }
        _ => {
            to.block((-0.26, -0.15), (0.26, 0.35), 0.05, fill);
            to.frame((-0.26, -0.15), (0.26, 0.35), 0.05, edge);
        }
    }
}
