//! Navigation commands: turns, branches, slices of time.

use egui::{Key, KeyboardShortcut};
use timeloom::timeline::{NodeId, Note, NoteKind};

use super::{Command, CommandEntry, Menu, When, ctrl, ctrl_shift, key, shift};

/// A navigation command.
#[derive(Clone, Debug, PartialEq)]
pub enum GoCommand {
    /// Go to a node, on this branch or another.
    To(NodeId),
    /// Go to a turn of this branch.
    Turn(u32),
    /// Go to the start.
    First,
    /// Go back one turn.
    Back,
    /// Start or pause playback.
    PlayPause,
    /// Go forward one turn.
    Forward,
    /// Go to the last turn of this branch.
    Last,
    /// Move this many slices forward; negative moves back.
    Slices(i32),
    /// Show a slice of time.
    Slice(u32),
    /// Show the slice of the player.
    Now,
    /// Undo the last action.
    Undo,
    /// Redo the last undone action.
    Redo,
    /// Switch to the previous branch at the nearest fork.
    PreviousBranch,
    /// Switch to the next branch at the nearest fork.
    NextBranch,
    /// Go back to the nearest fork.
    Fork,
    /// Go on to the next fork, or to the tip.
    NextFork,
    /// Preview a node; `None` ends the preview.
    Peek(Option<NodeId>),
    /// Return to the position before the last jump.
    Return,
    /// Ask for a note on a node; `None` means the node at the cursor.
    AskNote(NoteKind, Option<NodeId>),
    /// Write a note on a node.
    Note(Note),
}

const fn entry(
    id: &'static str,
    go: GoCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    menu: Menu,
) -> CommandEntry {
    CommandEntry { id, command: Command::Go(go), name, keys, cube_keys: &[], menu, when: When::Open }
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("go.undo", GoCommand::Undo, "Undo", &[ctrl(Key::Z)], Menu::Edit),
    entry("go.redo", GoCommand::Redo, "Redo", &[ctrl(Key::Y), ctrl_shift(Key::Z)], Menu::Edit),
    entry("go.first", GoCommand::First, "First turn", &[key(Key::Home)], Menu::Go),
    entry("go.back", GoCommand::Back, "Back a turn", &[ctrl(Key::ArrowLeft)], Menu::Go),
    entry("go.play", GoCommand::PlayPause, "Play or pause", &[key(Key::Space)], Menu::Go),
    entry("go.forward", GoCommand::Forward, "Forward a turn", &[ctrl(Key::ArrowRight)], Menu::Go),
    entry("go.last", GoCommand::Last, "Last turn", &[key(Key::End)], Menu::Go),
    entry("go.earlier", GoCommand::Slices(-1), "Earlier slice", &[key(Key::PageDown)], Menu::Go),
    entry("go.later", GoCommand::Slices(1), "Later slice", &[key(Key::PageUp)], Menu::Go),
    entry("go.earlier-10", GoCommand::Slices(-10), "Ten slices earlier", &[shift(Key::PageDown)], Menu::Go),
    entry("go.later-10", GoCommand::Slices(10), "Ten slices later", &[shift(Key::PageUp)], Menu::Go),
    entry("go.now", GoCommand::Now, "Slice of the player", &[key(Key::N)], Menu::Go),
    entry(
        "go.previous-branch",
        GoCommand::PreviousBranch,
        "Previous branch",
        &[ctrl(Key::ArrowUp)],
        Menu::Go,
    ),
    entry("go.next-branch", GoCommand::NextBranch, "Next branch", &[ctrl(Key::ArrowDown)], Menu::Go),
    entry("go.fork", GoCommand::Fork, "Back to the fork", &[ctrl(Key::Home)], Menu::Go),
    entry("go.next-fork", GoCommand::NextFork, "Next fork or tip", &[ctrl(Key::End)], Menu::Go),
    entry("go.return", GoCommand::Return, "Back to the last position", &[key(Key::Escape)], Menu::Go),
    entry(
        "go.name",
        GoCommand::AskNote(NoteKind::Name, None),
        "Name this branch…",
        &[key(Key::F2)],
        Menu::Go,
    ),
    entry(
        "go.bookmark",
        GoCommand::AskNote(NoteKind::Bookmark, None),
        "Bookmark this turn…",
        &[ctrl(Key::B)],
        Menu::Go,
    ),
];
