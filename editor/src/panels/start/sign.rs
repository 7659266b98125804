//! Header of the start page: the logo and the name.

use egui::{Color32, Pos2, RichText, Stroke, Ui, pos2, vec2};

use crate::theme::{self, Palette};

/// Shows the header.
pub(super) fn show(ui: &mut Ui) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        weave(ui, palette);
        ui.add_space(6.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(RichText::new("Timeloom").size(34.0).color(palette.text));
            let what = "Turn-based puzzle games in which every moment of every branch stays within reach.";
            ui.label(RichText::new(what).color(palette.weak));
        });
    });
}

/// Paints the logo: a line with a branch.
fn weave(ui: &mut Ui, palette: &Palette) {
    let (room, _) = ui.allocate_exact_size(vec2(132.0, 64.0), egui::Sense::hover());
    let knot = |x: f32, y: f32| room.min + vec2(x, y);
    let main = [knot(10.0, 44.0), knot(42.0, 44.0), knot(76.0, 44.0), knot(116.0, 44.0)];
    let other = [knot(80.0, 16.0), knot(112.0, 16.0)];
    let soft = theme::mix(palette.ground, palette.accent, 0.55);
    bend(ui, main[1], other[0], Stroke::new(3.0, soft));
    ui.painter().line_segment([other[0], other[1]], Stroke::new(3.0, soft));
    ui.painter().line_segment([main[0], main[3]], Stroke::new(3.0, palette.accent));
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
    ui.painter().circle(at, 7.0, fill, Stroke::new(3.0, palette.ground));
}
