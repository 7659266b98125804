//! Applies each edit to a sketch, or returns the reason why it is refused.
//!
//! Called by the workshop. Everything is checked before the changed sketch is returned, so that a refused
//! edit changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::PlannedEdit;
use super::describe::Describer;
use super::objection::Objection;
use super::sketch_editor::{EditOutcome, SketchEditor};
use super::values::{Bounds, fitting};
use crate::scene::Cell;
use crate::sketch::{
    Brush, Drawn, Edit, Field, FieldValue, MOST_CELLS, Shift, Sketch, Spot, Thing, ThingId, shifted,
};

/// Maximum length of the text of a level in one edit.
const LONGEST_LEVEL: usize = 1_000_000;

/// Returns the effect of an edit, or the reason why it is refused.
pub(super) fn work_out<L: Drawn>(sketch: &Sketch, edit: &Edit) -> Result<PlannedEdit, Objection> {
    let mut work = EditContext::<L> {
        editor: SketchEditor::new(sketch),
        bounds: Bounds::new(sketch, L::slices(sketch)),
    };
    work.edit(edit)?;
    let EditContext { editor, .. } = work;
    if editor.sketch.len() > sketch.len() {
        check_count::<L>(editor.sketch.len())?;
    }
    let done = editor.done(sketch);
    let whole = |sketch: &Sketch| (sketch.width, sketch.height);
    if done.is_idle() && whole(&editor.sketch) == whole(sketch) && editor.sketch.settings == sketch.settings {
        return Err(Objection::NothingChanges);
    }
    let summary = Describer::<L>::new(sketch, &editor.sketch, &done).describe(edit).into();
    Ok(PlannedEdit { done: EditOutcome { summary, ..done }, sketch: editor.sketch })
}

struct EditContext<L> {
    editor: SketchEditor<L>,
    bounds: Bounds,
}

impl<L: Drawn> EditContext<L> {
    fn edit(&mut self, edit: &Edit) -> Result<(), Objection> {
        match edit {
            Edit::Paint { brush, cells, t } => self.paint(brush, cells, *t),
            Edit::Erase { cells, t } => self.erase(cells, *t),
            Edit::Remove { things } => self.remove(things),
            Edit::Move { things, dx, dy, dt } => self.shift(things, Shift { dx: *dx, dy: *dy, dt: *dt }),
            Edit::Paste { things } => self.paste(things),
            Edit::Set { things, key, value } => self.set(things, key, value.as_ref()),
            Edit::Setting { key, value } => self.setting(key, value.as_ref()),
            Edit::Resize { width, height, dx, dy } => {
                self.resize(*width, *height, Shift { dx: *dx, dy: *dy, dt: 0 })
            }
            Edit::Replace { text } => self.replace(text),
        }
    }

    fn paint(&mut self, brush: &str, cells: &[Cell], t: u32) -> Result<(), Objection> {
        let brush = L::KIT.brush(brush).ok_or_else(|| unknown_brush::<L>(brush))?;
        self.check_cells(cells, t)?;
        if let (true, Some(&at)) = (brush.single, cells.last()) {
            self.place(vec![brush.thing(Spot { at, t })]);
            return Ok(());
        }
        let there = self.standing(t);
        let cells: BTreeSet<Cell> = cells.iter().copied().collect();
        let free = cells.into_iter().filter(|at| !self.is_painted(&there, brush, *at, t));
        let things: Vec<Thing> = free.map(|at| brush.thing(Spot { at, t })).collect();
        check_count::<L>(things.len())?;
        self.place(things);
        Ok(())
    }

    /// Whether a thing like this is already there.
    fn is_painted(&self, there: &Walkers, brush: &Brush, at: Cell, t: u32) -> bool {
        let is_it = |thing: &Thing| L::KIT.brush_of(thing).is_some_and(|other| other.id == brush.id);
        self.at(there, at, t).into_iter().any(|id| self.editor.sketch.thing(id).is_some_and(is_it))
    }

    fn erase(&mut self, cells: &[Cell], t: u32) -> Result<(), Objection> {
        self.check_cells(cells, t)?;
        let there = self.standing(t);
        let gone: BTreeSet<ThingId> = cells.iter().flat_map(|at| self.at(&there, *at, t)).collect();
        gone.into_iter().for_each(|id| self.editor.remove(id));
        Ok(())
    }

    fn remove(&mut self, things: &[ThingId]) -> Result<(), Objection> {
        things.iter().try_for_each(|id| self.editor.thing(*id).map(drop))?;
        things.iter().for_each(|id| self.editor.remove(*id));
        Ok(())
    }

