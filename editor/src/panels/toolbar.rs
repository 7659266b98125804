//! The toolbar below the menus: the main commands as buttons, and the current mode.
//!
//! Reads its context, pushes commands of the table; names and keys come from there.

use egui::{Align, Button, Layout, RichText, Ui};

use super::PanelContext;
use crate::command::{self, AppCommand, Command, FileCommand, GoCommand, ViewCommand};
use crate::document::NO_UNDO;
use crate::settings::Centre;
use crate::theme::Palette;
use crate::workspace::Mode;

/// Below this width, buttons show only their icons.
const WORDS: f32 = 1000.0;

/// Shows the toolbar.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let words = ui.available_width() >= WORDS;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        mode(ui, context, commands);
        gap(ui);
        for (sign, name, command) in files(context) {
            tool(ui, context, (sign, if words { name } else { "" }), command, commands);
        }
        gap(ui);
        tool(ui, context, ("⟲", if words { "Undo" } else { "" }), Command::Go(GoCommand::Undo), commands);
        tool(ui, context, ("⟳", if words { "Redo" } else { "" }), Command::Go(GoCommand::Redo), commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            tool(
                ui,
                context,
                ("🔍", if words { "Commands" } else { "" }),
                Command::App(AppCommand::Finder),
                commands,
            );
            gap(ui);
            views(ui, context, commands);
        });
    });
}

fn files(context: PanelContext<'_>) -> Vec<(&'static str, &'static str, Command)> {
    let mut files = vec![
        ("➕", "New", Command::File(FileCommand::AskNew)),
        ("🗁", "Open", Command::File(FileCommand::AskOpen)),
    ];
    if context.workspace.drawing().is_some() {
        files.push(("💾", "Save", Command::File(FileCommand::Save)));
    }
    files
}

/// Both modes side by side, the current one highlighted.
fn mode(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let hint = context.keys.hint(ui.ctx(), &Command::App(AppCommand::Mode));
    for (mode, sign, name) in [(Mode::Draw, "✏", "Draw"), (Mode::Play, "▶", "Play")] {
        let here = context.workspace.mode() == mode;
        let response = choice(ui, here, &format!("{sign} {name}"), name).on_hover_text(&hint);
        if response.clicked() && !here {
            commands.push(Command::App(AppCommand::Mode));
        }
    }
}

fn views(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    for (centre, name) in [(Centre::Both, "Both"), (Centre::Cube, "Cube"), (Centre::Board, "Board")] {
        let command = Command::View(ViewCommand::Centre(centre));
        let hint = context.keys.hint(ui.ctx(), &command);
        let label = format!("show {}", name.to_lowercase());
        if choice(ui, context.settings.layout.centre == centre, name, &label).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    }
}

fn choice(ui: &mut Ui, chosen: bool, text: &str, label: &str) -> egui::Response {
    let palette = Palette::of(ui);
    let ink = if chosen { palette.text } else { palette.weak };
    let button =
        Button::new(RichText::new(text).color(ink)).selected(chosen).min_size(egui::vec2(58.0, 26.0));
    let response = ui.add(button);
    super::named(&response, label);
    response
}

fn tool(
    ui: &mut Ui,
    context: PanelContext<'_>,
    (sign, name): (&str, &str),
    command: Command,
    commands: &mut Vec<Command>,
) {
    let text = if name.is_empty() { sign.to_owned() } else { format!("{sign} {name}") };
    let forbidden = command == Command::Go(GoCommand::Undo) && !context.document().allows_undo();
    let possible =
        command::entry(&command).is_none_or(|entry| entry.when.holds(Some(context.workspace.mode())));
    let button = Button::new(text).frame_when_inactive(false).min_size(egui::vec2(30.0, 26.0));
    let response = ui.add_enabled(possible && !forbidden, button);
    let hint = context.keys.hint(ui.ctx(), &command);
    super::named(&response, &format!("tool {hint}"));
    let response = if forbidden { response.on_disabled_hover_text(NO_UNDO) } else { response };
    if response.on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

fn gap(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.separator();
    ui.add_space(6.0);
}
