//! What is done about the drawing: presses become gestures, gestures become edits, and edits are acts in its log.
//!
//! Every edit goes through one place, [`App::edit`]: what the workshop refuses is said, and leaves everything as it was.

use std::collections::BTreeSet;

use egui::Context;
use timeloom::scene::{Cell, View};
use timeloom::sketch::{Edit, Form, Spot, Studio, ThingId};

use crate::app::App;
use crate::command::{Draw, Go};
use crate::document::Document;
use crate::easel::{Easel, Flash, Hand, Press, Tool};
use crate::gesture::{Done, Gesture, Sheet};

impl App {
    pub(super) fn obey_draw(&mut self, ctx: &Context, draw: Draw) {
        // What is in the hand is put back before something else is done with it.
        if matches!(draw, Draw::Cut | Draw::Paste | Draw::Duplicate | Draw::Delete | Draw::SelectAll) {
            self.put_back();
        }
        match draw {
            Draw::Press(press) => self.press(press),
            Draw::Over(at) => self.easel(|easel, sheet| easel.over(at, sheet)),
            Draw::Release => self.hand(Easel::release),
            Draw::Hover(cell) => self.hover(cell),
            Draw::Tool(tool) => self.easel(|easel, _| easel.take(tool)),
            Draw::Brush(number) => self.easel(|easel, sheet| easel.take_brush(number, sheet.studio)),
            Draw::Step(dx, dy) => self.step(dx, dy),
            Draw::Extend(dx, dy) => self.extend(dx, dy),
            Draw::Apply => self.apply(),
            Draw::Back => self.take_back(),
            Draw::Escape => self.escape(),
            Draw::Copy => self.copy(ctx),
            Draw::Cut => self.cut(ctx),
            Draw::Paste => self.paste(),
            Draw::Duplicate => self.duplicate(),
            Draw::Delete => self.edit_by(|easel, sheet| easel.removed(sheet)),
            Draw::SelectAll => self.select_all(),
            Draw::Select(things) => self.easel(|easel, _| easel.selection = things.into_iter().collect()),
            Draw::Cycle(nth, step) => self.edit_by(|easel, sheet| easel.cycled(sheet, nth, step)),
            Draw::Walk(thing, key) => self.walk(thing, key),
            Draw::Show(spot, thing) => self.show_spot(ctx, spot, thing),
            Draw::FromHere => self.easel(|easel, _| easel.from_here = !easel.from_here),
            Draw::Edit(edit) => self.edit(edit),
        }
    }

