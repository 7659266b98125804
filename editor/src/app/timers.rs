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
        if let Some(workspace) = &mut self.workspace {
            workspace.settle();
        }
    }

    /// Goes on by a turn when it is due, and asks to be woken for the next one.
    pub(super) fn run_on(&mut self, ctx: &Context) {
        let (Some(due), Some(workspace)) = (self.running, &mut self.workspace) else { return };
        let (now, document) = (ctx.input(|input| input.time), workspace.front_mut());
        if now >= due {
            let more = crate::handlers::play_next_turn(document, self.advised);
            self.running =
                more.as_ref().is_ok_and(|more| *more).then_some(now + crate::handlers::SECONDS_PER_TURN);
            self.message = more.err().or(self.message.take());
        }
        if let Some(due) = self.running {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
    }

    /// After every step of a game, keeps the one who acts in view.
    pub(super) fn follow_player(&mut self) {
        let Some(workspace) = &mut self.workspace else { return };
        let document = workspace.front();
        let (here, focus) = ((document.stamp().document, document.here().id), document.scene().focus);
        if self.followed.replace(here) != Some(here)
            && let Some(cell) = focus
        {
            workspace.edit_state_mut().keep_in_view(cell);
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
