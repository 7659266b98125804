//! The tree of branches, to be seen at once and to be clicked.
//!
//! Reads the document; pushes commands.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Branches", "");
}
