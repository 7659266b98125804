//! Handles playing.

use egui::Context;
use timeloom::game::ActionBytes;
use timeloom::show::Cue;
use timeloom::timeline::NodeId;

use crate::app::{App, Notices, Playback, WorkspaceSlot};
use crate::command::PlayCommand;
use crate::document::Document;
use crate::pointing::Obstacle;
use crate::workspace::Mode;

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
            PlayCommand::Cue(cue) => self.act_if(ctx, |document| action_of(document, cue)),
            PlayCommand::Advice => self.take_advice(ctx),
            PlayCommand::Auto => self.toggle_advised(ctx),
            PlayCommand::From(id) => self.play_from(|_| id),
            PlayCommand::FromHere => self.play_from(|document| document.here().id),
        }
    }

    /// Takes an action, or shows beside its place why it is refused; stops playback.
    pub(super) fn act(&mut self, ctx: &Context, action: &ActionBytes) {
        self.playback.stop();
        if let Some(obstacle) = self.obstacle(action) {
            return self.refuse(obstacle, ctx.input(|input| input.time));
        }
        let done = self.workspace.front_mut().map_or(Ok(()), |document| document.act(action).map(drop));
        self.notices.replace_error_of(self.workspace.front(), done);
    }

    /// Moves the cursor to a node; stops playback.
    fn play_from(&mut self, node: impl FnOnce(&Document) -> NodeId) {
        self.playback.stop();
        self.workspace.with_front(|document| document.seek(node(document)));
    }

    /// Returns what keeps the player from an action, if anything does.
    fn obstacle(&self, action: &ActionBytes) -> Option<Obstacle> {
        let game = self.workspace.front().filter(|_| self.workspace.mode() == Some(Mode::Play))?;
        let not_here = game.may_act().err().map(Obstacle::NotHere);
        not_here.or_else(|| game.is_refused(action).then(|| Obstacle::Refused(action.clone())))
    }

    fn refuse(&mut self, obstacle: Obstacle, now: f64) {
        if let Some(workspace) = self.workspace.get_mut() {
            workspace.pointing_mut().refuse(obstacle, now);
        }
    }

    fn act_if(&mut self, ctx: &Context, find: impl FnOnce(&Document) -> Option<ActionBytes>) {
        if let Some(action) = self.workspace.front().and_then(find) {
            self.act(ctx, &action);
        }
    }

    fn take_advice(&mut self, ctx: &Context) {
        match self.workspace.front().map(|document| document.advice().cloned()) {
            Some(Some(action)) => self.act(ctx, &action),
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
