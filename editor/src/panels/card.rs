//! Modal cards over the dimmed window.
//!
//! The frame of dialogs, settings, help and the list of commands. A click outside closes it, as Escape does.

use egui::{
    Align, Align2, Area, Button, Color32, Context, Frame, Id, Layout, Margin, Modal, Rect, RichText, Stroke,
    Ui,
};

use crate::command::{AppCommand, Command};
use crate::theme::Palette;

/// Position of a card.
#[derive(Clone, Copy)]
pub(super) enum At {
    /// In the middle of the window.
    Middle,
    /// Near the top, so that it can grow downwards.
    Top,
}

/// Shows a card with a title, of this width if there is space.
pub(super) fn show<T>(
    ctx: &Context,
    title: &str,
    width: f32,
    commands: &mut Vec<Command>,
    content: impl FnOnce(&mut Ui, &mut Vec<Command>) -> T,
) -> T {
    bare(ctx, title, At::Middle, width, commands, |ui, commands| {
        head(ui, title, commands);
        content(ui, commands)
    })
}

/// Shows a card without a title.
pub(super) fn bare<T>(
    ctx: &Context,
    name: &str,
    at: At,
    width: f32,
    commands: &mut Vec<Command>,
    content: impl FnOnce(&mut Ui, &mut Vec<Command>) -> T,
) -> T {
    let (anchor, offset) = match at {
        At::Middle => (Align2::CENTER_CENTER, [0.0, 0.0]),
        At::Top => (Align2::CENTER_TOP, [0.0, 56.0]),
    };
    let id = Id::unique(("card", name.to_owned()));
    let area = Modal::default_area(id).anchor(anchor, offset);
    let modal = Modal::new(id).area(area).backdrop_color(Color32::from_black_alpha(110));
    let width = width.min(ctx.content_rect().width() - 56.0);
    let shown = modal.frame(card(ctx)).show(ctx, |ui| {
        ui.set_width(width);
        content(ui, commands)
    });
    if shown.backdrop_response.clicked() {
        commands.push(Command::App(AppCommand::Dismiss));
    }
    shown.inner
}

/// Frame of a card.
pub(super) fn card(ctx: &Context) -> Frame {
    let style = ctx.global_style();
    let palette = Palette::in_force(ctx, &style.visuals);
    Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(10)
        .shadow(style.visuals.window_shadow)
        .inner_margin(Margin::symmetric(20, 16))
}

/// Height of a list in a card, limited by the window.
pub(super) fn room_for_list(ctx: &Context, other: f32, most: f32) -> f32 {
    (ctx.content_rect().height() - other).clamp(80.0, most)
}

/// The highlighted default button, triggered by Enter.
pub(super) fn main_button(ui: &mut Ui, text: &str) -> egui::Response {
    let palette = Palette::of(ui);
    let text = RichText::new(text).color(Palette::on(palette.accent));
    ui.add(Button::new(text).fill(palette.accent).min_size(egui::vec2(76.0, 28.0)))
}

/// A secondary button.
pub(super) fn button(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(Button::new(text).min_size(egui::vec2(76.0, 28.0)))
}

fn head(ui: &mut Ui, title: &str, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).heading().color(palette.text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = ui.add(Button::new(RichText::new("×").size(18.0).color(palette.weak)).frame(false));
            super::named(&close, "close this dialog");
            if close.clicked() {
                commands.push(Command::App(AppCommand::Dismiss));
            }
        });
    });
    ui.add_space(8.0);
}

/// Shows something over the lower right corner of a part of the window, noticeable but not modal.
pub(super) fn corner(ctx: &Context, name: &str, part: Rect, content: impl FnOnce(&mut Ui)) {
    let window = ctx.content_rect();
    let corner = if part.is_positive() { part.max } else { window.max };
    let area = Area::new(Id::unique(("corner", name.to_owned()))).order(egui::Order::Foreground);
    let offset = corner - window.max - egui::vec2(12.0, 12.0);
    area.anchor(Align2::RIGHT_BOTTOM, offset).show(ctx, content);
}
