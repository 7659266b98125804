//! Editor of one field, by its form: checkbox, number, text, choice, path or spot.
//!
//! Requests a change only when it is complete: dragging a number or typing a text is one edit. Shared by things and
//! by the settings of the level.

use std::sync::Arc;

use egui::{ComboBox, DragValue, Id, Key, Response, RichText, TextEdit, Ui};
use timeloom::scene::Cell;
use timeloom::sketch::{Field, FieldValue, Form, LONGEST_TEXT, Spot, ThingId};

use super::super::beginning;
use crate::gesture::DrawingSlice;
use crate::theme::Palette;

/// Approximate width of the field names.
const LABELS: f32 = 120.0;

/// Context of a field.
pub(super) struct FieldContext<'a> {
    /// Unique id.
    pub(super) id: Id,
    /// The drawing.
    pub(super) slice: &'a DrawingSlice<'a>,
    /// Width of the panel.
    pub(super) wide: f32,
    /// The thing it belongs to; `None` for the level or for several things.
    pub(super) thing: Option<ThingId>,
}

/// Request of a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FieldRequest {
    /// Set the value; `None` restores the default.
    Say(Option<FieldValue>),
    /// Draw the path of this thing.
    Walk(ThingId),
    /// Go to this spot.
    Show(Spot),
}

/// A widget not labelled yet, and its request.
type FieldWidget = (Response, Option<FieldRequest>);

/// Shows the name of a field and its value.
pub(super) fn show(
    ui: &mut Ui,
    field: &Field,
    said: Option<&FieldValue>,
    place: &FieldContext<'_>,
) -> Option<FieldRequest> {
    let palette = Palette::of(ui);
    let label = ui.label(RichText::new(field.name).color(palette.weak)).on_hover_text(field.hint);
    let default = field.default.map(|constant| constant.value());
    let now = said.or(default.as_ref());
    let request = ui.horizontal(|ui| {
        let (response, request) = match field.form {
            Form::Flag => flag(ui, now),
            Form::Number(least, most) => number(ui, place.id, now, least, most),
            Form::Text => match now {
                Some(FieldValue::Text(long)) if long.len() > LONGEST_TEXT => too_long(ui, place, long),
                _ => text(ui, place, field, now),
            },
            Form::Choice(words) => choice(ui, place.id, now, words),
            Form::Path => path(ui, now, place),
            Form::Spot => spot(ui, now, place),
        };
        response.labelled_by(label.id);
        request.or_else(|| unsaid(ui, field, said))
    });
    request.inner.or_else(|| there(ui, now))
}

fn say(value: FieldValue) -> Option<FieldRequest> {
    Some(FieldRequest::Say(Some(value)))
}

fn flag(ui: &mut Ui, now: Option<&FieldValue>) -> FieldWidget {
    let mut on = matches!(now, Some(FieldValue::Flag(true)));
    let response = ui.checkbox(&mut on, "");
    let request = response.changed().then_some(FieldRequest::Say(Some(FieldValue::Flag(on))));
    (response, request)
}

fn number(ui: &mut Ui, id: Id, now: Option<&FieldValue>, least: i64, most: i64) -> FieldWidget {
    let said = if let Some(FieldValue::Number(number)) = now { Some(*number) } else { None };
    let (response, request) = dragged(ui, id, said.unwrap_or(least), least, most, said.is_none());
    (response, request.map(|number| FieldRequest::Say(Some(FieldValue::Number(number)))))
}

/// A number that changes only when the drag ends.
pub(super) fn dragged(
    ui: &mut Ui,
    id: Id,
    now: i64,
    least: i64,
    most: i64,
    unsaid: bool,
) -> (Response, Option<i64>) {
    let mut number = ui.data(|data| data.get_temp(id)).unwrap_or(now);
    // An arrow key changes it by one; the mouse needs several points for that.
    let by_keys = ui.memory(|memory| memory.focused()) == Some(ui.next_auto_id());
    let widget = DragValue::new(&mut number).range(least..=most).speed(if by_keys { 1.0 } else { 0.1 });
    let mut widget = widget.update_while_editing(false);
    if unsaid && !by_keys {
        widget = widget.custom_formatter(|_, _| "default".to_owned());
    }
    let response = ui.add(widget);
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(id, number));
        return (response, None);
    }
    ui.data_mut(|data| data.remove::<i64>(id));
    (response, (number != now).then_some(number))
}

fn text(ui: &mut Ui, place: &FieldContext<'_>, field: &Field, now: Option<&FieldValue>) -> FieldWidget {
    let id = place.id;
    let said = if let Some(FieldValue::Text(text)) = now { text.to_string() } else { String::new() };
    let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| said.clone());
    let widget = TextEdit::singleline(&mut typed).id(id.with("typed")).hint_text(field.name);
    let response = ui.add(widget.desired_width((place.wide - LABELS).clamp(80.0, 260.0)));
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed));
        return (response, None);
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    let finished = response.lost_focus() && !given_up && typed != said;
    let value = (!typed.is_empty()).then(|| FieldValue::Text(Arc::from(typed)));
    (response, finished.then_some(FieldRequest::Say(value)))
}

