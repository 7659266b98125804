//! Describes the keys of a cue in a few characters, from the current key bindings.
//!
//! Used by the key hints of the timeline and by the tour. Knows no widgets.

use egui::{Context, Key, KeyboardShortcut};
use timeloom::scene::Facing;
use timeloom::show::Cue;

use crate::command::{self, Command, CommandEntry, PlayCommand};
use crate::keys::Keys;

/// Describes the keys of a cue; `None` if it has none. A cue with a direction stands for all four: for each way to press
/// it the four keys are named together.
pub(super) fn text(ctx: &Context, keys: &Keys, cue: Cue) -> Option<String> {
    let with: fn(Facing) -> Cue = match cue {
        Cue::Move(_) => Cue::Move,
        Cue::Push(_) => Cue::Push,
        Cue::Pull(_) => Cue::Pull,
        _ => return keys.text(ctx, entry_of(cue)?),
    };
    let four = [Facing::North, Facing::West, Facing::South, Facing::East].map(with).map(entry_of);
    let ways = (0..).map_while(|way| four.iter().map(|entry| keys.anywhere((*entry)?).get(way)).collect());
    // One way is enough if keys must be held.
    let is_shown = |(way, keys): &(usize, Vec<&KeyboardShortcut>)| *way == 0 || keys[0].modifiers.is_none();
    let shown = ways.enumerate().filter(is_shown).map(|(_, keys)| together(ctx, &keys));
    Some(shown.collect::<Vec<_>>().join(" or ")).filter(|keys| !keys.is_empty())
}

fn entry_of(cue: Cue) -> Option<&'static CommandEntry> {
    command::entry(&Command::Play(PlayCommand::Cue(cue)))
}

/// Names four keys for up, left, down and right with the same modifiers together; of others only the first.
fn together(ctx: &Context, four: &[&KeyboardShortcut]) -> String {
    let held = four[0].modifiers;
    let keys: Vec<Key> = four.iter().map(|keys| keys.logical_key).collect();
    let name = match keys[..] {
        _ if four.iter().any(|keys| keys.modifiers != held) => return ctx.format_shortcut(four[0]),
        [Key::ArrowUp, Key::ArrowLeft, Key::ArrowDown, Key::ArrowRight] => "arrows".to_owned(),
        _ => keys.iter().map(|key| key.symbol_or_name()).collect(),
    };
    if held.is_none() { name } else { format!("{}+{name}", ctx.format_modifiers(held)) }
}
