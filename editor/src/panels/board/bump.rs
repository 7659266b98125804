//! A refused action: the piece that is meant shakes for a moment, and a quiet hint beside it says why.
//!
//! Part of the board panel. The hint goes by itself and covers neither the piece nor, once the game is over, the board.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use egui::accesskit::Live;
use egui::{Align2, FontId, Galley, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};
use timeloom::game::Offer;
use timeloom::scene::{Board, BoardCell, Piece, Shape};

use super::super::{PanelContext, spoken};
use super::stage::{ShownBoard, Stage};
use super::tips;
use crate::canvas::{self, Fit};
use crate::pointing::{Bump, Choices, Obstacle};
use crate::theme::Palette;

/// Largest swing of a shaking piece, in parts of a cell.
const SWING: f32 = 0.12;
/// Shapes of the surroundings, which never shake.
const SCENERY: [Shape; 4] = [Shape::Block, Shape::Frame, Shape::Ring, Shape::Portal];
/// Maximum width of the words of a hint.
const WIDEST: f32 = 260.0;
/// Space around the words of a hint.
const INSET: Vec2 = vec2(8.0, 4.0);
/// Space between a hint and the place it is about.
const GAP: f32 = 6.0;

/// A piece that shakes.
pub(super) struct Shaking<'a> {
    piece: &'a Piece,
    swing: f32,
    revision: u64,
}

/// Returns the piece of a board that shakes now.
pub(super) fn shaking<'a>(
    ui: &Ui,
    context: PanelContext<'a>,
    number: u32,
    board: &'a Board,
) -> Option<Shaking<'a>> {
    let bump = context.workspace.pointing().bump()?;
    let swing = bump.swing(ui.input(|input| input.time))?;
    let cell = bumped_cell(context, bump).filter(|cell| cell.board == number)?;
    let piece = movable(board, cell)?;
    ui.ctx().request_repaint_after(Duration::from_millis(16));
    Some(Shaking { piece, swing, revision: bump.revision })
}

impl Shaking<'_> {
    /// Paints the board with the piece beside its place.
    pub(super) fn paint(&self, ui: &Ui, board: &Board, fit: &Fit, room: Rect) {
        let others = board.pieces.iter().filter(|piece| !std::ptr::eq(*piece, self.piece)).cloned();
        let rest = Board { pieces: others.collect(), ..board.clone() };
        canvas::paint(ui, &rest, fit, room, Some(self.revision));
        let square = fit.rect(self.piece.at).translate(vec2(self.swing * SWING * fit.cell, 0.0));
        canvas::icon(ui, square, self.piece);
    }
}

