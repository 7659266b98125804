//! Input on the board: presses, drags, the wheel; and the cursor position for screen readers.
//!
//! Pushes events in the order they happened. Keeps no gesture: that belongs to the edit state.

use egui::accesskit::Live;
use egui::{
    Context, CursorIcon, Event, EventFilter, Id, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2,
    Response, Role, Ui, WidgetInfo,
};
use timeloom::scene::Board;

use super::super::PanelContext;
use crate::canvas::{self, Fit, Viewport};
use crate::command::{CameraCommand, Command, DrawCommand, GoCommand};
use crate::edit_state::{Press, PressKind, Tool};
use crate::gesture::Gesture;
use crate::workspace::Mode;

/// Touchpad distance that counts as one notch of a wheel, in points.
const NOTCH: f32 = 40.0;

/// Key of the flag for a board panned with Space.
const PANNED: &str = "panned";

/// Pushes the commands of the mouse.
pub(super) fn listen(
    ui: &Ui,
    context: PanelContext<'_>,
    fit: &Fit,
    stage: Viewport,
    response: &Response,
    commands: &mut Vec<Command>,
) {
    if context.workspace.edit_state().stage() != Some(&stage) {
        commands.push(Command::Camera(CameraCommand::Viewport(stage)));
    }
    look_around(ui, context, response, commands);
    hover(ui, context, fit, response, commands);
    keep_arrows(ui, response);
    if context.workspace.mode() == Mode::Draw {
        draw(ui, context, fit, response, commands);
    }
}

/// Describes the board to screen readers, with the contents of the cursor's or the player's cell.
pub(super) fn speak(ui: &Ui, context: PanelContext<'_>, board: &Board, response: &Response) {
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, canvas::description(board)));
    let scene = context.document().scene();
    let drawn =
        Some(context.workspace.edit_state().cursor()).filter(|_| context.workspace.mode() == Mode::Draw);
    let Some(cell) = drawn.or(scene.focus) else { return };
    let there = canvas::contents_line(board, cell);
    let time = scene.slices.map_or_else(String::new, |slices| format!(", slice {}", slices.shown));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_value(format!("column {}, row {}{time}: {there}", cell.x, cell.y));
        node.set_live(Live::Polite);
    });
}

/// Zooms at the mouse with the wheel or a pinch; pans with the middle button, or with Space held.
fn look_around(ui: &Ui, context: PanelContext<'_>, response: &Response, commands: &mut Vec<Command>) {
    let spaced = spaced(ui) && response.dragged_by(PointerButton::Primary);
    if (spaced || response.dragged_by(PointerButton::Middle)) && response.drag_delta() != egui::Vec2::ZERO {
        commands.push(Command::Camera(CameraCommand::Pan(response.drag_delta())));
        if spaced {
            ui.data_mut(|data| data.insert_temp(response.id.with(PANNED), true));
        }
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    let Some(at) = response.hover_pos().or_else(|| response.interact_pointer_pos()) else { return };
    let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta().y));
    let factor = zoom * (scroll / 240.0).exp();
    if choosing_slice(context) {
        turn_slices(ui, response, commands);
    } else if (factor - 1.0).abs() > 1e-4 {
        commands.push(Command::Camera(CameraCommand::Zoom(factor, at)));
    }
}

/// Whether the dragged object can move to another slice, so that the wheel chooses the slice.
fn choosing_slice(context: PanelContext<'_>) -> bool {
    matches!(
        context.workspace.edit_state().gesture(),
        Some(Gesture::Link(_) | Gesture::Target(_) | Gesture::Move(_))
    )
}

/// Moves one slice per notch of a wheel, or the same distance on a touchpad.
fn turn_slices(ui: &Ui, response: &Response, commands: &mut Vec<Command>) {
    let turned = ui.input(|input| input.events.iter().map(notches).sum::<f32>());
    if turned == 0.0 {
        return;
    }
    let id = response.id.with("turned");
    let sum = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or_default() + turned;
    ui.data_mut(|data| data.insert_temp(id, sum.fract()));
    if sum.trunc() != 0.0 {
        commands.push(Command::Go(GoCommand::Slices(sum.trunc() as i32)));
    }
}

fn notches(event: &Event) -> f32 {
    let Event::MouseWheel { unit, delta, .. } = event else { return 0.0 };
    if *unit == MouseWheelUnit::Point { delta.y / NOTCH } else { delta.y.signum() * delta.y.abs().ceil() }
}

