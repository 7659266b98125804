//! Handles the board camera.

use crate::canvas::BoardCamera;
use crate::command::CameraCommand;
use crate::edit_state::EditState;

/// Zoom factor of a key press.
const STEP: f32 = 1.25;

pub(super) fn handle(edit_state: &mut EditState, command: CameraCommand) {
    if let CameraCommand::Viewport(stage) = command {
        edit_state.stage = Some(stage);
        return;
    }
    let (Some(stage), camera) = (edit_state.stage, edit_state.camera) else { return };
    let middle = stage.room.center();
    edit_state.camera = match command {
        CameraCommand::Viewport(_) => camera,
        CameraCommand::Fit => BoardCamera::default(),
        CameraCommand::Nearer => camera.zoomed(&stage, STEP, middle),
        CameraCommand::Farther => camera.zoomed(&stage, 1.0 / STEP, middle),
        CameraCommand::Zoom(factor, at) => camera.zoomed(&stage, factor, at),
        CameraCommand::Pan(by) => camera.panned(&stage, by),
    };
}
