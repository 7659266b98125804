//! Overlay on the board in draw mode: the selection, the cursor, a preview of the gesture, and the changes of
//! the last undo.
//!
//! Reads the edit state and the drawing, and passes the contents to the canvas. Knows no colours.

use std::collections::BTreeMap;

use egui::{Rect, Ui};
use timeloom::scene::{Cell, Piece};
use timeloom::sketch::{Brush, FieldValue, Spot, Thing, ThingId};

use super::super::PanelContext;
use crate::canvas::Fit;
use crate::canvas::ghost::{Frame, Ghost};
use crate::document::Document;
use crate::edit_state::{EditState, Tool, leads};
use crate::gesture::{AreaAction, DrawingSlice, Gesture, LinkGesture, Move, PathGesture, Stroke, Target};
use crate::workspace::Mode;

/// Gestures with more pieces than this are previewed as an outline.
const MOST_GHOSTS: usize = 3000;

/// Paints the overlay.
pub(super) fn paint(ui: &Ui, context: PanelContext<'_>, fit: &Fit, place: Rect) {
    let document = context.document();
    let Some(drawing_view) = document.drawing_view() else { return };
    let edit_state = context.workspace.edit_state();
    let slice = edit_state.slice(drawing_view, document.scene().slices.map_or(0, |slices| slices.shown));
    let mut ghost = Ghost::default();
    solution(&mut ghost, document);
    selection(&mut ghost, edit_state, &slice);
    match edit_state.gesture() {
        Some(gesture) => preview(&mut ghost, gesture, edit_state, &slice),
        None => hovering(&mut ghost, edit_state, &slice),
    }
    if edit_state.by_keys()
        || ui.memory(|memory| memory.has_focus(super::id())) && edit_state.hover().is_none()
    {
        ghost.frames.push((edit_state.cursor(), Frame::Cursor));
    }
    flash(ui, &mut ghost, edit_state);
    ghost.paint(ui, fit, place);
}

/// Shows the shortest way, if nothing else is previewed.
fn solution(ghost: &mut Ghost, document: &Document) {
    let mut cells: Vec<Cell> = document.solution().unwrap_or_default().iter().map(|point| point.at).collect();
    cells.dedup();
    ghost.solution = cells;
}

/// Whether to show a tooltip for the hovered cell of a drawing: only with the select tool, and not during a gesture.
pub(super) fn wants_tooltips(context: PanelContext<'_>) -> bool {
    let edit_state = context.workspace.edit_state();
    let is_idle = edit_state.tool() == Tool::Select && edit_state.gesture().is_none();
    context.workspace.mode() == Mode::Draw && is_idle
}

fn selection(ghost: &mut Ghost, edit_state: &EditState, slice: &DrawingSlice<'_>) {
    let selected = edit_state.selection();
    if selected.is_empty() {
        return;
    }
    let standing = slice.drawing_view.standing.iter().filter(|(_, id)| selected.contains(id));
    ghost.frames.extend(standing.map(|(cell, _)| (*cell, Frame::Selected)));
    if let (1, Some(id)) = (selected.len(), selected.get_min()) {
        details(ghost, *id, edit_state, slice);
    }
}

/// Shows the path and the target of the only selected thing.
fn details(ghost: &mut Ghost, id: ThingId, edit_state: &EditState, slice: &DrawingSlice<'_>) {
    let Some(thing) = slice.thing(id) else { return };
    for value in thing.fields.values() {
        match value {
            FieldValue::Path(path) if edit_state.gesture().is_none() => ghost.way = path.to_vec(),
            FieldValue::Spot(to) if !matches!(edit_state.gesture(), Some(Gesture::Target(_))) => {
                ghost.links.push((thing.spot.at, to.at, time_of(*to, slice)));
            }
            _ => {}
        }
    }
}

fn time_of(spot: Spot, slice: &DrawingSlice<'_>) -> String {
    if slice.drawing_view.kit.has_time() { format!("t = {}", spot.t) } else { String::new() }
}

