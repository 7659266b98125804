//! What is done about the drawing.

use egui::Context;

use crate::app::App;
use crate::command::Draw;

impl App {
    pub(super) fn obey_draw(&mut self, _ctx: &Context, draw: Draw) {
        match draw {}
    }
}
