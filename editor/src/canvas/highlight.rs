//! Highlights on a board that is played: places to choose, chosen ones, and the places of an action in a list.
//!
//! Part of the canvas, painted over the pieces. The caller decides the contents, this module their appearance.

use egui::{Color32, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};
use timeloom::scene::{Cell, Tone};

use super::Fit;
use super::pen::Pen;
use crate::theme::{self, Palette, mix};

/// Minimum cell size for a number.
const NUMBERED: f32 = 16.0;

/// Highlighted cells of one board.
#[derive(Default)]
pub(crate) struct Highlight {
    /// Cells at which the choice goes on.
    pub(crate) lit: Vec<Cell>,
    /// Cells chosen so far.
    pub(crate) chosen: Vec<Cell>,
    /// Cells under the mouse.
    pub(crate) hovered: Vec<Cell>,
    /// Cells of the place with the keyboard focus.
    pub(crate) focused: Vec<Cell>,
    /// Cells of an action, with the numbers of their steps; no number if there is only one step.
    pub(crate) steps: Vec<(Cell, Option<usize>)>,
    /// Whether the action of `steps` is refused.
    pub(crate) is_refused: bool,
    /// Those of all these cells with a piece, which is not tinted.
    pub(crate) occupied: Vec<Cell>,
}

impl Highlight {
    /// Paints the highlights.
    pub(crate) fn paint(&self, ui: &Ui, fit: &Fit, room: Rect) {
        let palette = Palette::of(ui);
        let mut pen = Pen::new(ui.ctx(), room.intersect(ui.clip_rect()));
        for (cell, rect) in seen(&pen, fit, &self.lit) {
            self.tint(&mut pen, cell, rect, palette.accent);
            brackets(&mut pen, rect, palette);
        }
        for (cell, rect) in seen(&pen, fit, &self.chosen) {
            self.tint(&mut pen, cell, rect, palette.accent);
            pen.outline(rect.shrink(1.0), 4, Stroke::new(line(rect, 0.06), palette.accent));
        }
        for (_, rect) in seen(&pen, fit, &self.hovered) {
            pen.outline(rect, 3, Stroke::new(1.5, palette.accent));
        }
        for (cell, number) in &self.steps {
            self.step(&mut pen, *cell, fit.rect(*cell), *number, palette);
        }
        for (_, rect) in seen(&pen, fit, &self.focused) {
            pen.outline(rect.expand(1.0), 3, Stroke::new(3.5, palette.ground));
            pen.outline(rect, 3, Stroke::new(2.0, palette.text));
        }
        ui.painter_at(room).add(pen.shape());
    }

    fn tint(&self, pen: &mut Pen, cell: Cell, rect: Rect, colour: Color32) {
        if !self.occupied.contains(&cell) {
            pen.fill(rect, 3, colour.gamma_multiply(0.22));
        }
    }

    fn step(&self, pen: &mut Pen, cell: Cell, rect: Rect, number: Option<usize>, palette: &Palette) {
        if !pen.sees(rect) {
            return;
        }
        let colour = palette.fill(if self.is_refused { Tone::Muted } else { Tone::Accent });
        self.tint(pen, cell, rect, colour);
        pen.outline(rect.shrink(1.0), 4, Stroke::new(line(rect, 0.05), colour));
        if let Some(number) = number.filter(|_| rect.width() >= NUMBERED) {
            let side = (rect.width() * 0.3).clamp(13.0, 18.0);
            let badge = Rect::from_min_size(rect.left_top(), Vec2::splat(side));
            pen.fill(badge, 4, mix(palette.panel, colour, 0.25));
            pen.outline(badge, 4, Stroke::new(1.0, colour));
            pen.text(badge.center(), number.to_string(), theme::mono(side * 0.7), palette.text);
        }
    }
}

/// The visible ones of these cells, with their rectangles.
fn seen(pen: &Pen, fit: &Fit, cells: &[Cell]) -> Vec<(Cell, Rect)> {
    cells.iter().map(|cell| (*cell, fit.rect(*cell))).filter(|(_, rect)| pen.sees(*rect)).collect()
}

fn line(rect: Rect, part: f32) -> f32 {
    (rect.width() * part).clamp(1.5, 3.0)
}

/// Marks a cell to choose by brackets in its corners, so that it differs by more than colour.
fn brackets(pen: &mut Pen, rect: Rect, palette: &Palette) {
    let (inner, stroke) = (rect.shrink(2.0), Stroke::new(line(rect, 0.06), palette.accent));
    let arm = rect.width() * 0.26;
    let centre = inner.center();
    for corner in [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom()] {
        let inwards = vec2((centre.x - corner.x).signum(), (centre.y - corner.y).signum()) * arm;
        let points: Vec<Pos2> = vec![corner + vec2(inwards.x, 0.0), corner, corner + vec2(0.0, inwards.y)];
        pen.add(Shape::line(points, stroke));
    }
}
