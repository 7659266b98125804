//! Strips across the top of the window: what went wrong, and what opening found.
//!
//! Nothing is lost when one appears, and the window stays usable below it. A message can be closed; a complaint about the
//! file stays as long as it is true.

use egui::{Button, Frame, Margin, RichText, Ui};
use timeloom::scene::Tone;

use crate::command::{Command, Own};
use crate::document::Document;
use crate::theme::{self, Palette};

/// Shows what there is to say.
pub fn show(ui: &mut Ui, message: Option<&str>, document: Option<&Document>, commands: &mut Vec<Command>) {
    if let Some(message) = message {
        strip(ui, Tone::Bad, message, Some(commands));
    }
    let Some(document) = document else { return };
    if let Some(complaint) = document.game().health().complaint() {
        strip(ui, Tone::Yellow, &complaint, None);
    }
    if let Some(note) = document.note() {
        strip(ui, Tone::Yellow, note, None);
    }
}

/// Whether there is anything to say.
pub fn any(message: Option<&str>, document: Option<&Document>) -> bool {
    let about_file =
        |document: &Document| document.note().is_some() || document.game().health().complaint().is_some();
    message.is_some() || document.is_some_and(about_file)
}

fn strip(ui: &mut Ui, tone: Tone, text: &str, close: Option<&mut Vec<Command>>) {
    let palette = Palette::of(ui.visuals());
    let fill = theme::mix(palette.panel, palette.fill(tone), 0.16);
    Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6)).show(ui, |ui| {
        let room = ui.available_width() - if close.is_some() { 70.0 } else { 0.0 };
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            words(ui, room, palette.fill(tone), text);
            if let Some(commands) = close {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| closing(ui, commands));
            }
        });
    });
}

fn words(ui: &mut Ui, room: f32, colour: egui::Color32, text: &str) {
    let size = egui::vec2(room, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
        ui.painter().circle_filled(dot.center(), 4.5, colour);
        ui.add(egui::Label::new(RichText::new(text).color(Palette::of(ui.visuals()).text)).wrap());
    });
}

fn closing(ui: &mut Ui, commands: &mut Vec<Command>) {
    if ui.add(Button::new("Close")).clicked() {
        commands.push(Command::Own(Own::Dismiss));
    }
}
