//! What is done about from where the board is looked at.

use crate::app::App;
use crate::canvas::Camera;
use crate::command::Aim;

/// How much nearer a key goes.
const STEP: f32 = 1.25;

impl App {
    pub(super) fn obey_aim(&mut self, aim: Aim) {
        let Some(easel) = self.desk.as_mut().map(|desk| desk.easel_mut()) else { return };
        if let Aim::Stage(stage) = aim {
            easel.stage = Some(stage);
            return;
        }
        let (Some(stage), camera) = (easel.stage, easel.camera) else { return };
        let middle = stage.room.center();
        easel.camera = match aim {
            Aim::Stage(_) => camera,
            Aim::Fit => Camera::default(),
            Aim::Nearer => camera.zoomed(&stage, STEP, middle),
            Aim::Farther => camera.zoomed(&stage, 1.0 / STEP, middle),
            Aim::Zoom(factor, at) => camera.zoomed(&stage, factor, at),
            Aim::Pan(by) => camera.panned(&stage, by),
        };
    }
}