    fn shift(&mut self, things: &[ThingId], by: Shift) -> Result<(), Objection> {
        let ids: BTreeSet<ThingId> = things.iter().copied().collect();
        let old: Vec<Thing> =
            ids.iter().map(|id| self.editor.thing(*id).cloned()).collect::<Result<_, _>>()?;
        let moved = shifted(&old, by.dx, by.dy, by.dt).ok_or_else(|| self.first_outside(&old, by))?;
        let moved: Vec<Thing> = moved.into_iter().map(L::settle).collect();
        moved.iter().try_for_each(|thing| self.check_place(thing))?;
        for (id, thing) in ids.iter().zip(moved) {
            self.editor.change(*id, thing, &ids);
        }
        Ok(())
    }

    /// Returns the objection to the first thing that a move would take off the board or out of time.
    fn first_outside(&self, things: &[Thing], by: Shift) -> Objection {
        let ways = |thing: &Thing| -> Vec<Cell> {
            let path = thing.fields.values().find_map(|value| match value {
                FieldValue::Path(path) => Some(path.to_vec()),
                _ => None,
            });
            path.unwrap_or_default()
        };
        let cells = things.iter().flat_map(|thing| ways(thing).into_iter().chain([thing.spot.at]));
        let outside = cells.into_iter().find(|at| by.cell(*at).is_none());
        let least = things.iter().map(|thing| thing.spot.t).min().unwrap_or_default();
        match outside {
            Some(at) => {
                self.bounds.off(i64::from(at.x) + i64::from(by.dx), i64::from(at.y) + i64::from(by.dy))
            }
            None => self.bounds.out(i64::from(least) + i64::from(by.dt)),
        }
    }

    fn paste(&mut self, things: &[Thing]) -> Result<(), Objection> {
        let things = things.iter().map(|thing| self.fitting_thing(thing)).collect::<Result<Vec<_>, _>>()?;
        things.iter().try_for_each(|thing| self.check_place(thing))?;
        self.place(things);
        Ok(())
    }

    fn set(
        &mut self,
        things: &[ThingId],
        key: &Arc<str>,
        value: Option<&FieldValue>,
    ) -> Result<(), Objection> {
        let ids: BTreeSet<ThingId> = things.iter().copied().collect();
        let mut changed = Vec::new();
        for id in &ids {
            let mut thing = self.editor.thing(*id)?.clone();
            let field = L::KIT.field(&thing, key).ok_or_else(|| unknown_field::<L>(key, &thing))?;
            match value {
                Some(value) => drop(thing.fields.insert(key.clone(), fitting(field, value, self.bounds)?)),
                None => drop(thing.fields.remove(key)),
            }
            let thing = L::settle(thing);
            self.check_place(&thing)?;
            changed.push((*id, thing));
        }
        changed.into_iter().for_each(|(id, thing)| self.editor.change(id, thing, &ids));
        Ok(())
    }

    fn setting(&mut self, key: &Arc<str>, value: Option<&FieldValue>) -> Result<(), Objection> {
        let field = L::KIT.setting(key).ok_or_else(|| Objection::UnknownField {
            key: key.to_string(),
            of: "the level".to_owned(),
            known: keys(L::KIT.settings),
        })?;
        let settings = Arc::make_mut(&mut self.editor.sketch.settings);
        match value {
            Some(value) => drop(settings.insert(key.clone(), fitting(field, value, self.bounds)?)),
            None => drop(settings.remove(key)),
        }
        Ok(())
    }

