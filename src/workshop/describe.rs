//! Describes the effect of an edit, in a few words for a line of the log.
//!
//! Called once, when the effect of an edit is computed. Reads the sketch before and after; decides nothing.

use std::marker::PhantomData;

use super::sketch_editor::EditOutcome;
use crate::scene::Cell;
use crate::sketch::{Drawn, Edit, Field, FieldValue, Sketch, Spot, Thing, ThingId};

/// The sketch before and after an edit, and the things that changed.
pub(super) struct Describer<'a, L> {
    before: &'a Sketch,
    after: &'a Sketch,
    done: &'a EditOutcome,
    level: PhantomData<fn() -> L>,
}

impl<'a, L: Drawn> Describer<'a, L> {
    pub(super) fn new(before: &'a Sketch, after: &'a Sketch, done: &'a EditOutcome) -> Self {
        Self { before, after, done, level: PhantomData }
    }

    pub(super) fn describe(&self, edit: &Edit) -> String {
        match edit {
            Edit::Paint { .. } | Edit::Paste { .. } => self.placed(edit),
            Edit::Erase { .. } => format!("erases {}", self.gone()),
            Edit::Remove { .. } => format!("takes {} away", self.gone()),
            Edit::Move { dx, dy, dt, .. } => self.moved(*dx, *dy, *dt),
            Edit::Set { things, key, value } => self.said(things, key, value.as_ref()),
            Edit::Setting { key, value } => {
                let field = L::KIT.setting(key);
                let name = field.map_or(&**key, |field| field.name);
                set_to(&format!("the {name}"), field, value.as_ref())
            }
            Edit::Resize { width, height, .. } => {
                let lost = self.done.removed.len();
                let lost =
                    if lost > 0 { format!(", which takes away {}", self.gone()) } else { String::new() };
                format!("makes the board {width} x {height}{lost}")
            }
            Edit::Replace { .. } => {
                format!("begins anew from the text of '{}'", L::level(self.after).title())
            }
        }
    }

    fn placed(&self, edit: &Edit) -> String {
        let verb = if matches!(edit, Edit::Paint { .. }) { "paints" } else { "adds" };
        let mut parts = Vec::new();
        if !self.done.added.is_empty() {
            parts.push(match self.only(&self.done.added) {
                Some(thing) => format!("{verb} {} at {}", introduced::<L>(thing), spot(thing.spot)),
                None => format!("{verb} {}", summary::<L>(self.after, &self.done.added)),
            });
        }
        if let Some(thing) = self.only(&self.done.changed) {
            parts.push(format!("moves {} to {}", called::<L>(thing), spot(thing.spot)));
        }
        parts.join(" and ") + &self.replaced()
    }

    fn moved(&self, dx: i32, dy: i32, dt: i32) -> String {
        if let Some(thing) = self.only(&self.done.changed) {
            return format!("moves {} to {}{}", called::<L>(thing), spot(thing.spot), self.replaced());
        }
        let slices = if dt == 0 { String::new() } else { format!(" and {dt:+} slices") };
        let what = summary::<L>(self.after, &self.done.changed);
        format!("moves {what} by {dx:+},{dy:+}{slices}{}", self.replaced())
    }

    fn said(&self, things: &[ThingId], key: &str, value: Option<&FieldValue>) -> String {
        let one = if let [id] = things { self.before.thing(*id) } else { None };
        let any = things.first().and_then(|id| self.before.thing(*id));
        let field = any.and_then(|thing| L::KIT.field(thing, key));
        let name = field.map_or(key, |field| field.name);
        let whose = match one {
            Some(thing) => format!("{}'s {name}", called::<L>(thing)),
            None => format!("the {name} of {}", summary::<L>(self.before, &self.done.changed)),
        };
        set_to(&whose, field, value)
    }

    /// Describes what was replaced.
    fn replaced(&self) -> String {
        if self.done.removed.is_empty() { String::new() } else { format!(" over {}", self.gone()) }
    }

    fn gone(&self) -> String {
        summary::<L>(self.before, &self.done.removed)
    }

    fn only(&self, ids: &[ThingId]) -> Option<&'a Thing> {
        if let [id] = ids { self.after.thing(*id) } else { None }
    }
}

fn set_to(whose: &str, field: Option<&Field>, value: Option<&FieldValue>) -> String {
    match value {
        None => match field.and_then(|field| field.default) {
            Some(default) => format!("resets {whose} to {}", value_text(&default.value())),
            None => format!("takes {whose} away"),
        },
        Some(value) => format!("sets {whose} to {}", value_text(value)),
    }
}

fn value_text(value: &FieldValue) -> String {
    match value {
        FieldValue::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Text(text) if text.is_empty() => "nothing".to_owned(),
        FieldValue::Text(text) => {
            text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(60).collect()
        }
        FieldValue::Path(path) => counted(path.len(), "cell"),
        FieldValue::Spot(to) => spot(*to),
    }
}

/// Names a single thing, counts several of one brush, and calls others things.
fn summary<L: Drawn>(sketch: &Sketch, ids: &[ThingId]) -> String {
    let things = || ids.iter().filter_map(|id| sketch.thing(*id));
    if let [id] = ids {
        return sketch.thing(*id).map_or_else(|| "a thing".to_owned(), called::<L>);
    }
    let mut brushes = things().map(|thing| L::KIT.brush_of(thing).map(|brush| brush.name));
    let first = brushes.next().flatten();
    let name = first.filter(|_| brushes.all(|name| name == first)).unwrap_or("thing");
    counted(ids.len(), name)
}

/// Returns the words for a thing in a sentence: its name, or "the" and its kind.
fn called<L: Drawn>(thing: &Thing) -> String {
    let name = L::KIT.name_of(thing);
    if is_nameless::<L>(thing) {
        return format!("the {name}");
    }
    name.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(60).collect()
}

/// Whether a thing is called by the name of its brush.
fn is_nameless<L: Drawn>(thing: &Thing) -> bool {
    L::KIT.brush_of(thing).is_some_and(|brush| brush.name == L::KIT.name_of(thing))
}

/// Returns the words for a thing that is mentioned for the first time.
fn introduced<L: Drawn>(thing: &Thing) -> String {
    let single = L::KIT.brush_of(thing).is_some_and(|brush| brush.single);
    if single || !is_nameless::<L>(thing) {
        return called::<L>(thing);
    }
    let name = L::KIT.name_of(thing);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn counted(count: usize, name: &str) -> String {
    let many = if name.ends_with(['x', 's']) { "es" } else { "s" };
    format!("{count} {name}{}", if count == 1 { "" } else { many })
}

fn spot(Spot { at: Cell { x, y }, t }: Spot) -> String {
    if t == 0 { format!("{x},{y}") } else { format!("{x},{y} at t {t}") }
}
