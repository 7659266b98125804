//! Everything a person can ask for, and the one table that names it.
//!
//! Panels push [`Command`]s, the app obeys them. The [`TABLE`] feeds the menus, the tooltips, the help and the keyboard, so
//! that they cannot disagree. Knows neither the game nor the window.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};
use timeloom::game::ActionBytes;
use timeloom::timeline::NodeId;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open a save.
    Open(PathBuf),
    /// Ask which save to open.
    AskPath,
    /// Go to a node, on this branch or another.
    Seek(NodeId),
    /// Go to a turn of this branch.
    Turn(u32),
    /// Go to the start.
    First,
    /// Go one turn back.
    Back,
    /// Play on by itself, or stop doing so.
    PlayPause,
    /// Go one turn on.
    Forward,
    /// Go to the last turn of this branch.
    Last,
    /// Act here.
    Act(ActionBytes),
    /// Change between dark and light.
    Theme,
    /// Show or hide the help.
    Help,
    /// Close what lies over the window: help, dialog, message.
    Dismiss,
    /// Close the program.
    Quit,
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Undo and redo.
    Edit,
    /// Moving through turns.
    Go,
    /// The look.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// The menus, from left to right.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::File, "File"),
        (Self::Edit, "Edit"),
        (Self::Go, "Go"),
        (Self::View, "View"),
        (Self::Help, "Help"),
    ];
}

/// A command that needs no further words.
#[derive(Debug)]
pub struct Entry {
    /// What is done.
    pub command: Command,
    /// What people call it.
    pub name: &'static str,
    /// The keys for it; the first one is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Where it stands.
    pub menu: Menu,
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn entry(command: Command, name: &'static str, keys: &'static [KeyboardShortcut], menu: Menu) -> Entry {
    Entry { command, name, keys, menu }
}

/// Every command that needs no further words, in the order of the menus.
pub static TABLE: [Entry; 12] = [
    entry(Command::AskPath, "Open a save…", &[ctrl(Key::O)], Menu::File),
    entry(Command::Quit, "Quit", &[ctrl(Key::Q)], Menu::File),
    entry(Command::Back, "Undo", &[ctrl(Key::Z)], Menu::Edit),
    entry(Command::Forward, "Redo", &[ctrl(Key::Y), ctrl_shift(Key::Z)], Menu::Edit),
    entry(Command::First, "First turn", &[key(Key::Home)], Menu::Go),
    entry(Command::Back, "Back a turn", &[ctrl(Key::ArrowLeft)], Menu::Go),
    entry(Command::PlayPause, "Play or pause", &[key(Key::Space)], Menu::Go),
    entry(Command::Forward, "Forward a turn", &[ctrl(Key::ArrowRight)], Menu::Go),
    entry(Command::Last, "Last turn", &[key(Key::End)], Menu::Go),
    entry(Command::Theme, "Dark or light", &[], Menu::View),
    entry(Command::Help, "Commands and keys", &[key(Key::F1)], Menu::Help),
    entry(Command::Dismiss, "Close what lies on top", &[key(Key::Escape)], Menu::Help),
];

/// The commands whose keys were pressed. None while somebody types, and Space belongs to a focused control first.
pub fn pressed(ctx: &egui::Context, space_is_free: bool) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let heard = |keys: &KeyboardShortcut| {
        let plain_space = keys.logical_key == Key::Space && !space_is_free;
        !plain_space && (!typing || keys.logical_key == Key::Escape)
    };
    let mut keys: Vec<(&KeyboardShortcut, &Command)> = TABLE
        .iter()
        .flat_map(|entry| entry.keys.iter().map(move |keys| (keys, &entry.command)))
        .filter(|(keys, _)| heard(keys))
        .collect();
    // egui ignores a Shift too many, so the more particular shortcut is asked first.
    keys.sort_by_key(|(keys, _)| !keys.modifiers.shift);
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

/// The name of a command with its keys, for a tooltip.
pub fn hint(ctx: &egui::Context, command: &Command) -> String {
    let entries = || TABLE.iter().filter(|entry| entry.command == *command);
    // Undo and Back are the same deed; a button in the timeline carries the name it has in the Go menu.
    let Some(entry) = entries().find(|entry| entry.menu == Menu::Go).or_else(|| entries().next()) else {
        return String::new();
    };
    match entry.keys.first() {
        Some(keys) => format!("{} ({})", entry.name, ctx.format_shortcut(keys)),
        None => entry.name.to_owned(),
    }
}
