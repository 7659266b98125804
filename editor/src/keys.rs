//! The keys in force: the usual ones of the tables, or those that the settings put in their place.
//!
//! Asked by the app once per frame for what was pressed, and by everything that shows a shortcut. Knows no widgets but the
//! text field, which gets its letters first.

use std::collections::BTreeMap;

use egui::{Context, Key, KeyboardShortcut};

use crate::command::{self, Command, Entry};
use crate::desk::Mode;

/// What the keyboard is with. Controls have a use for some keys themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nothing: all keys are free.
    Nobody,
    /// The board.
    Board,
    /// The slider of the timeline.
    Timeline,
    /// Any other control.
    Control,
}

impl Holder {
    /// Whether it leaves a key to the commands.
    fn spares(self, keys: &KeyboardShortcut, mode: Option<Mode>) -> bool {
        if keys.modifiers.command || keys.modifiers.ctrl || keys.modifiers.alt {
            return true;
        }
        let board = matches!(self, Self::Nobody | Self::Board);
        match keys.logical_key {
            // On a board that is drawn, it pans and uses the tool.
            Key::Space => self == Self::Timeline || board && mode != Some(Mode::Draw),
            Key::Enter | Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => board,
            _ => true,
        }
    }
}

/// Which keys do what.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// What was put in the place of the usual keys, by the id of the command.
    own: BTreeMap<String, Vec<KeyboardShortcut>>,
}

impl Keys {
    /// The usual keys, with these in place of some.
    pub fn with(own: BTreeMap<String, Vec<KeyboardShortcut>>) -> Self {
        Self { own }
    }

    /// The keys of a command.
    pub fn of(&self, entry: &Entry) -> &[KeyboardShortcut] {
        self.own.get(entry.id).map_or(entry.keys, Vec::as_slice)
    }

    /// The first keys of a command as people write them.
    pub fn text(&self, ctx: &Context, entry: &Entry) -> Option<String> {
        self.of(entry).first().map(|keys| ctx.format_shortcut(keys))
    }

    /// The name of a command with its keys, for a tooltip.
    pub fn hint(&self, ctx: &Context, command: &Command) -> String {
        let Some(entry) = command::entry(command) else { return String::new() };
        match self.text(ctx, entry) {
            Some(keys) => format!("{} ({keys})", entry.name),
            None => entry.name.to_owned(),
        }
    }

    /// Whether a focused control has a use for these keys itself.
    pub fn belong_to_controls(keys: &KeyboardShortcut) -> bool {
        use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Space};
        let used = [ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Space];
        keys.modifiers.is_none() && used.contains(&keys.logical_key)
    }

    /// The commands whose keys were pressed. None while somebody types, and some belong to a focused control first.
    /// Of several commands with the same keys, the first that is `answered` has them.
    pub fn pressed(
        &self,
        ctx: &Context,
        mode: Option<Mode>,
        holder: Holder,
        answered: &dyn Fn(&KeyboardShortcut, &Command) -> bool,
    ) -> Vec<Command> {
        if !ctx.input(|input| input.events.iter().any(is_press)) {
            return Vec::new();
        }
        let typing = ctx.text_edit_focused();
        let heard = |keys: &KeyboardShortcut| {
            holder.spares(keys, mode) && (!typing || keys.logical_key == Key::Escape)
        };
        let entries = command::table().filter(|entry| entry.when.holds(mode));
        let mut keys: Vec<(&KeyboardShortcut, &Command)> = entries
            .flat_map(|entry| self.of(entry).iter().map(move |keys| (keys, &entry.command)))
            .filter(|(keys, command)| heard(keys) && answered(keys, command))
            .collect();
        // egui ignores a Shift or Alt too many, so the more particular shortcut is asked first.
        keys.sort_by_key(|(keys, _)| !(keys.modifiers.shift || keys.modifiers.alt));
        ctx.input_mut(|input| {
            keys.into_iter()
                .filter(|(keys, _)| match keys.logical_key {
                    // Menus and text fields want to hear it too.
                    Key::Escape => input.key_pressed(Key::Escape),
                    _ => input.consume_shortcut(keys),
                })
                .map(|(_, command)| command.clone())
                .collect()
        })
    }
}

fn is_press(event: &egui::Event) -> bool {
    matches!(
        event,
        egui::Event::Key { pressed: true, .. } | egui::Event::Copy | egui::Event::Cut | egui::Event::Paste(_)
    )
}
