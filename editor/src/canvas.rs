//! Paints a [`Board`]: floor, marks, pieces, links, and coordinates along the edges.
//!
//! Called by the board panel with the room it may fill. Paints only what is visible, and leaves out what would be too
//! small to read. Knows shapes and tones; what they stand for is the ruleset's affair.

pub(crate) mod pieces;

use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, pos2, vec2,
};
use timeloom::scene::{Board, Cell, Link, Mark};

use crate::theme::{self, Palette};

/// No cell is painted larger.
const LARGEST: f32 = 76.0;
/// Room for the coordinates on each side.
const EDGE: f32 = 22.0;
/// Below this, lines and signs only make a board grey.
const LEGIBLE: f32 = 5.0;

/// Where the cells of a board are on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    origin: Pos2,
    /// The side of a cell.
    pub cell: f32,
    width: u32,
    height: u32,
}

impl Fit {
    /// As large as the room allows, in the middle of it.
    pub fn new(board: &Board, room: Rect) -> Self {
        let (width, height) = (board.width.max(1) as f32, board.height.max(1) as f32);
        let room = room.shrink(EDGE);
        let cell = Self::cell_size(board, room.size());
        let size = vec2(width, height) * cell;
        let origin = (room.center() - size / 2.0).round();
        Self { origin, cell, width: board.width, height: board.height }
    }

    /// The side of a cell of a board that fills this much room, edges not counted.
    pub fn cell_size(board: &Board, room: egui::Vec2) -> f32 {
        let (width, height) = (board.width.max(1) as f32, board.height.max(1) as f32);
        let cell = (room.x / width).min(room.y / height).clamp(0.0, LARGEST);
        if cell > LEGIBLE { cell.floor() } else { cell }
    }

    /// The whole board.
    pub fn outline(&self) -> Rect {
        Rect::from_min_size(self.origin, vec2(self.width as f32, self.height as f32) * self.cell)
    }

    /// One cell.
    pub fn rect(&self, at: Cell) -> Rect {
        let corner = self.origin + vec2(at.x as f32, at.y as f32) * self.cell;
        Rect::from_min_size(corner, egui::Vec2::splat(self.cell))
    }

    /// The cell under a point.
    pub fn cell_at(&self, point: Pos2) -> Option<Cell> {
        let at = (point - self.origin) / self.cell;
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32;
        inside.then_some(Cell { x: at.x as u32, y: at.y as u32 })
    }
}

/// Paints a board into a room, and tells what is under the mouse.
pub fn show(ui: &mut Ui, board: &Board, room: Rect) -> Response {
    let fit = Fit::new(board, room);
    let palette = Palette::of(ui.visuals());
    let painter = ui.painter_at(room);
    let response = ui.allocate_rect(room, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, description(board)));
    if board.width == 0 || board.height == 0 || fit.cell <= 0.0 {
        return response;
    }
    floor(&painter, &fit, palette);
    board.marks.iter().for_each(|mark| shade(&painter, &fit, mark, palette));
    pieces::paint(&painter, &fit, &board.pieces, palette);
    board.links.iter().for_each(|link| arrow(&painter, &fit, link, palette));
    match response.hover_pos().and_then(|point| fit.cell_at(point)) {
        Some(cell) => point_out(&painter, &fit, board, cell, response, palette),
        None => response,
    }
}

/// A board in words, for those who cannot see it.
fn description(board: &Board) -> String {
    let title = if board.title.is_empty() { "board" } else { &board.title };
    format!("{title}, {} by {} cells, {} pieces", board.width, board.height, board.pieces.len())
}

fn floor(painter: &Painter, fit: &Fit, palette: &Palette) {
    let outline = fit.outline();
    painter.rect(
        outline.expand(1.0),
        CornerRadius::same(4),
        palette.floor,
        Stroke::new(1.0, palette.grid),
        egui::StrokeKind::Outside,
    );
    if fit.cell >= LEGIBLE {
        chequer(painter, fit, palette);
        columns(painter, fit, palette);
        rows(painter, fit, palette);
    }
}

/// Every other cell a shade apart, as one mesh.
fn chequer(painter: &Painter, fit: &Fit, palette: &Palette) {
    let mut mesh = egui::Mesh::default();
    for y in 0..fit.height {
        for x in (y % 2..fit.width).step_by(2) {
            mesh.add_colored_rect(fit.rect(Cell { x, y }), palette.floor_odd);
        }
    }
    painter.add(mesh);
}

