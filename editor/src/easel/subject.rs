//! What a command is about: the selection, or what is under the cursor.
//!
//! Part of the easel.

use std::sync::Arc;

use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Field, Form, Thing, ThingId, Worth};

use super::{Clip, Easel};
use crate::gesture::Sheet;

impl Easel {
    /// What is selected, or else what stands on top under the cursor.
    pub(crate) fn subject(&self, sheet: &Sheet<'_>) -> Vec<ThingId> {
        if self.selection.is_empty() {
            return self.here().and_then(|cell| sheet.top(cell)).into_iter().collect();
        }
        self.selection.iter().copied().collect()
    }

    /// A copy of it.
    pub(crate) fn copied(&self, sheet: &Sheet<'_>) -> Option<Clip> {
        let things: Vec<Thing> =
            self.subject(sheet).iter().filter_map(|id| sheet.thing(*id).cloned()).collect();
        Clip::new(things, sheet.t)
    }

    /// The edit that takes it away.
    pub(crate) fn removed(&self, sheet: &Sheet<'_>) -> Option<Edit> {
        let things = self.subject(sheet);
        (!things.is_empty()).then_some(Edit::Remove { things })
    }

    /// The edit that changes the first, second, ... choice about it to the next word, or to the one before.
    pub(crate) fn cycled(&self, sheet: &Sheet<'_>, nth: usize, step: isize) -> Option<Edit> {
        let things = self.subject(sheet);
        let (field, words, first) = things.iter().find_map(|id| {
            let brush = sheet.studio.kit.brush_of(sheet.thing(*id)?)?;
            let (field, words) = brush.fields.iter().filter_map(choice).nth(nth)?;
            Some((field, words, *id))
        })?;
        let now = word(sheet.thing(first)?, field);
        let at = words.iter().position(|word| Some(*word) == now.as_deref()).unwrap_or(0);
        let next = words[(at as isize + step).rem_euclid(words.len() as isize) as usize];
        let has_it = |id: &ThingId| {
            sheet.thing(*id).is_some_and(|thing| sheet.studio.kit.field(thing, field.key).is_some())
        };
        let things = things.into_iter().filter(has_it).collect();
        Some(Edit::Set { things, key: field.key.into(), worth: Some(Worth::Text(next.into())) })
    }

    /// The cell so many columns and rows away, as far as the board goes.
    pub(crate) fn cell_beside(&self, dx: i32, dy: i32, sheet: &Sheet<'_>) -> Cell {
        let go = |at: u32, by: i32, count: u32| at.saturating_add_signed(by).min(count.saturating_sub(1));
        Cell { x: go(self.cursor.x, dx, sheet.width()), y: go(self.cursor.y, dy, sheet.height()) }
    }
}

fn choice(field: &'static Field) -> Option<(&'static Field, &'static [&'static str])> {
    match field.form {
        Form::Choice(words) if !words.is_empty() => Some((field, words)),
        _ => None,
    }
}

/// What stands in a field, or what it is if nothing is said.
fn word(thing: &Thing, field: &Field) -> Option<Arc<str>> {
    let usual = field.usual.map(|given| given.worth());
    match thing.fields.get(field.key).or(usual.as_ref()) {
        Some(Worth::Text(text)) => Some(text.clone()),
        _ => None,
    }
}
