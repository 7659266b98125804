//! One line of key hints for playing, from the current key bindings and the cues that the game accepts.

use egui::{RichText, Ui};
use timeloom::show::{CUES, CueInfo};

use crate::panels::{PanelContext, cue_keys};
use crate::theme::{self, Palette};

/// Shows the line, if the game accepts any cues.
pub(super) fn show(ui: &mut Ui, context: PanelContext<'_>) {
    let offers = context.document().offers();
    let answered = |verb: &str| offers.iter().any(|offer| offer.cue.is_some_and(|own| own.verb() == verb));
    // Show one cue of each kind: the first, which is the one towards the north.
    let mut kinds: Vec<&CueInfo> = Vec::new();
    for info in CUES.iter().filter(|info| answered(info.verb)) {
        if kinds.iter().all(|kind| kind.verb != info.verb) {
            kinds.push(info);
        }
    }
    let keys = |cue| cue_keys::text(ui.ctx(), context.keys, cue);
    let hints: Vec<(String, &str)> =
        kinds.into_iter().filter_map(|info| Some((keys(info.cue)?, info.verb))).collect();
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
