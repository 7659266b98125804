//! Error messages floating over the board, and notices about the file as strips across the top of the window.
//!
//! They discard nothing and leave the window usable. A message can be closed, disappears with the next
//! command, and shifts no layout; a notice about the file stays as long as it applies.

use egui::accesskit::Live;
use egui::{Align2, Area, Button, Context, Frame, Id, Margin, Order, Rect, RichText, Stroke, Ui, vec2};
use timeloom::scene::Tone;

use crate::command::{AppCommand, Command, FileCommand};
use crate::theme::{self, Palette};
use crate::workspace::Workspace;

/// Maximum width of a message.
const WIDEST: f32 = 640.0;

/// Shows the notices about the files of a workspace.
pub fn show(ui: &mut Ui, workspace: &Workspace, commands: &mut Vec<Command>) {
    let document = workspace.front();
    if let Some(reason) = workspace.unwritten() {
        failing(ui, reason, commands);
    }
    if let Some(complaint) = document.game().complaint() {
        strip(ui, Tone::Yellow, &complaint, None);
    }
    if let Some(note) = document.note() {
        strip(ui, Tone::Yellow, note, None);
    }
}

/// Whether there are notices about the files of a workspace.
pub fn any(workspace: &Workspace) -> bool {
    let document = workspace.front();
    workspace.unwritten().is_some() || document.note().is_some() || document.game().complaint().is_some()
}

/// Reports that the log is not on disk, and offers actions.
fn failing(ui: &mut Ui, reason: &str, commands: &mut Vec<Command>) {
    let text = format!(
        "Not on disk: {reason}. You can continue; your work is kept in memory, and writing is retried."
    );
    let palette = Palette::of(ui);
    let fill = theme::mix(palette.panel, palette.fill(Tone::Bad), 0.16);
    Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6)).show(ui, |ui| {
        let room = ui.available_width() - 180.0;
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            message(ui, room, palette.fill(Tone::Bad), &text);
            let offers = [("Save as…", FileCommand::AskSaveAs), ("Try again", FileCommand::Retry(None))];
            for (label, command) in offers {
                if ui.button(label).clicked() {
                    commands.push(Command::File(command));
                }
            }
        });
    });
}

/// Shows a message at the top of a part of the window.
pub fn float(ctx: &Context, message: &str, part: Rect, commands: &mut Vec<Command>) {
    let part = if part.is_positive() { part } else { ctx.content_rect() };
    let area = Area::new(Id::unique("message")).order(Order::Middle).pivot(Align2::CENTER_TOP);
    area.fixed_pos(part.center_top() + vec2(0.0, 4.0)).show(ctx, |ui| {
        ui.set_width((part.width() - 16.0).min(WIDEST));
        strip(ui, Tone::Bad, message, Some(commands));
    });
}

fn strip(ui: &mut Ui, tone: Tone, text: &str, close: Option<&mut Vec<Command>>) {
    let palette = Palette::of(ui);
    let fill = theme::mix(palette.panel, palette.fill(tone), 0.16);
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 6));
    // Floating messages get a border and a shadow.
    let frame = if close.is_none() {
        frame
    } else {
        let edge = Stroke::new(1.0, theme::mix(palette.panel, palette.fill(tone), 0.5));
        frame.stroke(edge).corner_radius(8).shadow(ui.visuals().popup_shadow)
    };
    frame.show(ui, |ui| {
        let room = ui.available_width() - if close.is_some() { 70.0 } else { 0.0 };
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            message(ui, room, palette.fill(tone), text);
            if let Some(commands) = close {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| closing(ui, commands));
            }
        });
    });
}

fn message(ui: &mut Ui, room: f32, colour: egui::Color32, text: &str) {
    let size = egui::vec2(room, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
        ui.painter().circle_filled(dot.center(), 4.5, colour);
        let words = ui.add(egui::Label::new(RichText::new(text).color(Palette::of(ui).text)).wrap());
        super::spoken(&words, Live::Assertive);
    });
}

fn closing(ui: &mut Ui, commands: &mut Vec<Command>) {
    if ui.add(Button::new("Close")).clicked() {
        commands.push(Command::App(AppCommand::Dismiss));
    }
}
