//! The state as a tree, with what changed since the turn before.
//!
//! Reads the document; pushes commands. Knows no ruleset.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "State", "");
}
