//! One line of key hints for playing, from the current key bindings and the cues that the game accepts.

use egui::{Key, KeyboardShortcut, RichText, Ui};
use timeloom::scene::Facing;
use timeloom::show::{CUES, Cue, CueInfo};

use crate::command::{self, Command, CommandEntry, PlayCommand};
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

/// Keys of a cue. A cue with a direction stands for all four: for each way to press it the four keys are named together.
fn keys(ui: &Ui, context: PanelContext<'_>, cue: Cue) -> Option<String> {
    let with: fn(Facing) -> Cue = match cue {
        Cue::Move(_) => Cue::Move,
        Cue::Push(_) => Cue::Push,
        Cue::Pull(_) => Cue::Pull,
        _ => return context.keys.text(ui.ctx(), entry_of(cue)?),
    };
    let four = [Facing::North, Facing::West, Facing::South, Facing::East].map(with).map(entry_of);
    let ways =
        (0..).map_while(|way| four.iter().map(|entry| context.keys.anywhere((*entry)?).get(way)).collect());
    // One way is enough if keys must be held.
    let is_shown = |(way, keys): &(usize, Vec<&KeyboardShortcut>)| *way == 0 || keys[0].modifiers.is_none();
    let shown = ways.enumerate().filter(is_shown).map(|(_, keys)| together(ui, &keys));
    Some(shown.collect::<Vec<_>>().join(" or ")).filter(|keys| !keys.is_empty())
}

fn entry_of(cue: Cue) -> Option<&'static CommandEntry> {
    command::entry(&Command::Play(PlayCommand::Cue(cue)))
}

/// Names four keys for up, left, down and right that are held with the same modifiers; of others only the first.
fn together(ui: &Ui, four: &[&KeyboardShortcut]) -> String {
    let (ctx, held) = (ui.ctx(), four[0].modifiers);
    let keys: Vec<Key> = four.iter().map(|keys| keys.logical_key).collect();
    let name = match keys[..] {
        _ if four.iter().any(|keys| keys.modifiers != held) => return ctx.format_shortcut(four[0]),
        [Key::ArrowUp, Key::ArrowLeft, Key::ArrowDown, Key::ArrowRight] => "arrows".to_owned(),
        _ => keys.iter().map(|key| key.symbol_or_name()).collect(),
    };
    if held.is_none() { name } else { format!("{}+{name}", ctx.format_modifiers(held)) }
}
