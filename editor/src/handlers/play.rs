//! What is done about playing.

use egui::Context;
use timeloom::show::Cue;

use super::SECONDS_PER_TURN;
use crate::app::App;
use crate::command::Play;
use crate::document::Document;

impl App {
    pub(super) fn handle_play(&mut self, ctx: &Context, play: Play) {
        match play {
            Play::Cue(cue) => self.answer(cue),
            Play::Advice => self.take_advice(),
            Play::Auto => self.play_on(ctx),
            Play::From(id) => self.go(|document| document.seek(id)),
            Play::FromHere => self.go(|document| document.seek(document.here().id)),
        }
    }

    /// Takes the action that answers to a cue, or says why it cannot be taken.
    fn answer(&mut self, cue: Cue) {
        let found = self.workspace.as_ref().and_then(|workspace| {
            workspace
                .front()
                .offers()
                .iter()
                .find(|offer| offer.cue == Some(cue))
                .map(|offer| offer.bytes.clone())
        });
        if let Some(action) = found {
            self.act(&action);
        }
    }

    /// Takes the action that the game advises.
    fn take_advice(&mut self) {
        match self.workspace.as_ref().map(|workspace| workspace.front().advice().cloned()) {
            Some(Some(action)) => self.act(&action),
            Some(None) => self.message = Some("this game has nothing to advise here".to_owned()),
            None => {}
        }
    }

    /// Lets the game go on by its own advice, or stops it.
    fn play_on(&mut self, ctx: &Context) {
        let advised = self.workspace.as_ref().is_some_and(|workspace| workspace.front().advice().is_some());
        if self.running.take().is_none() && advised {
            self.running = Some(ctx.input(|input| input.time) + SECONDS_PER_TURN);
            self.advised = true;
        }
    }
}

/// Goes on by a turn: along the branch, or by the game's own advice. `false` when there is nothing more to do.
pub(crate) fn play_next_turn(document: &mut Document, advised: bool) -> Result<bool, String> {
    if !advised {
        document.forward();
        return Ok(!document.at_tip());
    }
    let Some(action) = document.advice().cloned() else { return Ok(false) };
    document.act(&action)?;
    Ok(document.advice().is_some())
}
