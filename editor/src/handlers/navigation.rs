//! What is done about where we are.

use egui::Context;
use timeloom::scene::View;
use timeloom::timeline::{NodeId, NoteKind};

use crate::app::App;
use crate::command::Go;
use crate::document::{Document, NO_UNDO};
use crate::panels::naming::Naming;

/// From one turn to the next while the turns go by themselves.
pub(crate) const SECONDS_PER_TURN: f64 = 0.6;

impl App {
    pub(super) fn navigate(&mut self, ctx: &Context, go: Go) {
        match go {
            Go::To(id) => self.go(|document| document.seek(id)),
            Go::Turn(turn) => self.go(|document| document.seek_turn(turn)),
            Go::First => self.go(|document| document.seek_turn(0)),
            Go::Undo => self.undo(),
            Go::Back => self.go(|document| _ = document.back()),
            Go::PlayPause => self.run_or_pause(ctx),
            Go::Forward | Go::Redo => self.go(|document| _ = document.forward()),
            Go::Last => self.go(|document| document.seek_turn(u32::MAX)),
            Go::Slices(by) => self.look_at(|document| slices(document, by)),
            Go::Slice(t) => self.look_at(|document| View { t: Some(t), ..document.view() }),
            Go::Now => self.look_at(|document| View { t: None, ..document.view() }),
            Go::PreviousBranch => self.go(|document| _ = document.seek_branch(false)),
            Go::NextBranch => self.go(|document| _ = document.seek_branch(true)),
            Go::Fork => self.go(Document::seek_fork),
            Go::NextFork => self.go(Document::seek_next_fork),
            Go::Peek(id) => self.peek(id),
            Go::Return => self.come_back(),
            Go::AskNote(kind, id) => self.ask_note(kind, id),
            Go::Note(note) => self.inscribe(|document| document.note_on(note)),
        }
    }

    /// Takes a turn back, unless the level does not allow it.
    fn undo(&mut self) {
        match self.workspace.as_ref().is_none_or(|workspace| workspace.front().allows_undo()) {
            true => self.go(|document| _ = document.back()),
            false => self.message = Some(format!("{NO_UNDO}: start again instead")),
        }
    }

    pub(super) fn go(&mut self, step: impl FnOnce(&mut Document)) {
        self.running = None;
        if let Some(workspace) = &mut self.workspace {
            step(workspace.front_mut());
        }
    }

    /// Turns may go on meanwhile.
    fn look_at(&mut self, view: impl FnOnce(&Document) -> View) {
        if let Some(document) = self.workspace.as_mut().map(|workspace| workspace.front_mut()) {
            document.look(view(document));
        }
    }

    /// While the turns go by themselves, nothing else is shown.
    fn peek(&mut self, id: Option<NodeId>) {
        if let Some(workspace) = self.workspace.as_mut().filter(|_| self.running.is_none()) {
            workspace.front_mut().peek(id);
        }
    }

    /// What lies on top is closed first, and by the same key.
    fn come_back(&mut self) {
        let covered = self.modal.is_some() || self.message.is_some() || self.naming.is_some();
        if !covered {
            self.go(|document| _ = document.come_back());
        }
        self.naming = None;
    }

    fn ask_note(&mut self, kind: NoteKind, id: Option<NodeId>) {
        let document = self.workspace.as_ref().map(|workspace| workspace.front());
        self.naming =
            document.map(|document| Naming::new(document, kind, id.unwrap_or(document.cursor().id)));
    }

    fn inscribe(&mut self, write: impl FnOnce(&mut Document) -> Result<(), String>) {
        self.naming = None;
        let done = self.workspace.as_mut().map(|workspace| write(workspace.front_mut()));
        self.message = done.and_then(Result::err);
    }

    /// Starts from the beginning when there is nothing left to play.
    fn run_or_pause(&mut self, ctx: &Context) {
        let Some(document) = self.workspace.as_mut().map(|workspace| workspace.front_mut()) else { return };
        if self.running.take().is_some() || document.last_turn() == 0 {
            return;
        }
        if document.at_tip() {
            document.seek_turn(0);
        }
        self.running = Some(ctx.input(|input| input.time) + SECONDS_PER_TURN);
        self.advised = false;
    }
}

/// From the slice that is shown, and no further than the last.
fn slices(document: &Document, by: i32) -> View {
    let Some(slices) = document.scene().slices else { return document.view() };
    let t = slices.shown.saturating_add_signed(by).min(slices.last);
    View { t: Some(t), ..document.view() }
}
