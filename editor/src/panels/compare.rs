//! What differs between two turns, on one branch or on two.
//!
//! Reads the document; pushes commands. Knows no ruleset.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Compare", "");
}
