//! The timeline below the board: a track for the turns of the current branch, one for slices of time if there
//! are any, and buttons that step along them. In draw mode, the turns are edits.
//!
//! Reads the document and pushes seeks. Shows the effect of acting at the current turn, and the keys for
//! playing. Knows no rules.

mod hints;
mod labels;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Id, Layout, PopupCloseBehavior, RichText, TextStyle, Ui, vec2};
use timeloom::scene::{Layers, Slices, Tone};

use super::PanelContext;
use super::track::{self, Rail, Track};
use crate::answers::describe;
use crate::command::{Command, GoCommand, ViewCommand};
use crate::document::{Document, NO_UNDO};
use crate::theme::Palette;
use crate::workspace::Mode;

/// Width of the buttons on the left, so that both tracks start at the same x.
const BUTTONS: f32 = 176.0;
/// In windows lower than this, the tracks have no text, signs or numbers, to leave space for the board.
const LOW: f32 = 440.0;

/// Shows the timeline.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let low = is_low(ui.ctx());
    if !low {
        banner(ui, context, commands);
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.horizontal(|ui| {
        transport(ui, context, commands);
        ui.vertical(|ui| turns(ui, context, low, commands));
    });
    if let Some(slices) = context.document().scene().slices {
        ui.horizontal(|ui| {
            steps(ui, context, slices, commands);
            ui.vertical(|ui| times(ui, slices, low, commands));
        });
    }
    if context.workspace.mode() == Mode::Play && !low {
        hints::show(ui, context);
    }
}

/// Whether the window is too low for more than the bare tracks.
pub fn is_low(ctx: &egui::Context) -> bool {
    ctx.content_rect().height() < LOW
}

/// Whether a track has the focus; tracks do not use Space themselves.
pub fn has_focus(ctx: &egui::Context) -> bool {
    let tracks = [turn_key(), slice_key()].map(|key| ctx.data(|data| data.get_temp::<Id>(key)));
    ctx.memory(|memory| memory.focused()).is_some_and(|id| tracks.contains(&Some(id)))
}

fn turn_key() -> Id {
    Id::unique("turn slider")
}

fn slice_key() -> Id {
    Id::unique("slice slider")
}

/// Shows the banner; always present, so that nothing moves when its text changes.
fn banner(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.set_min_height(22.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            overlays(ui, context, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let ways = ways_out(context);
                position_label(ui, context, ways.iter().map(|(name, _)| button_width(ui, name)).sum());
                ways.into_iter().for_each(|(name, go)| way_out(ui, context, &name, go, commands));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| legend(ui, context.document()));
            });
        });
    });
}

/// Shows the text of the banner, leaving this much space for the buttons.
fn position_label(ui: &mut Ui, context: PanelContext<'_>, rest: f32) {
    let palette = Palette::of(ui);
    let (text, tone) = standing(ui, context);
    if tone != Tone::Muted {
        let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), egui::Sense::hover());
        ui.painter().circle_filled(dot.center(), 4.0, palette.ink(tone));
    }
    let most = ui.available_width() - rest;
    super::cut(ui, RichText::new(text).color(palette.ink(tone)), most);
}

/// Width of a button with this text, including the gap before it.
fn button_width(ui: &Ui, words: &str) -> f32 {
    let spacing = ui.spacing();
    super::width_of(ui, words, TextStyle::Button) + 2.0 * spacing.button_padding.x + spacing.item_spacing.x
}

/// Describes the current turn, and the effect of acting here.
fn standing(ui: &Ui, context: PanelContext<'_>) -> (String, Tone) {
    let document = context.document();
    let ((turn, acting), last) = (super::turn_and_act(context.workspace.mode()), document.last_turn());
    let here = document.here().turn;
    if document.is_preview() {
        let back = context.keys.in_sentence(ui.ctx(), &Command::Go(GoCommand::Return));
        return (format!("preview of {turn} {here} - click to go there, {back} to come back"), Tone::Yellow);
    }
    if last == 0 {
        return ("nothing has happened yet".to_owned(), Tone::Muted);
    }
    if document.at_tip() {
        return (format!("{turn} {here} of {last}, the last one of this branch"), Tone::Muted);
    }
    let text = format!("viewing {turn} {here} of {last}");
    match (document.game().sealed(), document.result()) {
        (None, _) if !document.allows_undo() => (format!("{text} - {NO_UNDO}"), Tone::Accent),
        (None, None) => (format!("{text} - {acting} here starts a branch"), Tone::Accent),
        _ => (text, Tone::Accent),
    }
}

