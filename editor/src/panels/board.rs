//! The centre of the window: the boards of the scene, as large as they fit, under a one-line caption.
//!
//! Arranges boards and leaves the painting to [`crate::canvas`]. A single board can be zoomed, and edited in
//! draw mode: `hand` handles the input, `overlay` previews its effect. In play mode actions are chosen on the boards:
//! see `play`.

mod bump;
mod choice_menu;
mod hand;
mod overlay;
mod placeless;
mod places;
mod play;
mod press;
mod stage;
mod tiles;
mod tips;

use egui::{Align, Id, Layout, Rect, RichText, Role, Sense, TextStyle, Ui, WidgetInfo};
use timeloom::rules::GameResult;
use timeloom::scene::{Board, Tone};

use super::{PanelContext, beginning};
use crate::canvas::{self, Fit, Viewport};
use crate::command::{Command, DrawCommand};
use crate::pointing::Choices;
use crate::theme::Palette;
use crate::workspace::Mode;

pub(super) use overlay::piece;
use stage::{ShownBoard, Stage};

/// Minimum width of a name before it is truncated.
const NAME: f32 = 40.0;
/// In windows lower than this, the name of the level is shown in the status bar only.
const CAPTION: f32 = 360.0;

/// Shows the boards.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    if says_something(ui, context) {
        caption(ui, context, commands);
        description(ui, context);
    }
    let plays = context.workspace.mode() == Mode::Play;
    if plays {
        placeless::show(ui, context, &Choices::of(document), commands);
    }
    let place = ui.available_rect_before_wrap();
    let stage = Stage(boards(ui, context, place, commands));
    if plays {
        play::show(ui, context, &stage, place, commands);
    }
}

/// Shows the boards in an area.
fn boards<'a>(
    ui: &mut Ui,
    context: PanelContext<'a>,
    place: Rect,
    commands: &mut Vec<Command>,
) -> Vec<ShownBoard<'a>> {
    match context.document().scene().boards.as_slice() {
        [] => {
            ui.centered_and_justified(|ui| ui.weak("no board at this turn; see Tables on the right"));
            Vec::new()
        }
        [board] => vec![alone(ui, context, board, place, commands)],
        boards => {
            let rooms = (0..).zip(boards).zip(tiles::arrange(boards, place));
            rooms.map(|((number, board), room)| titled_board(ui, context, number, board, room)).collect()
        }
    }
}

/// Focus id of the board.
pub fn id() -> Id {
    Id::unique("the board")
}

/// Whether this is the focused one of the places at which an action can be chosen.
pub(crate) fn is_place(ctx: &egui::Context, id: Id) -> bool {
    places::is_focused(ctx, id)
}

/// Takes the keyboard focus away from the places at which an action can be chosen.
pub(crate) fn leave_places(ctx: &egui::Context) {
    places::leave(ctx);
}

/// Whether the board was panned with Space since the last call.
pub fn has_panned(ctx: &egui::Context) -> bool {
    hand::has_panned(ctx, id())
}

/// Shows the only board, which can be zoomed and edited.
fn alone<'a>(
    ui: &mut Ui,
    context: PanelContext<'a>,
    board: &'a Board,
    place: Rect,
    commands: &mut Vec<Command>,
) -> ShownBoard<'a> {
    let (stage, edit_state) = (Viewport::of(board, place), context.workspace.edit_state());
    let fit = stage.fit(edit_state.camera());
    let response = ui.interact(place, id(), Sense::click_and_drag());
    ui.advance_cursor_after_rect(place);
    paint(ui, context, 0, board, &fit, place);
    if context.workspace.mode() == Mode::Draw {
        overlay::paint(ui, context, &fit, place);
    }
    hand::speak(ui, context, board, &response);
    hand::listen(ui, context, &fit, stage, &response, commands);
    let hovered = response.hover_pos().and_then(|point| fit.cell_at(point));
    if let Some(cell) = hovered.filter(|_| overlay::wants_tooltips(context)) {
        canvas::point_out(ui, board, &fit, place, cell, response.clone());
    }
    ShownBoard { number: 0, board, fit, room: place, response }
}

/// Paints a board, with the piece that shakes beside its place.
fn paint(ui: &Ui, context: PanelContext<'_>, number: u32, board: &Board, fit: &Fit, room: Rect) {
    match bump::shaking(ui, context, number, board) {
        Some(shaking) => shaking.paint(ui, board, fit, room),
        None => canvas::paint(ui, board, fit, room, Some(context.document().revision())),
    }
}

