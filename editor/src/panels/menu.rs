//! The menu bar, built from the command table.
//!
//! Pushes the chosen command.

use egui::{Button, MenuBar, RichText, Ui};

use crate::command::{self, Command, CommandEntry, FileCommand, Menu};
use crate::keys::Keys;
use crate::settings::Recent;
use crate::theme::Palette;
use crate::workspace::Mode;

/// Shows the menus; commands not available in this mode are disabled.
pub fn show(ui: &mut Ui, keys: &Keys, mode: Option<Mode>, recent: &[Recent], commands: &mut Vec<Command>) {
    MenuBar::new().ui(ui, |ui| {
        for (menu, name) in Menu::ALL {
            ui.menu_button(name, |ui| {
                ui.set_min_width(220.0);
                let entries = command::table().filter(|entry| entry.menu == menu);
                for entry in entries {
                    item(ui, keys, mode, entry, commands);
                    if entry.command == Command::File(FileCommand::AskOpen) && !recent.is_empty() {
                        ui.menu_button("Open again", |ui| open_again(ui, recent, commands));
                    }
                }
            });
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), brand);
    });
}

/// Recent files by name, with the full path on hover.
fn open_again(ui: &mut Ui, recent: &[Recent], commands: &mut Vec<Command>) {
    ui.set_min_width(220.0);
    for Recent { path, .. } in recent {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
            commands.push(Command::File(FileCommand::Open(path.clone())));
            ui.close();
        }
    }
}

fn item(ui: &mut Ui, keys: &Keys, mode: Option<Mode>, entry: &CommandEntry, commands: &mut Vec<Command>) {
    let mut button = Button::new(entry.name);
    if let Some(keys) = keys.text(ui.ctx(), entry) {
        button = button.shortcut_text(keys);
    }
    if ui.add_enabled(entry.when.holds(mode), button).clicked() {
        commands.push(entry.command.clone());
        ui.close();
    }
}

fn brand(ui: &mut Ui) {
    let palette = Palette::of(ui);
    ui.label(RichText::new("Timeloom").color(palette.weak));
}