/// Shows the beginning of a text too long for an edit: laying out all of it would take time in every frame.
fn too_long(ui: &mut Ui, place: &FieldContext<'_>, text: &str) -> FieldWidget {
    let shown = beginning(text.lines().next().unwrap_or_default(), 100);
    let label = egui::Label::new(format!("{shown}…")).truncate();
    let size = egui::vec2((place.wide - LABELS).clamp(80.0, 260.0), ui.spacing().interact_size.y);
    let response = ui.add_sized(size, label);
    (
        response
            .on_hover_text(format!("{} bytes: too long to edit here; edit it in the level file", text.len())),
        None,
    )
}

fn choice(ui: &mut Ui, id: Id, now: Option<&FieldValue>, words: &[&'static str]) -> FieldWidget {
    let chosen = if let Some(FieldValue::Text(text)) = now { text.to_string() } else { String::new() };
    let mut request = None;
    let shown = if chosen.is_empty() { "default".to_owned() } else { readable(&chosen) };
    let combo = ComboBox::from_id_salt(id).width(84.0).selected_text(shown).show_ui(ui, |ui| {
        for &word in words {
            if ui.selectable_label(*word == *chosen, readable(word)).clicked() && *word != *chosen {
                request = say(FieldValue::Text(word.into()));
            }
        }
    });
    (combo.response, request)
}

/// Converts an identifier to readable text.
fn readable(word: &str) -> String {
    word.replace('_', " ")
}

fn path(ui: &mut Ui, now: Option<&FieldValue>, place: &FieldContext<'_>) -> FieldWidget {
    let cells = if let Some(FieldValue::Path(path)) = now { path.len() } else { 0 };
    let words = if cells == 0 { "Draw it".to_owned() } else { format!("{cells} cells") };
    let button = ui.add_enabled(place.thing.is_some(), egui::Button::new(words));
    let response = button.on_hover_text("draw it on the board, click by click");
    let mut request = place.thing.filter(|_| response.clicked()).map(FieldRequest::Walk);
    if cells > 0 && ui.small_button("Stay").on_hover_text("remove the path").clicked() {
        request = Some(FieldRequest::Say(None));
    }
    (response, request)
}

fn spot(ui: &mut Ui, now: Option<&FieldValue>, place: &FieldContext<'_>) -> FieldWidget {
    let Some(FieldValue::Spot(now)) = now else {
        let response = ui
            .button("Choose")
            .on_hover_text("set it to this cell, then change it or drag its end on the board");
        let own = place.thing.and_then(|id| place.slice.thing(id)).map(|thing| thing.spot.at);
        let here = Spot { at: own.unwrap_or_default(), t: place.slice.t };
        let request = response.clicked().then_some(FieldRequest::Say(Some(FieldValue::Spot(here))));
        return (response, request);
    };
    let (response, changed) = coordinates(ui, *now, place);
    (response, changed.and_then(|spot| say(FieldValue::Spot(spot))))
}

/// A row with a button that goes to a spot.
fn there(ui: &mut Ui, now: Option<&FieldValue>) -> Option<FieldRequest> {
    let Some(FieldValue::Spot(spot)) = now else { return None };
    ui.end_row();
    ui.label("");
    let button = ui.button("Go there").on_hover_text("show the cell in its slice");
    button.clicked().then_some(FieldRequest::Show(*spot))
}

/// Editors for the column, row and slice of a spot.
fn coordinates(ui: &mut Ui, now: Spot, place: &FieldContext<'_>) -> (Response, Option<Spot>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    ui.spacing_mut().interact_size.x = 26.0;
    let palette = Palette::of(ui);
    let mut part = |name: &'static str, now: u32, most: i64| {
        let label = ui.label(RichText::new(name).small().color(palette.weak));
        let id = place.id.with(name);
        let (response, changed) = dragged(ui, id, now.into(), 0, most, false);
        let response = response.labelled_by(label.id);
        (response, changed.and_then(|number| u32::try_from(number).ok()))
    };
    let slice = place.slice;
    let (response, x) = part("x", now.at.x, i64::from(slice.width()) - 1);
    let (_, y) = part("y", now.at.y, i64::from(slice.height()) - 1);
    let t = if slice.drawing_view.kit.has_time() { part("t", now.t, i64::from(u32::MAX)).1 } else { None };
    let spot =
        Spot { at: Cell { x: x.unwrap_or(now.at.x), y: y.unwrap_or(now.at.y) }, t: t.unwrap_or(now.t) };
    (response, (spot != now).then_some(spot))
}

/// A button that restores the default, if another value is set.
fn unsaid(ui: &mut Ui, field: &Field, said: Option<&FieldValue>) -> Option<FieldRequest> {
    let plain = matches!(field.form, Form::Number(..) | Form::Choice(_));
    let default = field.default.map(|constant| constant.value());
    if !plain || said.is_none() || said == default.as_ref() {
        return None;
    }
    let words = format!("reset {} to the default", field.name);
    let button = ui.small_button("x");
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
    button.on_hover_text(words).clicked().then_some(FieldRequest::Say(None))
}
