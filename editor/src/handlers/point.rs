//! Handles pointing: chooses, acts, walks, or shows why not.

use egui::Context;
use timeloom::scene::BoardCell;

use super::play::PlayHandler;
use crate::app::App;
use crate::command::PointCommand;
use crate::document::Document;
use crate::panels::board;
use crate::pointing::{Choices, Meaning, Obstacle, Pointing};
use crate::workspace::Mode;

impl App {
    pub(super) fn handle_point(&mut self, ctx: &Context, point: PointCommand) {
        let Some(workspace) = self.workspace.get_mut().filter(|workspace| workspace.mode() == Mode::Play)
        else {
            return;
        };
        let (document, pointing) = workspace.front_and_pointing();
        match point {
            PointCommand::Press(cell) => pointing.hold(cell),
            PointCommand::Over(cell) => pointing.point_over(cell),
            PointCommand::List(action) => pointing.list(action),
            PointCommand::Choose(cell) => {
                let meaning = Choices::of(document).click(pointing.chosen(), cell);
                self.mean(ctx, meaning);
            }
            PointCommand::Release(cell) => {
                if let Some(meaning) = released(document, pointing, cell) {
                    self.mean(ctx, meaning);
                }
            }
            PointCommand::Back => self.step_back(ctx),
        }
    }

    /// Does what was meant by pointing at a place.
    fn mean(&mut self, ctx: &Context, meaning: Meaning) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        match meaning {
            Meaning::Act(action) | Meaning::Refuse(action) => PlayHandler::of(self).act(ctx, &action),
            Meaning::Choose(places) => workspace.pointing_mut().choose(places),
            Meaning::Elsewhere(cell) => self.walk_to(ctx, cell),
        }
    }

    /// Walks to a place if the game knows a way there; otherwise nothing is chosen any more.
    fn walk_to(&mut self, ctx: &Context, cell: BoardCell) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        let (now, (document, pointing)) = (ctx.input(|input| input.time), workspace.front_and_pointing());
        let route = if Choices::of(document).is_empty() { Vec::new() } else { document.game().route(cell) };
        pointing.choose(Vec::new());
        if !route.is_empty() {
            self.playback.walk(route, now);
        } else if document.scene().focus.is_some() && !Choices::of(document).is_empty() {
            pointing.refuse(Obstacle::NoWay(cell), now);
        }
    }

    /// Takes one step back: stops walking, or takes back the last choice, or leaves the board.
    fn step_back(&mut self, ctx: &Context) {
        let is_undone = self.workspace.get_mut().is_some_and(|workspace| workspace.pointing_mut().back());
        if !self.playback.stop_walk() && !is_undone {
            board::leave_places(ctx);
        }
    }
}

/// What it means that the held place is released over another place, or over the same one.
fn released(document: &Document, pointing: &mut Pointing, over: Option<BoardCell>) -> Option<Meaning> {
    let (held, over) = (pointing.let_go()?, over?);
    let choices = Choices::of(document);
    if held == over {
        return Some(choices.click(pointing.chosen(), over));
    }
    choices.drag(pointing.chosen(), held, over)
}
