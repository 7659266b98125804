//! Commands of the window itself: the mode, modals, and settings.

use egui::{Key, KeyboardShortcut};

use super::{Command, CommandEntry, Menu, When, ctrl, ctrl_alt, key};

/// A command of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum AppCommand {
    /// Switch between drawing and playing.
    Mode,
    /// Show or hide the help.
    Help,
    /// Show or hide the command finder.
    Finder,
    /// Show or hide the settings.
    Settings,
    /// Show the key bindings in the settings.
    Keys,
    /// Start the tour.
    Tour,
    /// Go to a step of the tour.
    TourStep(usize),
    /// Close the topmost open modal or message.
    Dismiss,
    /// Close a toast.
    Forget(u64),
    /// Use dark or light colours; `None` follows the desktop.
    Dark(Option<bool>),
    /// Set the scale of the window.
    Scale(f32),
    /// Increase the scale by this many steps; negative decreases it.
    Larger(i32),
    /// Use the colour-blind palette, or the default one.
    ColourBlind(bool),
    /// Paint pieces as shapes with letters, or as figures.
    Letters(bool),
    /// Use this skin everywhere; `None` uses the one that the level asks for, and an empty name none.
    Skin(Option<String>),
    /// Toggle the colour-blind palette.
    OtherColours,
    /// Toggle between letters and figures.
    OtherPieces,
    /// Use the next of the skins that were found.
    NextSkin,
    /// Bind keys to a command.
    Bind(&'static str, Vec<KeyboardShortcut>),
    /// Restore the default keys of a command, or of all commands.
    DefaultKeys(Option<&'static str>),
    /// Record the widths of the left and the right panel.
    Widths(f32, f32),
}

const fn entry(
    id: &'static str,
    own: AppCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    menu: Menu,
    when: When,
) -> CommandEntry {
    CommandEntry { id, command: Command::App(own), name, keys, cube_keys: &[], menu, when }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("own.mode", AppCommand::Mode, "Draw or play", &[key(Key::E)], Menu::Edit, When::Open),
    entry("own.settings", AppCommand::Settings, "Settings…", &[ctrl(Key::Comma)], Menu::Edit, When::Always),
    entry(
        "own.larger",
        AppCommand::Larger(1),
        "Everything larger",
        &[ctrl_alt(Key::Plus), ctrl_alt(Key::Equals)],
        Menu::View,
        When::Always,
    ),
    entry(
        "own.smaller",
        AppCommand::Larger(-1),
        "Everything smaller",
        &[ctrl_alt(Key::Minus)],
        Menu::View,
        When::Always,
    ),
    entry("own.colours", AppCommand::OtherColours, "Colour-blind palette", &[], Menu::View, When::Always),
    entry("own.letters", AppCommand::OtherPieces, "Letters or figures", &[], Menu::View, When::Always),
    entry("own.skin", AppCommand::NextSkin, "Next skin", &[], Menu::View, When::Always),
    entry(
        "own.finder",
        AppCommand::Finder,
        "Find a command…",
        &[ctrl(Key::K), ctrl(Key::P)],
        Menu::Help,
        When::Always,
    ),
    entry("own.help", AppCommand::Help, "Commands and keys", &[key(Key::F1)], Menu::Help, When::Always),
    entry("own.keys", AppCommand::Keys, "Change keys…", &[], Menu::Help, When::Always),
    entry("own.tour", AppCommand::Tour, "Tour of the window", &[], Menu::Help, When::Always),
    entry(
        "own.dismiss",
        AppCommand::Dismiss,
        "Close dialog or message",
        &[key(Key::Escape)],
        Menu::Help,
        When::Always,
    ),
];
