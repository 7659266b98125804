//! Arrows between cells, above the pieces. They differ in stroke as well as in colour.
//!
//! Part of the canvas; the editing overlay uses it too.

use egui::{Pos2, Rect, Shape, Stroke, Vec2};
use timeloom::scene::{Link, Tone};

use super::Fit;
use super::pen::Pen;
use crate::theme::Palette;

/// Stroke style of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// One thin stroke.
    Thin,
    /// One thick stroke.
    Thick,
    /// Dashed, because it does not pass through the cells in between.
    Dashed,
}

impl Manner {
    fn of(tone: Tone) -> Self {
        match tone {
            Tone::Violet => Self::Dashed,
            Tone::Blue => Self::Thick,
            _ => Self::Thin,
        }
    }

    /// Stroke width for a cell of this size.
    fn width(self, cell: f32) -> f32 {
        match self {
            Self::Thick => (cell * 0.11).clamp(1.5, 6.0),
            Self::Thin => (cell * 0.05).clamp(1.0, 3.0),
            Self::Dashed => (cell * 0.07).clamp(1.0, 4.0),
        }
    }
}

/// Paints the visible links.
pub(super) fn paint(pen: &mut Pen, fit: &Fit, links: &[Link], palette: &Palette) {
    for link in links {
        let (from, to) = (fit.rect(link.from).center(), fit.rect(link.to).center());
        if from != to && pen.sees(Rect::from_two_pos(from, to).expand(fit.cell)) {
            arrow(pen, [from, to], fit.cell, link.tone, palette);
        }
    }
}

/// Paints an arrow between the centres of two cells.
pub(super) fn arrow(pen: &mut Pen, [from, to]: [Pos2; 2], cell: f32, tone: Tone, palette: &Palette) {
    let (along, colour, manner) = ((to - from).normalized(), palette.fill(tone), Manner::of(tone));
    let (start, tip) = (from + along * cell * 0.3, to - along * cell * 0.32);
    let head = (cell * 0.17).clamp(3.0, 12.0);
    let (shaft, stroke) = ([start, tip - along * head], Stroke::new(manner.width(cell), colour));
    match manner {
        Manner::Dashed => pen.extend(dashes(pen.clip(), shaft, stroke, cell)),
        Manner::Thin | Manner::Thick => pen.add(Shape::line_segment(shaft, stroke)),
    }
    let side = along.rot90() * head * 0.7;
    let points = vec![tip, tip - along * head * 1.3 + side, tip - along * head * 1.3 - side];
    pen.add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// Returns the visible dashes.
fn dashes(clip: Rect, [from, to]: [Pos2; 2], stroke: Stroke, cell: f32) -> Vec<Shape> {
    // Limits the number of dashes of a long arrow.
    let dash = (cell * 0.2).max(3.0).max((to - from).length() / 1000.0);
    let gap = dash * 0.7;
    let dashes = Shape::dashed_line(&[from, to], stroke, dash, gap);
    let seen = clip.expand2(Vec2::splat(dash));
    dashes.into_iter().filter(|dash| seen.intersects(dash.visual_bounding_rect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rifts_patrols_and_the_way_of_the_player_differ_without_colour() {
        let [rift, patrol, way] = [Tone::Violet, Tone::Red, Tone::Blue].map(Manner::of);
        assert_eq!((rift, patrol, way), (Manner::Dashed, Manner::Thin, Manner::Thick));
        for cell in [4.0, 12.0, 40.0, 160.0] {
            assert!(way.width(cell) >= 1.5 * patrol.width(cell), "in cells of {cell}");
        }
    }

    #[test]
    fn dashes_far_outside_are_left_out() {
        let clip = Rect::from_min_size(Pos2::ZERO, Vec2::splat(100.0));
        let dashes = |long: f32| {
            let ends = [Pos2::new(-long, 50.0), Pos2::new(long, 50.0)];
            dashes(clip, ends, Stroke::new(2.0, egui::Color32::RED), 40.0).len()
        };
        assert!((5..=10).contains(&dashes(3000.0)), "{} dashes", dashes(3000.0));
        assert!(dashes(1e12) <= 2);
    }
}
