//! Key bindings: the defaults from the tables, or their replacements from the settings.
//!
//! Queried by the app once per frame for the pressed commands, and by everything that shows a shortcut. Knows no
//! widgets but the text field, which gets its letters first.

use std::collections::BTreeMap;

use egui::{Context, Event, InputState, Key, KeyboardShortcut, Modifiers};

use crate::command::{self, Command, Entry, When};
use crate::workspace::Mode;

/// What has the keyboard focus. Controls use some keys themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nothing: all keys are free.
    Nobody,
    /// The board.
    Board,
    /// The slider of the timeline.
    Timeline,
    /// The cube.
    Cube,
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
            // On the board in draw mode, Space pans and uses the tool.
            Key::Space => self == Self::Timeline || board && mode != Some(Mode::Draw),
            Key::Enter | Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => board,
            _ => true,
        }
    }
}

/// The key bindings.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Replacements of the default keys, by command id.
    custom: BTreeMap<String, Vec<KeyboardShortcut>>,
}

impl Keys {
    /// The default keys with these replacements.
    pub fn with(custom: BTreeMap<String, Vec<KeyboardShortcut>>) -> Self {
        Self { custom }
    }

    /// Reads the replacements from the settings; skips invalid names.
    pub fn from_names(names: &BTreeMap<String, Vec<String>>) -> Self {
        let read = |names: &Vec<String>| names.iter().filter_map(|name| parse(name)).collect();
        Self::with(names.iter().map(|(id, names)| (id.clone(), read(names))).collect())
    }

    /// Whether a command has keys other than its defaults.
    pub fn is_custom(&self, entry: &Entry) -> bool {
        self.custom.contains_key(entry.id)
    }

    /// Returns the other commands that have these keys and can apply at the same time.
    pub fn clashes(&self, entry: &Entry, keys: &KeyboardShortcut) -> Vec<&'static Entry> {
        let others = command::table().filter(|other| other.id != entry.id && other.when.meets(entry.when));
        others.filter(|other| self.of(other).contains(keys)).collect()
    }

    /// All keys of a command, formatted for display.
    pub fn texts(&self, ctx: &Context, entry: &Entry) -> Vec<String> {
        self.of(entry).iter().map(|keys| ctx.format_shortcut(keys)).collect()
    }

    /// The keys of a command.
    pub fn of(&self, entry: &Entry) -> &[KeyboardShortcut] {
        self.custom.get(entry.id).map_or(entry.keys, Vec::as_slice)
    }

    /// The first keys of a command, formatted for display.
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

    /// Whether focused controls use these keys themselves.
    pub fn belong_to_controls(keys: &KeyboardShortcut) -> bool {
        use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Space};
        let used = [ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Space];
        keys.modifiers.is_none() && used.contains(&keys.logical_key)
    }

    /// Returns the commands whose keys were pressed: none while the user types, and a focused control takes
    /// precedence for some. If several commands have the same keys, the first that is `answered` gets them.
    pub fn pressed(
        &self,
        ctx: &Context,
        mode: Option<Mode>,
        holder: Holder,
        answered: &dyn Fn(&KeyboardShortcut, &Command) -> bool,
    ) -> Vec<Command> {
        let typing = ctx.text_edit_focused();
        let in_cube = command::table().filter(|entry| entry.when == When::InCube && holder == Holder::Cube);
        let mut commands = self.collect_input(ctx, in_cube, &|_, _| true);
        commands.extend(self.collect_input(ctx, anywhere(mode), &|keys, command| {
            holder.spares(keys, mode)
                && (!typing || keys.logical_key == Key::Escape)
                && answered(keys, command)
        }));
        commands
    }

    /// Returns the first command of a mode that has these keys and is `answered`.
    pub fn meaning(
        &self,
        keys: &KeyboardShortcut,
        mode: Option<Mode>,
        answered: &dyn Fn(&Command) -> bool,
    ) -> Option<Command> {
        let meant = anywhere(mode).find(|entry| self.of(entry).contains(keys) && answered(&entry.command));
        meant.map(|entry| entry.command.clone())
    }

    /// Returns those of these commands whose keys were pressed, even while the user types.
    pub fn pressed_among(&self, ctx: &Context, among: &[Command]) -> Vec<Command> {
        let entries = command::table().filter(|entry| among.contains(&entry.command));
        self.collect_input(ctx, entries, &|keys, _| keys.logical_key != Key::Space)
    }

    fn collect_input(
        &self,
        ctx: &Context,
        entries: impl Iterator<Item = &'static Entry>,
        free: &dyn Fn(&KeyboardShortcut, &Command) -> bool,
    ) -> Vec<Command> {
        if !ctx.input(|input| input.events.iter().any(is_press)) {
            return Vec::new();
        }
        let mut keys: Vec<(&KeyboardShortcut, &Command)> = entries
            .flat_map(|entry| self.of(entry).iter().map(move |keys| (keys, &entry.command)))
            .filter(|(keys, command)| free(keys, command))
            .collect();
        // egui ignores superfluous Shift and Alt, so more specific shortcuts are tested first.
        keys.sort_by_key(|(keys, _)| !(keys.modifiers.shift || keys.modifiers.alt));
        ctx.input_mut(|input| {
            keys.into_iter()
                .filter(|(keys, _)| match keys.logical_key {
                    // Do not consume it: menus and text fields need it too.
                    Key::Escape => input.key_pressed(Key::Escape),
                    _ => input.consume_shortcut(keys) || take_clipboard(input, keys),
                })
                .map(|(_, command)| command.clone())
                .collect()
        })
    }
}

