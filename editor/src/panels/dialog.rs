//! Asks for the path of a save: a line to type in, and the saves and folders that lie there.
//!
//! Reads folders, opens nothing itself: it pushes [`File::Open`]. What is typed is its only state.

use std::path::{Path, PathBuf};

use egui::{Align2, Button, Key, ScrollArea, TextEdit, Ui, Window};

use crate::command::{Command, File, Own};
use crate::theme::Palette;

/// No folder is listed longer.
const MOST: usize = 500;

/// What has been typed, and what lies there.
#[derive(Debug, Default)]
pub struct Dialog {
    text: String,
    listed: Option<PathBuf>,
    /// Each with whether it is a folder.
    found: Vec<(PathBuf, bool)>,
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
            commands.push(Command::Own(Own::Dismiss));
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
            self.fresh = true;
            self.choose(PathBuf::from(self.text.trim()), commands);
        }
    }

    fn places(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.spacing_mut().item_spacing.y = 2.0;
        let area = ScrollArea::vertical().max_height(240.0).min_scrolled_height(240.0).auto_shrink(false);
        if let Some(path) = area.show(ui, |ui| self.listing(ui)).inner {
            self.choose(path, commands);
        }
    }

    /// Lists what lies here; returns what was clicked.
    fn listing(&self, ui: &mut Ui) -> Option<PathBuf> {
        let palette = Palette::of(ui.visuals());
        let up = self.listed.as_deref().and_then(Path::parent).filter(|up| !up.as_os_str().is_empty());
        let mut chosen = up.filter(|_| entry(ui, "../", palette.weak)).map(Path::to_owned);
        if self.found.is_empty() {
            ui.weak("no saves here");
        }
        for (path, folder) in &self.found {
            let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            let text = if *folder { format!("{name}/") } else { name.into_owned() };
            if entry(ui, &text, if *folder { palette.weak } else { palette.text }) {
                chosen = Some(path.clone());
            }
        }
        chosen
    }

    fn buttons(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.add_space(8.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Open").clicked() {
                commands.push(Command::File(File::Open(PathBuf::from(self.text.trim()))));
            }
            if ui.button("Cancel").clicked() {
                commands.push(Command::Own(Own::Dismiss));
            }
        });
    }

    /// Goes into a folder, or opens a file.
    fn choose(&mut self, path: PathBuf, commands: &mut Vec<Command>) {
        if path.is_dir() {
            *self = Self::at(&path);
        } else {
            commands.push(Command::File(File::Open(path)));
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

fn entry(ui: &mut Ui, text: &str, colour: egui::Color32) -> bool {
    ui.add(Button::new(egui::RichText::new(text).color(colour)).frame(false)).clicked()
}

/// The folders, then the saves, each in order; nothing hidden.
fn saves_in(folder: &Path) -> Vec<(PathBuf, bool)> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(Result::ok).take(MOST).map(|entry| entry.path());
    let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let is_save = |path: &Path| path.extension().is_some_and(|ending| ending == "loom");
    let mut found: Vec<(PathBuf, bool)> = paths
        .map(|path| {
            let folder = path.is_dir();
            (path, folder)
        })
        .collect();
    found.retain(|(path, folder)| !hidden(path) && (*folder || is_save(path)));
    found.sort_by_key(|(path, folder)| (!folder, path.clone()));
    found
}
