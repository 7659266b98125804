//! The centre of the window: the boards of the scene, as large as they fit, under a one-line caption.
//!
//! Arranges boards and leaves the painting to [`crate::canvas`]. A single board can be zoomed, and edited in
//! draw mode: `hand` handles the input, `overlay` previews its effect.

mod hand;
mod overlay;
mod tiles;

use egui::{Align, Id, Layout, Rect, RichText, Sense, TextStyle, Ui};
use timeloom::rules::GameResult;
use timeloom::scene::{Board, Tone};

use super::{PanelContext, beginning};
use crate::canvas::{self, Viewport};
use crate::command::{Command, DrawCommand};
use crate::theme::Palette;
use crate::workspace::Mode;

pub(super) use overlay::piece;

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
    let boards = &document.scene().boards;
    let place = ui.available_rect_before_wrap();
    match boards.as_slice() {
        [] => {
            ui.centered_and_justified(|ui| ui.weak("no board at this turn; see Tables on the right"));
        }
        [board] => alone(ui, context, board, place, commands),
        boards => tiles::show(ui, boards, place, document.revision()),
    }
}

/// Focus id of the board.
pub fn id() -> Id {
    Id::unique("the board")
}

/// Whether the board was panned with Space since the last call.
pub fn has_panned(ctx: &egui::Context) -> bool {
    hand::has_panned(ctx, id())
}

/// Shows the only board, which can be zoomed and edited.
fn alone(ui: &mut Ui, context: PanelContext<'_>, board: &Board, place: Rect, commands: &mut Vec<Command>) {
    let (stage, edit_state) = (Viewport::of(board, place), context.workspace.edit_state());
    let fit = stage.fit(edit_state.camera());
    let response = ui.interact(place, id(), Sense::click_and_drag());
    ui.advance_cursor_after_rect(place);
    canvas::paint(ui, board, &fit, place, Some(context.document().revision()));
    if context.workspace.mode() == Mode::Draw {
        overlay::paint(ui, context, &fit, place);
    }
    hand::speak(ui, context, board, &response);
    hand::listen(ui, context, &fit, stage, &response, commands);
    let hovered = response.hover_pos().and_then(|point| fit.cell_at(point));
    if let Some(cell) = hovered.filter(|_| overlay::wants_tooltips(context)) {
        canvas::point_out(ui, board, &fit, place, cell, response);
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
