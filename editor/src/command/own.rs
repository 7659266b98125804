//! Commands about the window itself: the mode, and what lies over it.

use egui::{Key, KeyboardShortcut};

use super::{Command, Entry, Menu, When, key};

/// Something about the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Own {
    /// Change between drawing and playing.
    Mode,
    /// Show or hide the help.
    Help,
    /// Close what lies over the window: help, dialog, message.
    Dismiss,
}

const fn entry(
    id: &'static str,
    own: Own,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    menu: Menu,
    when: When,
) -> Entry {
    Entry { id, command: Command::Own(own), name, keys, menu, when }
}

pub(super) static TABLE: &[Entry] = &[
    entry("own.mode", Own::Mode, "Draw or play", &[key(Key::E)], Menu::Edit, When::Open),
    entry("own.help", Own::Help, "Commands and keys", &[key(Key::F1)], Menu::Help, When::Always),
    entry(
        "own.dismiss",
        Own::Dismiss,
        "Close what lies on top",
        &[key(Key::Escape)],
        Menu::Help,
        When::Always,
    ),
];
