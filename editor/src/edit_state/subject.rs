//! The things a command applies to: the selection, or the thing under the cursor.
//!
//! Part of the edit state.

use std::sync::Arc;

use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Field, FieldValue, Form, Thing, ThingId};

use super::{Clip, EditState};
use crate::gesture::DrawingSlice;

impl EditState {
    /// Returns the selection, or else the topmost thing under the cursor.
    pub(crate) fn subject(&self, slice: &DrawingSlice<'_>) -> Vec<ThingId> {
        if self.selection.is_empty() {
            return self.here().and_then(|cell| slice.top(cell)).into_iter().collect();
        }
        self.selection.iter().copied().collect()
    }

    /// Copies the subject.
    pub(crate) fn copied(&self, slice: &DrawingSlice<'_>) -> Option<Clip> {
        let things: Vec<Thing> =
            self.subject(slice).iter().filter_map(|id| slice.thing(*id).cloned()).collect();
        Clip::new(things, slice.t)
    }

    /// Returns the edit that removes the subject.
    pub(crate) fn removed(&self, slice: &DrawingSlice<'_>) -> Option<Edit> {
        let things = self.subject(slice);
        (!things.is_empty()).then_some(Edit::Remove { things })
    }

    /// Returns the edit that changes the `nth` choice field of the subject to the next value, or to the previous one.
    pub(crate) fn cycled(&self, slice: &DrawingSlice<'_>, nth: usize, step: isize) -> Option<Edit> {
        let things = self.subject(slice);
        let (field, words, first) = things.iter().find_map(|id| {
            let brush = slice.drawing_view.kit.brush_of(slice.thing(*id)?)?;
            let (field, words) = brush.fields.iter().filter_map(choice).nth(nth)?;
            Some((field, words, *id))
        })?;
        let now = word(slice.thing(first)?, field);
        let at = words.iter().position(|word| Some(*word) == now.as_deref()).unwrap_or(0);
        let next = words[(at as isize + step).rem_euclid(words.len() as isize) as usize];
        let has_it = |id: &ThingId| {
            slice.thing(*id).is_some_and(|thing| slice.drawing_view.kit.field(thing, field.key).is_some())
        };
        let things = things.into_iter().filter(has_it).collect();
        Some(Edit::Set { things, key: field.key.into(), value: Some(FieldValue::Text(next.into())) })
    }

    /// Returns the cell this many columns and rows away from the cursor, clamped to the board.
    pub(crate) fn cell_beside(&self, dx: i32, dy: i32, slice: &DrawingSlice<'_>) -> Cell {
        let go = |at: u32, by: i32, count: u32| at.saturating_add_signed(by).min(count.saturating_sub(1));
        Cell { x: go(self.cursor.x, dx, slice.width()), y: go(self.cursor.y, dy, slice.height()) }
    }
}

fn choice(field: &'static Field) -> Option<(&'static Field, &'static [&'static str])> {
    match field.form {
        Form::Choice(words) if !words.is_empty() => Some((field, words)),
        _ => None,
    }
}

/// Value of a field, or its default.
fn word(thing: &Thing, field: &Field) -> Option<Arc<str>> {
    let default = field.default.map(|constant| constant.value());
    match thing.fields.get(field.key).or(default.as_ref()) {
        Some(FieldValue::Text(text)) => Some(text.clone()),
        _ => None,
    }
}
