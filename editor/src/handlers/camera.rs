//! What is done about from where the board is looked at.

use crate::app::App;
use crate::canvas::Camera;
use crate::command::CameraCommand;

/// How much nearer a key goes.
const STEP: f32 = 1.25;

impl App {
    pub(super) fn handle_camera(&mut self, aim: CameraCommand) {
        let Some(edit_state) = self.workspace.as_mut().map(|workspace| workspace.edit_state_mut()) else {
            return;
        };
        if let CameraCommand::Stage(stage) = aim {
            edit_state.stage = Some(stage);
            return;
        }
        let (Some(stage), camera) = (edit_state.stage, edit_state.camera) else { return };
        let middle = stage.room.center();
        edit_state.camera = match aim {
            CameraCommand::Stage(_) => camera,
            CameraCommand::Fit => Camera::default(),
            CameraCommand::Nearer => camera.zoomed(&stage, STEP, middle),
            CameraCommand::Farther => camera.zoomed(&stage, 1.0 / STEP, middle),
            CameraCommand::Zoom(factor, at) => camera.zoomed(&stage, factor, at),
            CameraCommand::Pan(by) => camera.panned(&stage, by),
        };
    }
}
