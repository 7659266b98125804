//! What is done about where we are.

use egui::Context;
use timeloom::scene::View;

use crate::app::App;
use crate::command::Go;
use crate::document::Document;

/// From one turn to the next while the turns go by themselves.
pub(crate) const BEAT: f64 = 0.6;

impl App {
    pub(super) fn obey_go(&mut self, ctx: &Context, go: Go) {
        match go {
            Go::To(id) => self.go(|document| document.seek(id)),
            Go::Turn(turn) => self.go(|document| document.seek_turn(turn)),
            Go::First => self.go(|document| document.seek_turn(0)),
            Go::Back | Go::Undo => self.go(|document| _ = document.back()),
            Go::PlayPause => self.run_or_pause(ctx),
            Go::Forward | Go::Redo => self.go(|document| _ = document.forward()),
            Go::Last => self.go(|document| document.seek_turn(u32::MAX)),
            Go::Slices(by) => self.go(|document| document.look(slices(document.view(), by))),
            Go::Slice(t) => self.go(|document| document.look(View { t: Some(t), ..document.view() })),
            Go::Now => self.go(|document| document.look(View { t: None, ..document.view() })),
        }
    }

    fn go(&mut self, step: impl FnOnce(&mut Document)) {
        self.running = None;
        if let Some(desk) = &mut self.desk {
            step(desk.front_mut());
        }
    }

    /// Starts from the beginning when there is nothing left to play.
    fn run_or_pause(&mut self, ctx: &Context) {
        let Some(document) = self.desk.as_mut().map(|desk| desk.front_mut()) else { return };
        if self.running.take().is_some() || document.last_turn() == 0 {
            return;
        }
        if document.at_tip() {
            document.seek_turn(0);
        }
        self.running = Some(ctx.input(|input| input.time) + BEAT);
    }
}

fn slices(view: View, by: i32) -> View {
    View { t: Some(view.t.unwrap_or(0).saturating_add_signed(by)), ..view }
}
