//! What keeps the level from being played, and what is odd about it, each with a way there.
//!
//! Reads the drawing; pushes commands. Knows no ruleset.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Problems", "");
}
