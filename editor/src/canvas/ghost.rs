//! Overlay on a board that is being edited: frames around cells, pieces not placed yet, numbered paths.
//!
//! Part of the canvas. The caller decides the contents, this module their appearance.

use std::collections::BTreeMap;

use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};
use timeloom::scene::{Cell, Piece, Tone};

use super::pen::{Layer, Pen};
use super::pieces::Slot;
use super::{Fit, links, middle, pieces};
use crate::theme::{self, Palette, mix};

/// Minimum cell size for a number.
const NUMBERED: f32 = 14.0;

/// Contents of the overlay.
#[derive(Default)]
pub(crate) struct Ghost {
    /// A shortest way to win.
    pub(crate) solution: Vec<Cell>,
    /// Pieces that would be placed.
    pub(crate) pieces: Vec<Piece>,
    /// Piece that a click would place.
    pub(crate) hint: Option<Piece>,
    /// Frames around cells.
    pub(crate) frames: Vec<(Cell, Frame)>,
    /// Two opposite corners, and whether the area would be erased.
    pub(crate) area: Option<(Cell, Cell, bool)>,
    /// Start, end, and a label at the end.
    pub(crate) links: Vec<(Cell, Cell, String)>,
    /// Cells of a path, numbered.
    pub(crate) way: Vec<Cell>,
    /// Cells that a click would add to the path, starting at its last cell.
    pub(crate) ahead: Vec<Cell>,
    /// Label beside a cell.
    pub(crate) tag: Option<(Cell, String)>,
    /// Cells that just changed, and their remaining brightness.
    pub(crate) flash: Option<(Vec<Cell>, f32)>,
}

/// Reason for a frame around a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The contents are selected.
    Selected,
    /// The keyboard cursor is here.
    Cursor,
    /// The mouse is here.
    Hovered,
    /// The contents would be erased.
    Erased,
    /// Destination of a link.
    Target,
}

impl Ghost {
    /// Paints the overlay.
    pub(crate) fn paint(&self, ui: &Ui, fit: &Fit, room: Rect) {
        let palette = Palette::of(ui);
        let mut pen = Pen::new(ui.ctx(), room.intersect(ui.clip_rect()));
        self.flashed(&mut pen, fit, palette);
        self.paint_pieces(&mut pen, fit, palette);
        self.framed(&mut pen, fit, palette);
        self.area.iter().for_each(|(from, to, erases)| area(&mut pen, fit, *from, *to, *erases, palette));
        self.solved(&mut pen, fit, palette);
        self.walked(&mut pen, fit, palette);
        for (from, to, words) in &self.links {
            lead(&mut pen, fit, *from, *to, palette);
            tag(&mut pen, fit, *to, words, palette);
        }
        self.tag.iter().for_each(|(cell, words)| tag(&mut pen, fit, *cell, words, palette));
        ui.painter_at(room).add(pen.shape());
    }

    fn paint_pieces(&self, pen: &mut Pen, fit: &Fit, palette: &Palette) {
        pen.on(Layer::Pieces);
        for (pieces, opacity) in [(&self.pieces[..], 0.8), (self.hint.as_slice(), 0.4)] {
            for piece in pieces.iter().filter(|piece| fit.outline().contains(middle(fit, piece.at))) {
                pen.opacity = opacity;
                if pen.sees(fit.rect(piece.at)) {
                    pieces::one(pen, Slot::alone(fit.rect(piece.at)), piece, palette);
                }
            }
        }
        pen.opacity = 1.0;
        pen.on(Layer::Signs);
    }

    fn framed(&self, pen: &mut Pen, fit: &Fit, palette: &Palette) {
        for (cell, frame) in &self.frames {
            let rect = fit.rect(*cell);
            if pen.sees(rect) {
                frame.paint(pen, rect, palette);
            }
        }
    }

    fn flashed(&self, pen: &mut Pen, fit: &Fit, palette: &Palette) {
        let Some((cells, brightness)) = &self.flash else { return };
        let mut mesh = egui::Mesh::default();
        for rect in cells.iter().map(|cell| fit.rect(*cell)).filter(|rect| pen.sees(*rect)) {
            mesh.add_colored_rect(rect, palette.accent.gamma_multiply(0.6 * brightness));
        }
        pen.add(mesh);
    }

    fn solved(&self, pen: &mut Pen, fit: &Fit, palette: &Palette) {
        let colour = palette.fill(Tone::Good).gamma_multiply(0.8);
        let stroke = Stroke::new((fit.cell * 0.1).clamp(1.5, 5.0), colour);
        let points: Vec<Pos2> = self.solution.iter().map(|cell| middle(fit, *cell)).collect();
        if let [.., before, last] = points.as_slice() {
            let along = (*last - *before).normalized() * fit.cell * 0.25;
            pen.extend(Shape::dashed_line(&points, stroke, fit.cell * 0.25, fit.cell * 0.12));
            for side in [along.rot90(), -along.rot90()] {
                pen.add(Shape::line_segment([*last, *last - along + side * 0.7], stroke));
            }
        }
    }

