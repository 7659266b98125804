//! Key bindings: the defaults from the tables, or their replacements from the settings.
//!
//! Queried by the app once per frame for the pressed commands, and by everything that shows a shortcut. Knows
//! no widgets but the text field, which gets its letters first.

use std::collections::BTreeMap;

use egui::{Context, Event, InputState, Key, KeyboardShortcut, Modifiers};

use crate::command::{self, Command, CommandEntry};
use crate::workspace::Mode;

/// Owner of the keyboard focus. Controls use some keys themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusOwner {
    /// Nothing: all keys are free.
    Nobody,
    /// The board.
    Board,
    /// A place on a board at which an action can be chosen.
    Place,
    /// The slider of the timeline.
    Timeline,
    /// The cube.
    Cube,
    /// Any other control.
    Control,
}

impl FocusOwner {
    /// Whether it leaves a key to the commands.
    fn spares(self, keys: &KeyboardShortcut, mode: Option<Mode>) -> bool {
        if keys.modifiers.command || keys.modifiers.ctrl || keys.modifiers.alt {
            return true;
        }
        let board = matches!(self, Self::Nobody | Self::Board);
        match keys.logical_key {
            // On the board in draw mode, Space pans and uses the tool.
            Key::Space => {
                self == Self::Timeline || (board || self == Self::Place) && mode != Some(Mode::Draw)
            }
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
    pub fn is_custom(&self, entry: &CommandEntry) -> bool {
        self.custom.contains_key(entry.id)
    }

    /// Returns the other commands that have these keys and can apply at the same time.
    pub fn clashes(&self, entry: &CommandEntry, keys: &KeyboardShortcut) -> Vec<&'static CommandEntry> {
        let others = command::table().filter(|other| other.id != entry.id && other.when.meets(entry.when));
        let anywhere = |other: &CommandEntry| !entry.is_for_cube() && self.anywhere(other).contains(keys);
        let in_cube =
            |other: &CommandEntry| !entry.cube_keys.is_empty() && self.in_cube(other).contains(keys);
        others.filter(|other| anywhere(other) || in_cube(other)).collect()
    }

    /// All keys of a command, formatted for display.
    pub fn texts(&self, ctx: &Context, entry: &CommandEntry) -> Vec<String> {
        self.of(entry).map(|keys| ctx.format_shortcut(keys)).collect()
    }

    /// All keys of a command; those in the cube come last.
    pub fn of<'a>(&'a self, entry: &CommandEntry) -> impl Iterator<Item = &'a KeyboardShortcut> + use<'a> {
        let (keys, in_cube) = match self.custom.get(entry.id) {
            Some(custom) => (custom.as_slice(), [].as_slice()),
            None => (entry.keys, entry.cube_keys),
        };
        keys.iter().chain(in_cube)
    }

    /// The keys of a command that apply whatever has the focus.
    pub fn anywhere(&self, entry: &CommandEntry) -> &[KeyboardShortcut] {
        let custom = self.custom.get(entry.id).filter(|_| !entry.is_for_cube());
        custom.map_or(entry.keys, Vec::as_slice)
    }

    /// The keys of a command that apply while the cube has the focus.
    fn in_cube(&self, entry: &CommandEntry) -> &[KeyboardShortcut] {
        let custom = self.custom.get(entry.id).filter(|_| !entry.cube_keys.is_empty());
        custom.map_or(entry.cube_keys, Vec::as_slice)
    }

    /// The first keys of a command, formatted for display.
    pub fn text(&self, ctx: &Context, entry: &CommandEntry) -> Option<String> {
        self.of(entry).next().map(|keys| ctx.format_shortcut(keys))
    }

    /// The first keys of a command, or its name in quotes if it has none: for use in a sentence.
    pub fn in_sentence(&self, ctx: &Context, command: &Command) -> String {
        let Some(entry) = command::entry(command) else { return String::new() };
        self.text(ctx, entry).unwrap_or_else(|| format!("\u{201c}{}\u{201d}", entry.name))
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
        holder: FocusOwner,
        answered: &dyn Fn(&KeyboardShortcut, &Command) -> bool,
    ) -> Vec<Command> {
        let typing = ctx.text_edit_focused();
        let in_cube = command::table().filter(|_| holder == FocusOwner::Cube);
        let in_cube = in_cube.flat_map(|entry| self.in_cube(entry).iter().map(move |keys| (keys, entry)));
        let mut commands = pressed_of(ctx, in_cube);
        let anywhere = self.available(mode).filter(|(keys, entry)| {
            holder.spares(keys, mode)
                && (!typing || keys.logical_key == Key::Escape)
                && answered(keys, &entry.command)
        });
        commands.extend(pressed_of(ctx, anywhere));
        commands
    }

    /// Returns the first command of a mode that has these keys and is `answered`.
    pub fn meaning(
        &self,
        keys: &KeyboardShortcut,
        mode: Option<Mode>,
        answered: &dyn Fn(&Command) -> bool,
    ) -> Option<Command> {
        let meant = self.available(mode).find(|(own, entry)| *own == keys && answered(&entry.command));
        meant.map(|(_, entry)| entry.command.clone())
    }

    /// Returns those of these commands whose keys were pressed, even while the user types.
    pub fn pressed_among(&self, ctx: &Context, among: &[Command]) -> Vec<Command> {
        let entries = command::table().filter(|entry| among.contains(&entry.command));
        let keys = entries.flat_map(|entry| self.anywhere(entry).iter().map(move |keys| (keys, entry)));
        pressed_of(ctx, keys.filter(|(keys, _)| keys.logical_key != Key::Space))
    }

    /// Keys of the commands of a mode that apply whatever has the focus.
    fn available(
        &self,
        mode: Option<Mode>,
    ) -> impl Iterator<Item = (&KeyboardShortcut, &'static CommandEntry)> {
        let entries = command::table().filter(move |entry| entry.when.holds(mode));
        entries.flat_map(|entry| self.anywhere(entry).iter().map(move |keys| (keys, entry)))
    }
}

/// Returns those of these commands whose keys were pressed.
fn pressed_of<'a>(
    ctx: &Context,
    keys: impl Iterator<Item = (&'a KeyboardShortcut, &'static CommandEntry)>,
) -> Vec<Command> {
    if !ctx.input(|input| input.events.iter().any(is_press)) {
        return Vec::new();
    }
    let mut keys: Vec<_> = keys.collect();
    // egui ignores superfluous Shift and Alt, so more specific shortcuts are tested first.
    keys.sort_by_key(|(keys, _)| !(keys.modifiers.shift || keys.modifiers.alt));
    ctx.input_mut(|input| {
        keys.into_iter()
            .filter(|(keys, _)| match keys.logical_key {
                // Do not consume it: menus and text fields need it too.
                Key::Escape => input.key_pressed(Key::Escape),
                _ => input.consume_shortcut(keys) || take_clipboard(input, keys),
            })
            .map(|(_, entry)| entry.command.clone())
            .collect()
    })
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
        let played =
            |entry: &CommandEntry| matches!(entry.command, Command::Play(command::PlayCommand::Cue(_)));
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
    fn in_the_cube_no_two_commands_have_the_same_keys() {
        let all: Vec<_> = command::table().flat_map(|entry| entry.cube_keys).collect();
        for (at, keys) in all.iter().enumerate() {
            assert!(!all[..at].contains(keys), "two commands have {}", spell(keys));
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
        for default in command::table().flat_map(|entry| entry.keys.iter().chain(entry.cube_keys)) {
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
