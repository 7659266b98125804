//! A menu beside the chosen place, if several actions have the same places: a click or a key chooses one.
//!
//! Part of the board panel.

use egui::{Align2, Area, Button, Frame, Id, Order, Pos2, Ui, vec2};
use timeloom::game::Offer;
use timeloom::scene::BoardCell;

use super::super::{PanelContext, named};
use super::stage::Stage;
use super::tips;
use crate::command::Command;

/// Shows the menu.
pub(super) fn show(
    ui: &Ui,
    context: PanelContext<'_>,
    stage: &Stage<'_>,
    offers: &[&Offer],
    commands: &mut Vec<Command>,
) {
    let chosen = context.workspace.pointing().chosen();
    let Some((at, pivot)) = position(stage, chosen) else { return };
    let is_new = is_new(ui, chosen);
    let area = Area::new(super::id().with("choice")).order(Order::Foreground).pivot(pivot).fixed_pos(at);
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            for (number, offer) in offers.iter().enumerate() {
                let button = ui.add(Button::new(tips::with_keys(ui, context, offer)).frame(false));
                named(&button, &offer.words);
                if is_new && number == 0 {
                    button.request_focus();
                }
                if button.clicked() {
                    commands.push(Command::Act(offer.bytes.clone()));
                }
            }
        });
    });
}

/// To the right of the last chosen place, or to the left if that is in the right half of its board.
fn position(stage: &Stage<'_>, chosen: &[BoardCell]) -> Option<(Pos2, Align2)> {
    let cell = *chosen.last()?;
    let (rect, room) = (stage.rect(cell)?, stage.board(cell)?.room);
    let gap = vec2(8.0, 0.0);
    Some(match rect.center().x < room.center().x {
        true => (rect.right_center() + gap, Align2::LEFT_CENTER),
        false => (rect.left_center() - gap, Align2::RIGHT_CENTER),
    })
}

/// Whether the menu has not been shown for this choice yet.
fn is_new(ui: &Ui, chosen: &[BoardCell]) -> bool {
    let shown = ui.data(|data| data.get_temp::<Vec<BoardCell>>(key()));
    ui.data_mut(|data| data.insert_temp(key(), chosen.to_vec()));
    shown.as_deref() != Some(chosen)
}

/// Forgets which menu was shown, once there is none; returns whether it has just been closed.
pub(super) fn forget(ui: &Ui) -> bool {
    let was_shown = ui.data(|data| data.get_temp::<Vec<BoardCell>>(key())).is_some();
    ui.data_mut(|data| data.remove::<Vec<BoardCell>>(key()));
    was_shown
}

fn key() -> Id {
    super::id().with("choice shown")
}
