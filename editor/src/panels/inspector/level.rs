//! Inspects the level: its size and its settings.
//!
//! Shown while nothing is selected.

use egui::{Grid, Id, RichText, Ui, vec2};
use timeloom::sketch::{Edit, FieldValue, Sketch};

use super::field::{self, FieldContext, FieldRequest};
use super::{difficulty, part};
use crate::command::{Command, DrawCommand};
use crate::gesture::DrawingSlice;
use crate::panels::PanelContext;
use crate::skin::KnownSkin;
use crate::theme::Palette;

/// A size being chosen, and the anchor that stays in place: 0, 1 or 2 in each direction.
#[derive(Clone, Copy, PartialEq)]
struct BoardSize {
    width: u32,
    height: u32,
    anchor: (i32, i32),
}

/// Shows the level.
pub(super) fn show(
    ui: &mut Ui,
    context: PanelContext<'_>,
    slice: &DrawingSlice<'_>,
    commands: &mut Vec<Command>,
) {
    let sketch = &slice.drawing_view.sketch;
    super::super::heading(ui, "Level", "nothing is selected");
    part(ui, "Size", |ui| size(ui, slice.drawing_view.kit.longest_side, sketch, commands));
    part(ui, "Settings", |ui| settings(ui, slice, context.skins.known(), commands));
    if let Some(known) = context.answers.level().filter(|known| known.solution().is_some()) {
        part(ui, "Difficulty", |ui| difficulty::show(ui, known));
    }
    let palette = Palette::of(ui);
    ui.add_space(6.0);
    let words = format!("{} things on {} x {} cells", sketch.len(), sketch.width, sketch.height);
    ui.label(RichText::new(words).small().color(palette.weak));
}

fn settings(ui: &mut Ui, slice: &DrawingSlice<'_>, skins: &[KnownSkin], commands: &mut Vec<Command>) {
    let wide = ui.available_width();
    Grid::new("settings").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        for field in slice.drawing_view.kit.settings {
            let place = FieldContext { id: Id::unique(("setting", field.key)), slice, wide, thing: None };
            let said = slice.drawing_view.sketch.settings.get(field.key);
            let mut request = field::show(ui, field, said, &place);
            if slice.drawing_view.kit.skin_setting.is_some_and(|skin| skin.key == field.key) {
                request = request.or_else(|| found_skins(ui, skins));
            }
            if let Some(FieldRequest::Say(value)) = request {
                commands
                    .push(Command::Draw(DrawCommand::Edit(Edit::Setting { key: field.key.into(), value })));
            }
            ui.end_row();
        }
    });
}

/// A row with the skins that were found, to choose from.
fn found_skins(ui: &mut Ui, skins: &[KnownSkin]) -> Option<FieldRequest> {
    ui.end_row();
    ui.label("");
    let mut request = None;
    let menu = ui.menu_button("Choose a skin", |ui| {
        let names = skins.iter().map(|skin| Some(&*skin.name));
        for name in [None].into_iter().chain(names) {
            if ui.button(name.unwrap_or("none")).clicked() {
                request = Some(FieldRequest::Say(name.map(|name| FieldValue::Text(name.into()))));
                ui.close();
            }
        }
    });
    menu.response
        .on_hover_text("the skins beside the level, in the folders of the program, and bundled ones");
    request
}

/// Editors for the size, and a button if it differs from the current one.
fn size(ui: &mut Ui, most: u32, sketch: &Sketch, commands: &mut Vec<Command>) {
    let id = Id::unique("the size of the level");
    let now = BoardSize { width: sketch.width, height: sketch.height, anchor: (0, 0) };
    let mut chosen = ui.data(|data| data.get_temp::<BoardSize>(id)).unwrap_or(now);
    ui.horizontal(|ui| {
        chosen.width = side(ui, "width", chosen.width, most);
        chosen.height = side(ui, "height", chosen.height, most);
    });
    let differs = (chosen.width, chosen.height) != (now.width, now.height);
    if differs {
        anchors(ui, &mut chosen.anchor);
        let words = format!("Resize to {} x {}", chosen.width, chosen.height);
        if ui.button(words).clicked() {
            commands.push(Command::Draw(DrawCommand::Edit(resized(now, chosen))));
            ui.data_mut(|data| data.remove::<BoardSize>(id));
            return;
        }
    }
    ui.data_mut(|data| {
        data.remove::<BoardSize>(id);
        if differs {
            data.insert_temp(id, chosen);
        }
    });
}

fn side(ui: &mut Ui, name: &str, now: u32, most: u32) -> u32 {
    let palette = Palette::of(ui);
    let label = ui.label(RichText::new(name).color(palette.weak));
    let mut number = now;
    let by_keys = ui.memory(|memory| memory.focused()) == Some(ui.next_auto_id());
    let widget = egui::DragValue::new(&mut number).range(1..=most).speed(if by_keys { 1.0 } else { 0.1 });
    ui.add(widget).labelled_by(label.id);
    number
}

/// Nine squares to choose the anchor from.
fn anchors(ui: &mut Ui, anchor: &mut (i32, i32)) {
    let names = [
        ["top left", "top", "top right"],
        ["left", "middle", "right"],
        ["bottom left", "bottom", "bottom right"],
    ];
    ui.weak("anchor:");
    Grid::new("anchors").spacing([2.0, 2.0]).min_col_width(0.0).show(ui, |ui| {
        for (y, row) in (0..).zip(names) {
            for (x, name) in (0..).zip(row) {
                let square = egui::Button::selectable(*anchor == (x, y), "").min_size(vec2(18.0, 18.0));
                let response = ui.add(square.small());
                response.widget_info(|| {
                    let words = format!("anchor {name}");
                    egui::WidgetInfo::selected(egui::Role::Button, true, *anchor == (x, y), words)
                });
                if response.on_hover_text(format!("the {name} stays in place")).clicked() {
                    *anchor = (x, y);
                }
            }
            ui.end_row();
        }
    });
}

fn resized(now: BoardSize, chosen: BoardSize) -> Edit {
    let grown = |from: u32, to: u32| i64::from(to) - i64::from(from);
    let by = |from: u32, to: u32, anchor: i32| (grown(from, to) * i64::from(anchor) / 2) as i32;
    let BoardSize { width, height, anchor } = chosen;
    Edit::Resize { width, height, dx: by(now.width, width, anchor.0), dy: by(now.height, height, anchor.1) }
}
