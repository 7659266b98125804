//! One line of key hints for playing, from the current key bindings and the cues that the game accepts.

use egui::{RichText, Ui};
use timeloom::show::{CUES, Cue, CueInfo};

use crate::command::{self, Command, PlayCommand};
use crate::panels::PanelContext;
use crate::theme::{self, Palette};

/// Shows the line, if the game accepts any cues.
pub(super) fn show(ui: &mut Ui, context: PanelContext<'_>) {
    let offers = context.document().offers();
    let answered =
        |verb: &str| offers.iter().any(|offer| offer.cue.is_some_and(|own| verb_of(own) == Some(verb)));
    // One of each kind is enough: the first is the one towards the north.
    let mut kinds: Vec<&CueInfo> = Vec::new();
    for info in CUES.iter().filter(|info| answered(info.verb)) {
        if kinds.iter().all(|kind| kind.verb != info.verb) {
            kinds.push(info);
        }
    }
    let hints: Vec<(String, &str)> =
        kinds.into_iter().filter_map(|info| Some((keys(ui, context, info.cue)?, info.verb))).collect();
    if hints.is_empty() {
        return;
    }
    let palette = Palette::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (keys, word) in hints {
            ui.label(RichText::new(keys).font(theme::mono(11.0)).color(palette.text));
            ui.label(RichText::new(word).small().color(palette.weak));
            ui.add_space(8.0);
        }
    });
}

fn verb_of(cue: Cue) -> Option<&'static str> {
    CUES.iter().find(|info| info.cue == cue).map(|info| info.verb)
}

/// Keys of a cue; a cue with a direction stands for all four.
fn keys(ui: &Ui, context: PanelContext<'_>, cue: Cue) -> Option<String> {
    let entry = command::entry(&Command::Play(PlayCommand::Cue(cue)))?;
    let first = context.keys.text(ui.ctx(), entry)?;
    Some(match first.strip_suffix("Up") {
        Some(modifiers) if matches!(cue, Cue::Move(_)) => format!("{modifiers}arrows or WASD"),
        Some(modifiers) => format!("{modifiers}arrows"),
        None => first,
    })
}