fn hover(ui: &Ui, context: PanelContext<'_>, fit: &Fit, response: &Response, commands: &mut Vec<Command>) {
    let edit_state = context.workspace.edit_state();
    let cell = response.hover_pos().and_then(|point| fit.cell_at(point));
    let moved = ui.input(|input| input.events.iter().any(|event| matches!(event, Event::PointerMoved(_))));
    // Until the mouse moves again, the keyboard cursor takes precedence.
    if if edit_state.by_keys() { moved && cell.is_some() } else { cell != edit_state.hover() } {
        commands.push(Command::Draw(DrawCommand::Hover(cell)));
    }
}

/// Arrow keys move the cursor on the board, instead of the focus.
fn keep_arrows(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
}

fn draw(ui: &Ui, context: PanelContext<'_>, fit: &Fit, response: &Response, commands: &mut Vec<Command>) {
    let reached = response.contains_pointer() || response.is_pointer_button_down_on();
    if reached {
        ui.ctx().set_cursor_icon(icon(ui, context.workspace.edit_state().tool()));
    }
    let mut held = is_held(ui, context);
    for event in ui.input(|input| input.events.clone()) {
        match event {
            Event::PointerButton { pos, button, pressed: true, modifiers } if reached => {
                if let Some(hand) = hand_of(button, modifiers).filter(|_| !spaced(ui)) {
                    held = hand != PressKind::Pick;
                    response.request_focus();
                    commands.push(Command::Draw(DrawCommand::Press(Press { at: fit.point_at(pos), hand })));
                }
            }
            Event::PointerButton { pressed: false, .. } if held => {
                held = false;
                commands.push(Command::Draw(DrawCommand::Release));
            }
            Event::PointerMoved(pos) if held => drag_to(fit, pos, commands),
            Event::WindowFocused(false) if held => {
                held = false;
                commands.push(Command::Draw(DrawCommand::Release));
            }
            Event::Key { key: Key::Space, pressed: false, .. } => tap(ui, response, commands),
            _ => {}
        }
    }
    // A release that was never reported, for example outside all windows.
    if held && is_held(ui, context) && !ui.input(|input| input.pointer.any_down()) {
        commands.push(Command::Draw(DrawCommand::Release));
    }
}

/// Whether a gesture is held by the mouse.
fn is_held(ui: &Ui, context: PanelContext<'_>) -> bool {
    let edit_state = context.workspace.edit_state();
    let down = || ui.input(|input| input.pointer.primary_down());
    edit_state.gesture().is_some_and(|gesture| !gesture.outlasts_release() || down()) && !edit_state.by_keys()
}

fn drag_to(fit: &Fit, pos: Pos2, commands: &mut Vec<Command>) {
    let over = Command::Draw(DrawCommand::DragTo(fit.point_at(pos)));
    if commands.last() != Some(&over) {
        commands.push(over);
    }
}

/// Applies the tool at the cursor when Space is released, unless it was used to pan.
fn tap(ui: &Ui, response: &Response, commands: &mut Vec<Command>) {
    if !has_panned(ui.ctx(), response.id) && response.has_focus() {
        commands.push(Command::Draw(DrawCommand::Apply));
    }
}

/// Whether the board was panned with Space since the last call.
pub(super) fn has_panned(ctx: &Context, board: Id) -> bool {
    ctx.data_mut(|data| data.remove_temp::<bool>(board.with(PANNED))).unwrap_or_default()
}

fn spaced(ui: &Ui) -> bool {
    ui.input(|input| input.key_down(Key::Space))
}

fn hand_of(button: PointerButton, modifiers: Modifiers) -> Option<PressKind> {
    match button {
        PointerButton::Primary if modifiers.alt => Some(PressKind::Pick),
        PointerButton::Primary if modifiers.shift => Some(PressKind::Wide),
        PointerButton::Primary => Some(PressKind::Plain),
        PointerButton::Secondary if modifiers.shift => Some(PressKind::EraseWide),
        PointerButton::Secondary => Some(PressKind::Erase),
        _ => None,
    }
}

fn icon(ui: &Ui, tool: Tool) -> CursorIcon {
    match tool {
        _ if spaced(ui) => CursorIcon::Grab,
        Tool::Select => CursorIcon::Default,
        Tool::Path => CursorIcon::PointingHand,
        _ => CursorIcon::Crosshair,
    }
}
