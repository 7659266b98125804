//! Paints a [`Board`]: floor, marks, pieces, links, and coordinates along the edges.
//!
//! Called by the board panel with the area to fill. Paints only what is visible, omits details too small to read, and
//! caches the mesh until something changes. Knows shapes and tones; their meaning belongs to the ruleset.

mod camera;
mod cell_layout;
mod figures;
mod floor;
pub(crate) mod ghost;
pub(crate) mod highlight;
mod links;
mod mesh_cache;
mod patterns;
mod pen;
pub(crate) mod pieces;
mod places;
mod style;
mod walls;

use egui::{CornerRadius, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, pos2};
use timeloom::scene::{Arrangement, Board, Cell};

pub use camera::{BoardCamera, Viewport};
pub(crate) use cell_layout::CellLayout;
use pen::{Layer, Pen};
pub use style::BoardStyle;

use crate::theme::Palette;
#[cfg(test)]
pub(crate) use patterns::NUMBER_GROUND;
use walls::Walls;
#[cfg(test)]
pub(crate) use walls::{EAST, NORTH, SOUTH, WEST};

/// Maximum side of a cell when the camera is not zoomed in.
pub(crate) const LARGEST: f32 = 76.0;
/// Margin for the coordinates on each side.
const EDGE: f32 = 22.0;
/// Below this size, lines and glyphs only turn a board grey.
const LEGIBLE: f32 = 5.0;

/// Maps the cells of a board to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    origin: Pos2,
    /// Side length of a cell.
    pub cell: f32,
    layout: CellLayout,
}

/// A cell of the board, or a position outside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardPoint {
    /// Column, counted from the left.
    pub x: i32,
    /// Row, counted from the top.
    pub y: i32,
}

impl From<Cell> for BoardPoint {
    fn from(cell: Cell) -> Self {
        Self { x: cell.x.try_into().unwrap_or(i32::MAX), y: cell.y.try_into().unwrap_or(i32::MAX) }
    }
}

impl Fit {
    /// Fits the whole board into an area, centred.
    pub fn new(board: &Board, room: Rect) -> Self {
        Viewport::of(board, room).fit(BoardCamera::default())
    }

    /// Fits the board as seen by a camera.
    pub(crate) fn aimed(stage: &Viewport, camera: BoardCamera) -> Self {
        let size = stage.layout.size().max(Vec2::splat(1.0));
        let room = stage.room.shrink(margin(stage.layout.arrangement));
        let fits = (room.width() / size.x).min(room.height() / size.y).clamp(0.0, LARGEST);
        let cell = whole(whole(fits) * camera.zoom());
        let origin = (room.center() - camera.centre_on(stage).to_vec2() * cell).round();
        Self { origin, cell, layout: stage.layout }
    }

    /// Rectangle of the whole board.
    pub fn outline(&self) -> Rect {
        Rect::from_min_size(self.origin, self.layout.size() * self.cell)
    }

    /// Rectangle of one cell.
    pub fn rect(&self, at: Cell) -> Rect {
        self.on_screen(self.layout.rect(at))
    }

    /// Square in which the piece of a cell is painted.
    pub(crate) fn figure(&self, at: Cell) -> Rect {
        self.on_screen(self.layout.figure(at))
    }

    /// Whether rows and columns are worth telling.
    pub(crate) fn has_coordinates(&self) -> bool {
        self.layout.arrangement == Arrangement::Grid
    }

    fn on_screen(&self, rect: Rect) -> Rect {
        let place = |at: Pos2| self.origin + at.to_vec2() * self.cell;
        Rect::from_min_max(place(rect.min), place(rect.max))
    }

    /// Cell under a point of the screen, if the point is on the board.
    pub fn cell_at(&self, point: Pos2) -> Option<Cell> {
        self.layout.cell_at(self.board_point(point))
    }

    /// Cell under a point of the screen, on the board or outside it.
    pub fn point_at(&self, point: Pos2) -> BoardPoint {
        let at = self.board_point(point);
        BoardPoint { x: at.x.floor() as i32, y: at.y.floor() as i32 }
    }

    /// Converts a point of the screen to cells.
    fn board_point(&self, point: Pos2) -> Pos2 {
        ((point - self.origin) / self.cell.max(f32::MIN_POSITIVE)).to_pos2()
    }

    /// Columns and rows that overlap a rectangle.
    fn visible(&self, clip: Rect) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let (least, most) = (self.board_point(clip.min), self.board_point(clip.max));
        let range = |from: f32, to: f32, end: u32| from.max(0.0) as u32..(to.max(0.0).ceil() as u32).min(end);
        let (width, height) = self.layout.grid();
        (range(least.x, most.x, width), range(least.y, most.y, height))
    }
}

