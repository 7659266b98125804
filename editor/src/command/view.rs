//! View commands: content and style.

use egui::{Key, KeyboardShortcut};
use timeloom::timeline::NodeId;

use super::{Command, CommandEntry, Menu, When, alt, key};
use crate::settings::{Centre, Tab};

/// A view command.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// Toggle between dark and light.
    Theme,
    /// Show a tab in the right panel.
    Tab(Tab),
    /// Select the content of the centre.
    Centre(Centre),
    /// Show or hide a layer, by its index in the game's list.
    Layer(usize),
    /// Hide all layers, or show the default ones.
    Layers,
    /// View the game as a player sees it; `None` shows everything.
    Seat(Option<u8>),
    /// Fold or unfold a path of the state.
    Fold(String, bool),
    /// Restore the default folding of the state.
    FoldAll,
    /// Compare two nodes; `None` follows the shown node.
    Compare(Option<NodeId>, Option<NodeId>),
    /// Compare from the shown node.
    CompareFrom,
    /// Compare to the shown node.
    CompareTo,
}

const fn entry(id: &'static str, look: ViewCommand, name: &'static str, when: When) -> CommandEntry {
    keyed(id, look, name, &[], when)
}

const fn keyed(
    id: &'static str,
    look: ViewCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    when: When,
) -> CommandEntry {
    CommandEntry { id, command: Command::View(look), name, keys, cube_keys: &[], menu: Menu::View, when }
}

const fn layer(
    id: &'static str,
    place: usize,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry {
        id,
        command: Command::View(ViewCommand::Layer(place)),
        name,
        keys,
        cube_keys: &[],
        menu: Menu::Board,
        when: When::Open,
    }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("look.theme", ViewCommand::Theme, "Dark or light", When::Always),
    keyed("look.board", ViewCommand::Centre(Centre::Board), "Board", &[key(Key::F6)], When::Open),
    keyed("look.cube", ViewCommand::Centre(Centre::Cube), "Cube", &[key(Key::F7)], When::Open),
    keyed("look.both", ViewCommand::Centre(Centre::Both), "Board and cube", &[key(Key::F8)], When::Open),
    keyed("look.layers", ViewCommand::Layers, "Overlays on or off", &[key(Key::O)], When::Open),
    layer("look.layer.1", 0, "First overlay", &[alt(Key::Num1)]),
    layer("look.layer.2", 1, "Second overlay", &[alt(Key::Num2)]),
    layer("look.layer.3", 2, "Third overlay", &[alt(Key::Num3)]),
    layer("look.layer.4", 3, "Fourth overlay", &[alt(Key::Num4)]),
    layer("look.layer.5", 4, "Fifth overlay", &[alt(Key::Num5)]),
    layer("look.layer.6", 5, "Sixth overlay", &[alt(Key::Num6)]),
    layer("look.layer.7", 6, "Seventh overlay", &[alt(Key::Num7)]),
    layer("look.layer.8", 7, "Eighth overlay", &[alt(Key::Num8)]),
    layer("look.layer.9", 8, "Ninth overlay", &[alt(Key::Num9)]),
    entry("look.inspector", ViewCommand::Tab(Tab::Inspector), "Show the inspector", When::Drawing),
    entry("look.problems", ViewCommand::Tab(Tab::Problems), "Show the problems", When::Drawing),
    entry("look.answers", ViewCommand::Tab(Tab::Answers), "Show the answers", When::Open),
    entry("look.log", ViewCommand::Tab(Tab::Log), "Show the log of edits", When::Drawing),
    entry("look.actions", ViewCommand::Tab(Tab::Actions), "Show the actions", When::Playing),
    entry("look.facts", ViewCommand::Tab(Tab::Tables), "Show the tables", When::Playing),
    entry("look.branches", ViewCommand::Tab(Tab::Branches), "Show the branches", When::Open),
    entry("look.state", ViewCommand::Tab(Tab::State), "Show the state", When::Open),
    entry("look.compare", ViewCommand::Tab(Tab::Compare), "Show the comparison", When::Open),
    entry("look.compare-from", ViewCommand::CompareFrom, "Compare from here", When::Open),
    entry("look.compare-to", ViewCommand::CompareTo, "Compare to here", When::Open),
    entry(
        "look.compare-reset",
        ViewCommand::Compare(None, None),
        "Compare with the previous turn",
        When::Open,
    ),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use timeloom::catalog;

    use super::*;

    #[test]
    fn every_layer_of_every_game_and_drawing_has_a_command() {
        let commands =
            TABLE.iter().filter(|entry| matches!(entry.command, Command::View(ViewCommand::Layer(_))));
        let most = commands.count();
        let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels");
        for level in fs::read_dir(levels).expect("the samples").flatten() {
            let game = catalog::try_out(&level.path(), None).expect("a sample can be played");
            assert!(game.layers().len() <= most, "{}", level.path().display());
            let text = fs::read_to_string(level.path()).expect("a sample is text");
            if let Ok(drawing) = catalog::draw_text("a sample", &text, None) {
                assert!(drawing.layers().len() <= most, "the drawing of {}", level.path().display());
            }
        }
    }
}
