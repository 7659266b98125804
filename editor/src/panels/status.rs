//! The line at the bottom: which file, which game, where in it, whether it is whole and whether it is safe.
//!
//! Reads the document; pushes nothing.

use egui::{Label, RichText, Sense, Ui};
use timeloom::scene::Tone;

use super::Room;
use crate::document::Document;
use crate::theme::Palette;

/// Shows the line.
pub fn show(ui: &mut Ui, room: Room<'_>) {
    let document = room.document();
    let about = document.about();
    ui.horizontal(|ui| {
        match room.desk.file() {
            Some(path) => word(ui, &room.desk.title(), Tone::Plain, &path.display().to_string()),
            None => word(ui, "not in a file", Tone::Plain, "what happens here is not kept"),
        }
        divide(ui);
        let origin = format!("version {} of the rules, seed {}", about.version, about.seed);
        word(ui, &about.ruleset, Tone::Muted, &origin);
        divide(ui);
        word(ui, &about.level, Tone::Muted, "the level");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            saved(ui, document);
            divide(ui);
            let node = document.here().id;
            word(
                ui,
                &format!("node {node}"),
                Tone::Muted,
                "the number of this moment in the log, in all branches",
            );
            divide(ui);
            let turn = format!("turn {} of {}", document.here().turn, document.last_turn());
            word(ui, &turn, Tone::Muted, "on this branch");
        });
    });
}

/// Whether all is on disk, or why nothing more can be.
fn saved(ui: &mut Ui, document: &Document) {
    let game = document.game();
    let waiting = game.node_count() - game.durable_count().min(game.node_count());
    match (game.health().complaint(), game.sealed()) {
        (Some(complaint), Some(_)) => word(ui, "damaged, read only", Tone::Bad, &complaint),
        (Some(complaint), None) => word(ui, "last write unfinished", Tone::Yellow, &complaint),
        (None, Some(reason)) => word(ui, "read only", Tone::Yellow, document.note().unwrap_or(reason)),
        (None, None) if waiting > 0 => {
            word(ui, &format!("{waiting} turns not on disk yet"), Tone::Yellow, "they will be soon");
        }
        (None, None) => word(ui, "saved", Tone::Good, "every turn is on disk"),
    }
}

fn word(ui: &mut Ui, text: &str, tone: Tone, hint: &str) {
    let palette = Palette::of(ui.visuals());
    let text = RichText::new(text).small().color(palette.ink(tone));
    ui.add(Label::new(text).sense(Sense::hover())).on_hover_text(hint);
}

fn divide(ui: &mut Ui) {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new("·").small().color(palette.weak));
}
