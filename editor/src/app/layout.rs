//! Layout of the window: bars above and below, sides, and the centre.
//!
//! Called by the app for each frame in which a workspace is open. Arranges panels and knows nothing of their content.

use egui::{CentralPanel, Frame, Margin, Panel, Stroke, Ui};
use timeloom::scene::Tone;

use crate::command::Command;
use crate::panels::tour::PanelAreas;
use crate::panels::{
    self, PanelContext, board, cube, log, palette, side_tabs, status, strip, timeline, toolbar,
};
use crate::settings::Centre;
use crate::theme::Palette;
use crate::workspace::Mode;

/// Below this width, the centre cannot show board and cube side by side.
const NARROW: f32 = 460.0;

/// Largest share of the centre for the cube, so that the board beside it stays visible in any window.
const MOST_OF_CENTRE: f32 = 0.6;

/// Draws the centre of the window and the panels around it; returns their rectangles.
pub(super) fn around(
    ui: &mut Ui,
    context: PanelContext<'_>,
    ground: Frame,
    commands: &mut Vec<Command>,
) -> PanelAreas {
    let wide = ui.available_width();
    let layout = &context.settings.layout;
    let (thin, thick) = (panels::frame(ui, 12, 4), panels::frame(ui, 12, 10));
    let bar = Panel::top("toolbar").frame(thin).show(ui, |ui| toolbar::show(ui, context, commands));
    if strip::any(context) {
        Panel::top("answers").frame(thin).show(ui, |ui| strip::show(ui, context, commands));
    }
    Panel::bottom("status").frame(thin).show(ui, |ui| status::show(ui, context, commands));
    let tracks = if timeline::is_low(ui.ctx()) { thin } else { thick };
    let below = Panel::bottom("timeline").frame(tracks).show(ui, |ui| timeline::show(ui, context, commands));
    let left = Panel::left("left")
        .frame(thick)
        .default_size(layout.left.unwrap_or((wide * 0.2).clamp(170.0, 300.0)))
        .max_size(wide * 0.33);
    let left = left.show(ui, |ui| match context.workspace.mode() {
        Mode::Draw => palette::show(ui, context, commands),
        Mode::Play => log::show(ui, context, commands),
    });
    let right = Panel::right("right")
        .frame(thick)
        .default_size(layout.right.unwrap_or((wide * 0.27).clamp(190.0, 400.0)))
        .max_size(wide * 0.4);
    let right = right.show(ui, |ui| side_tabs::show(ui, context, commands));
    // A preview has a coloured frame.
    let frame = if context.document().is_preview() { Palette::of(ui).ink(Tone::Yellow) } else { ground.fill };
    let ground = ground.stroke(Stroke::new(2.0, frame));
    let middle = CentralPanel::default().frame(ground).show(ui, |ui| centre(ui, context, commands));
    PanelAreas {
        toolbar: bar.response.rect,
        left: left.response.rect,
        centre: middle.response.rect,
        right: right.response.rect,
        timeline: below.response.rect,
    }
}

/// Whether the user is resizing one of the sides.
pub(super) fn pulled(ui: &Ui, before: &PanelAreas, now: &PanelAreas) -> bool {
    let moved = |before: egui::Rect, now: egui::Rect| (before.width() - now.width()).abs() > 0.5;
    before.left.is_positive()
        && ui.input(|input| input.pointer.any_down())
        && (moved(before.left, now.left) || moved(before.right, now.right))
}

/// Draws the board, the cube, or both: side by side, or one below the other if the centre is narrow and tall.
fn centre(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let chosen = context.settings.layout.centre;
    let size = ui.available_size();
    let stacked = chosen == Centre::Both && size.x < NARROW && size.y > size.x * 1.1;
    if stacked {
        let below = Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO });
        let half = Panel::bottom("cube below").default_size(size.y / 2.0).max_size(size.y * MOST_OF_CENTRE);
        let half = half.frame(below).resizable(true);
        half.show(ui, |ui| cube::show(ui, context, commands));
    } else if chosen == Centre::Both {
        let beside = Frame::new().inner_margin(Margin { left: 12, ..Margin::ZERO });
        let half = Panel::right("cube").default_size(size.x / 2.0).max_size(size.x * MOST_OF_CENTRE);
        let half = half.frame(beside);
        half.show(ui, |ui| cube::show(ui, context, commands));
    }
    let gap = if chosen == Centre::Both && !stacked { 12 } else { 0 };
    let frame = Frame::new().inner_margin(Margin { right: gap, ..Margin::ZERO });
    frame.show(ui, |ui| match chosen {
        Centre::Cube => cube::show(ui, context, commands),
        Centre::Board | Centre::Both => board::show(ui, context, commands),
    });
}
