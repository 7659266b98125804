//! Playing on the boards: what the mouse and the keys point at, what is lit, and what is told about it.
//!
//! Part of the board panel; called while a game is in front.

use std::collections::BTreeSet;

use egui::{Rect, Ui};
use timeloom::game::Offer;
use timeloom::scene::{Board, BoardCell, Cell};

use super::super::PanelContext;
use super::stage::Stage;
use super::{bump, choice_menu, places, press, tips};
use crate::canvas::highlight::Highlight;
use crate::command::Command;
use crate::pointing::Choices;

/// Shows everything about pointing over boards that are already painted.
pub(super) fn show(
    ui: &Ui,
    context: PanelContext<'_>,
    stage: &Stage<'_>,
    whole: Rect,
    commands: &mut Vec<Command>,
) {
    let (document, pointing) = (context.document(), context.workspace.pointing());
    let choices = Choices::of(document);
    let over = stage.place_under_mouse();
    press::listen(ui, context, stage, commands);
    press::set_cursor(ui, &choices, pointing.chosen(), over.map(|(_, cell)| cell));
    let complete = choices.complete(pointing.chosen());
    let focused = if complete.is_empty() {
        let after_menu = choice_menu::forget(ui);
        places::show(ui, context, stage, &choices.places(pointing.chosen()), after_menu, commands)
    } else {
        choice_menu::show(ui, context, stage, &complete, commands);
        None
    };
    Lit::new(context, &choices, focused.as_deref().unwrap_or_default()).paint(ui, stage);
    bump::hint(ui, context, stage, whole);
    match (focused.as_ref().and_then(|cells| cells.first()), over) {
        (Some(cell), _) => tips::on_focus(ui, context, &choices, stage, *cell),
        (None, Some((shown, cell))) if complete.is_empty() => tips::on_hover(context, &choices, shown, cell),
        _ => {}
    }
}

/// Highlighted places of all boards.
struct Lit<'a> {
    lit: Vec<BoardCell>,
    chosen: Vec<BoardCell>,
    hovered: Vec<BoardCell>,
    focused: &'a [BoardCell],
    listed: Option<&'a Offer>,
}

impl<'a> Lit<'a> {
    fn new(context: PanelContext<'a>, choices: &Choices<'_>, focused: &'a [BoardCell]) -> Self {
        let pointing = context.workspace.pointing();
        let chosen = pointing.begun(choices);
        let places = choices.places(&chosen);
        let hovered = pointing.over().map(|cell| {
            let place = places.iter().find(|place| place.cells.contains(&cell));
            place.map_or_else(|| vec![cell], |place| place.cells.to_vec())
        });
        let lit = places.iter().filter(|_| !chosen.is_empty()).flat_map(|place| place.cells);
        let is_listed = |offer: &&Offer| pointing.listed() == Some(&offer.bytes);
        let listed = pointing.listed().and_then(|_| context.document().offers().iter().find(is_listed));
        let chosen = choices.cells_of(&chosen);
        Self { lit: lit.copied().collect(), chosen, hovered: hovered.unwrap_or_default(), focused, listed }
    }

    fn paint(&self, ui: &Ui, stage: &Stage<'_>) {
        for shown in &stage.0 {
            let own = |cells: &[BoardCell]| -> Vec<Cell> {
                cells.iter().filter(|cell| cell.board == shown.number).map(|cell| cell.at).collect()
            };
            let mut highlight = Highlight {
                lit: own(&self.lit),
                chosen: own(&self.chosen),
                hovered: own(&self.hovered),
                focused: own(self.focused),
                steps: self.steps(shown.number),
                is_refused: self.listed.is_some_and(|offer| offer.refused.is_some()),
                occupied: Vec::new(),
            };
            highlight.occupied = occupied(shown.board, &highlight);
            highlight.paint(ui, &shown.fit, shown.room);
        }
    }

    /// The numbered places of the action under the mouse in the list.
    fn steps(&self, board: u32) -> Vec<(Cell, Option<usize>)> {
        let Some(offer) = self.listed else { return Vec::new() };
        let number = |at: usize| (offer.steps.len() > 1).then_some(at + 1);
        let cells =
            offer.steps.iter().enumerate().flat_map(|(at, cells)| cells.iter().map(move |cell| (cell, at)));
        cells.filter(|(cell, _)| cell.board == board).map(|(cell, at)| (cell.at, number(at))).collect()
    }
}

/// The highlighted cells with a piece.
fn occupied(board: &Board, highlight: &Highlight) -> Vec<Cell> {
    let steps = highlight.steps.iter().map(|(cell, _)| cell);
    let cells: BTreeSet<&Cell> = highlight.lit.iter().chain(&highlight.chosen).chain(steps).collect();
    if cells.is_empty() {
        return Vec::new();
    }
    board.pieces.iter().map(|piece| piece.at).filter(|cell| cells.contains(cell)).collect()
}