    /// Gives up what is in the hand.
    pub(super) fn put_back(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.easel_mut().cancel();
        }
    }

    /// Gives up a drag, or takes back the last click of a path, in the stead of undoing; `false` if there is none.
    pub(super) fn undo_gesture(&mut self) -> bool {
        self.desk.as_mut().is_some_and(|desk| desk.easel_mut().step_back())
    }

    /// Goes somewhere in the history of the drawing, shows what changed by it, and takes the view there.
    pub(super) fn go_and_show(&mut self, ctx: &Context, go: Go) {
        let old = self.studio();
        self.obey_go(ctx, go);
        let (Some(old), Some(new)) = (old, self.studio()) else { return };
        let now = ctx.input(|input| input.time);
        if let Some((flash, slice)) = Flash::between(&old, &new, now) {
            self.shine(flash, slice);
        }
        self.mind();
    }

    /// After something else than an edit changed what is in front.
    pub(super) fn mind(&mut self) {
        let Some(studio) = self.studio() else { return };
        let t = self.slice();
        if let Some(desk) = &mut self.desk {
            let easel = desk.easel_mut();
            easel.mind(&studio);
            easel.gesture.iter_mut().for_each(|gesture| gesture.over_slice(t));
        }
    }

    /// Does one edit, as one step of the log. What is refused is said.
    pub(crate) fn edit(&mut self, edit: Edit) {
        let Some(old) = self.studio() else { return };
        match self.desk.as_mut().map(|desk| desk.front_mut().edit(&edit)) {
            Some(Err(reason)) => self.message = Some(reason),
            Some(Ok(true)) => self.after(&edit, &old),
            // What was there already is no news to whoever drew it.
            Some(Ok(false)) | None => {}
        }
    }

    /// What was placed and has something to be said about it is selected, so that it can be said.
    fn after(&mut self, edit: &Edit, old: &Studio) {
        self.message = None;
        self.mind();
        let Some(new) = self.studio() else { return };
        let mut placed = match edit {
            Edit::Paste { .. } | Edit::Paint { .. } => added(old, &new),
            _ => return,
        };
        self.follow(&placed, &new);
        match edit {
            Edit::Paint { cells, .. } if cells.len() == 1 => placed.retain(|id| is_worth_a_word(&new, *id)),
            Edit::Paint { .. } => return,
            _ => {}
        }
        if let Some(desk) = self.desk.as_mut().filter(|_| !placed.is_empty()) {
            desk.easel_mut().selection = placed;
        }
    }

    /// Takes the view to what was placed, if it is not there in the slice that is shown.
    fn follow(&mut self, placed: &BTreeSet<ThingId>, studio: &Studio) {
        let is_shown = studio.standing.iter().any(|(_, id)| placed.contains(id));
        let since = placed.first().and_then(|id| studio.sketch.thing(*id)).map(|thing| thing.spot.t);
        if let (false, Some(t), Some(desk)) = (is_shown, since, &mut self.desk) {
            let document = desk.front_mut();
            document.look(View { t: Some(t), ..document.view() });
        }
    }

    fn press(&mut self, press: Press) {
        self.hand(|easel, sheet| {
            easel.by_keys = false;
            easel.press(press, sheet)
        });
    }

    fn hover(&mut self, cell: Option<Cell>) {
        if let Some(desk) = &mut self.desk {
            let easel = desk.easel_mut();
            (easel.hover, easel.by_keys) = (cell, false);
        }
    }

    /// Moves the selection while it is in the hand, otherwise the cursor and whatever it drags.
    fn step(&mut self, dx: i32, dy: i32) {
        let nudged = self.with(|easel, _| {
            let moves = easel.tool == Tool::Select && easel.gesture.is_none() && !easel.selection.is_empty();
            moves.then(|| easel.selection.iter().copied().collect::<Vec<_>>())
        });
        match nudged.flatten() {
            Some(things) => self.edit(Edit::Move { things, dx, dy, dt: 0 }),
            None => self.move_cursor(dx, dy),
        }
    }

    fn move_cursor(&mut self, dx: i32, dy: i32) {
        self.easel(|easel, sheet| {
            let cell = easel.cell_beside(dx, dy, sheet);
            (easel.cursor, easel.by_keys, easel.anchor) = (cell, true, None);
            if let Some(gesture) = easel.gesture.as_mut().filter(|gesture| !gesture.outlasts_release()) {
                gesture.over(cell.into(), sheet);
            }
            easel.keep_in_view(cell);
        });
    }

    /// Selects from where it began to the cursor, or paints from cell to cell.
    fn extend(&mut self, dx: i32, dy: i32) {
        let tool = self.with(|easel, _| easel.tool);
        if tool == Some(Tool::Select) {
            self.extend_selection(dx, dy);
            return;
        }
        let before = self.with(|easel, _| easel.cursor);
        self.move_cursor(dx, dy);
        let after = self.with(|easel, _| easel.cursor);
        if let (Some(before), Some(after), Some(Tool::Brush | Tool::Eraser)) = (before, after, tool) {
            self.hand(|easel, sheet| {
                let began = easel.press(Press { at: before.into(), hand: Hand::Plain }, sheet);
                easel.over(after.into(), sheet);
                if began == Done::Nothing { easel.release(sheet) } else { began }
            });
        }
    }

    fn extend_selection(&mut self, dx: i32, dy: i32) {
        self.easel(|easel, sheet| {
            let anchor = easel.anchor.unwrap_or(easel.cursor);
            let cell = easel.cell_beside(dx, dy, sheet);
            (easel.cursor, easel.by_keys, easel.anchor) = (cell, true, Some(anchor));
            easel.selection = sheet.within(anchor, cell).collect();
        });
    }

    /// Presses where the cursor is, or lets go there. Tools that need no way are done at once.
    fn apply(&mut self) {
        self.hand(|easel, sheet| {
            let by_mouse = !std::mem::replace(&mut easel.by_keys, true);
            if let Some(Gesture::Way(way)) = &easel.gesture {
                let stays = by_mouse || way.cells.last() == Some(&easel.cursor);
                if stays && way.cells.len() > 1 {
                    return easel.conclude(sheet);
                }
            } else if easel.gesture.is_some() {
                return easel.release(sheet);
            }
            let press = Press { at: easel.cursor.into(), hand: Hand::Plain };
            let began = easel.press(press, sheet);
            let at_once = matches!(easel.gesture, Some(Gesture::Stroke(_) | Gesture::Move(_)));
            if began == Done::Nothing && at_once { easel.release(sheet) } else { began }
        });
    }

    fn take_back(&mut self) {
        let walks = self.with(|easel, _| matches!(easel.gesture, Some(Gesture::Way(_))));
        if walks == Some(true) {
            self.undo_gesture();
        } else {
            self.edit_by(|easel, sheet| easel.removed(sheet));
        }
    }

    /// What lies over the window is closed first.
    fn escape(&mut self) {
        if self.over.is_some() {
            return;
        }
        self.easel(|easel, _| {
            if !easel.cancel() {
                easel.selection.clear();
                easel.anchor = None;
            }
        });
    }

    fn copy(&mut self, ctx: &Context) {
        let Some(clip) = self.with(|easel, sheet| easel.copied(sheet)).flatten() else { return };
        // A system without anything to paste would not tell us that somebody pastes.
        ctx.copy_text(format!("{} things drawn in Timeloom", clip.count()));
        self.clip = Some(clip);
    }

    fn cut(&mut self, ctx: &Context) {
        self.copy(ctx);
        self.edit_by(|easel, sheet| easel.removed(sheet));
    }

    fn paste(&mut self) {
        let Some(clip) = self.clip.clone() else { return };
        self.edit_by(|easel, sheet| {
            let at = easel.here().unwrap_or(easel.cursor);
            clip.pasted(Spot { at, t: sheet.t }, sheet.width(), sheet.height())
        });
        self.easel(|easel, _| easel.take(Tool::Select));
    }

    fn duplicate(&mut self) {
        self.edit_by(|easel, sheet| easel.copied(sheet)?.doubled(sheet.width(), sheet.height()));
        self.easel(|easel, _| easel.take(Tool::Select));
    }

    fn select_all(&mut self) {
        self.easel(|easel, sheet| {
            easel.take(Tool::Select);
            easel.selection = sheet.studio.standing.iter().map(|(_, id)| *id).collect();
        });
    }

    fn walk(&mut self, thing: ThingId, key: &'static str) {
        self.easel(|easel, sheet| {
            let stands = sheet.studio.standing.iter().find(|(_, id)| *id == thing).map(|(cell, _)| *cell);
            let placed = sheet.thing(thing).map(|thing| thing.spot.at);
            if let Some(at) = stands.or(placed) {
                easel.walk_with(thing, key, at);
                easel.cursor = at;
            }
        });
    }

    /// Takes the view to a cell in a slice.
    fn show_spot(&mut self, ctx: &Context, spot: Spot, thing: Option<ThingId>) {
        let flash = Flash::of(vec![spot.at], ctx.input(|input| input.time));
        self.shine(flash, Some(spot.t));
        self.easel(|easel, _| {
            easel.cancel();
            easel.cursor = spot.at;
            if let Some(thing) = thing {
                easel.take(Tool::Select);
                easel.selection = BTreeSet::from([thing]);
            }
        });
    }

    fn shine(&mut self, flash: Flash, slice: Option<u32>) {
        let Some(desk) = &mut self.desk else { return };
        let document = desk.front_mut();
        if let Some(t) = slice.filter(|_| document.scene().slices.is_some()) {
            document.look(View { t: Some(t), ..document.view() });
        }
        let easel = desk.easel_mut();
        flash.cells.first().into_iter().for_each(|cell| easel.keep_in_view(*cell));
        easel.flash = Some(flash);
    }

    /// Does what a hand came to.
    fn hand(&mut self, act: impl FnOnce(&mut Easel, &Sheet<'_>) -> Done) {
        match self.with(act) {
            Some(Done::Edit(edit)) => self.edit(edit),
            Some(Done::Select(things)) => self.easel(|easel, _| easel.selection = things),
            Some(Done::Nothing) | None => {}
        }
    }

    fn edit_by(&mut self, make: impl FnOnce(&Easel, &Sheet<'_>) -> Option<Edit>) {
        if let Some(edit) = self.with(|easel, sheet| make(easel, sheet)).flatten() {
            self.edit(edit);
        }
    }

    fn easel(&mut self, change: impl FnOnce(&mut Easel, &Sheet<'_>)) {
        self.with(change);
    }

    /// Runs something over the easel and the drawing, if there is one.
    fn with<T>(&mut self, run: impl FnOnce(&mut Easel, &Sheet<'_>) -> T) -> Option<T> {
        let t = self.slice();
        let (document, easel) = self.desk.as_mut()?.at_easel();
        let sheet = easel.sheet(document.studio()?, t);
        Some(run(easel, &sheet))
    }

    fn studio(&self) -> Option<Studio> {
        self.document().and_then(Document::studio).cloned()
    }

    fn slice(&self) -> u32 {
        self.document().and_then(|document| document.scene().slices).map_or(0, |slices| slices.shown)
    }
}

fn added(old: &Studio, new: &Studio) -> BTreeSet<ThingId> {
    new.sketch.things().map(|(id, _)| id).filter(|id| old.sketch.thing(*id).is_none()).collect()
}

fn is_worth_a_word(studio: &Studio, id: ThingId) -> bool {
    let brush = studio.sketch.thing(id).and_then(|thing| studio.kit.brush_of(thing));
    brush.is_some_and(|brush| brush.fields.iter().any(|field| !matches!(field.form, Form::Text | Form::Flag)))
}
