//! What is done about each command: one file for each kind, each arm one call.
//!
//! Called by the app only. Changes the app's state and nothing else; panels never do.

mod draw;
mod file;
mod go;
mod keep;
mod look;
mod mode;
mod own;

use egui::Context;
use timeloom::game::ActionBytes;

use crate::app::App;
use crate::command::Command;

pub(crate) use go::BEAT;

impl App {
    pub(crate) fn obey(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::File(file) => self.obey_file(ctx, file),
            Command::Go(go) => self.obey_go(ctx, go),
            Command::Draw(draw) => self.obey_draw(ctx, draw),
            Command::Look(look) => self.obey_look(ctx, look),
            Command::Own(own) => self.obey_own(ctx, own),
            Command::Act(action) => self.act(&action),
        }
    }

    fn act(&mut self, action: &ActionBytes) {
        self.running = None;
        let done = self.desk.as_mut().map(|desk| desk.front_mut().act(action));
        self.message = done.and_then(Result::err);
    }
}
