//! Dialog for the path of a file: a text field, and the files and folders of the current folder.
//!
//! Reads folders, but opens no file. Its text is its only state.

use std::path::{Path, PathBuf};

use egui::{Button, Context, Key, ScrollArea, TextEdit, Ui};
use timeloom::catalog::SAVE_EXTENSION;
use timeloom::level_file::EXTENSIONS;

use super::card;
use crate::command::{AppCommand, Command};
use crate::sidecar_paths;
use crate::theme::Palette;

/// Maximum number of files listed; others can be typed.
const MOST: usize = 500;

/// The typed path, and the contents of its folder.
#[derive(Debug, Default)]
pub struct Picker {
    text: String,
    listed: Option<PathBuf>,
    /// Each with whether it is a folder.
    found: Vec<(PathBuf, bool)>,
    fresh: bool,
}

impl Picker {
    /// Creates a picker that starts in a folder.
    pub fn at(folder: &Path) -> Self {
        let text = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        Self { text, fresh: true, ..Self::default() }
    }

    /// Creates a picker that starts with the path of a file.
    pub fn named(path: &Path) -> Self {
        Self { text: path.display().to_string(), fresh: true, ..Self::default() }
    }

    /// Shows the dialog; returns the chosen path.
    pub(super) fn show(&mut self, ctx: &Context, verb: &str, commands: &mut Vec<Command>) -> Option<PathBuf> {
        self.list();
        card::show(ctx, verb, 580.0, commands, |ui, commands| {
            let typed = self.line(ui);
            let clicked = self.places(ui);
            let done = self.buttons(ui, verb, commands);
            let chosen = typed.or(clicked).or(done)?;
            if chosen.is_dir() {
                *self = Self::at(&chosen);
                return None;
            }
            Some(chosen)
        })
    }

    /// Shows the text field; returns its path when Enter is pressed.
    fn line(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let edit = TextEdit::singleline(&mut self.text)
            .desired_width(f32::INFINITY)
            .margin(egui::vec2(8.0, 6.0))
            .hint_text("the path of a level (.toml, .json) or a log (.loom)");
        let output = edit.show(ui);
        let response = output.response.response;
        super::super::named(&response, "path of the file");
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
            cursor_to_end(ui, response.id, self.text.chars().count());
        }
        let done = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        self.fresh |= done;
        done.then(|| self.typed())
    }

    fn typed(&self) -> PathBuf {
        PathBuf::from(self.text.trim())
    }

    fn places(&self, ui: &mut Ui) -> Option<PathBuf> {
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        let height = card::room_for_list(ui.ctx(), 230.0, 260.0);
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        area.show(ui, |ui| self.listing(ui)).inner
    }

    /// Lists the folder; returns the clicked entry.
    fn listing(&self, ui: &mut Ui) -> Option<PathBuf> {
        let palette = Palette::of(ui);
        let up = self.listed.as_deref().and_then(Path::parent).filter(|up| !up.as_os_str().is_empty());
        let mut chosen = up.filter(|_| entry(ui, "../", palette.weak)).map(Path::to_owned);
        if self.found.is_empty() {
            ui.weak("no levels and no logs here");
        }
        for (path, folder) in self.found.iter().take(MOST) {
            let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            let text = if *folder { format!("{name}/") } else { name.into_owned() };
            if entry(ui, &text, if *folder { palette.weak } else { palette.text }) {
                chosen = Some(path.clone());
            }
        }
        if let Some(more @ 1..) = self.found.len().checked_sub(MOST) {
            ui.weak(format!("and {more} more: type the name"));
        }
        chosen
    }

    fn buttons(&self, ui: &mut Ui, verb: &str, commands: &mut Vec<Command>) -> Option<PathBuf> {
        let mut done = false;
        super::answers(ui, |ui| {
            done = card::main_button(ui, verb.split(' ').next().unwrap_or(verb)).clicked();
            if card::button(ui, "Cancel").clicked() {
                commands.push(Command::App(AppCommand::Dismiss));
            }
        });
        done.then(|| self.typed())
    }

    /// Reads the folder of the typed path, once.
    fn list(&mut self) {
        let typed = Path::new(self.text.trim());
        let ends_in_folder = self.text.trim().ends_with(std::path::MAIN_SEPARATOR);
        let folder = if ends_in_folder { typed } else { typed.parent().unwrap_or(typed) };
        if self.listed.as_deref() != Some(folder) {
            self.found = files_in(folder);
            self.listed = Some(folder.to_owned());
        }
    }
}

fn cursor_to_end(ui: &Ui, id: egui::Id, length: usize) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(length);
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

fn entry(ui: &mut Ui, text: &str, colour: egui::Color32) -> bool {
    let width = ui.available_width();
    let button = Button::new(egui::RichText::new(text).color(colour)).frame_when_inactive(false);
    let response = ui.add(button.min_size(egui::vec2(width, 24.0)).right_text(""));
    crate::panels::named(&response, text);
    response.clicked()
}

/// Folders, then files, each sorted; without hidden files and without the logs of levels.
fn files_in(folder: &Path) -> Vec<(PathBuf, bool)> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let endings = EXTENSIONS.into_iter().chain([SAVE_EXTENSION]);
    let wanted =
        |path: &Path| path.extension().is_some_and(|ending| endings.clone().any(|known| ending == known));
    let mut found: Vec<(PathBuf, bool)> = paths
        .map(|path| {
            let folder = path.is_dir();
            (path, folder)
        })
        .filter(|(path, folder)| !is_hidden(path) && (*folder || wanted(path)))
        .collect();
    found.sort_by_key(|(path, folder)| (!folder, path.clone()));
    found
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.starts_with('.') || sidecar_paths::is_log(&name)
}
