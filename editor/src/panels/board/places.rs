//! Places at which an action can be chosen, as controls: Tab and the arrow keys go from one to the next, Enter chooses,
//! and screen readers read what each is for.
//!
//! Part of the board panel. The mouse does not need them, see `press`.

use egui::accesskit::Action;
use egui::{
    Context, EventFilter, FocusDirection, Id, Key, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2,
};
use timeloom::scene::BoardCell;
use timeloom::show::Cue;

use super::super::PanelContext;
use super::stage::Stage;
use crate::canvas;
use crate::command::{Command, PointCommand};
use crate::pointing::Place;

const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, vec2(-1.0, 0.0)),
    (Key::ArrowRight, vec2(1.0, 0.0)),
    (Key::ArrowUp, vec2(0.0, -1.0)),
    (Key::ArrowDown, vec2(0.0, 1.0)),
];

/// The place that had the keyboard focus last.
#[derive(Clone, Copy)]
struct LastFocus {
    id: Id,
    rect: Rect,
}

/// Shows the places as controls; returns the cells of the focused one. Right after a menu has been closed, the focus is
/// not a place yet.
pub(super) fn show(
    ui: &Ui,
    context: PanelContext<'_>,
    stage: &Stage<'_>,
    places: &[Place<'_>],
    after_menu: bool,
    commands: &mut Vec<Command>,
) -> Option<Vec<BoardCell>> {
    let shown: Vec<(Response, &Place<'_>)> =
        places.iter().filter_map(|place| Some((control(ui, stage, place)?, place))).collect();
    choose(ui, &shown, commands);
    let is_restored = !after_menu && restore_focus(ui, context, &shown);
    let (response, place) = shown.iter().find(|(response, _)| response.has_focus())?;
    ui.data_mut(|data| data.insert_temp(key(), LastFocus { id: response.id, rect: response.rect }));
    let has_chosen = !context.workspace.pointing().chosen().is_empty();
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: has_chosen, tab: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let along = arrow(ui).filter(|_| !is_restored);
    if let Some(next) = along.and_then(|along| nearest(&shown, response.rect, along)) {
        next.request_focus();
    }
    Some(place.cells.to_vec())
}

/// Whether this is the place with the keyboard focus.
pub(super) fn is_focused(ctx: &Context, id: Id) -> bool {
    ctx.data(|data| data.get_temp::<LastFocus>(key())).is_some_and(|last| last.id == id)
}

/// Takes the keyboard focus away from the places.
pub(super) fn leave(ctx: &Context) {
    let last = ctx.data(|data| data.get_temp::<LastFocus>(key()));
    last.iter().for_each(|last| ctx.memory_mut(|memory| memory.surrender_focus(last.id)));
    ctx.data_mut(|data| data.remove::<LastFocus>(key()));
}

fn key() -> Id {
    super::id().with("last focused place")
}

fn control(ui: &Ui, stage: &Stage<'_>, place: &Place<'_>) -> Option<Response> {
    let cell = *place.cells.first()?;
    let rect = stage.rect(cell)?;
    let response = ui.interact(rect, super::id().with(("place", cell)), Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label(stage, place, cell)));
    ui.ctx().accesskit_node_builder(response.id, |node| node.add_action(Action::Click));
    Some(response)
}

/// Names a place: where it is, and the action that it is for, or what is there if there are several.
fn label(stage: &Stage<'_>, place: &Place<'_>, cell: BoardCell) -> String {
    let board = stage.board(cell).map(|shown| shown.board);
    let title = board.filter(|board| !board.title.is_empty()).map(|board| format!("{}, ", board.title));
    let purpose = match place.offers[..] {
        [offer] => offer.words.clone(),
        _ => {
            let there = board.map(|board| canvas::contents_line(board, cell.at)).unwrap_or_default();
            format!("{there}: {} actions", place.offers.len())
        }
    };
    format!("{}column {}, row {}: {purpose}", title.unwrap_or_default(), cell.at.x, cell.at.y)
}

/// Pushes the choice of a place by Enter, or by a screen reader.
fn choose(ui: &Ui, shown: &[(Response, &Place<'_>)], commands: &mut Vec<Command>) {
    for (response, place) in shown {
        let asked = ui.input(|input| input.has_accesskit_action_request(response.id, Action::Click));
        let entered = || response.has_focus() && pressed(ui, Key::Enter);
        if let Some(cell) = place.cells.first().filter(|_| asked || entered()) {
            commands.push(Command::Point(PointCommand::Choose(*cell)));
        }
    }
}

/// Gives the focus to the place nearest to one that has just gone; in a game without direction keys the arrow keys give
/// it to the first place. Returns whether it did.
fn restore_focus(ui: &Ui, context: PanelContext<'_>, shown: &[(Response, &Place<'_>)]) -> bool {
    let last = ui.data(|data| data.get_temp::<LastFocus>(key()));
    match ui.memory(|memory| memory.focused()) {
        Some(id) if last.is_some_and(|last| last.id == id) => return false,
        Some(id) if shown.iter().any(|(response, _)| response.id == id) => return false,
        Some(_) => ui.data_mut(|data| data.remove::<LastFocus>(key())),
        None if ui.input(|input| input.pointer.any_pressed() || input.key_pressed(Key::Escape)) => {
            leave(ui.ctx());
        }
        None => {
            let near = last.and_then(|last| closest(shown, last.rect));
            let first = || shown.first().filter(|_| arrow(ui).is_some() && !has_direction_keys(context));
            let next = near.or_else(|| first().map(|(response, _)| response));
            next.iter().for_each(|response| focus(ui, response));
            return next.is_some();
        }
    }
    false
}

/// Gives the focus to a place, and keeps the key that did it from moving it on.
fn focus(ui: &Ui, response: &Response) {
    response.request_focus();
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

fn has_direction_keys(context: PanelContext<'_>) -> bool {
    context.document().offers().iter().any(|offer| matches!(offer.cue, Some(Cue::Move(_))))
}

/// The direction of the pressed arrow key.
fn arrow(ui: &Ui) -> Option<Vec2> {
    ARROWS.iter().find(|(key, _)| pressed(ui, *key)).map(|(_, along)| *along)
}

fn pressed(ui: &Ui, key: Key) -> bool {
    ui.input(|input| input.modifiers.is_none() && input.key_pressed(key))
}

/// Returns the nearest control in a direction; one straight ahead is nearer than one aside.
fn nearest<'r>(shown: &'r [(Response, &Place<'_>)], from: Rect, along: Vec2) -> Option<&'r Response> {
    let distance = |to: Rect| {
        let way = to.center() - from.center();
        let (ahead, aside) = (way.dot(along), way.dot(along.rot90()).abs());
        (ahead > 1.0).then_some(ahead + 2.0 * aside)
    };
    let ahead = shown.iter().filter_map(|(response, _)| Some((distance(response.rect)?, response)));
    ahead.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, response)| response)
}

fn closest<'r>(shown: &'r [(Response, &Place<'_>)], to: Rect) -> Option<&'r Response> {
    let distance = |response: &Response| response.rect.center().distance_sq(to.center());
    shown.iter().map(|(response, _)| response).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
