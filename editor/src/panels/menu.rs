//! The menu bar, made from the table of commands.
//!
//! Pushes what was chosen. Which commands there are is the table's affair.

use egui::{Button, MenuBar, RichText, Ui};

use crate::command::{Command, Entry, Menu, TABLE};
use crate::theme::Palette;

/// Shows the menus.
pub fn show(ui: &mut Ui, commands: &mut Vec<Command>) {
    MenuBar::new().ui(ui, |ui| {
        for (menu, name) in Menu::ALL {
            ui.menu_button(name, |ui| {
                ui.set_min_width(220.0);
                TABLE.iter().filter(|entry| entry.menu == menu).for_each(|entry| item(ui, entry, commands));
            });
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| brand(ui));
    });
}

fn item(ui: &mut Ui, entry: &Entry, commands: &mut Vec<Command>) {
    let keys = entry.keys.first().map(|keys| ui.ctx().format_shortcut(keys)).unwrap_or_default();
    if ui.add(Button::new(entry.name).shortcut_text(keys)).clicked() {
        commands.push(entry.command.clone());
        ui.close();
    }
}

fn brand(ui: &mut Ui) {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new("Timeloom").color(palette.weak));
}
