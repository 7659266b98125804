//! Lists the actions at the cursor with their effects, then the refused ones with the reasons. A click acts.
//!
//! The document has already queried the rules; only visible rows are described. For a read-only save, shows
//! the reason.

use egui::{RichText, ScrollArea, Ui};
use timeloom::game::Offer;
use timeloom::scene::Tone;

use super::PanelContext;
use super::row::{self, ListRow};
use crate::command::{self, Command, PlayCommand, ViewCommand};
use crate::document::Document;
use crate::theme::Palette;

/// Shows the actions.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let (document, offers) = (context.document(), context.document().offers());
    let (legal, refused): (Vec<usize>, Vec<usize>) =
        (0..offers.len()).partition(|&at| offers[at].refused.is_none());
    super::heading(ui, "Actions", &position_label(document, legal.len()));
    seats(ui, document, commands);
    advice(ui, context, commands);
    let sealed = document.game().sealed();
    if let Some(reason) = sealed {
        let told_above = document.game().complaint().is_some();
        not_kept(ui, if told_above { "see above" } else { reason });
    }
    if offers.is_empty() || document.result().is_some() {
        ui.weak(why_no_actions(document));
    }
    let order: Vec<usize> = legal.into_iter().chain(refused).collect();
    ui.add_enabled_ui(sealed.is_none(), |ui| list(ui, context, &order, commands));
}

/// Describes the turn of the actions, which is the cursor's and not the preview's.
fn position_label(document: &Document, legal: usize) -> String {
    match document.is_preview() {
        true => format!("at turn {}, not the preview", document.cursor().turn),
        false => format!("{legal} legal here"),
    }
}

fn list(ui: &mut Ui, context: PanelContext<'_>, order: &[usize], commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().min_scrolled_height(16.0).id_salt("choices").auto_shrink(false);
    area.show_rows(ui, row::HEIGHT, order.len(), |ui, range| {
        for &at in &order[range] {
            let offer = &context.document().offers()[at];
            if one(ui, context, offer, &context.document().preview_text(at)) {
                commands.push(Command::Act(offer.bytes.clone()));
            }
        }
    });
}

/// Selects the player to view as, in games with hidden information.
fn seats(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    if document.about().seats.is_empty() {
        return;
    }
    let chosen = document.game().seat();
    let seats = (0..).zip(&document.about().seats).map(|(seat, name)| (Some(seat), name.as_str()));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("seen by").small().color(Palette::of(ui).weak));
        for (seat, name) in [(None, "everybody")].into_iter().chain(seats) {
            let label = ui.selectable_label(seat == chosen, name);
            let hint = "a player does not see what the others chose in secret";
            if label.on_hover_text(hint).clicked() {
                commands.push(Command::View(ViewCommand::Seat(seat)));
            }
        }
    });
}

/// Buttons to let the game play, if it has its own advice.
fn advice(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    if context.document().advice().is_none() {
        return;
    }
    let playing = context.running && context.advised;
    ui.horizontal_wrapped(|ui| {
        for (name, play) in [
            ("Play a turn", PlayCommand::Advice),
            (if playing { "Stop" } else { "Play on" }, PlayCommand::Auto),
        ] {
            let command = Command::Play(play);
            if ui.button(name).on_hover_text(context.keys.hint(ui.ctx(), &command)).clicked() {
                commands.push(command);
            }
        }
    });
}

fn not_kept(ui: &mut Ui, reason: &str) {
    let palette = Palette::of(ui);
    let text = format!("nothing can be added to this save: {reason}");
    ui.label(RichText::new(text).small().color(palette.ink(Tone::Yellow)));
    ui.add_space(2.0);
}

fn why_no_actions(document: &Document) -> String {
    match document.result() {
        Some(result) => format!("the game is over, {result}"),
        None => "no actions here".to_owned(),
    }
}

fn one(ui: &mut Ui, context: PanelContext<'_>, offer: &Offer, text: &str) -> bool {
    let refused = offer.refused.is_some();
    let spoken = if refused { "cannot act" } else { "act" };
    let row = ListRow {
        spoken: format!("{spoken} {}: {text}", offer.action),
        action: &offer.action,
        text,
        pill: keys(ui, context, offer),
        chosen: false,
        dim: refused,
        margin: 8.0,
    };
    row.show(ui).clicked()
}

/// Keys of an offer.
fn keys(ui: &Ui, context: PanelContext<'_>, offer: &Offer) -> Option<String> {
    let entry = command::entry(&Command::Play(PlayCommand::Cue(offer.cue?)))?;
    context.keys.text(ui.ctx(), entry)
}
