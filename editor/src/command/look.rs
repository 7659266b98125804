//! Commands about what is shown and how.

use egui::{Key, KeyboardShortcut};

use super::{Command, Entry, Menu, When, key, shift};
use crate::settings::{Centre, Tab};

/// Something about the look.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Change between dark and light.
    Theme,
    /// Show a tab on the right.
    Tab(Tab),
    /// Show this in the middle.
    Centre(Centre),
    /// Look at the cube from where one usually does.
    ResetCube,
}

const fn entry(
    id: &'static str,
    look: Look,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    when: When,
) -> Entry {
    Entry { id, command: Command::Look(look), name, keys, menu: Menu::View, when }
}

pub(super) static TABLE: &[Entry] = &[
    entry("look.theme", Look::Theme, "Dark or light", &[], When::Always),
    entry("look.board", Look::Centre(Centre::Board), "Board", &[key(Key::F6)], When::Open),
    entry("look.cube", Look::Centre(Centre::Cube), "Cube", &[key(Key::F7)], When::Open),
    entry("look.both", Look::Centre(Centre::Both), "Board and cube", &[key(Key::F8)], When::Open),
    entry("look.reset-cube", Look::ResetCube, "Reset the view of the cube", &[shift(Key::F7)], When::Open),
];