fn preview(ghost: &mut Ghost, gesture: &Gesture, edit_state: &EditState, slice: &DrawingSlice<'_>) {
    match gesture {
        Gesture::Stroke(stroke) => of_stroke(ghost, stroke),
        Gesture::Area(area) => {
            let brush = if let AreaAction::Paint(brush) = area.what { Some(brush) } else { None };
            let cells = area.cells();
            if let Some(brush) = brush.filter(|brush| !brush.single && cells.len() <= MOST_GHOSTS) {
                ghost.pieces.extend(cells.iter().map(|cell| piece(brush, *cell)));
            }
            ghost.area = Some((area.from, area.to, matches!(area.what, AreaAction::Erase)));
        }
        Gesture::Move(moved) => of_move(ghost, moved, slice),
        Gesture::Link(LinkGesture { brush, from, to, .. }) => {
            ghost.pieces.push(piece(brush, from.at));
            lead(ghost, *from, *to, slice);
        }
        Gesture::Target(Target { thing, to, .. }) => {
            let from = slice.thing(*thing).map_or(*to, |thing| thing.spot);
            lead(ghost, from, *to, slice);
        }
        Gesture::Way(way) => of_way(ghost, way, edit_state, slice),
    }
}

fn of_stroke(ghost: &mut Ghost, stroke: &Stroke) {
    match stroke.brush {
        // If only one may exist, the last cell counts.
        Some(brush) if brush.single => {
            ghost.pieces.extend(stroke.cells.last().map(|cell| piece(brush, *cell)));
        }
        Some(brush) => ghost.pieces.extend(stroke.cells.iter().map(|cell| piece(brush, *cell))),
        None => ghost.frames.extend(stroke.cells.iter().map(|cell| (*cell, Frame::Erased))),
    }
}

fn of_move(ghost: &mut Ghost, moved: &Move, slice: &DrawingSlice<'_>) {
    let (dx, dy, dt) = moved.by();
    if (dx, dy, dt) == (0, 0, 0) {
        return;
    }
    let standing: BTreeMap<ThingId, Cell> =
        slice.drawing_view.standing.iter().map(|(at, id)| (*id, *at)).collect();
    for id in &moved.things {
        let thing = slice.thing(*id);
        let from = standing.get(id).copied().or_else(|| thing.map(|thing| thing.spot.at));
        let to = from
            .and_then(|at| Some(Cell { x: at.x.checked_add_signed(dx)?, y: at.y.checked_add_signed(dy)? }));
        let brush = thing.and_then(|thing| brush_of(thing, slice));
        if let (Some(to), Some(brush)) = (to, brush) {
            ghost.pieces.push(piece(brush, to));
        }
    }
    if dt != 0 {
        ghost.tag = Some((moved.to.at, format!("t = {}", moved.to.t)));
    }
}

fn brush_of(thing: &Thing, slice: &DrawingSlice<'_>) -> Option<&'static Brush> {
    slice.drawing_view.kit.brush_of(thing)
}

fn lead(ghost: &mut Ghost, from: Spot, to: Spot, slice: &DrawingSlice<'_>) {
    ghost.frames.push((to.at, Frame::Target));
    ghost.links.push((from.at, to.at, String::new()));
    ghost.tag = Some((to.at, time_of(to, slice))).filter(|(_, words)| !words.is_empty());
}

fn of_way(ghost: &mut Ghost, way: &PathGesture, edit_state: &EditState, slice: &DrawingSlice<'_>) {
    ghost.way.clone_from(&way.cells);
    if let Some(to) = edit_state.here().filter(|to| way.cells.last() != Some(to)) {
        ghost.ahead = way.ahead(to, slice);
        ghost.ahead.extend(way.cells.last().copied());
        ghost.ahead.rotate_right(1);
    }
}

/// Previews the effect of a click.
fn hovering(ghost: &mut Ghost, edit_state: &EditState, slice: &DrawingSlice<'_>) {
    let Some(cell) = edit_state.hover().filter(|_| !edit_state.by_keys()) else { return };
    let paints = matches!(edit_state.tool(), Tool::Brush | Tool::Rectangle | Tool::Fill | Tool::Link);
    let brush = edit_state.brush(slice.drawing_view).filter(|_| paints);
    let brush = brush.filter(|brush| edit_state.tool() != Tool::Link || leads(brush).is_some());
    ghost.hint = brush.map(|brush| piece(brush, cell));
    ghost.frames.push((cell, if edit_state.tool() == Tool::Eraser { Frame::Erased } else { Frame::Hovered }));
}

fn flash(ui: &Ui, ghost: &mut Ghost, edit_state: &EditState) {
    let Some(flash) = edit_state.flash() else { return };
    if let Some(brightness) = flash.brightness(ui.input(|input| input.time)) {
        ghost.flash = Some((flash.cells.clone(), brightness));
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(16));
    }
}

/// The piece that a brush places.
pub(crate) fn piece(brush: &Brush, at: Cell) -> Piece {
    Piece::new(at, brush.shape, brush.glyph, brush.tone, brush.name).with_figure(brush.figure)
}