fn is_press(event: &Event) -> bool {
    chord_of(event).is_some()
}

/// Returns the keys of an event. Copy, cut and paste arrive as events of their own, so they are mapped to their default
/// keys.
pub fn chord_of(event: &Event) -> Option<KeyboardShortcut> {
    let default = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
    match event {
        Event::Key { key, pressed: true, modifiers, .. } => Some(chord(*key, *modifiers)),
        Event::Copy => default(Key::C),
        Event::Cut => default(Key::X),
        Event::Paste(_) => default(Key::V),
        _ => None,
    }
}

fn take_clipboard(input: &mut InputState, keys: &KeyboardShortcut) -> bool {
    let meant = |event: &Event| !matches!(event, Event::Key { .. }) && chord_of(event) == Some(*keys);
    let at = input.events.iter().position(meant);
    at.map(|at| input.events.remove(at)).is_some()
}

/// Parses keys like `Ctrl+Shift+S`; on a Mac, Ctrl means the command key.
pub fn parse(text: &str) -> Option<KeyboardShortcut> {
    // The plus key is spelled out: "Ctrl+Plus", not "Ctrl++".
    let mut words = text.split('+').map(str::trim).rev();
    let key = words.next().and_then(Key::from_name)?;
    let mut modifiers = Modifiers::NONE;
    for word in words {
        modifiers = modifiers.plus(modifier(word)?);
    }
    Some(KeyboardShortcut::new(modifiers, key))
}

fn modifier(word: &str) -> Option<Modifiers> {
    match word.to_ascii_lowercase().as_str() {
        "ctrl" | "cmd" => Some(Modifiers::COMMAND),
        "shift" => Some(Modifiers::SHIFT),
        "alt" => Some(Modifiers::ALT),
        _ => None,
    }
}

/// Formats keys so that [`parse`] reads them.
pub fn spell(keys: &KeyboardShortcut) -> String {
    let held = [
        (keys.modifiers.command || keys.modifiers.ctrl, "Ctrl+"),
        (keys.modifiers.alt, "Alt+"),
        (keys.modifiers.shift, "Shift+"),
    ];
    let held: String = held.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
    format!("{held}{}", keys.logical_key.name())
}

/// Returns the commands of a mode whose keys do not require the cube to have the focus.
fn anywhere(mode: Option<Mode>) -> impl Iterator<Item = &'static Entry> {
    command::table().filter(move |entry| entry.when.holds(mode) && entry.when != When::InCube)
}

/// Turns a key and the held modifiers into a shortcut.
fn chord(key: Key, held: Modifiers) -> KeyboardShortcut {
    let modifiers = Modifiers { alt: held.alt, shift: held.shift, command: held.command, ..Modifiers::NONE };
    KeyboardShortcut::new(modifiers, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_that_can_be_meant_at_once_have_the_same_keys() {
        let keys = Keys::default();
        // The keys of cues take precedence, but only while the game has an action for them.
        let played = |entry: &Entry| matches!(entry.command, Command::Play(command::PlayCommand::Cue(_)));
        for entry in command::table().filter(|entry| !played(entry)) {
            // Several commands share Escape: each closes something of its own.
            for default in entry.keys.iter().filter(|keys| keys.logical_key != Key::Escape) {
                let others = keys.clashes(entry, default).into_iter().filter(|other| !played(other));
                let others: Vec<_> = others.map(|other| other.id).collect();
                assert!(others.is_empty(), "{} and {others:?} both have {}", entry.id, spell(default));
            }
        }
    }

    #[test]
    fn every_command_has_an_id_of_its_own() {
        let mut ids: Vec<_> = command::table().map(|entry| entry.id).collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }

    #[test]
    fn what_is_spelled_reads_back() {
        for default in command::table().flat_map(|entry| entry.keys) {
            assert_eq!(parse(&spell(default)), Some(*default), "{}", spell(default));
        }
        assert_eq!(parse("Hyper+Q"), None);
        assert_eq!(parse("Ctrl+"), None);
    }

    #[test]
    fn keys_of_another_mode_do_not_clash() {
        use command::When::{Always, Drawing, Open, Playing};
        assert!(!Drawing.meets(Playing) && !Playing.meets(Drawing));
        assert!(Drawing.meets(Open) && Always.meets(Playing) && Drawing.meets(Drawing));
    }
}
