//! What time brings without anybody asking: the next turn of a game that plays by itself, notices that go, and what is
//! found out once nothing changes any more.
//!
//! Part of the app, called once per frame.

use std::time::Duration;

use egui::Context;

use super::App;
use crate::document::Document;

impl App {
    /// Tells apart whatever is in front, and every change of it.
    pub(super) fn shown(&self) -> Option<u64> {
        self.document().map(Document::revision)
    }

    /// Finds out what only the bars around the level tell.
    pub(crate) fn settle(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.settle();
        }
    }

    /// Goes on by a turn when it is due, and asks to be woken for the next one.
    pub(super) fn run_on(&mut self, ctx: &Context) {
        let (Some(due), Some(desk)) = (self.running, &mut self.desk) else { return };
        let (now, document) = (ctx.input(|input| input.time), desk.front_mut());
        if now >= due {
            let more = crate::obey::next_beat(document, self.advised);
            self.running = more.as_ref().is_ok_and(|more| *more).then_some(now + crate::obey::BEAT);
            self.message = more.err().or(self.message.take());
        }
        if let Some(due) = self.running {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
    }

    /// After every step of a game, keeps the one who acts in view.
    pub(super) fn go_along(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let document = desk.front();
        let (here, focus) = ((document.stamp().document, document.here().id), document.scene().focus);
        if self.followed.replace(here) != Some(here)
            && let Some(cell) = focus
        {
            desk.easel_mut().keep_in_view(cell);
        }
    }

    /// Lets notices go whose time is over, and asks to be woken for the next one.
    pub(super) fn pass_time(&mut self, ctx: &Context) {
        if let Some(left) = self.toasts.pass(ctx.input(|input| input.time)) {
            ctx.request_repaint_after(Duration::from_secs_f64(left.max(0.02)));
        }
        if self.work.is_some() {
            ctx.request_repaint_after(Duration::from_millis(60));
        }
    }
}
