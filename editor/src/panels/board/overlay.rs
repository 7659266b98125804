//! What lies over the board while a level is drawn: the selection, the cursor, what the gesture would do, and what an undo
//! has just changed.
//!
//! Reads the easel and the drawing, and tells the canvas what to paint. Knows no colours.

use std::collections::BTreeMap;

use egui::{Rect, Ui};
use timeloom::scene::{Cell, Piece};
use timeloom::sketch::{Brush, Spot, Thing, ThingId, Worth};

use super::super::Room;
use crate::canvas::Fit;
use crate::canvas::ghost::{Frame, Ghost};
use crate::easel::{Easel, Tool, leads};
use crate::gesture::{Gesture, Link, Move, Sheet, Stroke, Target, Way, What};

/// More pieces than this in one gesture are shown as their outline.
const MOST_GHOSTS: usize = 3000;

/// Paints it.
pub(super) fn paint(ui: &Ui, room: Room<'_>, fit: &Fit, place: Rect) {
    let document = room.document();
    let Some(studio) = document.studio() else { return };
    let easel = room.desk.easel();
    let sheet = easel.sheet(studio, document.scene().slices.map_or(0, |slices| slices.shown));
    let mut ghost = Ghost::default();
    selection(&mut ghost, easel, &sheet);
    match easel.gesture() {
        Some(gesture) => preview(&mut ghost, gesture, easel, &sheet),
        None => hovering(&mut ghost, easel, &sheet),
    }
    if easel.by_keys() || ui.memory(|memory| memory.has_focus(super::id())) && easel.hover().is_none() {
        ghost.frames.push((easel.cursor(), Frame::Cursor));
    }
    flash(ui, &mut ghost, easel);
    ghost.paint(ui, fit, place);
}

/// Whether what is in a cell should be told under the mouse: not while a hand is busy there.
pub(super) fn wants_tooltips(room: Room<'_>) -> bool {
    let easel = room.desk.easel();
    room.document().studio().is_none() || easel.tool() == Tool::Select && easel.gesture().is_none()
}

fn selection(ghost: &mut Ghost, easel: &Easel, sheet: &Sheet<'_>) {
    let selected = easel.selection();
    if selected.is_empty() {
        return;
    }
    let standing = sheet.studio.standing.iter().filter(|(_, id)| selected.contains(id));
    ghost.frames.extend(standing.map(|(cell, _)| (*cell, Frame::Selected)));
    if let (1, Some(id)) = (selected.len(), selected.first()) {
        details(ghost, *id, easel, sheet);
    }
}

/// Where the one thing that is selected walks and where it leads.
fn details(ghost: &mut Ghost, id: ThingId, easel: &Easel, sheet: &Sheet<'_>) {
    let Some(thing) = sheet.thing(id) else { return };
    for worth in thing.fields.values() {
        match worth {
            Worth::Path(path) if easel.gesture().is_none() => ghost.way = path.to_vec(),
            Worth::Spot(to) if !matches!(easel.gesture(), Some(Gesture::Target(_))) => {
                ghost.links.push((thing.spot.at, to.at, time_of(*to, sheet)));
            }
            _ => {}
        }
    }
}

fn time_of(spot: Spot, sheet: &Sheet<'_>) -> String {
    if sheet.studio.kit.has_time { format!("t = {}", spot.t) } else { String::new() }
}

fn preview(ghost: &mut Ghost, gesture: &Gesture, easel: &Easel, sheet: &Sheet<'_>) {
    match gesture {
        Gesture::Stroke(stroke) => of_stroke(ghost, stroke),
        Gesture::Area(area) => {
            let brush = if let What::Paint(brush) = area.what { Some(brush) } else { None };
            let cells = area.cells();
            if let Some(brush) = brush.filter(|brush| !brush.single && cells.len() <= MOST_GHOSTS) {
                ghost.pieces.extend(cells.iter().map(|cell| piece(brush, *cell)));
            }
            ghost.area = Some((area.from, area.to, matches!(area.what, What::Erase)));
        }
        Gesture::Move(moved) => of_move(ghost, moved, sheet),
        Gesture::Link(Link { brush, from, to, .. }) => {
            ghost.pieces.push(piece(brush, from.at));
            lead(ghost, *from, *to, sheet);
        }
        Gesture::Target(Target { thing, to, .. }) => {
            let from = sheet.thing(*thing).map_or(*to, |thing| thing.spot);
            lead(ghost, from, *to, sheet);
        }
        Gesture::Way(way) => of_way(ghost, way, easel, sheet),
    }
}

