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
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), brand);
    });
}

fn item(ui: &mut Ui, entry: &Entry, commands: &mut Vec<Command>) {
    let mut button = Button::new(entry.name);
    if let Some(keys) = entry.keys.first() {
        button = button.shortcut_text(ui.ctx().format_shortcut(keys));
    }
    if ui.add(button).clicked() {
        commands.push(entry.command.clone());
        ui.close();
    }
}

fn brand(ui: &mut Ui) {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new("Timeloom").color(palette.weak));
}
