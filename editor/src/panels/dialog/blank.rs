//! Dialog for a new level: ruleset, size, depth in time, and name.
//!
//! Knows no ruleset: the catalog lists those that can be drawn, and those with slices of time.

use egui::{ComboBox, Context, DragValue, Key, TextEdit, Ui};
use timeloom::catalog::{self, Drawable};

use super::card;
use crate::command::{AppCommand, Blank, Command, FileCommand};
use crate::theme::Palette;

/// Input of the dialog.
#[derive(Debug)]
pub struct NewLevel {
    blank: Blank,
    fresh: bool,
}

impl Default for NewLevel {
    fn default() -> Self {
        let ruleset = catalog::DRAWABLES.first().map_or("", Drawable::name);
        let blank = Blank { ruleset, name: "Untitled".to_owned(), width: 12, height: 9, depth: 40 };
        Self { blank, fresh: true }
    }
}

impl NewLevel {
    pub(super) fn show(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        card::show(ctx, "New level", 420.0, commands, |ui, commands| {
            let entered = self.name(ui);
            self.ruleset(ui);
            self.size(ui);
            super::answers(ui, |ui| {
                if card::main_button(ui, "Create").clicked() || entered {
                    commands.push(Command::File(FileCommand::New(self.blank.clone())));
                }
                if card::button(ui, "Cancel").clicked() {
                    commands.push(Command::App(AppCommand::Dismiss));
                }
            });
        });
    }

    fn name(&mut self, ui: &mut Ui) -> bool {
        row(ui, "Name", |ui| {
            let response = ui.add(TextEdit::singleline(&mut self.blank.name).desired_width(250.0));
            crate::panels::named(&response, "name of the level");
            if std::mem::take(&mut self.fresh) {
                response.request_focus();
            }
            response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
        })
    }

    fn ruleset(&mut self, ui: &mut Ui) {
        row(ui, "Rules", |ui| {
            let shown = ComboBox::from_id_salt("ruleset").selected_text(self.blank.ruleset).width(250.0);
            let shown = shown.show_ui(ui, |ui| {
                for drawable in catalog::DRAWABLES {
                    ui.selectable_value(&mut self.blank.ruleset, drawable.name(), drawable.name());
                }
            });
            crate::panels::named(&shown.response, "rules of the level");
        });
    }

    fn size(&mut self, ui: &mut Ui) {
        row(ui, "Size", |ui| {
            number(ui, &mut self.blank.width, 2..=200, "cells wide");
            ui.weak("×");
            number(ui, &mut self.blank.height, 2..=200, "cells high");
            ui.weak("cells");
        });
        let has_time = catalog::drawable(self.blank.ruleset).is_ok_and(|drawable| drawable.kit.has_time());
        if has_time {
            row(ui, "Time", |ui| {
                number(ui, &mut self.blank.depth, 1..=500, "slices deep");
                ui.weak("slices");
            });
        }
    }
}

fn number(ui: &mut Ui, value: &mut u32, range: std::ops::RangeInclusive<u32>, label: &str) {
    let response = ui.add(DragValue::new(value).range(range).speed(0.1));
    crate::panels::named(&response, label);
}

fn row<T>(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui) -> T) -> T {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        let (room, _) = ui.allocate_exact_size(egui::vec2(70.0, 26.0), egui::Sense::hover());
        let at = room.left_center();
        ui.painter().text(
            at,
            egui::Align2::LEFT_CENTER,
            name,
            egui::FontId::proportional(14.0),
            palette.weak,
        );
        content(ui)
    })
    .inner
}