    fn resize(&mut self, width: u32, height: u32, by: Shift) -> Result<(), Objection> {
        let most = L::KIT.longest_side;
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(Objection::Size { width, height, most });
        }
        (self.editor.sketch.width, self.editor.sketch.height) = (width, height);
        self.bounds = Bounds { width, height, ..self.bounds };
        let things: Vec<(ThingId, Thing)> =
            self.editor.sketch.things().map(|(id, thing)| (id, thing.clone())).collect();
        let all: BTreeSet<ThingId> = things.iter().map(|(id, _)| *id).collect();
        for (id, thing) in things {
            match self.within(thing, by) {
                Some(thing) => self.editor.change(id, thing, &all),
                None => self.editor.remove(id),
            }
        }
        Ok(())
    }

    /// Returns a thing on the resized board: with the remaining part of its paths, and with its target if
    /// that remains.
    fn within(&self, mut thing: Thing, by: Shift) -> Option<Thing> {
        let on_board = |at: Cell| by.cell(at).filter(|at| self.bounds.has(*at));
        thing.spot.at = on_board(thing.spot.at)?;
        thing.fields.retain(|_, value| match value {
            FieldValue::Path(path) => {
                *path = path.iter().filter_map(|at| on_board(*at)).collect();
                !path.is_empty()
            }
            FieldValue::Spot(spot) => on_board(spot.at).map(|at| spot.at = at).is_some(),
            _ => true,
        });
        Some(thing)
    }

    fn replace(&mut self, text: &str) -> Result<(), Objection> {
        if text.len() > LONGEST_LEVEL {
            return Err(Objection::TooLong { name: "the text", most: LONGEST_LEVEL, unit: "bytes" });
        }
        let level = L::read(text).map_err(|faults| Objection::Unreadable { faults })?;
        if level == L::level(&self.editor.sketch) {
            return Err(Objection::NothingChanges);
        }
        let old: Vec<ThingId> = self.editor.sketch.things().map(|(id, _)| id).collect();
        self.editor.sketch.begin_anew(&level.sketch());
        let new = self.editor.sketch.things().map(|(id, _)| id);
        self.editor.touched = old.into_iter().chain(new).collect();
        Ok(())
    }

    /// Adds things. A thing of which only one may exist is moved if it exists.
    fn place(&mut self, things: Vec<Thing>) {
        for thing in L::arrive(&self.editor.sketch, things).into_iter().map(L::settle) {
            let single = L::KIT.brush_of(&thing).is_some_and(|brush| brush.single);
            let known = if single { self.first_of(&thing.kind) } else { None };
            match known.map(|(id, other)| (id, Thing { spot: thing.spot, ..other.clone() })) {
                Some((id, moved)) => self.editor.change(id, moved, &BTreeSet::from([id])),
                None => drop(self.editor.add(thing)),
            }
        }
    }

    fn first_of(&self, kind: &str) -> Option<(ThingId, &Thing)> {
        self.editor.sketch.things().find(|(_, thing)| *thing.kind == *kind)
    }

    fn fitting_thing(&self, thing: &Thing) -> Result<Thing, Objection> {
        let mut fitted = Thing { fields: Default::default(), ..thing.clone() };
        L::KIT.brush_of(thing).ok_or_else(|| unknown_kind::<L>(&thing.kind))?;
        for (key, value) in &thing.fields {
            let value = match L::KIT.field(thing, key) {
                Some(field) => fitting(field, value, self.bounds)?,
                None if L::KIT.preserved.contains(&&**key) => value.clone(),
                None => return Err(unknown_field::<L>(key, thing)),
            };
            fitted.fields.insert(key.clone(), value);
        }
        Ok(fitted)
    }

    fn check_cells(&self, cells: &[Cell], t: u32) -> Result<(), Objection> {
        if cells.len() > MOST_CELLS {
            return Err(Objection::TooManyCells { count: cells.len(), most: MOST_CELLS });
        }
        self.bounds.slice(t)?;
        cells.iter().try_for_each(|at| self.bounds.cell(*at))
    }

    /// Checks that a thing and its paths are on the board.
    fn check_place(&self, thing: &Thing) -> Result<(), Objection> {
        self.bounds.cell(thing.spot.at)?;
        self.bounds.slice(thing.spot.t)?;
        thing.fields.values().try_for_each(|value| match value {
            FieldValue::Path(path) => path.iter().try_for_each(|at| self.bounds.cell(*at)),
            FieldValue::Spot(spot) => self.bounds.cell(spot.at),
            _ => Ok(()),
        })
    }

    /// Returns the cells of moving things in a slice.
    fn standing(&self, t: u32) -> Walkers {
        let mut walkers = Walkers::new();
        for (id, thing) in self.editor.sketch.walkers() {
            if let Some(at) = L::stands(thing, t) {
                walkers.entry(at).or_default().push(id);
            }
        }
        walkers
    }

    /// Returns the things in a cell in a slice.
    fn at(&self, walkers: &Walkers, at: Cell, t: u32) -> BTreeSet<ThingId> {
        let placed = self.editor.sketch.placed(at).filter(|(_, thing)| L::stands(thing, t) == Some(at));
        placed.map(|(id, _)| id).chain(walkers.get(&at).into_iter().flatten().copied()).collect()
    }
}

fn check_count<L: Drawn>(count: usize) -> Result<(), Objection> {
    let most = L::KIT.most_things;
    if count > most { Err(Objection::TooManyThings { count, most }) } else { Ok(()) }
}

type Walkers = BTreeMap<Cell, Vec<ThingId>>;

fn keys(fields: &[Field]) -> Vec<&'static str> {
    fields.iter().map(|field| field.key).collect()
}

fn unknown_brush<L: Drawn>(brush: &str) -> Objection {
    let known = L::KIT.brushes.iter().map(|brush| brush.id).collect();
    Objection::UnknownBrush { brush: brush.to_owned(), known }
}

fn unknown_kind<L: Drawn>(kind: &str) -> Objection {
    let mut known: Vec<_> = L::KIT.brushes.iter().map(|brush| brush.kind).collect();
    known.dedup();
    Objection::UnknownKind { kind: kind.to_owned(), known }
}

fn unknown_field<L: Drawn>(key: &str, thing: &Thing) -> Objection {
    let brush = L::KIT.brush_of(thing);
    let known = brush.map_or(Vec::new(), |brush| keys(brush.fields));
    Objection::UnknownField { key: key.to_owned(), of: L::KIT.name_of(thing).to_string(), known }
}
