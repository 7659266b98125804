//! Paints a [`Board`]: floor, marks, pieces, links, and coordinates along the edges.
//!
//! Called by the board panel with the room it may fill. Paints only what is visible, leaves out what would be too small to
//! read, and keeps what it painted until something changes. Knows shapes and tones; what they stand for is the ruleset's
//! affair.

mod camera;
mod floor;
pub(crate) mod ghost;
mod links;
mod mesh_cache;
mod patterns;
mod pen;
pub(crate) mod pieces;

use egui::{CornerRadius, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, pos2, vec2};
use timeloom::scene::{Board, Cell};

pub use camera::{Camera, Stage};
use pen::Pen;

use crate::theme::Palette;

/// No cell is painted larger, unless one looks nearer.
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

/// A cell of the board, or where one would be beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Columns from the left.
    pub x: i32,
    /// Rows from the top.
    pub y: i32,
}

impl From<Cell> for Point {
    fn from(cell: Cell) -> Self {
        Self { x: cell.x.try_into().unwrap_or(i32::MAX), y: cell.y.try_into().unwrap_or(i32::MAX) }
    }
}

impl Fit {
    /// As large as the room allows, in the middle of it.
    pub fn new(board: &Board, room: Rect) -> Self {
        Stage::of(board, room).fit(Camera::default())
    }

    /// As a camera sees it.
    pub(crate) fn aimed(stage: &Stage, camera: Camera) -> Self {
        let (width, height) = (stage.width.max(1) as f32, stage.height.max(1) as f32);
        let room = stage.room.shrink(EDGE);
        let fits = (room.width() / width).min(room.height() / height).clamp(0.0, LARGEST);
        let cell = whole(whole(fits) * camera.zoom());
        let origin = (room.center() - camera.centre_on(stage).to_vec2() * cell).round();
        Self { origin, cell, width: stage.width, height: stage.height }
    }

    /// The side of a cell of a board that fills this much room, edges not counted.
    pub fn cell_size(board: &Board, room: Vec2) -> f32 {
        Stage::of(board, Rect::from_min_size(Pos2::ZERO, room).expand(EDGE)).fit(Camera::default()).cell
    }

    /// The whole board.
    pub fn outline(&self) -> Rect {
        Rect::from_min_size(self.origin, vec2(self.width as f32, self.height as f32) * self.cell)
    }

    /// One cell.
    pub fn rect(&self, at: Cell) -> Rect {
        let corner = self.origin + vec2(at.x as f32, at.y as f32) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    /// The cell under a point.
    pub fn cell_at(&self, point: Pos2) -> Option<Cell> {
        let at = self.board_point(point);
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32;
        inside.then_some(Cell { x: at.x as u32, y: at.y as u32 })
    }

    /// The cell under a point, on the board or beside it.
    pub fn point_at(&self, point: Pos2) -> Point {
        let at = self.board_point(point);
        Point { x: at.x.floor() as i32, y: at.y.floor() as i32 }
    }

    /// A point of the screen in cells.
    fn board_point(&self, point: Pos2) -> Pos2 {
        ((point - self.origin) / self.cell.max(f32::MIN_POSITIVE)).to_pos2()
    }

    /// The columns and rows of which something is within a rectangle.
    fn visible(&self, clip: Rect) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let (least, most) = (self.board_point(clip.min), self.board_point(clip.max));
        let range = |from: f32, to: f32, end: u32| from.max(0.0) as u32..(to.max(0.0).ceil() as u32).min(end);
        (range(least.x, most.x, self.width), range(least.y, most.y, self.height))
    }
}

impl Stage {
    /// A board in a room.
    pub fn of(board: &Board, room: Rect) -> Self {
        Self { width: board.width, height: board.height, room }
    }
}

/// Lines are sharp when cells are whole pixels.
fn whole(cell: f32) -> f32 {
    if cell > LEGIBLE { cell.floor() } else { cell }
}

/// Paints a board into a room as large as it fits, and tells what is under the mouse. What is painted is kept as long as
/// the revision stays the same.
pub fn show(ui: &mut Ui, board: &Board, room: Rect, revision: Option<u64>) -> Response {
    let fit = Fit::new(board, room);
    let response = ui.allocate_rect(room, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, description(board)));
    paint(ui, board, &fit, room, revision);
    match response.hover_pos().and_then(|point| fit.cell_at(point)) {
        Some(cell) => point_out(ui, board, &fit, room, cell, response),
        None => response,
    }
}

/// Paints a board where it is to be. What is painted is kept as long as the revision stays the same.
pub fn paint(ui: &Ui, board: &Board, fit: &Fit, room: Rect, revision: Option<u64>) {
    if board.width == 0 || board.height == 0 || fit.cell <= 0.0 {
        return;
    }
    let palette = Palette::of(ui);
    let clip = room.intersect(ui.clip_rect());
    let make = || drawn(ui, board, fit, clip, palette);
    let mesh = match revision {
        Some(revision) => {
            let look = mesh_cache::MeshKey::new(ui.ctx(), revision, *fit, clip, palette);
            mesh_cache::cached(ui.ctx(), ui.scope_id().with(("sheet", &board.title)), look, make)
        }
        None => make().into(),
    };
    ui.painter_at(room).add(mesh);
}

fn drawn(ui: &Ui, board: &Board, fit: &Fit, clip: Rect, palette: &Palette) -> egui::Mesh {
    let mut pen = Pen::new(ui.ctx(), clip);
    floor::paint(&mut pen, fit, palette);
    floor::shades(&mut pen, fit, &board.marks, palette);
    pieces::paint(&mut pen, fit, &board.pieces, palette);
    links::paint(&mut pen, fit, &board.links, palette);
    floor::coordinates(&mut pen, fit, palette);
    pen.mesh()
}

/// A board in words, for those who cannot see it.
pub(crate) fn description(board: &Board) -> String {
    let title = if board.title.is_empty() { "board" } else { &board.title };
    format!("{title}, {} by {} cells, {} pieces", board.width, board.height, board.pieces.len())
}

/// Frames a cell and tells what is in it.
pub(crate) fn point_out(
    ui: &Ui,
    board: &Board,
    fit: &Fit,
    room: Rect,
    cell: Cell,
    response: Response,
) -> Response {
    let frame = Stroke::new(1.5, Palette::of(ui).accent);
    let painter = ui.painter_at(room);
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
    pieces.chain(links).chain(marks).map(|words| &**words).filter(|words| !words.is_empty()).collect()
}

/// The same in one line.
pub fn told_at(board: &Board, cell: Cell) -> String {
    let words = words_at(board, cell);
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// The middle of a cell, for a line or a number.
pub(crate) fn middle(fit: &Fit, at: Cell) -> Pos2 {
    let rect = fit.rect(at);
    pos2(rect.center().x, rect.center().y)
}

/// Paints one piece into a square, as it looks on a board.
pub(crate) fn icon(ui: &Ui, square: Rect, piece: &timeloom::scene::Piece) {
    let mut pen = Pen::new(ui.ctx(), square.expand(4.0).intersect(ui.clip_rect()));
    pieces::one(&mut pen, square, piece, Palette::of(ui));
    ui.painter().add(pen.mesh());
}