/// Commands back to the tip, and back to the previous position.
fn ways_out(context: PanelContext<'_>) -> Vec<(String, GoCommand)> {
    let document = context.document();
    if document.at_tip() || document.is_preview() {
        return Vec::new();
    }
    let tip = document.game().line().last().copied();
    let back = document.origin().filter(|&origin| Some(origin) != tip).map(|origin| {
        let turn = document.game().node(origin).turn;
        (format!("Back to {} {turn}", super::turn_and_act(context.workspace.mode()).0), GoCommand::Return)
    });
    [("To the end".to_owned(), GoCommand::Last)].into_iter().chain(back).collect()
}

fn way_out(ui: &mut Ui, context: PanelContext<'_>, name: &str, go: GoCommand, commands: &mut Vec<Command>) {
    let command = Command::Go(go);
    let hint = context.keys.hint(ui.ctx(), &command);
    if ui.add(Button::new(name).small()).on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

/// Menu of the layers over the board.
fn overlays(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let list = document.game().layers();
    if list.is_empty() {
        return;
    }
    let wanted = document.view().layers.unwrap_or_else(|| Layers::on_by_default(list));
    let stay = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::from_button(Button::new("Overlays").small()).config(stay).ui(ui, |ui| {
        for (place, layer) in list.iter().enumerate() {
            let mut on = wanted.has(place);
            let command = Command::View(ViewCommand::Layer(place));
            let hint = format!("{}\n{}", layer.hint, context.keys.hint(ui.ctx(), &command));
            if ui.checkbox(&mut on, layer.name).on_hover_text(hint).changed() {
                commands.push(command);
            }
        }
        ui.separator();
        if ui.button(context.keys.hint(ui.ctx(), &Command::View(ViewCommand::Layers))).clicked() {
            commands.push(Command::View(ViewCommand::Layers));
        }
    });
}

/// Legend of the signs along the track, if there is space.
fn legend(ui: &mut Ui, document: &Document) {
    let palette = Palette::of(ui);
    let log = document.log();
    let mut named: Vec<&str> = Vec::new();
    for (_, sign) in log.signs().iter().take(400) {
        if !named.contains(&sign.word) && ui.available_width() > 120.0 {
            named.push(sign.word);
            ui.label(RichText::new(sign.word).small().color(palette.weak));
            ui.label(RichText::new(sign.glyph).small().monospace().color(palette.ink(sign.tone)));
        }
    }
    if !log.forks().is_empty() && ui.available_width() > 120.0 {
        explain(ui, "branch point", |at| track::lozenge(at, 4.0, palette));
    }
    if !log.bookmarks().is_empty() && ui.available_width() > 90.0 {
        explain(ui, "bookmark", |at| track::flag(at, palette));
    }
}

fn explain(ui: &mut Ui, words: &str, sign: impl FnOnce(egui::Pos2) -> egui::Shape) {
    ui.label(RichText::new(words).small().color(Palette::of(ui).weak));
    let (room, _) = ui.allocate_exact_size(vec2(9.0, 9.0), egui::Sense::hover());
    ui.painter().add(sign(room.center()));
}

fn transport(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let (start, tip) = (document.cursor().turn == 0, document.at_tip());
    let play = if context.running { "⏸" } else { "▶" };
    let buttons = [
        ("⏮", GoCommand::First, !start),
        ("⏪", GoCommand::Back, !start),
        (play, GoCommand::PlayPause, document.last_turn() > 0),
        ("⏩", GoCommand::Forward, !tip),
        ("⏭", GoCommand::Last, !tip),
    ];
    left(ui, |ui| {
        for (sign, go, enabled) in buttons {
            step_button(ui, context, sign, go, enabled, commands);
        }
    });
}

/// Buttons for one slice back, one forward, and the player's slice.
fn steps(ui: &mut Ui, context: PanelContext<'_>, slices: Slices, commands: &mut Vec<Command>) {
    let follows = context.document().view().t.is_none();
    left(ui, |ui| {
        step_button(ui, context, "t-1", GoCommand::Slices(-1), slices.shown > 0, commands);
        step_button(ui, context, "t+1", GoCommand::Slices(1), slices.shown < slices.last, commands);
        let words = if follows { "with the player" } else { "to the player" };
        step_button(ui, context, words, GoCommand::Now, !follows, commands);
    });
}

/// Space for buttons to the left of a track.
fn left(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let size = vec2(BUTTONS, 28.0);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(BUTTONS);
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 5.0;
        show(ui);
    });
}

