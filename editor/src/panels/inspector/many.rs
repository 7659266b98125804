//! Inspects several things in several cells: their kinds, and the fields they share.

use std::collections::BTreeMap;

use egui::{Grid, Id, Ui};
use timeloom::collections::OrdSet;
use timeloom::sketch::{Brush, Edit, Field, FieldValue, Form, ThingId};

use super::field::{self, FieldContext};
use super::{picture, push};
use crate::command::{Command, DrawCommand};
use crate::gesture::DrawingSlice;

/// Shows the selection.
pub(super) fn show(
    ui: &mut Ui,
    slice: &DrawingSlice<'_>,
    selection: &OrdSet<ThingId>,
    commands: &mut Vec<Command>,
) {
    super::super::heading(ui, "Selection", &super::count(selection.len()));
    let brushes = counted(slice, selection);
    for (brush, count) in brushes.values() {
        ui.horizontal(|ui| {
            picture(ui, brush);
            ui.label(format!("{count} x {}", brush.name));
        });
    }
    ui.add_space(6.0);
    let things: Vec<ThingId> = selection.iter().copied().collect();
    common(ui, slice, &things, &brushes, commands);
    ui.add_space(6.0);
    if ui.button("Remove all").on_hover_text("remove the selection").clicked() {
        commands.push(Command::Draw(DrawCommand::Edit(Edit::Remove { things })));
    }
}

type Counted = BTreeMap<&'static str, (&'static Brush, usize)>;

/// Brushes of the selection, with the number of things of each.
fn counted(slice: &DrawingSlice<'_>, selection: &OrdSet<ThingId>) -> Counted {
    let mut counted = Counted::new();
    for thing in selection.iter().filter_map(|id| slice.thing(*id)) {
        if let Some(brush) = slice.drawing_view.kit.brush_of(thing) {
            counted.entry(brush.id).or_insert((brush, 0)).1 += 1;
        }
    }
    counted
}

/// Shows the fields common to all; a field whose values differ is shown as unset.
fn common(
    ui: &mut Ui,
    slice: &DrawingSlice<'_>,
    things: &[ThingId],
    brushes: &Counted,
    commands: &mut Vec<Command>,
) {
    let Some((first, _)) = brushes.values().next() else { return };
    let shared = |field: &&Field| {
        let has = |brush: &Brush| brush.fields.iter().any(|each| each.key == field.key);
        brushes.values().all(|(brush, _)| has(brush)) && is_shareable(field)
    };
    let fields: Vec<&'static Field> = first.fields.iter().filter(shared).collect();
    if fields.is_empty() {
        ui.weak("no fields in common");
    }
    let wide = ui.available_width();
    Grid::new("common").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        for field in fields {
            let place = FieldContext { id: Id::unique(("common", field.key)), slice, wide, thing: None };
            let request = field::show(ui, field, agreed(slice, things, field.key), &place);
            push(request, things, field.key, commands);
            if differ(slice, things, field.key) {
                ui.weak("values differ");
            }
            ui.end_row();
        }
    });
}

/// Names, paths and targets belong to one thing only.
fn is_shareable(field: &Field) -> bool {
    !matches!(field.form, Form::Text | Form::Path | Form::Spot)
}

fn differ(slice: &DrawingSlice<'_>, things: &[ThingId], key: &str) -> bool {
    let mut said = things.iter().map(|id| slice.thing(*id).and_then(|thing| thing.fields.get(key)));
    let first = said.next().flatten();
    said.any(|value| value != first)
}

fn agreed<'a>(slice: &DrawingSlice<'a>, things: &[ThingId], key: &str) -> Option<&'a FieldValue> {
    let mut said = things.iter().map(|id| slice.thing(*id).and_then(|thing| thing.fields.get(key)));
    let first = said.next()??;
    said.all(|value| value == Some(first)).then_some(first)
}
