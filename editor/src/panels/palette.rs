//! What can be drawn, and the tools to draw it with.
//!
//! Reads the kit of the drawing; pushes commands. Knows no ruleset.

use egui::Ui;

use super::Room;
use crate::command::Command;

/// Shows it.
pub fn show(ui: &mut Ui, _room: Room<'_>, _commands: &mut Vec<Command>) {
    super::heading(ui, "Palette", "");
}