fn columns(painter: &Painter, fit: &Fit, palette: &Palette) {
    let outline = fit.outline();
    let lines = 1..fit.width;
    painter.extend(lines.map(|x| {
        let x = outline.left() + x as f32 * fit.cell;
        Shape::vline(x, outline.y_range(), Stroke::new(1.0, palette.grid))
    }));
    for x in (0..fit.width).step_by(label_step(fit.cell)) {
        let middle = outline.left() + (x as f32 + 0.5) * fit.cell;
        coordinate(painter, pos2(middle, outline.top() - 11.0), x, palette.weak);
    }
}

fn rows(painter: &Painter, fit: &Fit, palette: &Palette) {
    let outline = fit.outline();
    let lines = 1..fit.height;
    painter.extend(lines.map(|y| {
        let y = outline.top() + y as f32 * fit.cell;
        Shape::hline(outline.x_range(), y, Stroke::new(1.0, palette.grid))
    }));
    for y in (0..fit.height).step_by(label_step(fit.cell)) {
        let middle = outline.top() + (y as f32 + 0.5) * fit.cell;
        coordinate(painter, pos2(outline.left() - 13.0, middle), y, palette.weak);
    }
}

/// So many cells from one coordinate to the next, so that they do not touch.
fn label_step(cell: f32) -> usize {
    [1, 2, 5, 10, 20].into_iter().find(|&step| step as f32 * cell >= 20.0).unwrap_or(50)
}

fn coordinate(painter: &Painter, at: Pos2, number: u32, colour: Color32) {
    painter.text(at, Align2::CENTER_CENTER, number, theme::mono(10.5), colour);
}

fn shade(painter: &Painter, fit: &Fit, mark: &Mark, palette: &Palette) {
    let rect = fit.rect(mark.at);
    if painter.clip_rect().intersects(rect) {
        painter.rect_filled(rect, CornerRadius::ZERO, palette.fill(mark.tone).gamma_multiply(0.28));
    }
}

fn arrow(painter: &Painter, fit: &Fit, link: &Link, palette: &Palette) {
    let (from, to) = (fit.rect(link.from).center(), fit.rect(link.to).center());
    let seen = Rect::from_two_pos(from, to).expand(fit.cell);
    if from == to || !painter.clip_rect().intersects(seen) {
        return;
    }
    let along = (to - from).normalized();
    let (start, tip) = (from + along * fit.cell * 0.3, to - along * fit.cell * 0.32);
    let head = (fit.cell * 0.17).clamp(3.0, 12.0);
    let colour = palette.fill(link.tone);
    let stroke = Stroke::new((fit.cell * 0.07).clamp(1.0, 4.0), colour);
    painter.line_segment([start, tip - along * head], stroke);
    let side = along.rot90() * head * 0.7;
    let points = vec![tip, tip - along * head * 1.3 + side, tip - along * head * 1.3 - side];
    painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

fn point_out(
    painter: &Painter,
    fit: &Fit,
    board: &Board,
    cell: Cell,
    response: Response,
    palette: &Palette,
) -> Response {
    let frame = Stroke::new(1.5, palette.accent);
    painter.rect_stroke(fit.rect(cell), CornerRadius::same(3), frame, egui::StrokeKind::Inside);
    let words = words_at(board, cell);
    if words.is_empty() {
        return response;
    }
    response.on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(320.0);
        ui.weak(format!("column {}, row {}", cell.x, cell.y));
        for words in words {
            ui.label(words);
        }
    })
}

/// What there is in a cell, the topmost first.
pub fn words_at(board: &Board, cell: Cell) -> Vec<&str> {
    let pieces = board.pieces.iter().rev().filter(|piece| piece.at == cell).map(|piece| &piece.label);
    let marks = board.marks.iter().filter(|mark| mark.at == cell).map(|mark| &mark.label);
    let links =
        board.links.iter().filter(|link| link.from == cell || link.to == cell).map(|link| &link.label);
    pieces.chain(links).chain(marks).map(String::as_str).filter(|words| !words.is_empty()).collect()
}