fn of_stroke(ghost: &mut Ghost, stroke: &Stroke) {
    match stroke.brush {
        // Of what there is only one, the last cell counts.
        Some(brush) if brush.single => {
            ghost.pieces.extend(stroke.cells.last().map(|cell| piece(brush, *cell)));
        }
        Some(brush) => ghost.pieces.extend(stroke.cells.iter().map(|cell| piece(brush, *cell))),
        None => ghost.frames.extend(stroke.cells.iter().map(|cell| (*cell, Frame::Erased))),
    }
}

fn of_move(ghost: &mut Ghost, moved: &Move, sheet: &Sheet<'_>) {
    let (dx, dy, dt) = moved.by();
    if (dx, dy, dt) == (0, 0, 0) {
        return;
    }
    let standing: BTreeMap<ThingId, Cell> = sheet.studio.standing.iter().map(|(at, id)| (*id, *at)).collect();
    for id in &moved.things {
        let thing = sheet.thing(*id);
        let from = standing.get(id).copied().or_else(|| thing.map(|thing| thing.spot.at));
        let to = from
            .and_then(|at| Some(Cell { x: at.x.checked_add_signed(dx)?, y: at.y.checked_add_signed(dy)? }));
        let brush = thing.and_then(|thing| brush_of(thing, sheet));
        if let (Some(to), Some(brush)) = (to, brush) {
            ghost.pieces.push(piece(brush, to));
        }
    }
    if dt != 0 {
        ghost.tag = Some((moved.to.at, format!("t = {}", moved.to.t)));
    }
}

fn brush_of(thing: &Thing, sheet: &Sheet<'_>) -> Option<&'static Brush> {
    sheet.studio.kit.brush_of(thing)
}

fn lead(ghost: &mut Ghost, from: Spot, to: Spot, sheet: &Sheet<'_>) {
    ghost.frames.push((to.at, Frame::Target));
    ghost.links.push((from.at, to.at, String::new()));
    ghost.tag = Some((to.at, time_of(to, sheet))).filter(|(_, words)| !words.is_empty());
}

fn of_way(ghost: &mut Ghost, way: &Way, easel: &Easel, sheet: &Sheet<'_>) {
    ghost.way.clone_from(&way.cells);
    if let Some(to) = easel.here().filter(|to| way.cells.last() != Some(to)) {
        ghost.ahead = way.ahead(to, sheet);
        ghost.ahead.extend(way.cells.last().copied());
        ghost.ahead.rotate_right(1);
    }
}

/// What a click would paint.
fn hovering(ghost: &mut Ghost, easel: &Easel, sheet: &Sheet<'_>) {
    let Some(cell) = easel.hover().filter(|_| !easel.by_keys()) else { return };
    let paints = matches!(easel.tool(), Tool::Brush | Tool::Rectangle | Tool::Fill | Tool::Link);
    let brush = easel.brush(sheet.studio).filter(|_| paints);
    let brush = brush.filter(|brush| easel.tool() != Tool::Link || leads(brush).is_some());
    ghost.hint = brush.map(|brush| piece(brush, cell));
    ghost.frames.push((cell, if easel.tool() == Tool::Eraser { Frame::Erased } else { Frame::Hovered }));
}

fn flash(ui: &Ui, ghost: &mut Ghost, easel: &Easel) {
    let Some(flash) = easel.flash() else { return };
    if let Some(brightness) = flash.brightness(ui.input(|input| input.time)) {
        ghost.flash = Some((flash.cells.clone(), brightness));
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(16));
    }
}

/// What a brush places, as a piece.
pub(crate) fn piece(brush: &Brush, at: Cell) -> Piece {
    Piece {
        at,
        shape: brush.shape,
        glyph: brush.glyph,
        tone: brush.tone,
        label: brush.name.into(),
        facing: None,
        meter: None,
        faded: false,
    }
}
