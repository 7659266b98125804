//! Commands about files: opening, saving, closing.

use std::path::PathBuf;

use egui::Key;

use super::{Command, Entry, Menu, When, ctrl, ctrl_shift};

/// Something about files.
#[derive(Clone, Debug, PartialEq)]
pub enum File {
    /// Ask what kind of level to begin.
    AskNew,
    /// Begin a level.
    New(Blank),
    /// Open a save or a level.
    Open(PathBuf),
    /// Open a copy of a sample, by its name.
    Sample(&'static str),
    /// Ask which file to open.
    AskOpen,
    /// Write the level into its file.
    Save,
    /// Ask under which name to save.
    AskSaveAs,
    /// Save under this name, and then do something else.
    SaveAs(PathBuf, Option<Box<File>>),
    /// Save under this name in place of what lies there.
    Replace(PathBuf, Option<Box<File>>),
    /// Save, and then do something else.
    SaveThen(Box<File>),
    /// Leave the level file as it is, and do something else.
    DiscardThen(Box<File>),
    /// Take over what another program wrote into the level file.
    Reload,
    /// Go on with what is drawn here, whatever another program wrote into the level file.
    KeepMine,
    /// Stop opening.
    Cancel,
    /// Go to the start page.
    Close,
    /// Close the program.
    Quit,
}

/// A level to begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Blank {
    /// Of which ruleset.
    pub ruleset: &'static str,
    /// What people call it.
    pub name: String,
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// Slices of time, in games that have them.
    pub depth: u32,
}

const fn entry(
    id: &'static str,
    file: File,
    name: &'static str,
    keys: &'static [egui::KeyboardShortcut],
    when: When,
) -> Entry {
    Entry { id, command: Command::File(file), name, keys, menu: Menu::File, when }
}

pub(super) static TABLE: &[Entry] = &[
    entry("file.new", File::AskNew, "New level…", &[ctrl(Key::N)], When::Always),
    entry("file.open", File::AskOpen, "Open…", &[ctrl(Key::O)], When::Always),
    entry("file.save", File::Save, "Save", &[ctrl(Key::S)], When::Open),
    entry("file.save-as", File::AskSaveAs, "Save as…", &[ctrl_shift(Key::S)], When::Open),
    entry("file.reload", File::Reload, "Take over the file on disk", &[], When::Open),
    entry("file.keep-mine", File::KeepMine, "Keep what is drawn, not the file on disk", &[], When::Drawing),
    entry("file.close", File::Close, "Close", &[ctrl(Key::W)], When::Open),
    entry("file.quit", File::Quit, "Quit", &[ctrl(Key::Q)], When::Always),
];
