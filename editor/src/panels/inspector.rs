//! Inspects the selection: everything in the cell, and the fields of each thing; without a selection, the
//! level itself.
//!
//! Reads the drawing; pushes edits. Takes the fields from the kit. Knows no ruleset.

mod difficulty;
mod field;
mod level;
mod many;

use egui::{CollapsingHeader, Frame, Grid, Id, Margin, Rect, RichText, Sense, Ui, UiBuilder, vec2};
use timeloom::scene::Cell;
use timeloom::sketch::{DrawingView, Edit, Thing, ThingId};

use super::PanelContext;
use super::board::piece;
use super::palette::capital;
use crate::canvas;
use crate::command::{Command, DrawCommand};
use crate::gesture::DrawingSlice;
use crate::theme::Palette;
use field::{FieldContext, FieldRequest};

/// Maximum number of things shown per cell; the rest are counted.
const MOST: usize = 12;

/// Shows the panel.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(drawing_view) = context.document().drawing_view() else {
        super::heading(ui, "Inspector", "");
        ui.weak("no level is being drawn");
        return;
    };
    let t = context.document().scene().slices.map_or(0, |slices| slices.shown);
    let slice = context.workspace.edit_state().slice(drawing_view, t);
    let selection = context.workspace.edit_state().selection();
    within(ui, |ui| match one_cell(&slice, selection.iter().copied()) {
        _ if selection.is_empty() => level::show(ui, context, &slice, commands),
        Some(cell) => one(ui, context, &slice, cell, commands),
        None => many::show(ui, &slice, selection, commands),
    });
}

/// Shows content without letting it widen the panel.
fn within(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
    inner.set_clip_rect(ui.clip_rect().intersect(Rect::everything_left_of(room.right() + 1.0)));
    show(&mut inner);
    ui.allocate_space(vec2(room.width(), inner.min_rect().height()));
}

/// The cell shared by all these things; `None` if they are in different cells.
fn one_cell(slice: &DrawingSlice<'_>, mut things: impl Iterator<Item = ThingId>) -> Option<Cell> {
    let stands = |id: ThingId| {
        let standing = slice.drawing_view.standing.iter().find(|(_, each)| *each == id);
        standing.map(|(cell, _)| *cell).or_else(|| slice.thing(id).map(|thing| thing.spot.at))
    };
    let first = stands(things.next()?)?;
    // Cheap: if there are many things, two different cells are soon found.
    things.all(|id| stands(id) == Some(first)).then_some(first)
}

/// Shows everything in one cell, selected things first.
fn one(
    ui: &mut Ui,
    context: PanelContext<'_>,
    slice: &DrawingSlice<'_>,
    cell: Cell,
    commands: &mut Vec<Command>,
) {
    let selection = context.workspace.edit_state().selection();
    let mut things: Vec<ThingId> = selection.iter().copied().collect();
    things.extend(slice.at(cell).filter(|id| !selection.contains(id)));
    super::heading(ui, &format!("Cell {}, {}", cell.x, cell.y), &count(things.len()));
    for &id in things.iter().take(MOST) {
        if let Some(thing) = slice.thing(id) {
            card(ui, slice, id, thing, selection.contains(&id), commands);
        }
    }
    if things.len() > MOST {
        ui.weak(format!("and {} more", things.len() - MOST));
    }
}

fn count(things: usize) -> String {
    if things == 1 { "1 thing".to_owned() } else { format!("{things} things") }
}

/// Shows one thing: its icon, its name, and its fields.
fn card(
    ui: &mut Ui,
    slice: &DrawingSlice<'_>,
    id: ThingId,
    thing: &Thing,
    selected: bool,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let stroke = egui::Stroke::new(1.0, if selected { palette.accent } else { palette.line });
    let frame = Frame::new().inner_margin(Margin::same(8)).corner_radius(6).stroke(stroke);
    frame.show(ui, |ui| {
        ui.push_id(id.0, |ui| {
            title(ui, slice.drawing_view, id, thing, selected, commands);
            let brush = slice.drawing_view.kit.brush_of(thing);
            let fields = brush.map_or(&[][..], |brush| brush.fields);
            let wide = ui.available_width();
            Grid::new("fields").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
                for field in fields {
                    let place = FieldContext {
                        id: Id::unique(("field", id.0, field.key)),
                        slice,
                        wide,
                        thing: Some(id),
                    };
                    let request = field::show(ui, field, thing.fields.get(field.key), &place);
                    push(request, &[id], field.key, commands);
                    ui.end_row();
                }
            });
        });
    });
    ui.add_space(6.0);
}

fn title(
    ui: &mut Ui,
    drawing_view: &DrawingView,
    id: ThingId,
    thing: &Thing,
    selected: bool,
    commands: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        if let Some(brush) = drawing_view.kit.brush_of(thing) {
            picture(ui, brush);
        }
        let name = capital(drawing_view.kit.name_of(thing));
        ui.label(RichText::new(&name).strong());
        if thing.spot.t > 0 {
            ui.weak(format!("from t = {}", thing.spot.t));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("Remove").on_hover_text(format!("remove {name}")).clicked() {
                commands.push(Command::Draw(DrawCommand::Edit(Edit::Remove { things: vec![id] })));
            }
            if !selected && ui.small_button("Select").on_hover_text(format!("select only {name}")).clicked() {
                commands.push(Command::Draw(DrawCommand::Select(vec![id])));
            }
        });
    });
}

fn picture(ui: &mut Ui, brush: &timeloom::sketch::Brush) {
    let (rect, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
    let square = Rect::from_center_size(rect.center(), vec2(24.0, 24.0));
    canvas::icon(ui, square, &piece(brush, Cell::default()));
}

/// Pushes the request of a field for some things.
fn push(request: Option<FieldRequest>, things: &[ThingId], key: &'static str, commands: &mut Vec<Command>) {
    commands.extend(request.map(|request| match request {
        FieldRequest::Say(value) => {
            Command::Draw(DrawCommand::Edit(Edit::Set { things: things.to_vec(), key: key.into(), value }))
        }
        FieldRequest::Walk(thing) => Command::Draw(DrawCommand::Walk(thing, key)),
        FieldRequest::Show(spot) => Command::Draw(DrawCommand::Show(spot, None)),
    }));
}

/// A collapsible section.
fn part(ui: &mut Ui, name: &str, show: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(RichText::new(name).strong()).default_open(true).show(ui, show);
}
