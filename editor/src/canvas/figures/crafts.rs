//! Ships: a hull, a mast, and a sail with the letter of the type.
//!
//! Part of the figures. The outline of the sail is the shape of the piece.

use egui::Stroke;
use timeloom::scene::Shape;

use super::{Point, Sketcher};

/// Centre of the letter on a sail.
pub(super) const LETTER: Point = (0.0, -0.12);

/// A ship under sail.
pub(super) fn ship(to: &mut Sketcher<'_>, shape: Shape) {
    let (dark, rim) = (to.dark(), to.rim());
    to.shadow((0.0, 0.39), 0.38, 0.05);
    to.block((-0.025, -0.46), (0.025, 0.2), 0.0, to.ink());
    sail(to, shape);
    to.solid(&[(-0.43, 0.2), (0.43, 0.2), (0.28, 0.4), (-0.28, 0.4)], dark, rim);
    if to.is_detailed() {
        to.stroke(&[(-0.36, 0.27), (0.36, 0.27)], to.line(0.03, to.light()));
    }
}

fn sail(to: &mut Sketcher<'_>, shape: Shape) {
    let (fill, edge) = (to.fill, Stroke::new((to.side * 0.035).clamp(1.0, 2.5), to.dark()));
    match shape {
        Shape::Disc => to.disc(LETTER, 0.29, fill, edge),
        Shape::Diamond => to.solid(&[(0.0, -0.48), (0.36, -0.12), (0.0, 0.24), (-0.36, -0.12)], fill, edge),
        _ => {
            let cloth = [(-0.3, -0.4), (0.3, -0.4), (0.36, 0.14), (-0.36, 0.14)];
            to.solid(&cloth, fill, edge);
        }
    }
}
