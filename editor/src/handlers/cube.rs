//! Handles the cube: its camera and the highlighted cell.

use crate::command::CubeCommand;
use crate::cube::{CubeCamera, CubeView};
use crate::settings::Settings;

pub(super) fn handle(view: &mut CubeView, settings: &mut Settings, command: &CubeCommand) {
    let camera = &mut view.camera;
    match *command {
        CubeCommand::Orbit(by) => camera.orbit(by),
        CubeCommand::Pan(by) => camera.pan += by,
        CubeCommand::Zoom(factor, point) => camera.approach(factor, point),
        CubeCommand::Reset => *camera = CubeCamera::default(),
        CubeCommand::Point(point) => view.pointed = point,
    }
    settings.cube = view.camera.orbit_to_keep();
}
