//! One line that says which keys play, made from the keys in force and from what the game answers to.

use egui::{RichText, Ui};
use timeloom::rules::Cue;
use timeloom::scene::Facing;

use crate::command::{self, Command, Play};
use crate::panels::PanelContext;
use crate::theme::{self, Palette};

/// What is told, each by one of its kind.
const KINDS: [(Cue, &str); 7] = [
    (Cue::Move(Facing::North), "move"),
    (Cue::Push(Facing::North), "push"),
    (Cue::Pull(Facing::North), "pull"),
    (Cue::Wait, "wait"),
    (Cue::Use, "use what is here"),
    (Cue::Next, "go on"),
    (Cue::Restart, "restart"),
];

/// Shows the line, where the game answers to any keys.
pub(super) fn show(ui: &mut Ui, room: PanelContext<'_>) {
    let offers = room.document().offers();
    let answered = |cue: Cue| offers.iter().any(|offer| offer.cue.is_some_and(|own| is_kind(own, cue)));
    let told: Vec<(String, &str)> = KINDS
        .into_iter()
        .filter(|(cue, _)| answered(*cue))
        .filter_map(|(cue, word)| Some((keys(ui, room, cue)?, word)))
        .collect();
    if told.is_empty() {
        return;
    }
    let palette = Palette::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (keys, word) in told {
            ui.label(RichText::new(keys).font(theme::mono(11.0)).color(palette.text));
            ui.label(RichText::new(word).small().color(palette.weak));
            ui.add_space(8.0);
        }
    });
}

fn is_kind(own: Cue, kind: Cue) -> bool {
    std::mem::discriminant(&own) == std::mem::discriminant(&kind)
}

/// The keys of a cue; one that has a direction stands for all four.
fn keys(ui: &Ui, room: PanelContext<'_>, cue: Cue) -> Option<String> {
    let entry = command::entry(&Command::Play(Play::Cue(cue)))?;
    let first = room.keys.text(ui.ctx(), entry)?;
    Some(match first.strip_suffix("Up") {
        Some(modifiers) if matches!(cue, Cue::Move(_)) => format!("{modifiers}arrows or WASD"),
        Some(modifiers) => format!("{modifiers}arrows"),
        None => first,
    })
}
