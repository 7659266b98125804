//! Handles playing.

use egui::Context;
use timeloom::game::ActionBytes;
use timeloom::show::Cue;
use timeloom::timeline::NodeId;

use crate::app::{App, Notices, Playback, WorkspaceSlot};
use crate::command::PlayCommand;
use crate::document::Document;

/// The parts of the app that playing changes.
pub(super) struct PlayHandler<'a> {
    workspace: &'a mut WorkspaceSlot,
    playback: &'a mut Playback,
    notices: &'a mut Notices,
}

impl<'a> PlayHandler<'a> {
    pub(super) fn of(app: &'a mut App) -> Self {
        let App { workspace, playback, notices, .. } = app;
        Self { workspace, playback, notices }
    }

    pub(super) fn handle(&mut self, ctx: &Context, play: PlayCommand) {
        match play {
            PlayCommand::Cue(cue) => self.act_if(|document| action_of(document, cue)),
            PlayCommand::Advice => self.take_advice(),
            PlayCommand::Auto => self.toggle_advised(ctx),
            PlayCommand::From(id) => self.play_from(|_| id),
            PlayCommand::FromHere => self.play_from(|document| document.here().id),
        }
    }

    /// Takes an action; stops playback.
    pub(super) fn act(&mut self, action: &ActionBytes) {
        self.playback.stop();
        let done = self.workspace.front_mut().map_or(Ok(()), |document| document.act(action).map(drop));
        self.notices.replace_error_of(self.workspace.front(), done);
    }

    /// Moves the cursor to a node; stops playback.
    fn play_from(&mut self, node: impl FnOnce(&Document) -> NodeId) {
        self.playback.stop();
        self.workspace.with_front(|document| document.seek(node(document)));
    }

    fn act_if(&mut self, find: impl FnOnce(&Document) -> Option<ActionBytes>) {
        if let Some(action) = self.workspace.front().and_then(find) {
            self.act(&action);
        }
    }

    fn take_advice(&mut self) {
        match self.workspace.front().map(|document| document.advice().cloned()) {
            Some(Some(action)) => self.act(&action),
            Some(None) => self.notices.fail("the game has no advice for this turn"),
            None => {}
        }
    }

    fn toggle_advised(&mut self, ctx: &Context) {
        if let Some(document) = self.workspace.front() {
            self.playback.toggle_advised(document, ctx.input(|input| input.time));
        }
    }
}

/// Returns the offered action with this cue.
fn action_of(document: &Document, cue: Cue) -> Option<ActionBytes> {
    let offer = document.offers().iter().find(|offer| offer.cue == Some(cue))?;
    Some(offer.bytes.clone())
}
