//! Handles the cube camera.

use egui::Context;

use crate::command::CubeCommand;
use crate::cube::Camera;

pub(super) fn handle(ctx: &Context, command: &CubeCommand) {
    let mut camera = Camera::of(ctx);
    match *command {
        CubeCommand::Orbit(by) => camera.orbit(by),
        CubeCommand::Pan(by) => camera.pan += by,
        CubeCommand::Zoom(factor, point) => camera.approach(factor, point),
        CubeCommand::Reset => camera = Camera::default(),
    }
    camera.keep(ctx);
}