fn step_button(
    ui: &mut Ui,
    context: PanelContext<'_>,
    sign: &str,
    go: GoCommand,
    enabled: bool,
    commands: &mut Vec<Command>,
) {
    let command = Command::Go(go);
    let words = context.keys.hint(ui.ctx(), &command);
    let button = ui.add_enabled(enabled, Button::new(sign).min_size(vec2(30.0, 26.0)));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, &words));
    if button.on_hover_text(&words).clicked() {
        commands.push(command);
    }
}

fn turns(ui: &mut Ui, context: PanelContext<'_>, low: bool, commands: &mut Vec<Command>) {
    let (document, palette) = (context.document(), Palette::of(ui));
    let (label, _) = super::turn_and_act(context.workspace.mode());
    let (value, last) = (document.here().turn.min(document.last_turn()), document.last_turn());
    let track = Track { label, value, last, colour: palette.accent, signs: true, bare: low };
    let (response, rail, chosen) = track.show(ui);
    track::note(ui, turn_key(), &response);
    if !low {
        along(ui, context, &rail);
    }
    if let Some(turn) = chosen {
        commands.push(Command::Go(GoCommand::Turn(turn)));
    }
    tell(response, context, &rail, label);
}

/// Paints signs, labels and branch points along the track of turns.
fn along(ui: &Ui, context: PanelContext<'_>, rail: &Rail) {
    let document = context.document();
    let log = document.log();
    let stamp = document.game().line().last().map_or(0, |tip| u64::from(tip.0));
    track::signs(ui, rail, log.signs(), stamp << 1 | u64::from(context.workspace.mode() == Mode::Draw));
    track::lozenges(ui, rail, log.forks());
    track::flags(ui, rail, log.bookmarks());
    if let Some(turn) = context.answers.lost_after() {
        track::no_return(ui, rail, turn);
    }
    labels::show(ui, rail, log);
}

/// Shows a tooltip for the turn under the mouse.
fn tell(response: egui::Response, context: PanelContext<'_>, rail: &Rail, label: &str) {
    let document = context.document();
    let Some(at) = response.hover_pos().filter(|_| !response.dragged()) else { return };
    let turn = rail.number_at(at.x).min(document.last_turn());
    let row = &document.log().rows()[document.log().row_of(turn)];
    response.on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(320.0);
        ui.weak(format!("{label} {turn}"));
        ui.label(format!("{} {}", row.action, row.text).trim());
        row.notes.name.iter().chain(&row.notes.bookmark).for_each(|words| _ = ui.strong(words));
        if context.answers.lost_after().is_some_and(|last| last + 1 == turn) {
            let words = RichText::new("the game cannot be won from here on");
            ui.label(words.color(Palette::of(ui).ink(Tone::Bad)));
            context.answers.line().and_then(describe::missed).iter().for_each(|missed| _ = ui.weak(missed));
        }
    });
}

/// The track of slices, with the shown one and the player's.
fn times(ui: &mut Ui, slices: Slices, low: bool, commands: &mut Vec<Command>) {
    let colour = Palette::of(ui).ink(Tone::Blue);
    let (value, last) = (slices.shown, slices.last);
    let track = Track { label: "slice", value, last, colour, signs: false, bare: low };
    let (response, rail, chosen) = track.show(ui);
    track::note(ui, slice_key(), &response);
    ui.painter().add(track::pointer(rail.under(rail.x_of(slices.now)), colour));
    if let Some(t) = chosen {
        commands.push(Command::Go(GoCommand::Slice(t)));
    }
    response
        .on_hover_text(format!("slice {} of {}; the player is at {}", slices.shown, slices.last, slices.now));
}
