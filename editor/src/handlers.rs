//! Handles commands: one file per kind, one call per command.
//!
//! Called by the app only. A handler takes the parts of the app it needs, and the app itself only where several parts
//! are involved. Panels never change anything.

mod app;
mod ask;
mod camera;
mod cube;
mod draw;
mod file;
mod level_file;
mod mode;
mod navigation;
mod play;
mod point;
mod view;

use egui::Context;

use crate::app::App;
use crate::command::{Command, DrawCommand};
use navigation::NavigationHandler;
use play::PlayHandler;
use view::ViewHandler;

impl App {
    pub(crate) fn handle(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::File(file) => {
                // File commands need to know whether changes would be lost.
                self.workspace.settle();
                self.handle_file(ctx, file);
            }
            Command::Go(go) => NavigationHandler::of(self).handle(ctx, go),
            Command::Camera(camera) => {
                if let Some(edit_state) = self.workspace.edit_state_mut() {
                    camera::handle(edit_state, camera);
                }
            }
            Command::Cube(command) => cube::handle(&mut self.cube, &mut self.settings.current, &command),
            Command::Draw(draw) => self.handle_draw(ctx, draw),
            Command::View(view) => ViewHandler::of(self).handle(ctx, view),
            Command::App(app) => self.handle_app(ctx, app),
            Command::Play(play) => PlayHandler::of(self).handle(ctx, play),
            Command::Ask(ask) => self.handle_ask(ctx, ask),
            Command::Point(point) => self.handle_point(ctx, point),
            Command::Act(action) => PlayHandler::of(self).act(ctx, &action),
        }
    }

    fn handle_draw(&mut self, ctx: &Context, draw: DrawCommand) {
        // Modals are closed first.
        if draw == DrawCommand::Escape && self.modals.is_open() {
            return;
        }
        if let Some((workspace, clip)) = self.workspace.with_clip() {
            self.notices.check_edit(draw::handle(workspace, clip, ctx, draw));
        }
    }
}
