//! The mouse over the boards of a game: presses, releases, and the place under it.
//!
//! Pushes events in the order they happened. What they mean is decided by their handler.

use egui::{CursorIcon, Event, Key, PointerButton, Ui};
use timeloom::scene::BoardCell;

use super::super::PanelContext;
use super::stage::Stage;
use crate::command::{Command, PointCommand};
use crate::pointing::Choices;

/// Pushes the commands of the mouse.
pub(super) fn listen(ui: &Ui, context: PanelContext<'_>, stage: &Stage<'_>, commands: &mut Vec<Command>) {
    let pointing = context.workspace.pointing();
    let over = stage.place_under_mouse().map(|(_, cell)| cell);
    if over != pointing.over() {
        commands.push(Command::Point(PointCommand::Over(over)));
    }
    let mut held = pointing.is_held();
    for event in ui.input(|input| input.events.clone()) {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => {
                let place = stage.place_at(pos).filter(|_| is_free(ui, stage));
                held = place.is_some();
                commands.extend(place.map(|cell| Command::Point(PointCommand::Press(cell))));
            }
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, .. } if held => {
                held = false;
                commands.push(Command::Point(PointCommand::Release(stage.place_at(pos))));
            }
            Event::WindowFocused(false) | Event::PointerGone if held => {
                held = false;
                commands.push(Command::Point(PointCommand::Release(None)));
            }
            _ => {}
        }
    }
}

/// Whether a press reaches the boards: nothing covers them, and they are not being panned.
fn is_free(ui: &Ui, stage: &Stage<'_>) -> bool {
    let reached = stage.0.iter().any(|shown| shown.response.contains_pointer());
    reached && !ui.input(|input| input.key_down(Key::Space))
}

/// Shows a hand over places at which something can be chosen.
pub(super) fn set_cursor(ui: &Ui, choices: &Choices<'_>, chosen: &[BoardCell], over: Option<BoardCell>) {
    if over.is_some_and(|cell| !choices.at(chosen, cell).is_empty()) {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
}
