//! Buttons below the boards for legal actions that are at no place, such as rolling a die.
//!
//! Part of the board panel. Restarting is left to its key and the menu, out of reach of a hasty click.

use egui::{Button, Frame, Margin, Panel, RichText, ScrollArea, Stroke, Ui};
use timeloom::game::Offer;
use timeloom::show::Cue;

use super::super::{PanelContext, named};
use super::tips;
use crate::command::Command;
use crate::pointing::Choices;
use crate::theme::Palette;

/// Shows the buttons, if there are any.
pub(super) fn show(
    ui: &mut Ui,
    context: PanelContext<'_>,
    choices: &Choices<'_>,
    commands: &mut Vec<Command>,
) {
    let offers: Vec<&Offer> = choices.placeless().filter(|offer| offer.cue != Some(Cue::Restart)).collect();
    if offers.is_empty() {
        return;
    }
    let most = ui.available_height() * 0.4;
    let panel = Panel::bottom("actions at no place").resizable(false).show_separator_line(false);
    panel.frame(Frame::new().inner_margin(Margin::symmetric(0, 4))).show(ui, |ui| {
        let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| offers.iter().for_each(|offer| button(ui, context, offer, commands)));
        });
    });
}

fn button(ui: &mut Ui, context: PanelContext<'_>, offer: &Offer, commands: &mut Vec<Command>) {
    let words = RichText::new(tips::with_keys(ui, context, offer)).size(12.0);
    let palette = Palette::of(ui);
    let button = Button::new(words).fill(palette.panel).stroke(Stroke::new(1.0, palette.line));
    let button = ui.add(button);
    named(&button, &offer.words);
    if button.clicked() {
        commands.push(Command::Act(offer.bytes.clone()));
    }
}
