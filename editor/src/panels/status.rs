//! The status bar: the file, the game, the turn, the problems, and whether everything is saved.
//!
//! Reads its context; pushes only the command that shows the problems.

use egui::{Label, RichText, Sense, Ui};
use timeloom::scene::{Cell, Tone};

use super::PanelContext;
use crate::command::{Command, ViewCommand};
use crate::document::Document;
use crate::settings::Tab;
use crate::theme::Palette;
use crate::workspace::Mode;

/// Shows the status bar.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        // The most important parts are on the right; the rest is truncated first.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            saved(ui, context);
            divide(ui);
            problems(ui, context, commands);
            place(ui, context);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_clip_rect(ui.max_rect());
                what(ui, context);
            });
        });
    });
}

/// The file, the cell under the mouse, and the game. The file name leaves space for the others.
fn what(ui: &mut Ui, context: PanelContext<'_>) {
    let about = context.document().about();
    file(ui, context, ui.available_width() / 3.0);
    let edit_state = context.workspace.edit_state();
    if let Some(cell) =
        if context.workspace.mode() == Mode::Draw { edit_state.here() } else { edit_state.hover() }
    {
        divide(ui);
        let there = under(context.document(), cell);
        word(ui, &there, Tone::Plain, "the cell under the mouse or the keyboard cursor, and its contents");
    }
    divide(ui);
    let seed = about.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let origin = format!("version {} of the rules{seed}", about.version);
    word(ui, &about.ruleset, Tone::Muted, &origin);
    divide(ui);
    word(ui, &context.document().level_name(), Tone::Muted, "the level");
}

/// The file, with limited width.
fn file(ui: &mut Ui, context: PanelContext<'_>, most: f32) {
    let (name, hint) = match (context.workspace.file(), &context.workspace.level_file().level) {
        (Some(path), _) => (context.workspace.title(), path.display().to_string()),
        (None, Some(path)) => {
            ("no file yet".to_owned(), format!("the log is kept beside {}", path.display()))
        }
        (None, None) => ("not in a file".to_owned(), "changes are not saved".to_owned()),
    };
    super::cut(ui, small(ui, &name, Tone::Plain), most).on_hover_text(hint);
}

/// A cell and its contents.
fn under(document: &Document, cell: Cell) -> String {
    let pieces = document.scene().boards.first().map(|board| board.pieces.as_slice()).unwrap_or_default();
    let here = pieces.iter().filter(|piece| piece.at == cell).map(|piece| &*piece.label);
    let here: Vec<&str> = here.take(4).collect();
    let what = if here.is_empty() { "nothing here".to_owned() } else { here.join(", ") };
    format!("x {}, y {}: {what}", cell.x, cell.y)
}

/// The current turn or edit, and the slice of time.
fn place(ui: &mut Ui, context: PanelContext<'_>) {
    let (document, (turn, _)) = (context.document(), super::turn_and_act(context.workspace.mode()));
    let turn = format!("{turn} {} of {}", document.here().turn, document.last_turn());
    let node = format!("on this branch; node {} in the log of all branches", document.here().id);
    word(ui, &turn, Tone::Muted, &node);
    if let Some(slices) = document.scene().slices {
        divide(ui);
        word(ui, &format!("t {}", slices.shown), Tone::Muted, "the shown slice of time");
    }
}

/// Number of problems of the drawing; a click shows them.
fn problems(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(count) = super::problems::total(context) else { return };
    let (text, tone) = match count {
        (0, 0) => ("no problems".to_owned(), Tone::Good),
        (errors, warnings) => {
            (super::problems::counts(errors, warnings), if errors == 0 { Tone::Yellow } else { Tone::Bad })
        }
    };
    let text = small(ui, &text, tone);
    let link = ui.add(egui::Link::new(text)).on_hover_text("Show the problems of this level");
    if link.clicked() {
        commands.push(Command::View(ViewCommand::Tab(Tab::Problems)));
    }
    divide(ui);
}

/// Shows whether the level is saved to its file.
fn saved(ui: &mut Ui, context: PanelContext<'_>) {
    let is_safe =
        context.document().game().sealed().is_none() && context.document().game().complaint().is_none();
    match context.workspace.is_unsaved() && is_safe {
        _ if context.workspace.unwritten().is_some() => {
            let hint = context.workspace.unwritten().unwrap_or_default();
            word(ui, "not on disk", Tone::Bad, hint);
        }
        _ if is_safe && is_nowhere(context) => {
            word(ui, "in memory only", Tone::Yellow, "this has no file; it is lost when the window closes");
        }
        true if context.workspace.level_file().text.is_some() => {
            word(ui, "not saved", Tone::Yellow, "the log has every edit; save to update the level file");
        }
        true => word(
            ui,
            "logged, no level file yet",
            Tone::Yellow,
            "the log has every edit; save to create a level file",
        ),
        false => logged(ui, context.document()),
    }
}

/// Whether nothing is recorded in any file.
fn is_nowhere(context: PanelContext<'_>) -> bool {
    context.workspace.file().is_none() && context.workspace.level_file().level.is_none()
}

/// Shows whether everything is on disk, or the reason why the log is read-only.
fn logged(ui: &mut Ui, document: &Document) {
    let game = document.game();
    // A log that is created with the first change has nothing to wait for.
    let durable = if game.is_detached() { game.node_count() } else { game.durable_count() };
    let waiting = game.node_count() - durable.min(game.node_count());
    match (game.complaint(), document.read_only()) {
        (Some(complaint), Some(_)) => word(ui, "damaged, read only", Tone::Bad, &complaint),
        (Some(complaint), None) => word(ui, "last write unfinished", Tone::Yellow, &complaint),
        (None, Some(reason)) => word(ui, "read only", Tone::Yellow, reason),
        (None, None) if waiting > 0 => {
            word(ui, &format!("{waiting} turns not on disk yet"), Tone::Yellow, "they will be written soon");
        }
        (None, None) => word(ui, "saved", Tone::Good, "every turn is on disk"),
    }
}

fn word(ui: &mut Ui, text: &str, tone: Tone, hint: &str) {
    let text = small(ui, text, tone);
    ui.add(Label::new(text).sense(Sense::hover()).truncate()).on_hover_text(hint);
}

fn small(ui: &Ui, text: &str, tone: Tone) -> RichText {
    RichText::new(text).small().color(Palette::of(ui).ink(tone))
}

fn divide(ui: &mut Ui) {
    let palette = Palette::of(ui);
    ui.label(RichText::new("·").small().color(palette.weak));
}
