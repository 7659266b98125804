//! Commands about what is shown and how.

use super::{Command, Entry, Menu, When};
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
}

const fn entry(id: &'static str, look: Look, name: &'static str, when: When) -> Entry {
    Entry { id, command: Command::Look(look), name, keys: &[], menu: Menu::View, when }
}

pub(super) static TABLE: &[Entry] = &[
    entry("look.theme", Look::Theme, "Dark or light", When::Always),
    entry("look.board", Look::Centre(Centre::Board), "Board", When::Open),
    entry("look.cube", Look::Centre(Centre::Cube), "Cube", When::Open),
    entry("look.both", Look::Centre(Centre::Both), "Board and cube", When::Open),
];
