//! Commands about what is shown and how.

use super::{Command, Entry, Menu, When};

/// Something about the look.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Change between dark and light.
    Theme,
}

pub(super) static TABLE: &[Entry] = &[Entry {
    id: "look.theme",
    command: Command::Look(Look::Theme),
    name: "Dark or light",
    keys: &[],
    menu: Menu::View,
    when: When::Always,
}];