/// Whether to show the caption: in low windows, only if it says more than the status bar.
fn says_something(ui: &Ui, context: PanelContext<'_>) -> bool {
    let document = context.document();
    let drawn_later =
        document.drawing_view().is_some() && document.scene().slices.is_some_and(|at| at.shown > 0);
    let low = ui.ctx().content_rect().height() < CAPTION;
    // The strip above says how a game for one player ended.
    let is_only_here = document.result().is_some() && context.answers.turn().is_none();
    !low || document.is_preview() || is_only_here || drawn_later
}

/// Shows the name of the level, the preview and the result.
fn caption(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let (document, palette) = (context.document(), Palette::of(ui));
    ui.horizontal(|ui| {
        // The name comes last and gets the remaining width, however long it is.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(result) = document.result() {
                ui.label(RichText::new(result.to_string()).color(palette.ink(ending(result))));
            }
            since(ui, context, commands);
            if document.is_preview() {
                let (turn, _) = super::turn_and_act(context.workspace.mode());
                let text = format!("preview of {turn} {}", document.here().turn);
                ui.label(RichText::new(text).color(palette.ink(Tone::Yellow)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| name(ui, context));
        });
    });
}

/// Shows the name of the level and the title of the scene.
fn name(ui: &mut Ui, context: PanelContext<'_>) {
    let (document, palette) = (context.document(), Palette::of(ui));
    let title = &document.scene().title;
    let rest = super::width_of(ui, title, TextStyle::Body) + ui.spacing().item_spacing.x;
    let level = RichText::new(document.level_name()).heading().color(palette.text);
    super::cut(ui, level, (ui.available_width() - rest).max(NAME));
    super::cut(ui, RichText::new(title).color(palette.weak), f32::INFINITY);
}

/// Shows the author's description on one line, with the full text on hover.
fn description(ui: &mut Ui, context: PanelContext<'_>) {
    let plays = context.workspace.mode() == Mode::Play;
    let high = ui.ctx().content_rect().height() >= CAPTION;
    if let Some(words) = context.document().about().description.as_ref().filter(|_| plays && high) {
        let text = RichText::new(beginning(words, ONE_LINE)).small().color(Palette::of(ui).weak);
        super::cut(ui, text, f32::INFINITY).on_hover_ui(|ui| _ = ui.label(hover_text(words)));
    }
}

/// Maximum number of bytes for a line: more fit into no window.
const ONE_LINE: usize = 1000;
/// Maximum number of bytes of a description in a tooltip: laying out a text takes time in every frame.
const ON_HOVER: usize = 4000;

/// Returns the part of a description that a tooltip shows.
fn hover_text(words: &str) -> String {
    let shown = beginning(words, ON_HOVER);
    match words.len() - shown.len() {
        0 => shown.to_owned(),
        more => format!("{shown}…\n\n({more} more bytes; the level file has all of it)"),
    }
}

/// Shows the first slice in which new things exist, if it is not the first slice; a click toggles it.
fn since(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let slices = context.document().scene().slices.filter(|slices| slices.shown > 0);
    let Some(slices) = slices.filter(|_| context.document().drawing_view().is_some()) else { return };
    let (text, tone) = match context.workspace.edit_state().is_from_here() {
        true => (format!("placing from t {} on", slices.shown), Tone::Yellow),
        false => ("placing from the start".to_owned(), Tone::Muted),
    };
    let text = RichText::new(text).color(Palette::of(ui).ink(tone));
    let command = Command::Draw(DrawCommand::FromHere);
    let hint =
        format!("from the start, or from t {} on\n{}", slices.shown, context.keys.hint(ui.ctx(), &command));
    if ui.add(egui::Button::new(text).small()).on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

fn ending(result: &GameResult) -> Tone {
    match result {
        GameResult::Won(_) => Tone::Good,
        GameResult::Lost(_) => Tone::Bad,
        GameResult::Draw(_) => Tone::Muted,
    }
}

fn titled_board<'a>(
    ui: &mut Ui,
    context: PanelContext<'a>,
    number: u32,
    board: &'a Board,
    room: Rect,
) -> ShownBoard<'a> {
    let (head, room) = tiles::with_title(board, room);
    let (fit, response) = (Fit::new(board, room), ui.allocate_rect(room, Sense::hover()));
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, canvas::description(board)));
    paint(ui, context, number, board, &fit, room);
    tiles::title(ui, board, head);
    ShownBoard { number, board, fit, room, response }
}
