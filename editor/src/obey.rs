//! What is done about each command: one file for each kind, each arm one call.
//!
//! Called by the app only. Changes the app's state and nothing else; panels never do.

mod aim;
mod draw;
mod file;
mod go;
mod keep;
mod look;
mod mode;
mod own;
mod play;

use egui::Context;
use timeloom::game::ActionBytes;

use crate::app::App;
use crate::command::{Command, Go};
use crate::desk::{Desk, Mode};

pub(crate) use go::BEAT;
pub(crate) use play::next_beat;

impl App {
    pub(crate) fn obey(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::File(file) => {
                // Whether something would be lost must be known.
                self.settle();
                self.obey_file(ctx, file);
            }
            Command::Go(go) => self.obey_going(ctx, go),
            Command::Aim(aim) => self.obey_aim(aim),
            Command::Draw(draw) => self.obey_draw(ctx, draw),
            Command::Look(look) => self.obey_look(ctx, look),
            Command::Own(own) => self.obey_own(ctx, own),
            Command::Play(play) => self.obey_play(ctx, play),
            Command::Act(action) => self.act(&action),
        }
    }

    /// While somebody draws, undoing begins with what is in the hand, and what it changes is shown.
    fn obey_going(&mut self, ctx: &Context, go: Go) {
        let draws = self.desk.as_ref().map(Desk::mode) == Some(Mode::Draw);
        match go {
            Go::Undo if draws && self.undo_gesture() => {}
            Go::Undo | Go::Redo if draws => {
                self.put_back();
                self.go_and_show(ctx, go);
            }
            Go::Slices(_) | Go::Slice(_) | Go::Now => {
                self.obey_go(ctx, go);
                self.mind();
            }
            go => {
                self.put_back();
                self.obey_go(ctx, go);
                self.mind();
            }
        }
    }

    pub(crate) fn act(&mut self, action: &ActionBytes) {
        self.running = None;
        let done = self.desk.as_mut().map(|desk| desk.front_mut().act(action));
        self.message = done.and_then(Result::err);
    }
}
