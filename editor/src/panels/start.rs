//! The start page, shown while nothing is open: recent files, samples, and ways to begin.
//!
//! Pushes commands like every panel. Knows no games: samples describe themselves.

mod sign;
mod thumbnail;

use std::path::{Path, PathBuf};

use egui::{Align, Button, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use crate::command::{self, AppCommand, Command, FileCommand};
use crate::keys::Keys;
use crate::samples;
use crate::settings::Settings;
use crate::theme::{self, Palette};

/// Minimum width of the card of a sample, and its height.
const CARD: egui::Vec2 = vec2(150.0, 148.0);

/// Gap between cards.
const GAP: f32 = 12.0;

/// Below this width, everything is in one column.
const TWO_COLUMNS: f32 = 600.0;

/// Input of the page.
#[derive(Clone, Copy)]
pub struct StartContext<'a> {
    /// The current key bindings.
    pub keys: &'a Keys,
    /// The settings, with the recent files.
    pub settings: &'a Settings,
    /// The drawings without a file.
    pub untitled: &'a [PathBuf],
}

/// Shows the page.
pub fn show(ui: &mut Ui, lobby: StartContext<'_>, commands: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let room = ui.available_width().min(1120.0);
        let margin = ((ui.available_width() - room) / 2.0).max(0.0);
        ui.horizontal_top(|ui| {
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.set_width(room);
                ui.add_space(14.0);
                sign::show(ui);
                ui.add_space(18.0);
                if room < TWO_COLUMNS {
                    begin(ui, lobby, commands);
                    files(ui, lobby, commands);
                    try_one(ui, commands);
                } else {
                    side_by_side(ui, lobby, commands);
                }
            });
        });
    });
}

fn side_by_side(ui: &mut Ui, lobby: StartContext<'_>, commands: &mut Vec<Command>) {
    let room = ui.available_width();
    let side = (room * 0.32).clamp(210.0, 300.0);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(side);
            begin(ui, lobby, commands);
            files(ui, lobby, commands);
        });
        ui.add_space(20.0);
        ui.vertical(|ui| {
            ui.set_width(room - side - 50.0);
            try_one(ui, commands);
        });
    });
}

/// Shows the ways to begin, each with its keys.
fn begin(ui: &mut Ui, lobby: StartContext<'_>, commands: &mut Vec<Command>) {
    let ways = [
        ("➕", "New level…", "New level", Command::File(FileCommand::AskNew)),
        ("🗁", "Open a file…", "Open a file", Command::File(FileCommand::AskOpen)),
        ("🎓", "Tour in 60 seconds", "Tour in 60 seconds", Command::App(AppCommand::Tour)),
    ];
    for (number, (sign, words, label, command)) in ways.into_iter().enumerate() {
        let keys = command::entry(&command).and_then(|entry| lobby.keys.text(ui.ctx(), entry));
        if way(ui, number == 0, &format!("{sign}  {words}"), label, keys).clicked() {
            commands.push(command);
        }
    }
    ui.add_space(4.0);
    ui.weak("or drag a level or a .loom file into this window");
}

fn way(ui: &mut Ui, main: bool, words: &str, label: &str, keys: Option<String>) -> egui::Response {
    let palette = Palette::of(ui);
    let (fill, ink) = if main {
        (palette.accent, Palette::on(palette.accent))
    } else {
        (theme::mix(palette.ground, palette.raised, 0.9), palette.text)
    };
    let mut button = Button::new(RichText::new(words).size(15.0).color(ink)).fill(fill);
    if let Some(keys) = keys {
        button = button.shortcut_text(RichText::new(keys).font(theme::mono(12.0)).color(ink));
    }
    let width = ui.available_width().min(300.0);
    let response = ui.add(button.min_size(vec2(width, 38.0)));
    super::named(&response, label);
    response
}

fn files(ui: &mut Ui, lobby: StartContext<'_>, commands: &mut Vec<Command>) {
    title(ui, "Recent files");
    if lobby.settings.recent.is_empty() {
        ui.weak("What you open will be listed here.");
    }
    for recent in &lobby.settings.recent {
        file(ui, &recent.path, "recent file", commands);
    }
    if !lobby.untitled.is_empty() {
        title(ui, "Drawings without a file");
        lobby.untitled.iter().for_each(|path| file(ui, path, "drawing", commands));
    }
}

/// Shows the name of a file and its folder.
fn file(ui: &mut Ui, path: &Path, what: &str, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    let width = ui.available_width().min(300.0);
    let (room, response) = ui.allocate_exact_size(vec2(width, 40.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{what} {name}")));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(room, 6, palette.raised);
    }
    let inside = room.shrink2(vec2(10.0, 3.0));
    let line = |text: &str, size, colour| {
        theme::one_line(ui, text, egui::FontId::proportional(size), colour, inside.width())
    };
    ui.painter().galley(inside.min, line(&name, 14.5, palette.text), palette.text);
    ui.painter().galley(inside.min + vec2(0.0, 18.0), line(&folder, 11.5, palette.weak), palette.weak);
    if response.on_hover_text(path.display().to_string()).clicked() {
        commands.push(Command::File(FileCommand::Open(path.to_owned())));
    }
}

fn title(ui: &mut Ui, words: &str) {
    let palette = Palette::of(ui);
    ui.add_space(18.0);
    ui.label(RichText::new(words).size(16.0).color(palette.text));
    ui.add_space(2.0);
}

/// Shows the samples as cards.
fn try_one(ui: &mut Ui, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    ui.label(RichText::new("Samples").size(16.0).color(palette.text));
    ui.weak("Each opens as a copy of your own: change whatever you like.");
    ui.add_space(8.0);
    let columns = ((ui.available_width() + GAP) / (CARD.x + GAP)).floor().max(1.0);
    let size = vec2(((ui.available_width() + GAP) / columns - GAP).floor(), CARD.y);
    ui.with_layout(Layout::left_to_right(Align::Min).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for preview in samples::previews() {
            if card(ui, preview, size).clicked() {
                commands.push(Command::File(FileCommand::Sample(preview.file)));
            }
        }
    });
}

fn card(ui: &mut Ui, preview: &samples::Preview, size: egui::Vec2) -> egui::Response {
    let palette = Palette::of(ui);
    let (room, response) = ui.allocate_exact_size(size, Sense::click());
    let label = format!("sample {}, {}", preview.title, preview.kind);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    if !ui.is_rect_visible(room) {
        return response;
    }
    let lit = response.hovered() || response.has_focus();
    let edge = if lit { palette.accent } else { palette.line };
    ui.painter().rect(room, 8, palette.panel, egui::Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    let (picture, words) = room.shrink(9.0).split_top_bottom_at_fraction(0.68);
    if let Some(board) = &preview.board {
        thumbnail::paint(ui, board, picture.shrink2(vec2(0.0, 3.0)));
    }
    let line = |text: &str, size, colour| {
        theme::one_line(ui, text, egui::FontId::proportional(size), colour, words.width())
    };
    ui.painter().galley(words.min + vec2(0.0, 3.0), line(&preview.title, 14.0, palette.text), palette.text);
    ui.painter().galley(words.min + vec2(0.0, 22.0), line(&preview.kind, 11.5, palette.weak), palette.weak);
    response
}
