//! Handles drawing: presses become gestures, gestures become edits, and edits become actions in the log.
//!
//! Works on the open workspace and the clipboard; the app shows refusals.

use egui::Context;
use timeloom::collections::OrdSet;
use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Spot, ThingId};

use crate::command::DrawCommand;
use crate::edit_state::{Clip, EditState, Flash, Press, PressKind, Tool};
use crate::gesture::{DrawingSlice, Gesture, GestureResult};
use crate::workspace::{EditResult, UNCHANGED, Workspace};

/// Handles a command; returns whether it changed the drawing.
pub(super) fn handle(
    workspace: &mut Workspace,
    clip: &mut Option<Clip>,
    ctx: &Context,
    draw: DrawCommand,
) -> EditResult {
    // Cancel the gesture before its subject changes in another way.
    if matches!(
        draw,
        DrawCommand::Cut
            | DrawCommand::Paste
            | DrawCommand::Duplicate
            | DrawCommand::Delete
            | DrawCommand::SelectAll
    ) {
        workspace.edit_state_mut().cancel();
    }
    match draw {
        DrawCommand::Press(at) => press(workspace, at),
        DrawCommand::DragTo(at) => change(workspace, |edit_state, slice| edit_state.drag_to(at, slice)),
        DrawCommand::Release => workspace.edit_by_gesture(EditState::release),
        DrawCommand::Hover(cell) => hover(workspace, cell),
        DrawCommand::Tool(tool) => change(workspace, |edit_state, _| edit_state.take(tool)),
        DrawCommand::Brush(number) => {
            change(workspace, |edit_state, slice| edit_state.take_brush(number, slice.drawing_view))
        }
        DrawCommand::Step(dx, dy) => step(workspace, dx, dy),
        DrawCommand::Extend(dx, dy) => extend(workspace, dx, dy),
        DrawCommand::Apply => workspace.edit_by_gesture(apply),
        DrawCommand::Back => step_back(workspace),
        DrawCommand::Escape => change(workspace, |edit_state, _| escape(edit_state)),
        DrawCommand::Copy => copy(workspace, clip, ctx),
        DrawCommand::Cut => cut(workspace, clip, ctx),
        DrawCommand::Paste => paste(workspace, clip.as_ref()),
        DrawCommand::Duplicate => duplicate(workspace),
        DrawCommand::Delete => delete(workspace),
        DrawCommand::SelectAll => change(workspace, select_all),
        DrawCommand::Select(things) => {
            change(workspace, |edit_state, _| edit_state.selection = things.into_iter().collect())
        }
        DrawCommand::Cycle(nth, step) => {
            workspace.edit_by(|edit_state, slice| edit_state.cycled(slice, nth, step))
        }
        DrawCommand::Walk(thing, key) => {
            change(workspace, |edit_state, slice| walk(edit_state, slice, thing, key))
        }
        DrawCommand::Show(spot, thing) => show_spot(workspace, ctx, spot, thing),
        DrawCommand::FromHere => {
            change(workspace, |edit_state, _| edit_state.from_here = !edit_state.from_here)
        }
        DrawCommand::Edit(edit) => workspace.edit(&edit),
    }
}

