//! Commands about files: opening, saving, closing.

use std::path::PathBuf;

use egui::Key;

use super::{Command, Entry, Menu, When, ctrl};

/// Something about files.
#[derive(Clone, Debug, PartialEq)]
pub enum File {
    /// Open a save or a level.
    Open(PathBuf),
    /// Ask which file to open.
    AskOpen,
    /// Close the program.
    Quit,
}

const fn entry(
    id: &'static str,
    file: File,
    name: &'static str,
    keys: &'static [egui::KeyboardShortcut],
) -> Entry {
    Entry { id, command: Command::File(file), name, keys, menu: Menu::File, when: When::Always }
}

pub(super) static TABLE: &[Entry] = &[
    entry("file.open", File::AskOpen, "Open…", &[ctrl(Key::O)]),
    entry("file.quit", File::Quit, "Quit", &[ctrl(Key::Q)]),
];
