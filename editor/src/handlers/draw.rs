//! What is done about the drawing: presses become gestures, gestures become edits, and edits are acts in its log.
//!
//! Every edit goes through one place, [`App::edit`]: what the workshop refuses is said, and leaves everything as it was.

use egui::Context;
use timeloom::collections::OrdSet;
use timeloom::scene::{Cell, View};
use timeloom::sketch::{DrawingView, Edit, Form, Spot, ThingId};

use crate::app::App;
use crate::command::{Draw, Go};
use crate::document::Document;
use crate::edit_state::{EditState, Flash, Hand, Press, Tool};
use crate::gesture::{Done, DrawingSlice, Gesture};

impl App {
    pub(super) fn handle_draw(&mut self, ctx: &Context, draw: Draw) {
        // What is in the hand is put back before something else is done with it.
        if matches!(draw, Draw::Cut | Draw::Paste | Draw::Duplicate | Draw::Delete | Draw::SelectAll) {
            self.cancel_gesture();
        }
        match draw {
            Draw::Press(press) => self.press(press),
            Draw::Over(at) => self.edit_state(|edit_state, slice| edit_state.over(at, slice)),
            Draw::Release => self.hand(EditState::release),
            Draw::Hover(cell) => self.hover(cell),
            Draw::Tool(tool) => self.edit_state(|edit_state, _| edit_state.take(tool)),
            Draw::Brush(number) => {
                self.edit_state(|edit_state, slice| edit_state.take_brush(number, slice.drawing_view))
            }
            Draw::Step(dx, dy) => self.step(dx, dy),
            Draw::Extend(dx, dy) => self.extend(dx, dy),
            Draw::Apply => self.apply(),
            Draw::Back => self.take_back(),
            Draw::Escape => self.escape(),
            Draw::Copy => self.copy(ctx),
            Draw::Cut => self.cut(ctx),
            Draw::Paste => self.paste(),
            Draw::Duplicate => self.duplicate(),
            Draw::Delete => self.edit_by(|edit_state, slice| edit_state.removed(slice)),
            Draw::SelectAll => self.select_all(),
            Draw::Select(things) => {
                self.edit_state(|edit_state, _| edit_state.selection = things.into_iter().collect())
            }
            Draw::Cycle(nth, step) => self.edit_by(|edit_state, slice| edit_state.cycled(slice, nth, step)),
            Draw::Walk(thing, key) => self.walk(thing, key),
            Draw::Show(spot, thing) => self.show_spot(ctx, spot, thing),
            Draw::FromHere => self.edit_state(|edit_state, _| edit_state.from_here = !edit_state.from_here),
            Draw::Edit(edit) => self.edit(edit),
        }
    }

    /// Gives up what is in the hand.
    pub(super) fn cancel_gesture(&mut self) {
        if let Some(workspace) = &mut self.workspace {
            workspace.edit_state_mut().cancel();
        }
    }

    /// Gives up a drag, or takes back the last click of a path, in the stead of undoing; `false` if there is none.
    pub(super) fn undo_gesture(&mut self) -> bool {
        self.workspace.as_mut().is_some_and(|workspace| workspace.edit_state_mut().step_back())
    }

    /// Goes somewhere in the history of the drawing, shows what changed by it, and takes the view there.
    pub(super) fn go_and_show(&mut self, ctx: &Context, go: Go) {
        let old = self.drawing_view();
        self.navigate(ctx, go);
        let (Some(old), Some(new)) = (old, self.drawing_view()) else { return };
        let now = ctx.input(|input| input.time);
        if let Some((flash, slice)) = Flash::between(&old, &new, now) {
            self.shine(flash, slice);
        }
        self.refresh_edit_state();
    }

    /// After something else than an edit changed what is in front.
    pub(super) fn refresh_edit_state(&mut self) {
        let Some(drawing_view) = self.drawing_view() else { return };
        let t = self.slice();
        if let Some(workspace) = &mut self.workspace {
            let edit_state = workspace.edit_state_mut();
            edit_state.forget_removed(&drawing_view);
            edit_state.gesture.iter_mut().for_each(|gesture| gesture.over_slice(t));
        }
    }

    /// Does one edit, as one step of the log. What is refused is said.
    pub(crate) fn edit(&mut self, edit: Edit) {
        let Some(old) = self.drawing_view() else { return };
        match self.workspace.as_mut().map(|workspace| workspace.front_mut().edit(&edit)) {
            Some(Err(reason)) => self.message = Some(reason),
            Some(Ok(true)) => self.after(&edit, &old),
            // What was there already is no news to whoever drew it.
            Some(Ok(false)) | None => {}
        }
    }

    /// What was placed and has something to be said about it is selected, so that it can be said.
    fn after(&mut self, edit: &Edit, old: &DrawingView) {
        self.message = None;
        self.refresh_edit_state();
        let Some(new) = self.drawing_view() else { return };
        let mut placed = match edit {
            Edit::Paste { .. } | Edit::Paint { .. } => added(old, &new),
            _ => return,
        };
        self.follow(&placed, &new);
        match edit {
            Edit::Paint { cells, .. } if cells.len() == 1 => {
                placed = placed.into_iter().filter(|id| is_worth_a_word(&new, *id)).collect()
            }
            Edit::Paint { .. } => return,
            _ => {}
        }
        if let Some(workspace) = self.workspace.as_mut().filter(|_| !placed.is_empty()) {
            workspace.edit_state_mut().selection = placed;
        }
    }

