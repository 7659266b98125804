//! The page that is there when nothing is open: what this is, and how to open something.
//!
//! Pushes commands like every panel. Knows no games.

use egui::{Align2, Button, Color32, Pos2, RichText, Stroke, Ui, pos2, vec2};

use crate::command::{Command, File, Own};
use crate::keys::Keys;
use crate::theme::{self, Palette};

/// Shows the page.
pub fn show(ui: &mut Ui, keys: &Keys, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() / 2.0 - 190.0).max(12.0));
        weave(ui, palette);
        ui.label(RichText::new("Timeloom").size(38.0).color(palette.text));
        ui.label(
            RichText::new(
                "Turn-based puzzle games in which every moment of every branch stays within reach.",
            )
            .color(palette.weak),
        );
        ui.add_space(22.0);
        open_button(ui, palette, commands);
        ui.add_space(10.0);
        ui.label(RichText::new("or drag a .loom file into this window").color(palette.weak));
        ui.add_space(26.0);
        let hint = |command| keys.hint(ui.ctx(), &command);
        let keys = format!("{}    {}", hint(Command::File(File::AskOpen)), hint(Command::Own(Own::Help)));
        ui.label(RichText::new(keys).small().color(palette.weak));
    });
}

fn open_button(ui: &mut Ui, palette: &Palette, commands: &mut Vec<Command>) {
    let text = RichText::new("Open a save…").size(16.0).color(Palette::on(palette.accent));
    let button = Button::new(text).fill(palette.accent).min_size(vec2(190.0, 40.0));
    if ui.add(button).clicked() {
        commands.push(Command::File(File::AskOpen));
    }
}

/// A branch that leaves a thread, as a sign of what this is about.
fn weave(ui: &mut Ui, palette: &Palette) {
    let (room, _) = ui.allocate_exact_size(vec2(220.0, 96.0), egui::Sense::hover());
    let knot = |x: f32, y: f32| Align2::LEFT_TOP.anchor_size(room.min, room.size()).min + vec2(x, y);
    let main = [knot(20.0, 62.0), knot(70.0, 62.0), knot(120.0, 62.0), knot(160.0, 62.0), knot(200.0, 62.0)];
    let other = [knot(120.0, 24.0), knot(165.0, 24.0)];
    let soft = theme::mix(palette.ground, palette.accent, 0.55);
    bend(ui, main[1], other[0], Stroke::new(3.0, soft));
    ui.painter().line_segment([other[0], other[1]], Stroke::new(3.0, soft));
    ui.painter().line_segment([main[0], main[4]], Stroke::new(3.0, palette.accent));
    main.iter().for_each(|&at| dot(ui, at, palette.accent, palette));
    other.iter().for_each(|&at| dot(ui, at, soft, palette));
}

fn bend(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke) {
    let middle = (from.x + to.x) / 2.0;
    let points = [from, pos2(middle, from.y), pos2(middle, to.y), to];
    let shape =
        egui::epaint::CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke);
    ui.painter().add(shape);
}

fn dot(ui: &Ui, at: Pos2, fill: Color32, palette: &Palette) {
    ui.painter().circle(at, 8.0, fill, Stroke::new(3.0, palette.ground));
}
