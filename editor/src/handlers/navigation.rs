//! Handles navigation through turns, branches and slices.

use egui::Context;
use timeloom::scene::View;
use timeloom::timeline::{NodeId, NoteKind};

use crate::app::{App, Modals, Notices, Playback, WorkspaceSlot};
use crate::command::GoCommand;
use crate::document::{Document, NO_UNDO};
use crate::panels::naming::Naming;
use crate::workspace::Mode;

/// The parts of the app that navigation changes.
pub(super) struct NavigationHandler<'a> {
    workspace: &'a mut WorkspaceSlot,
    playback: &'a mut Playback,
    modals: &'a mut Modals,
    notices: &'a mut Notices,
}

impl<'a> NavigationHandler<'a> {
    pub(super) fn of(app: &'a mut App) -> Self {
        let App { workspace, playback, modals, notices, .. } = app;
        Self { workspace, playback, modals, notices }
    }

    /// While drawing, undo first cancels the gesture in progress, and highlights what it changes.
    pub(super) fn handle(&mut self, ctx: &Context, go: GoCommand) {
        let draws = self.workspace.mode() == Some(Mode::Draw);
        match go {
            GoCommand::Undo if draws && self.undo_gesture() => return,
            GoCommand::Undo | GoCommand::Redo if draws => {
                self.workspace.cancel_gesture();
                self.navigate_and_flash(ctx, go);
            }
            GoCommand::Slices(_) | GoCommand::Slice(_) | GoCommand::Now => self.navigate(ctx, go),
            go => {
                self.workspace.cancel_gesture();
                self.navigate(ctx, go);
            }
        }
        self.workspace.refresh_edit_state();
    }

    /// Navigates; stops playback.
    fn seek(&mut self, step: impl FnOnce(&mut Document)) {
        self.playback.stop();
        self.workspace.with_front(step);
    }

    fn navigate(&mut self, ctx: &Context, go: GoCommand) {
        match go {
            GoCommand::To(id) => self.seek(|document| document.seek(id)),
            GoCommand::Turn(turn) => self.seek(|document| document.seek(document.route().turn(turn))),
            GoCommand::First => self.seek(|document| document.seek(NodeId::ROOT)),
            GoCommand::Undo => self.undo(),
            GoCommand::Back => self.seek(|document| _ = document.back()),
            GoCommand::PlayPause => self.toggle_playback(ctx),
            GoCommand::Forward | GoCommand::Redo => self.seek(|document| _ = document.forward()),
            GoCommand::Last => self.seek(|document| document.seek(document.route().tip())),
            GoCommand::Slices(by) => self.look(|document| by_slices(document, by)),
            GoCommand::Slice(t) => self.look(|document| View { t: Some(t), ..document.view() }),
            GoCommand::Now => self.look(|document| View { t: None, ..document.view() }),
            GoCommand::PreviousBranch => self.seek(|document| _ = document.seek_branch(false)),
            GoCommand::NextBranch => self.seek(|document| _ = document.seek_branch(true)),
            GoCommand::Fork => self.seek(|document| document.seek(document.route().fork())),
            GoCommand::NextFork => self.seek(|document| document.seek(document.route().next_fork())),
            GoCommand::Peek(id) => self.peek(id),
            GoCommand::Return => self.come_back(),
            GoCommand::AskNote(kind, id) => self.ask_note(kind, id),
            GoCommand::Note(note) => self.write_text(|document| document.note_on(note)),
        }
    }

    fn navigate_and_flash(&mut self, ctx: &Context, go: GoCommand) {
        let old = self.workspace.drawing_view();
        self.navigate(ctx, go);
        if let (Some(old), Some(workspace)) = (old, self.workspace.get_mut()) {
            workspace.flash_changes(&old, ctx.input(|input| input.time));
        }
    }

    /// Cancels a drag, or undoes the last click of a path; `false` if there is neither.
    fn undo_gesture(&mut self) -> bool {
        self.workspace.edit_state_mut().is_some_and(|edit_state| edit_state.step_back())
    }

    /// Undoes a turn, unless the level forbids it.
    fn undo(&mut self) {
        match self.workspace.front().is_none_or(Document::allows_undo) {
            true => self.seek(|document| _ = document.back()),
            false => self.notices.fail(format!("{NO_UNDO}: start again instead")),
        }
    }

    /// Changes the view; playback continues.
    fn look(&mut self, view: impl FnOnce(&Document) -> View) {
        if let Some(document) = self.workspace.front_mut() {
            document.look(view(document));
        }
    }

    /// Previews another moment, except during playback.
    fn peek(&mut self, id: Option<NodeId>) {
        if let Some(document) = self.workspace.front_mut().filter(|_| !self.playback.is_running()) {
            document.peek(id);
        }
    }

    /// Returns to the position before the last jump. If something is open over the window, the same key
    /// closes that first.
    fn come_back(&mut self) {
        let covered = self.modals.is_open() || self.notices.error().is_some() || self.modals.is_naming();
        if !covered {
            self.seek(|document| _ = document.come_back());
        }
        self.modals.set_naming(None);
    }

    fn ask_note(&mut self, kind: NoteKind, id: Option<NodeId>) {
        let asking = |document: &Document| Naming::new(document, kind, id.unwrap_or(document.cursor().id));
        self.modals.set_naming(self.workspace.front().map(asking));
    }

    fn write_text(&mut self, write: impl FnOnce(&mut Document) -> Result<(), String>) {
        self.modals.set_naming(None);
        self.notices.replace_error(self.workspace.front_mut().map_or(Ok(()), write));
    }

    fn toggle_playback(&mut self, ctx: &Context) {
        if let Some(document) = self.workspace.front_mut() {
            self.playback.toggle(document, ctx.input(|input| input.time));
        }
    }
}

/// Returns the view moved by this many slices, at most to the last one.
fn by_slices(document: &Document, by: i32) -> View {
    let Some(slices) = document.scene().slices else { return document.view() };
    let t = slices.shown.saturating_add_signed(by).min(slices.last);
    View { t: Some(t), ..document.view() }
}
