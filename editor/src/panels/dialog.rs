//! Asks for the path of a save: a line to type in, and the saves and folders that lie there.
//!
//! Reads folders, opens nothing itself: it pushes [`Command::Open`]. What is typed is its only state.

use std::path::{Path, PathBuf};

use egui::{Align2, Button, Key, ScrollArea, TextEdit, Ui, Window};

use crate::command::Command;
use crate::theme::Palette;

/// No folder is listed longer.
const MOST: usize = 500;

/// What has been typed, and what lies there.
#[derive(Debug, Default)]
pub struct Dialog {
    text: String,
    listed: Option<PathBuf>,
    found: Vec<PathBuf>,
    fresh: bool,
}

impl Dialog {
    /// A dialog that starts in a folder.
    pub fn at(folder: &Path) -> Self {
        let text = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        Self { text, fresh: true, ..Self::default() }
    }

    /// Shows the dialog.
    pub fn show(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        self.list();
        let mut open = true;
        let window = Window::new("Open a save").open(&mut open).collapsible(false).resizable(false);
        window.default_width(520.0).anchor(Align2::CENTER_CENTER, [0.0, -30.0]).show(ctx, |ui| {
            self.line(ui, commands);
            self.places(ui, commands);
            self.buttons(ui, commands);
        });
        if !open {
            commands.push(Command::Dismiss);
        }
    }

    fn line(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let edit =
            TextEdit::singleline(&mut self.text).desired_width(500.0).hint_text("the path of a .loom file");
        let response = ui.add(edit);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("path of the save"));
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.choose(PathBuf::from(self.text.trim()), commands);
        }
    }

    fn places(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui.visuals());
        let mut chosen = None;
        ui.spacing_mut().item_spacing.y = 2.0;
        ScrollArea::vertical().max_height(240.0).min_scrolled_height(240.0).auto_shrink(false).show(
            ui,
            |ui| {
                if self.found.is_empty() {
                    ui.weak("no saves here");
                }
                for path in &self.found {
                    let folder = path.is_dir();
                    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
                    let text = if folder { format!("{name}/") } else { name.into_owned() };
                    let colour = if folder { palette.weak } else { palette.text };
                    if ui.add(Button::new(egui::RichText::new(text).color(colour)).frame(false)).clicked() {
                        chosen = Some(path.clone());
                    }
                }
            },
        );
        if let Some(path) = chosen {
            self.choose(path, commands);
        }
    }

    fn buttons(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.add_space(8.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Open").clicked() {
                commands.push(Command::Open(PathBuf::from(self.text.trim())));
            }
            if ui.button("Cancel").clicked() {
                commands.push(Command::Dismiss);
            }
        });
    }

    /// Goes into a folder, or opens a file.
    fn choose(&mut self, path: PathBuf, commands: &mut Vec<Command>) {
        if path.is_dir() {
            *self = Self::at(&path);
        } else {
            commands.push(Command::Open(path));
        }
    }

    /// Looks into the folder that the text names, once.
    fn list(&mut self) {
        let typed = Path::new(self.text.trim());
        let ends_in_folder = self.text.trim().ends_with(std::path::MAIN_SEPARATOR);
        let folder = if ends_in_folder { typed } else { typed.parent().unwrap_or(typed) };
        if self.listed.as_deref() != Some(folder) {
            self.found = saves_in(folder);
            self.listed = Some(folder.to_owned());
        }
    }
}

/// The way up, the folders, then the saves, each in order; nothing hidden.
fn saves_in(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(Result::ok).take(MOST).map(|entry| entry.path());
    let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let is_save = |path: &Path| path.extension().is_some_and(|ending| ending == "loom");
    let mut found: Vec<PathBuf> =
        paths.filter(|path| !hidden(path) && (is_save(path) || path.is_dir())).collect();
    found.sort_by_key(|path| (!path.is_dir(), path.clone()));
    found
}
