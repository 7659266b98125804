//! What can be done at a place, as a tooltip: on hover, and beside the place with the keyboard focus.
//!
//! Part of the board panel.

use egui::{Id, LayerId, Rect, RichText, Tooltip, Ui};
use timeloom::game::Offer;
use timeloom::scene::BoardCell;

use super::super::PanelContext;
use super::stage::{ShownBoard, Stage};
use crate::canvas;
use crate::command::{self, Command, PlayCommand};
use crate::pointing::Choices;
use crate::theme::Palette;

/// Maximum number of actions in a tooltip.
const MOST: usize = 8;

/// Contents of a tooltip.
struct Tip<'a> {
    cell: BoardCell,
    contents: Vec<&'a str>,
    offers: Vec<&'a Offer>,
    /// Why nothing can be done, if an action concerns the place.
    refused: Option<&'a Offer>,
}

/// Shows the tooltip of the place under the mouse.
pub(super) fn on_hover(
    context: PanelContext<'_>,
    choices: &Choices<'_>,
    shown: &ShownBoard<'_>,
    cell: BoardCell,
) {
    let tip = Tip::new(context, choices, shown, cell);
    if !tip.is_empty() {
        shown.response.clone().on_hover_ui_at_pointer(|ui| tip.show(ui, context));
    }
}

/// Shows the tooltip of the place with the keyboard focus.
pub(super) fn on_focus(
    ui: &Ui,
    context: PanelContext<'_>,
    choices: &Choices<'_>,
    stage: &Stage<'_>,
    cell: BoardCell,
) {
    let (Some(shown), Some(rect)) = (stage.board(cell), stage.rect(cell)) else { return };
    let tip = Tip::new(context, choices, shown, cell);
    beside(ui, shown.response.id, rect).show(|ui| tip.show(ui, context));
}

fn beside(ui: &Ui, board: Id, rect: Rect) -> Tooltip<'static> {
    let layer: LayerId = ui.layer_id();
    Tooltip::always_open(ui.ctx().clone(), layer, board.with("focused place"), rect)
}

impl<'a> Tip<'a> {
    fn new(
        context: PanelContext<'a>,
        choices: &Choices<'a>,
        shown: &ShownBoard<'a>,
        cell: BoardCell,
    ) -> Self {
        let chosen = context.workspace.pointing().chosen();
        let offers = choices.at(chosen, cell);
        let refused = choices.refused(chosen, cell).filter(|_| offers.is_empty());
        Self { cell, contents: canvas::words_at(shown.board, cell.at), offers, refused }
    }

    fn is_empty(&self) -> bool {
        self.contents.is_empty() && self.offers.is_empty() && self.refused.is_none()
    }

    fn show(&self, ui: &mut Ui, context: PanelContext<'_>) {
        let palette = Palette::of(ui);
        ui.set_max_width(320.0);
        ui.weak(format!("column {}, row {}", self.cell.at.x, self.cell.at.y));
        self.contents.iter().for_each(|words| _ = ui.label(*words));
        for offer in self.offers.iter().take(MOST) {
            ui.label(RichText::new(with_keys(ui, context, offer)).color(palette.accent));
        }
        if let Some(more) = self.offers.len().checked_sub(MOST).filter(|more| *more > 0) {
            ui.weak(format!("and {more} more"));
        }
        if let Some(reason) = self.refused.and_then(|offer| offer.refused.as_ref()) {
            ui.weak(&reason.message);
        }
    }
}

/// An action in words, with its keys if it has any.
pub(super) fn with_keys(ui: &Ui, context: PanelContext<'_>, offer: &Offer) -> String {
    match keys(ui, context, offer) {
        Some(keys) => format!("{} ({keys})", offer.words),
        None => offer.words.clone(),
    }
}

/// The keys of an action.
pub(super) fn keys(ui: &Ui, context: PanelContext<'_>, offer: &Offer) -> Option<String> {
    let entry = command::entry(&Command::Play(PlayCommand::Cue(offer.cue?)))?;
    context.keys.text(ui.ctx(), entry)
}