    fn walked(&self, pen: &mut Pen, fit: &Fit, palette: &Palette) {
        let colour = palette.fill(Tone::Accent);
        let stroke = Stroke::new((fit.cell * 0.08).clamp(1.5, 4.0), colour.gamma_multiply(0.85));
        let points = |cells: &[Cell]| -> Vec<Pos2> { cells.iter().map(|cell| middle(fit, *cell)).collect() };
        pen.add(Shape::line(points(&self.way), stroke));
        pen.extend(Shape::dashed_line(&points(&self.ahead), stroke, fit.cell * 0.2, fit.cell * 0.15));
        if fit.cell >= NUMBERED {
            numbers(pen, fit, &self.way, palette);
        }
    }
}

impl Frame {
    fn paint(self, pen: &mut Pen, rect: Rect, palette: &Palette) {
        let side = rect.width();
        let line = |part: f32, colour: Color32| Stroke::new((side * part).clamp(1.0, 3.0), colour);
        match self {
            // Thousands of small cells need no outlines.
            Self::Selected if side < 9.0 => {
                let mut mesh = egui::Mesh::default();
                mesh.add_colored_rect(rect, palette.accent.gamma_multiply(0.5));
                pen.add(mesh);
            }
            Self::Selected => {
                pen.fill(rect, 0, palette.accent.gamma_multiply(0.18));
                pen.outline(rect, 2, line(0.06, palette.accent));
            }
            Self::Cursor => {
                pen.outline(rect.expand(1.0), 3, Stroke::new(3.5, palette.ground));
                pen.outline(rect, 3, Stroke::new(2.0, palette.text));
            }
            Self::Hovered => pen.outline(rect, 3, Stroke::new(1.5, palette.accent)),
            Self::Target => pen.outline(rect.shrink(side * 0.08), 8, line(0.08, palette.fill(Tone::Violet))),
            Self::Erased => {
                let bad = palette.fill(Tone::Bad);
                pen.fill(rect, 0, bad.gamma_multiply(0.22));
                let small = rect.shrink(side * 0.3);
                pen.add(Shape::line_segment([small.left_top(), small.right_bottom()], line(0.07, bad)));
                pen.add(Shape::line_segment([small.right_top(), small.left_bottom()], line(0.07, bad)));
            }
        }
    }
}

fn area(pen: &mut Pen, fit: &Fit, from: Cell, to: Cell, erases: bool, palette: &Palette) {
    let rect = fit.rect(from).union(fit.rect(to));
    let colour = if erases { palette.fill(Tone::Bad) } else { palette.accent };
    pen.fill(rect, 0, colour.gamma_multiply(0.14));
    pen.outline(rect, 2, Stroke::new(1.5, colour));
    let (wide, high) = (from.x.abs_diff(to.x) + 1, from.y.abs_diff(to.y) + 1);
    label(pen, rect.center_top() - vec2(0.0, 12.0), format!("{wide} x {high}"), palette);
}

fn lead(pen: &mut Pen, fit: &Fit, from: Cell, to: Cell, palette: &Palette) {
    if from != to {
        links::arrow(pen, [middle(fit, from), middle(fit, to)], fit.cell, Tone::Violet, palette);
    }
}

/// Writes a label to the right of a cell, or to the left if there is no space.
fn tag(pen: &mut Pen, fit: &Fit, cell: Cell, words: &str, palette: &Palette) {
    if words.is_empty() {
        return;
    }
    let rect = fit.rect(cell);
    let half = 10.0 + 3.6 * words.len() as f32;
    let right = rect.right() + half + 4.0;
    let x = if right + half > pen.clip().right() { rect.left() - half - 4.0 } else { right };
    label(pen, pos2(x, rect.center().y), words.to_owned(), palette);
}

/// Writes text on a background, so that it is legible over anything.
fn label(pen: &mut Pen, at: Pos2, words: String, palette: &Palette) {
    let size = vec2(14.0 + 7.2 * words.chars().count() as f32, 20.0);
    let rect = Align2::CENTER_CENTER.anchor_size(at, size);
    pen.fill(rect, 5, mix(palette.panel, palette.accent, 0.15));
    pen.outline(rect, 5, Stroke::new(1.0, palette.accent));
    pen.text(at, words, theme::mono(12.0), palette.text);
}

/// Writes the times at which the path visits each cell, in its upper left corner.
fn numbers(pen: &mut Pen, fit: &Fit, way: &[Cell], palette: &Palette) {
    let mut times: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    for (t, cell) in way.iter().enumerate() {
        times.entry(*cell).or_default().push(t.to_string());
    }
    for (cell, times) in times {
        let rect = fit.rect(cell);
        if pen.sees(rect) {
            let more = if times.len() > 2 { "…" } else { "" };
            let words = format!("{}{more}", times[..times.len().min(2)].join(" "));
            let size = (fit.cell * 0.26).clamp(8.0, 13.0);
            let at = rect.left_top() + vec2(size * 0.35 * words.chars().count() as f32 + 2.0, size * 0.7);
            let ground =
                Rect::from_center_size(at, vec2(size * 0.65 * words.chars().count() as f32 + 4.0, size));
            pen.fill(ground, 3, palette.panel);
            pen.text(at, words, FontId::monospace(size), palette.accent);
        }
    }
}
