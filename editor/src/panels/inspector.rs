//! What is selected: everything in the cell, and what can be said about each thing.
//!
//! Reads the drawing; pushes edits. Knows no ruleset.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Inspector", "");
}
