//! The level in space and time: slices, and lines through them.
//!
//! Reads the document; pushes commands. Paints with the cube painter.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Cube", "");
}
