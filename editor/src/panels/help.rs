//! The help: every command with its keys, from the table.
//!
//! Lies over the window until it is closed. Pushes its own closing, nothing else.

use egui::{Align2, Grid, RichText, Window};

use crate::command::{self, Command, Own};
use crate::keys::Keys;
use crate::theme::{self, Palette};

/// Shows the help.
pub fn show(ctx: &egui::Context, keys: &Keys, commands: &mut Vec<Command>) {
    let mut open = true;
    let window = Window::new("Commands and keys").open(&mut open).collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        let palette = Palette::of(ui.visuals());
        Grid::new("commands").num_columns(3).spacing([24.0, 7.0]).show(ui, |ui| {
            for entry in command::table() {
                ui.label(RichText::new(entry.menu.name()).color(palette.weak));
                ui.label(entry.name);
                let keys: Vec<String> = keys.of(entry).iter().map(|keys| ctx.format_shortcut(keys)).collect();
                ui.label(RichText::new(keys.join("  or  ")).font(theme::mono(12.5)).color(palette.accent));
                ui.end_row();
            }
        });
        ui.add_space(8.0);
        ui.weak("A click in the log goes there. Acting in the past starts a branch; no branch is ever lost.");
    });
    if !open {
        commands.push(Command::Own(Own::Help));
    }
}
