//! Progress of a long operation, with a button to stop it.
//!
//! Shown only after a short delay. Pushes the command that stops it.

use egui::{Context, ProgressBar};

use super::card;
use crate::command::{Command, FileCommand};
use crate::theme::Palette;

/// Shows the progress; `None` if it is unknown.
pub fn show(ctx: &Context, what: &str, part: Option<f32>, commands: &mut Vec<Command>) {
    card::bare(ctx, "progress", card::At::Middle, 360.0, &mut Vec::new(), |ui, _| {
        let palette = Palette::of(ui);
        ui.label(egui::RichText::new(what).heading().color(palette.text));
        ui.add_space(6.0);
        ui.add(ProgressBar::new(part.unwrap_or(0.0)).fill(palette.accent).show_percentage());
        ui.add_space(10.0);
        if card::button(ui, "Stop").clicked() {
            commands.push(Command::File(FileCommand::Cancel));
        }
    });
}