    /// Takes the view to what was placed, if it is not there in the slice that is shown.
    fn follow(&mut self, placed: &OrdSet<ThingId>, drawing_view: &DrawingView) {
        let is_shown = drawing_view.standing.iter().any(|(_, id)| placed.contains(id));
        let since = placed.get_min().and_then(|id| drawing_view.sketch.thing(*id)).map(|thing| thing.spot.t);
        if let (false, Some(t), Some(workspace)) = (is_shown, since, &mut self.workspace) {
            let document = workspace.front_mut();
            document.look(View { t: Some(t), ..document.view() });
        }
    }

    fn press(&mut self, press: Press) {
        self.hand(|edit_state, slice| {
            edit_state.by_keys = false;
            edit_state.press(press, slice)
        });
    }

    fn hover(&mut self, cell: Option<Cell>) {
        if let Some(workspace) = &mut self.workspace {
            let edit_state = workspace.edit_state_mut();
            (edit_state.hover, edit_state.by_keys) = (cell, false);
        }
    }

    /// Moves the selection while it is in the hand, otherwise the cursor and whatever it drags.
    fn step(&mut self, dx: i32, dy: i32) {
        let nudged = self.with(|edit_state, _| {
            let moves = edit_state.tool == Tool::Select
                && edit_state.gesture.is_none()
                && !edit_state.selection.is_empty();
            moves.then(|| edit_state.selection.iter().copied().collect::<Vec<_>>())
        });
        match nudged.flatten() {
            Some(things) => self.edit(Edit::Move { things, dx, dy, dt: 0 }),
            None => self.move_cursor(dx, dy),
        }
    }

    fn move_cursor(&mut self, dx: i32, dy: i32) {
        self.edit_state(|edit_state, slice| {
            let cell = edit_state.cell_beside(dx, dy, slice);
            (edit_state.cursor, edit_state.by_keys, edit_state.anchor) = (cell, true, None);
            if let Some(gesture) = edit_state.gesture.as_mut().filter(|gesture| !gesture.outlasts_release()) {
                gesture.over(cell.into(), slice);
            }
            edit_state.keep_in_view(cell);
        });
    }

    /// Selects from where it began to the cursor, or paints from cell to cell.
    fn extend(&mut self, dx: i32, dy: i32) {
        let tool = self.with(|edit_state, _| edit_state.tool);
        if tool == Some(Tool::Select) {
            self.extend_selection(dx, dy);
            return;
        }
        let before = self.with(|edit_state, _| edit_state.cursor);
        self.move_cursor(dx, dy);
        let after = self.with(|edit_state, _| edit_state.cursor);
        if let (Some(before), Some(after), Some(Tool::Brush | Tool::Eraser)) = (before, after, tool) {
            self.hand(|edit_state, slice| {
                let began = edit_state.press(Press { at: before.into(), hand: Hand::Plain }, slice);
                edit_state.over(after.into(), slice);
                if began == Done::Nothing { edit_state.release(slice) } else { began }
            });
        }
    }

    fn extend_selection(&mut self, dx: i32, dy: i32) {
        self.edit_state(|edit_state, slice| {
            let anchor = edit_state.anchor.unwrap_or(edit_state.cursor);
            let cell = edit_state.cell_beside(dx, dy, slice);
            (edit_state.cursor, edit_state.by_keys, edit_state.anchor) = (cell, true, Some(anchor));
            edit_state.selection = slice.within(anchor, cell).collect();
        });
    }

    /// Presses where the cursor is, or lets go there. Tools that need no way are done at once.
    fn apply(&mut self) {
        self.hand(|edit_state, slice| {
            let by_mouse = !std::mem::replace(&mut edit_state.by_keys, true);
            if let Some(Gesture::Way(way)) = &edit_state.gesture {
                let stays = by_mouse || way.cells.last() == Some(&edit_state.cursor);
                if stays && way.cells.len() > 1 {
                    return edit_state.conclude(slice);
                }
            } else if edit_state.gesture.is_some() {
                return edit_state.release(slice);
            }
            let press = Press { at: edit_state.cursor.into(), hand: Hand::Plain };
            let began = edit_state.press(press, slice);
            let at_once = matches!(edit_state.gesture, Some(Gesture::Stroke(_) | Gesture::Move(_)));
            if began == Done::Nothing && at_once { edit_state.release(slice) } else { began }
        });
    }

    fn take_back(&mut self) {
        let walks = self.with(|edit_state, _| matches!(edit_state.gesture, Some(Gesture::Way(_))));
        if walks == Some(true) {
            self.undo_gesture();
        } else {
            self.edit_by(|edit_state, slice| edit_state.removed(slice));
        }
    }

