//! The toasts in the corner, each with its actions.
//!
//! Reads [`Toasts`]; pushes the chosen action, and the dismissal.

use egui::accesskit::Live;
use egui::{Align, Button, Context, Frame, Layout, Rect, RichText, Ui};

use super::card;
use crate::command::{AppCommand, Command};
use crate::theme::Palette;
use crate::toasts::{Toast, Toasts};

/// Width of a toast, if there is space.
const WIDTH: f32 = 360.0;

/// Shows the toasts over the corner of a part of the window.
pub fn show(ctx: &Context, toasts: &Toasts, over: Rect, commands: &mut Vec<Command>) {
    if toasts.all().is_empty() {
        return;
    }
    card::corner(ctx, "toasts", over, |ui| {
        ui.set_width(WIDTH.min(ctx.content_rect().width() - 48.0));
        for toast in toasts.all() {
            notice(ui, toast, commands);
            ui.add_space(6.0);
        }
    });
}

fn notice(ui: &mut Ui, toast: &Toast, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let frame: Frame = card::card(ui.ctx()).fill(palette.raised).corner_radius(8).inner_margin(12);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            let room = ui.available_width() - 30.0;
            ui.allocate_ui_with_layout(egui::vec2(room, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(room);
                let text = ui.add(egui::Label::new(RichText::new(&toast.text).color(palette.text)).wrap());
                super::spoken(&text, Live::Polite);
            });
            let close = ui.add(Button::new(RichText::new("×").color(palette.weak)).frame(false));
            super::named(&close, "dismiss this notice");
            if close.clicked() {
                commands.push(Command::App(AppCommand::Forget(toast.id)));
            }
        });
        offers(ui, toast, commands);
    });
}

fn offers(ui: &mut Ui, toast: &Toast, commands: &mut Vec<Command>) {
    if toast.offers.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (number, (words, command)) in toast.offers.iter().enumerate() {
            let button = if number == 0 { card::main_button(ui, words) } else { card::button(ui, words) };
            if button.clicked() {
                commands.push(Command::App(AppCommand::Forget(toast.id)));
                commands.push(command.clone());
            }
        }
    });
}