impl Viewport {
    /// A board in an area of the screen.
    pub fn of(board: &Board, room: Rect) -> Self {
        Self { layout: CellLayout::of(board, room.size()), room }
    }
}

/// Space around a board, for coordinates if it has any.
pub(crate) fn margin(arrangement: Arrangement) -> f32 {
    if arrangement == Arrangement::Grid { EDGE } else { EDGE / 4.0 }
}

/// Rounds down to whole pixels, so that lines are sharp.
fn whole(cell: f32) -> f32 {
    if cell > LEGIBLE { cell.floor() } else { cell }
}

/// Paints a board as large as it fits into an area, with a tooltip for the hovered cell. The mesh is cached as long
/// as the revision stays the same.
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

/// Paints a board at a given position. The mesh is cached as long as the revision stays the same.
pub fn paint(ui: &Ui, board: &Board, fit: &Fit, room: Rect, revision: Option<u64>) {
    if board.width == 0 || board.height == 0 || fit.cell <= 0.0 {
        return;
    }
    let palette = Palette::of(ui);
    let clip = room.intersect(ui.clip_rect());
    let make = || drawn(ui, board, fit, clip, palette);
    let shape = match revision {
        Some(revision) => {
            let look = mesh_cache::MeshKey::new(ui.ctx(), revision, *fit, clip, palette);
            mesh_cache::cached(ui.ctx(), ui.scope_id().with(("board mesh", &board.title)), look, make)
        }
        None => make(),
    };
    ui.painter_at(room).add(shape);
}

fn drawn(ui: &Ui, board: &Board, fit: &Fit, clip: Rect, palette: &Palette) -> egui::Shape {
    let mut pen = Pen::new(ui.ctx(), clip);
    let walls = Walls::of(board, fit, clip);
    if fit.has_coordinates() {
        floor::paint(&mut pen, fit, palette);
        walls::shadows(&mut pen, fit, &walls, palette);
        pen.on(Layer::Marks);
        floor::shades(&mut pen, fit, &board.marks, palette);
    } else {
        places::paint(&mut pen, fit, board, palette);
        pen.on(Layer::Marks);
        places::shades(&mut pen, fit, &board.marks, palette);
    }
    pen.on(Layer::Pieces);
    pieces::places(&mut pen, fit, &board.marks, palette);
    pieces::paint(&mut pen, fit, &board.pieces, &walls, palette);
    pen.on(Layer::Signs);
    places::write(&mut pen, fit, &board.pieces, palette);
    links::paint(&mut pen, fit, &board.links, palette);
    if fit.has_coordinates() {
        floor::coordinates(&mut pen, fit, palette);
    }
    pen.shape()
}

/// Describes a board for screen readers.
pub(crate) fn description(board: &Board) -> String {
    let title = if board.title.is_empty() { "board" } else { &board.title };
    format!("{title}, {} by {} cells, {} pieces", board.width, board.height, board.pieces.len())
}

/// Outlines a cell and shows its contents in a tooltip.
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
        if fit.has_coordinates() {
            ui.weak(format!("column {}, row {}", cell.x, cell.y));
        }
        for words in words {
            ui.label(words);
        }
    })
}

/// Labels of everything in a cell, topmost first.
pub fn words_at(board: &Board, cell: Cell) -> Vec<&str> {
    let pieces = board.pieces.iter().rev().filter(|piece| piece.at == cell).map(|piece| &piece.label);
    let marks = board.marks.iter().filter(|mark| mark.at == cell).map(|mark| &mark.label);
    let links =
        board.links.iter().filter(|link| link.from == cell || link.to == cell).map(|link| &link.label);
    pieces.chain(links).chain(marks).map(|words| &**words).filter(|words| !words.is_empty()).collect()
}

/// Contents of a cell in one line.
pub fn contents_line(board: &Board, cell: Cell) -> String {
    let words = words_at(board, cell);
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// Centre of a cell, for a line or a number.
pub(crate) fn middle(fit: &Fit, at: Cell) -> Pos2 {
    let rect = fit.rect(at);
    pos2(rect.center().x, rect.center().y)
}

/// Paints one piece into a square, as it looks on a board.
pub(crate) fn icon(ui: &Ui, square: Rect, piece: &timeloom::scene::Piece) {
    let mut pen = Pen::new(ui.ctx(), square.expand(4.0).intersect(ui.clip_rect()));
    pen.on(Layer::Pieces);
    pieces::one(&mut pen, pieces::Slot::alone(square), piece, Palette::of(ui));
    ui.painter().add(pen.shape());
}