/// Shows the hint.
pub(super) fn hint(ui: &Ui, context: PanelContext<'_>, stage: &Stage<'_>, whole: Rect) {
    let Some(bump) = context.workspace.pointing().bump() else { return };
    let Some((reason, instead)) = words(ui, context, bump) else { return };
    let (palette, font) = (Palette::of(ui), FontId::proportional(12.0));
    let line = |words: &str, colour| ui.painter().layout(words.to_owned(), font.clone(), colour, WIDEST);
    let lines = [Some(line(&reason, palette.text)), instead.map(|words| line(&words, palette.accent))];
    let lines: Vec<Arc<Galley>> = lines.into_iter().flatten().collect();
    let larger = |size: Vec2, line: &Arc<Galley>| vec2(size.x.max(line.size().x), size.y + line.size().y);
    let size = lines.iter().fold(Vec2::ZERO, larger) + 2.0 * INSET;
    let involved = involved(context, bump, stage);
    let rect = position(&involved, &pieces(stage), size, whole);
    paint(ui, rect, &lines);
    let response = ui.interact(rect, super::id().with("hint"), Sense::empty());
    let all = lines.iter().map(|line| line.text()).collect::<Vec<_>>().join("; ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &all));
    spoken(&response, Live::Polite);
}

fn paint(ui: &Ui, rect: Rect, lines: &[Arc<Galley>]) {
    let (painter, palette) = (ui.painter(), Palette::of(ui));
    painter.rect(rect, 6, palette.panel, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    let mut at = rect.min + INSET;
    for line in lines {
        painter.galley(at, line.clone(), palette.text);
        at.y += line.size().y;
    }
}

/// Rectangles of the places that the hint must not cover, the most important one first; none once the game is over.
fn involved(context: PanelContext<'_>, bump: &Bump, stage: &Stage<'_>) -> Vec<Rect> {
    let document = context.document();
    if document.result().is_some() {
        return Vec::new();
    }
    let acting = document.scene().focus.map(|at| BoardCell::new(0, at));
    let offer = bump.refused(document.offers());
    let steps = offer.into_iter().flat_map(|offer| offer.steps.iter().flatten().copied());
    let aimed = if let Obstacle::NoWay(cell) = bump.obstacle { Some(cell) } else { None };
    let cells = bumped_cell(context, bump).into_iter().chain(aimed).chain(steps).chain(acting);
    cells.filter_map(|cell| stage.rect(cell)).collect()
}

/// Rectangles of everything but walls, which the hint covers only if there is no other room.
fn pieces(stage: &Stage<'_>) -> Vec<Rect> {
    let is_seen = |piece: &&Piece| piece.shape != Shape::Block;
    let rects = |shown: &ShownBoard<'_>| -> Vec<Rect> {
        shown.board.pieces.iter().filter(is_seen).map(|piece| shown.fit.rect(piece.at)).collect()
    };
    stage.0.iter().flat_map(rects).collect()
}

/// Returns a rectangle beside the first place that covers none of them, and no piece if possible; at the bottom if there
/// are none, or no room.
fn position(places: &[Rect], pieces: &[Rect], size: Vec2, whole: Rect) -> Rect {
    let is_free = |rect: &Rect| {
        whole.contains_rect(*rect) && places.iter().all(|place| !place.shrink(1.0).intersects(*rect))
    };
    let free = places.first().map(|place| around(*place, size)).into_iter().flatten().filter(is_free);
    let covered = |rect: &Rect| pieces.iter().filter(|piece| piece.shrink(1.0).intersects(*rect)).count();
    let beside = free.min_by_key(covered);
    let bottom = || Align2::CENTER_BOTTOM.anchor_size(whole.center_bottom() - vec2(0.0, GAP), size);
    beside.unwrap_or_else(bottom)
}

/// The rectangles of a size to the right, to the left, above and below a place.
fn around(place: Rect, size: Vec2) -> [Rect; 4] {
    [
        Align2::LEFT_CENTER.anchor_size(place.right_center() + vec2(GAP, 0.0), size),
        Align2::RIGHT_CENTER.anchor_size(place.left_center() - vec2(GAP, 0.0), size),
        Align2::CENTER_BOTTOM.anchor_size(place.center_top() - vec2(0.0, GAP), size),
        Align2::CENTER_TOP.anchor_size(place.center_bottom() + vec2(0.0, GAP), size),
    ]
}

/// The reason, and what could be done instead.
fn words<'a>(ui: &Ui, context: PanelContext<'a>, bump: &Bump) -> Option<(Cow<'a, str>, Option<String>)> {
    let offer = match &bump.obstacle {
        Obstacle::NoWay(_) => return Some(("no safe way there".into(), None)),
        Obstacle::NotHere(reason) => return Some((reason.clone().into(), None)),
        Obstacle::Refused(_) => bump.refused(context.document().offers())?,
    };
    let instead = Choices::of(context.document()).instead_of(offer);
    let instead = instead.and_then(|other| Some(instead_words(&tips::keys(ui, context, other)?, other)));
    Some((offer.refused.as_ref()?.message.as_str().into(), instead))
}

fn instead_words(keys: &str, offer: &Offer) -> String {
    format!("{keys}: {}", offer.words)
}

/// Returns the place of the piece that is in the way, or else of one that should have acted.
fn bumped_cell(context: PanelContext<'_>, bump: &Bump) -> Option<BoardCell> {
    let scene = context.document().scene();
    let acting = scene.focus.map(|at| BoardCell::new(0, at));
    let offer = bump.refused(context.document().offers());
    let steps = offer.into_iter().flat_map(|offer| offer.steps.iter().rev().flatten().copied());
    let has_piece = |cell: &BoardCell| {
        scene.boards.get(cell.board as usize).is_some_and(|board| movable(board, *cell).is_some())
    };
    steps.chain(acting).find(has_piece)
}

/// Returns the topmost piece of a place that is not part of the surroundings.
fn movable(board: &Board, cell: BoardCell) -> Option<&Piece> {
    let mut pieces = board.pieces.iter().rev().filter(|piece| piece.at == cell.at && !piece.faded);
    pieces.find(|piece| !SCENERY.contains(&piece.shape))
}
