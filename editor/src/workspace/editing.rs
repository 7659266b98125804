//! Edits of the drawing in front, and the edit state that belongs to it.
//!
//! Every edit goes through [`Workspace::edit`]: a refused edit leaves everything unchanged.

use timeloom::collections::OrdSet;
use timeloom::scene::View;
use timeloom::sketch::{DrawingView, Edit, Form, ThingId};

use super::Workspace;
use crate::edit_state::{EditState, Flash};
use crate::gesture::{DrawingSlice, GestureResult};

/// Whether an edit changed anything; the error is a sentence.
pub(crate) type EditResult = Result<bool, String>;

/// No edit was needed.
pub(crate) const UNCHANGED: EditResult = Ok(false);

impl Workspace {
    /// Makes one edit, as one step of the log.
    pub(crate) fn edit(&mut self, edit: &Edit) -> EditResult {
        let Some(old) = self.front().drawing_view().cloned() else { return UNCHANGED };
        let changed = self.front_mut().edit(edit)?;
        if changed {
            self.after_edit(edit, &old);
        }
        Ok(changed)
    }

    /// Applies the result of a gesture.
    pub(crate) fn edit_by_gesture(
        &mut self,
        act: impl FnOnce(&mut EditState, &DrawingSlice<'_>) -> GestureResult,
    ) -> EditResult {
        match self.with_slice(act) {
            Some(GestureResult::Edit(edit)) => self.edit(&edit),
            Some(GestureResult::Select(things)) => {
                self.edit_state.selection = things;
                UNCHANGED
            }
            Some(GestureResult::Nothing) | None => UNCHANGED,
        }
    }

    /// Makes the edit built from the edit state, if any.
    pub(crate) fn edit_by(
        &mut self,
        make: impl FnOnce(&EditState, &DrawingSlice<'_>) -> Option<Edit>,
    ) -> EditResult {
        let edit = self.with_slice(|edit_state, slice| make(edit_state, slice)).flatten();
        edit.map_or(UNCHANGED, |edit| self.edit(&edit))
    }

    /// Runs a function on the edit state and the shown slice of the drawing, if there is one.
    pub(crate) fn with_slice<T>(
        &mut self,
        run: impl FnOnce(&mut EditState, &DrawingSlice<'_>) -> T,
    ) -> Option<T> {
        let t = self.shown_slice();
        let (document, edit_state) = self.front_and_edit_state();
        let slice = edit_state.slice(document.drawing_view()?, t);
        Some(run(edit_state, &slice))
    }

    /// Updates the edit state after the drawing changed.
    pub(crate) fn refresh_edit_state(&mut self) {
        let t = self.shown_slice();
        let (document, edit_state) = self.front_and_edit_state();
        let Some(drawing_view) = document.drawing_view() else { return };
        edit_state.forget_removed(drawing_view);
        edit_state.gesture.iter_mut().for_each(|gesture| gesture.move_to_slice(t));
    }

    /// Highlights the changes since an earlier drawing, and moves the view there.
    pub(crate) fn flash_changes(&mut self, old: &DrawingView, now: f64) {
        let changes = self.front().drawing_view().and_then(|new| Flash::between(old, new, now));
        if let Some((flash, slice)) = changes {
            self.flash(flash, slice);
        }
    }

    /// Shows a highlight, and moves the view there.
    pub(crate) fn flash(&mut self, flash: Flash, slice: Option<u32>) {
        if let Some(t) = slice.filter(|_| self.front().scene().slices.is_some()) {
            self.look_at_slice(t);
        }
        let edit_state = &mut self.edit_state;
        flash.cells.first().into_iter().for_each(|cell| edit_state.keep_in_view(*cell));
        edit_state.flash = Some(flash);
    }

    /// Shows the placed things, and selects them if they have fields to fill in.
    fn after_edit(&mut self, edit: &Edit, old: &DrawingView) {
        self.refresh_edit_state();
        let Some(new) = self.front().drawing_view().cloned() else { return };
        let mut placed = match edit {
            Edit::Paste { .. } | Edit::Paint { .. } => added(old, &new),
            _ => return,
        };
        self.follow_placed(&placed, &new);
        match edit {
            Edit::Paint { cells, .. } if cells.len() == 1 => {
                placed = placed.into_iter().filter(|id| has_fields(&new, *id)).collect();
            }
            Edit::Paint { .. } => return,
            _ => {}
        }
        if !placed.is_empty() {
            self.edit_state.selection = placed;
        }
    }

    /// Moves the view to the placed things, if they are not in the shown slice.
    fn follow_placed(&mut self, placed: &OrdSet<ThingId>, drawing_view: &DrawingView) {
        let is_shown = drawing_view.standing.iter().any(|(_, id)| placed.contains(id));
        let since = placed.get_min().and_then(|id| drawing_view.sketch.thing(*id)).map(|thing| thing.spot.t);
        if let (false, Some(t)) = (is_shown, since) {
            self.look_at_slice(t);
        }
    }

    fn look_at_slice(&mut self, t: u32) {
        let document = self.front_mut();
        document.look(View { t: Some(t), ..document.view() });
    }

    fn shown_slice(&self) -> u32 {
        self.front().scene().slices.map_or(0, |slices| slices.shown)
    }
}

fn added(old: &DrawingView, new: &DrawingView) -> OrdSet<ThingId> {
    new.sketch.things().map(|(id, _)| id).filter(|id| old.sketch.thing(*id).is_none()).collect()
}

/// Whether a thing has fields other than text and flags.
fn has_fields(drawing_view: &DrawingView, id: ThingId) -> bool {
    let brush = drawing_view.sketch.thing(id).and_then(|thing| drawing_view.kit.brush_of(thing));
    brush.is_some_and(|brush| brush.fields.iter().any(|field| !matches!(field.form, Form::Text | Form::Flag)))
}
