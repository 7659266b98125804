//! Commands that query the level or the turn, and use the answers.

use egui::{Key, KeyboardShortcut};

use super::{Command, CommandEntry, Menu, When, key};

/// A command of the answers.
#[derive(Clone, Debug, PartialEq)]
pub enum AskCommand {
    /// Evaluate every action.
    Hint,
    /// Stop the current search.
    Stop,
    /// Continue the search with more time.
    SearchOn,
    /// Play the solution that was found.
    PlaySolution,
    /// Show or hide the solution on the board and in the cube.
    ShowPath,
    /// Store the solution in the level.
    KeepSolution,
    /// Play these actions from the start, as far as they are legal; the text names the branch.
    Play(String, Vec<String>),
}

const fn entry(
    id: &'static str,
    ask: AskCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    when: When,
) -> CommandEntry {
    CommandEntry { id, command: Command::Ask(ask), name, keys, cube_keys: &[], menu: Menu::Play, when }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("ask.hint", AskCommand::Hint, "Hint", &[key(Key::H)], When::Playing),
    entry("ask.play", AskCommand::PlaySolution, "Play the shortest way", &[], When::Open),
    entry("ask.keep", AskCommand::KeepSolution, "Keep the shortest way in the level", &[], When::Drawing),
    entry("ask.path", AskCommand::ShowPath, "Show the shortest way", &[], When::Drawing),
    entry("ask.stop", AskCommand::Stop, "Stop searching", &[], When::Open),
    entry("ask.on", AskCommand::SearchOn, "Search on", &[], When::Open),
];
