//! File commands: opening, saving, closing.

use std::path::PathBuf;

use egui::Key;

use super::{Command, CommandEntry, Menu, When, ctrl, ctrl_shift};

/// A file command.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Ask for the kind of level to create.
    AskNew,
    /// Create a level.
    New(Blank),
    /// Open a save or a level.
    Open(PathBuf),
    /// Open a copy of a sample, by its name.
    Sample(&'static str),
    /// Ask for the file to open.
    AskOpen,
    /// Save the level to its file.
    Save,
    /// Ask for the name to save under.
    AskSaveAs,
    /// Ask for the name to save under, and then continue with another command.
    AskSaveThen(Box<FileCommand>),
    /// Save under this name, and then continue with another command.
    SaveAs(PathBuf, Option<Box<FileCommand>>),
    /// Save under this name, and replace the existing file.
    Replace(PathBuf, Option<Box<FileCommand>>),
    /// Save, and then continue with another command.
    SaveThen(Box<FileCommand>),
    /// Leave the level file as it is, and continue with another command.
    DiscardThen(Box<FileCommand>),
    /// Take over the changes of another program to the level file.
    Reload,
    /// Keep the drawing, and ignore the changes of another program to the level file.
    KeepMine,
    /// Write logs that could not be written, and continue with another command if that works.
    Retry(Option<Box<FileCommand>>),
    /// Cancel opening.
    Cancel,
    /// Go to the start page.
    Close,
    /// Quit the program.
    Quit,
}

/// A level to create.
#[derive(Clone, Debug, PartialEq)]
pub struct Blank {
    /// Its ruleset.
    pub ruleset: &'static str,
    /// The display name.
    pub name: String,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of time slices, in games that have them.
    pub depth: u32,
}

const fn entry(
    id: &'static str,
    file: FileCommand,
    name: &'static str,
    keys: &'static [egui::KeyboardShortcut],
    when: When,
) -> CommandEntry {
    CommandEntry { id, command: Command::File(file), name, keys, cube_keys: &[], menu: Menu::File, when }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("file.new", FileCommand::AskNew, "New level…", &[ctrl(Key::N)], When::Always),
    entry("file.open", FileCommand::AskOpen, "Open…", &[ctrl(Key::O)], When::Always),
    entry("file.save", FileCommand::Save, "Save", &[ctrl(Key::S)], When::Open),
    entry("file.save-as", FileCommand::AskSaveAs, "Save as…", &[ctrl_shift(Key::S)], When::Open),
    entry("file.reload", FileCommand::Reload, "Reload from disk", &[], When::Open),
    entry(
        "file.keep-mine",
        FileCommand::KeepMine,
        "Keep my version, not the file on disk",
        &[],
        When::Drawing,
    ),
    entry("file.close", FileCommand::Close, "Close", &[ctrl(Key::W)], When::Open),
    entry("file.quit", FileCommand::Quit, "Quit", &[ctrl(Key::Q)], When::Always),
];
