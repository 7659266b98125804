//! What is done about each command: one file for each kind, each arm one call.
//!
//! Called by the app only. Changes the app's state and nothing else; panels never do.

mod app;
mod camera;
mod draw;
mod file;
mod level_file;
mod mode;
mod navigation;
mod play;
mod view;

use egui::Context;
use timeloom::game::ActionBytes;

use crate::app::App;
use crate::command::{Command, Go};
use crate::workspace::{Mode, Workspace};

pub(crate) use navigation::SECONDS_PER_TURN;
pub(crate) use play::play_next_turn;

impl App {
    pub(crate) fn handle(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::File(file) => {
                // Whether something would be lost must be known.
                self.settle();
                self.handle_file(ctx, file);
            }
            Command::Go(go) => self.handle_navigation(ctx, go),
            Command::Camera(aim) => self.handle_camera(aim),
            Command::Draw(draw) => self.handle_draw(ctx, draw),
            Command::View(look) => self.handle_view(ctx, look),
            Command::App(own) => self.handle_app(ctx, own),
            Command::Play(play) => self.handle_play(ctx, play),
            Command::Act(action) => self.act(&action),
        }
    }

    /// While somebody draws, undoing begins with what is in the hand, and what it changes is shown.
    fn handle_navigation(&mut self, ctx: &Context, go: Go) {
        let draws = self.workspace.as_ref().map(Workspace::mode) == Some(Mode::Draw);
        match go {
            Go::Undo if draws && self.undo_gesture() => {}
            Go::Undo | Go::Redo if draws => {
                self.cancel_gesture();
                self.go_and_show(ctx, go);
            }
            Go::Slices(_) | Go::Slice(_) | Go::Now => {
                self.navigate(ctx, go);
                self.refresh_edit_state();
            }
            go => {
                self.cancel_gesture();
                self.navigate(ctx, go);
                self.refresh_edit_state();
            }
        }
    }

    pub(crate) fn act(&mut self, action: &ActionBytes) {
        self.running = None;
        let done = self.workspace.as_mut().map(|workspace| workspace.front_mut().act(action));
        self.message = done.and_then(Result::err);
    }
}