/// Changes the edit state only.
fn change(workspace: &mut Workspace, change: impl FnOnce(&mut EditState, &DrawingSlice<'_>)) -> EditResult {
    workspace.with_slice(change);
    UNCHANGED
}

fn press(workspace: &mut Workspace, press: Press) -> EditResult {
    workspace.edit_by_gesture(|edit_state, slice| {
        edit_state.by_keys = false;
        edit_state.press(press, slice)
    })
}

fn hover(workspace: &mut Workspace, cell: Option<Cell>) -> EditResult {
    let edit_state = workspace.edit_state_mut();
    (edit_state.hover, edit_state.by_keys) = (cell, false);
    UNCHANGED
}

/// Moves the selection if the select tool is active, otherwise the cursor and whatever it drags.
fn step(workspace: &mut Workspace, dx: i32, dy: i32) -> EditResult {
    let nudged = workspace.with_slice(|edit_state, _| {
        let moves = edit_state.tool == Tool::Select
            && edit_state.gesture.is_none()
            && !edit_state.selection.is_empty();
        moves.then(|| edit_state.selection.iter().copied().collect::<Vec<_>>())
    });
    match nudged.flatten() {
        Some(things) => workspace.edit(&Edit::Move { things, dx, dy, dt: 0 }),
        None => change(workspace, |edit_state, slice| move_cursor(edit_state, slice, dx, dy)),
    }
}

fn move_cursor(edit_state: &mut EditState, slice: &DrawingSlice<'_>, dx: i32, dy: i32) {
    let cell = edit_state.cell_beside(dx, dy, slice);
    (edit_state.cursor, edit_state.by_keys, edit_state.anchor) = (cell, true, None);
    if let Some(gesture) = edit_state.gesture.as_mut().filter(|gesture| !gesture.outlasts_release()) {
        gesture.move_to(cell.into(), slice);
    }
    edit_state.keep_in_view(cell);
}

/// Selects from the anchor to the cursor, or paints from cell to cell.
fn extend(workspace: &mut Workspace, dx: i32, dy: i32) -> EditResult {
    workspace.edit_by_gesture(|edit_state, slice| {
        if edit_state.tool == Tool::Select {
            extend_selection(edit_state, slice, dx, dy);
            return GestureResult::Nothing;
        }
        let before = edit_state.cursor;
        move_cursor(edit_state, slice, dx, dy);
        let after = edit_state.cursor;
        if !matches!(edit_state.tool, Tool::Brush | Tool::Eraser) {
            return GestureResult::Nothing;
        }
        let began = edit_state.press(Press { at: before.into(), hand: PressKind::Plain }, slice);
        edit_state.drag_to(after.into(), slice);
        if began == GestureResult::Nothing { edit_state.release(slice) } else { began }
    })
}

fn extend_selection(edit_state: &mut EditState, slice: &DrawingSlice<'_>, dx: i32, dy: i32) {
    let anchor = edit_state.anchor.unwrap_or(edit_state.cursor);
    let cell = edit_state.cell_beside(dx, dy, slice);
    (edit_state.cursor, edit_state.by_keys, edit_state.anchor) = (cell, true, Some(anchor));
    edit_state.selection = slice.within(anchor, cell).collect();
}

/// Presses or releases at the cursor. Tools that need no path finish at once.
fn apply(edit_state: &mut EditState, slice: &DrawingSlice<'_>) -> GestureResult {
    let by_mouse = !std::mem::replace(&mut edit_state.by_keys, true);
    if let Some(Gesture::Way(way)) = &edit_state.gesture {
        let stays = by_mouse || way.cells.last() == Some(&edit_state.cursor);
        if stays && way.cells.len() > 1 {
            return edit_state.conclude(slice);
        }
    } else if edit_state.gesture.is_some() {
        return edit_state.release(slice);
    }
    let press = Press { at: edit_state.cursor.into(), hand: PressKind::Plain };
    let began = edit_state.press(press, slice);
    let at_once = matches!(edit_state.gesture, Some(Gesture::Stroke(_) | Gesture::Move(_)));
    if began == GestureResult::Nothing && at_once { edit_state.release(slice) } else { began }
}

/// Undoes the last click of a path, or deletes the selection.
fn step_back(workspace: &mut Workspace) -> EditResult {
    let walks = |edit_state: &mut EditState| matches!(edit_state.gesture, Some(Gesture::Way(_)));
    if workspace.with_slice(|edit_state, _| walks(edit_state)) == Some(true) {
        workspace.edit_state_mut().step_back();
        return UNCHANGED;
    }
    delete(workspace)
}

fn escape(edit_state: &mut EditState) {
    if !edit_state.cancel() {
        edit_state.selection.clear();
        edit_state.anchor = None;
    }
}

fn copy(workspace: &mut Workspace, clip: &mut Option<Clip>, ctx: &Context) -> EditResult {
    if let Some(copied) = workspace.with_slice(|edit_state, slice| edit_state.copied(slice)).flatten() {
        // The system sends no paste event while its clipboard is empty.
        ctx.copy_text(format!("{} things drawn in Timeloom", copied.count()));
        *clip = Some(copied);
    }
    UNCHANGED
}

fn cut(workspace: &mut Workspace, clip: &mut Option<Clip>, ctx: &Context) -> EditResult {
    copy(workspace, clip, ctx)?;
    delete(workspace)
}

fn delete(workspace: &mut Workspace) -> EditResult {
    workspace.edit_by(|edit_state, slice| edit_state.removed(slice))
}

fn paste(workspace: &mut Workspace, clip: Option<&Clip>) -> EditResult {
    let Some(clip) = clip else { return UNCHANGED };
    let pasted = workspace.edit_by(|edit_state, slice| {
        let at = edit_state.here().unwrap_or(edit_state.cursor);
        clip.pasted(Spot { at, t: slice.t }, slice.width(), slice.height())
    });
    workspace.with_slice(|edit_state, _| edit_state.take(Tool::Select));
    pasted
}

fn duplicate(workspace: &mut Workspace) -> EditResult {
    let doubled = workspace
        .edit_by(|edit_state, slice| edit_state.copied(slice)?.doubled(slice.width(), slice.height()));
    workspace.with_slice(|edit_state, _| edit_state.take(Tool::Select));
    doubled
}

fn select_all(edit_state: &mut EditState, slice: &DrawingSlice<'_>) {
    edit_state.take(Tool::Select);
    edit_state.selection = slice.drawing_view.standing.iter().map(|(_, id)| *id).collect();
}

fn walk(edit_state: &mut EditState, slice: &DrawingSlice<'_>, thing: ThingId, key: &'static str) {
    let stands = slice.drawing_view.standing.iter().find(|(_, id)| *id == thing).map(|(cell, _)| *cell);
    let placed = slice.thing(thing).map(|thing| thing.spot.at);
    if let Some(at) = stands.or(placed) {
        edit_state.walk_with(thing, key, at);
        edit_state.cursor = at;
    }
}

/// Moves the view to a cell in a slice.
fn show_spot(workspace: &mut Workspace, ctx: &Context, spot: Spot, thing: Option<ThingId>) -> EditResult {
    let flash = Flash::of(vec![spot.at], ctx.input(|input| input.time));
    workspace.flash(flash, Some(spot.t));
    change(workspace, |edit_state, _| {
        edit_state.cancel();
        edit_state.cursor = spot.at;
        if let Some(thing) = thing {
            edit_state.take(Tool::Select);
            edit_state.selection = OrdSet::unit(thing);
        }
    })
}