    /// What lies over the window is closed first.
    fn escape(&mut self) {
        if self.modal.is_some() {
            return;
        }
        self.edit_state(|edit_state, _| {
            if !edit_state.cancel() {
                edit_state.selection.clear();
                edit_state.anchor = None;
            }
        });
    }

    fn copy(&mut self, ctx: &Context) {
        let Some(clip) = self.with(|edit_state, slice| edit_state.copied(slice)).flatten() else { return };
        // A system without anything to paste would not tell us that somebody pastes.
        ctx.copy_text(format!("{} things drawn in Timeloom", clip.count()));
        self.clip = Some(clip);
    }

    fn cut(&mut self, ctx: &Context) {
        self.copy(ctx);
        self.edit_by(|edit_state, slice| edit_state.removed(slice));
    }

    fn paste(&mut self) {
        let Some(clip) = self.clip.clone() else { return };
        self.edit_by(|edit_state, slice| {
            let at = edit_state.here().unwrap_or(edit_state.cursor);
            clip.pasted(Spot { at, t: slice.t }, slice.width(), slice.height())
        });
        self.edit_state(|edit_state, _| edit_state.take(Tool::Select));
    }

    fn duplicate(&mut self) {
        self.edit_by(|edit_state, slice| edit_state.copied(slice)?.doubled(slice.width(), slice.height()));
        self.edit_state(|edit_state, _| edit_state.take(Tool::Select));
    }

    fn select_all(&mut self) {
        self.edit_state(|edit_state, slice| {
            edit_state.take(Tool::Select);
            edit_state.selection = slice.drawing_view.standing.iter().map(|(_, id)| *id).collect();
        });
    }

    fn walk(&mut self, thing: ThingId, key: &'static str) {
        self.edit_state(|edit_state, slice| {
            let stands =
                slice.drawing_view.standing.iter().find(|(_, id)| *id == thing).map(|(cell, _)| *cell);
            let placed = slice.thing(thing).map(|thing| thing.spot.at);
            if let Some(at) = stands.or(placed) {
                edit_state.walk_with(thing, key, at);
                edit_state.cursor = at;
            }
        });
    }

    /// Takes the view to a cell in a slice.
    fn show_spot(&mut self, ctx: &Context, spot: Spot, thing: Option<ThingId>) {
        let flash = Flash::of(vec![spot.at], ctx.input(|input| input.time));
        self.shine(flash, Some(spot.t));
        self.edit_state(|edit_state, _| {
            edit_state.cancel();
            edit_state.cursor = spot.at;
            if let Some(thing) = thing {
                edit_state.take(Tool::Select);
                edit_state.selection = OrdSet::unit(thing);
            }
        });
    }

    fn shine(&mut self, flash: Flash, slice: Option<u32>) {
        let Some(workspace) = &mut self.workspace else { return };
        let document = workspace.front_mut();
        if let Some(t) = slice.filter(|_| document.scene().slices.is_some()) {
            document.look(View { t: Some(t), ..document.view() });
        }
        let edit_state = workspace.edit_state_mut();
        flash.cells.first().into_iter().for_each(|cell| edit_state.keep_in_view(*cell));
        edit_state.flash = Some(flash);
    }

    /// Does what a hand came to.
    fn hand(&mut self, act: impl FnOnce(&mut EditState, &DrawingSlice<'_>) -> Done) {
        match self.with(act) {
            Some(Done::Edit(edit)) => self.edit(edit),
            Some(Done::Select(things)) => self.edit_state(|edit_state, _| edit_state.selection = things),
            Some(Done::Nothing) | None => {}
        }
    }

    fn edit_by(&mut self, make: impl FnOnce(&EditState, &DrawingSlice<'_>) -> Option<Edit>) {
        if let Some(edit) = self.with(|edit_state, slice| make(edit_state, slice)).flatten() {
            self.edit(edit);
        }
    }

    fn edit_state(&mut self, change: impl FnOnce(&mut EditState, &DrawingSlice<'_>)) {
        self.with(change);
    }

    /// Runs something over the edit_state and the drawing, if there is one.
    fn with<T>(&mut self, run: impl FnOnce(&mut EditState, &DrawingSlice<'_>) -> T) -> Option<T> {
        let t = self.slice();
        let (document, edit_state) = self.workspace.as_mut()?.front_and_edit_state();
        let slice = edit_state.slice(document.drawing_view()?, t);
        Some(run(edit_state, &slice))
    }

    fn drawing_view(&self) -> Option<DrawingView> {
        self.document().and_then(Document::drawing_view).cloned()
    }

    fn slice(&self) -> u32 {
        self.document().and_then(|document| document.scene().slices).map_or(0, |slices| slices.shown)
    }
}

fn added(old: &DrawingView, new: &DrawingView) -> OrdSet<ThingId> {
    new.sketch.things().map(|(id, _)| id).filter(|id| old.sketch.thing(*id).is_none()).collect()
}

fn is_worth_a_word(drawing_view: &DrawingView, id: ThingId) -> bool {
    let brush = drawing_view.sketch.thing(id).and_then(|thing| drawing_view.kit.brush_of(thing));
    brush.is_some_and(|brush| brush.fields.iter().any(|field| !matches!(field.form, Form::Text | Form::Flag)))
}
