//! Commands about the window itself: the mode, what lies over it, and what a person chose about it.

use egui::{Key, KeyboardShortcut};

use super::{Command, Entry, Menu, When, ctrl, ctrl_alt, key};

/// Something about the window.
#[derive(Clone, Debug, PartialEq)]
pub enum AppCommand {
    /// Change between drawing and playing.
    Mode,
    /// Show or hide the help.
    Help,
    /// Show or hide the list of all commands.
    Finder,
    /// Show or hide the settings.
    Settings,
    /// Show the keys among the settings.
    Keys,
    /// Begin the tour.
    Tour,
    /// Go to a step of the tour.
    TourStep(usize),
    /// Close what lies over the window: help, dialog, message.
    Dismiss,
    /// Put one of the small notices away.
    Forget(u64),
    /// Dark, light, or as the desktop is.
    Dark(Option<bool>),
    /// How large everything is.
    Scale(f32),
    /// Make everything larger by so many steps, or smaller.
    Larger(i32),
    /// Use the colours that everybody can tell apart, or the usual ones.
    ColourBlind(bool),
    /// Change between those colours.
    OtherColours,
    /// Give a command these keys.
    Bind(&'static str, Vec<KeyboardShortcut>),
    /// Give a command its usual keys again, or all of them.
    UsualKeys(Option<&'static str>),
    /// How wide the left side and the right side are now.
    Widths(f32, f32),
}

const fn entry(
    id: &'static str,
    own: AppCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    menu: Menu,
    when: When,
) -> Entry {
    Entry { id, command: Command::App(own), name, keys, menu, when }
}

pub(super) static TABLE: &[Entry] = &[
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
    entry("own.colours", AppCommand::OtherColours, "Colours for every eye", &[], Menu::View, When::Always),
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
        "Close what lies on top",
        &[key(Key::Escape)],
        Menu::Help,
        When::Always,
    ),
];
