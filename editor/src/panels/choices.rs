//! What can be done at the cursor, and what each would do. A click does it.
//!
//! The rules were asked by the document; here the answers are listed. Where nothing can be written down it says why.

use egui::{RichText, ScrollArea, Ui};
use timeloom::game::Choice;
use timeloom::scene::Tone;

use super::row::{self, Row};
use crate::command::Command;
use crate::document::Document;
use crate::theme::Palette;

/// Shows the legal actions.
pub fn show(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    let choices = document.choices();
    super::heading(ui, "Actions", &format!("{} legal here", choices.len()));
    let sealed = document.game().sealed();
    if let Some(reason) = sealed {
        let told_above = document.game().health().complaint().is_some();
        refused(ui, if told_above { "see above" } else { reason });
    }
    if choices.is_empty() {
        ui.weak(over(document));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_enabled_ui(sealed.is_none(), |ui| {
        ScrollArea::vertical().id_salt("choices").auto_shrink(false).show_rows(
            ui,
            row::HEIGHT,
            choices.len(),
            |ui, range| {
                for choice in &choices[range] {
                    if one(ui, choice) {
                        commands.push(Command::Act(choice.bytes.clone()));
                    }
                }
            },
        );
    });
}

fn refused(ui: &mut Ui, reason: &str) {
    let palette = Palette::of(ui.visuals());
    let text = format!("nothing can be added to this save: {reason}");
    ui.label(RichText::new(text).small().color(palette.ink(Tone::Yellow)));
    ui.add_space(2.0);
}

fn over(document: &Document) -> String {
    match document.result() {
        Some(result) => format!("the game is over, {result}"),
        None => "nothing can be done here".to_owned(),
    }
}

fn one(ui: &mut Ui, choice: &Choice) -> bool {
    let told = match &choice.told {
        Ok(told) => told.text.as_str(),
        Err(refused) => refused.message.as_str(),
    };
    let row = Row {
        spoken: format!("act {}: {told}", choice.action),
        action: &choice.action,
        told,
        pill: None,
        chosen: false,
        dim: false,
        margin: 8.0,
    };
    row.show(ui).clicked()
}
