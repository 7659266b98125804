//! Modal dialogs: choosing a file, the kind of a level, and what to do with unsaved changes.
//!
//! One at a time, over the dimmed window. Each keeps only its input, and pushes the answer as a command.

mod blank;
mod picker;

use std::path::{Path, PathBuf};

use egui::{Align, Context, Key, Layout, RichText, Ui};

pub use blank::NewLevel;
pub use picker::Picker;

use super::card;
use crate::command::{AppCommand, Command, FileCommand};
use crate::theme::Palette;

/// A dialog.
#[derive(Debug)]
pub enum Dialog {
    /// Choose a file to open.
    Open(Picker),
    /// Choose a name to save under, and the next command.
    Save(Picker, Option<Box<FileCommand>>),
    /// Choose the kind of a new level.
    New(NewLevel),
    /// Save or discard changes before doing something else.
    Unsaved(String, Box<FileCommand>),
    /// Save elsewhere or retry before the next command: the title, the reason why the log is not on disk, and
    /// the command.
    Unwritten(String, String, Box<FileCommand>),
    /// Confirm replacing an existing file.
    Replace(PathBuf, Option<Box<FileCommand>>),
}

impl Dialog {
    /// Shows the dialog.
    pub fn show(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        match self {
            Self::Open(picker) => {
                let chosen = picker.show(ctx, "Open", commands);
                commands.extend(chosen.map(|path| Command::File(FileCommand::Open(path))));
            }
            Self::Save(picker, then) => {
                let chosen = picker.show(ctx, "Save as", commands);
                commands.extend(chosen.map(|path| Command::File(FileCommand::SaveAs(path, then.clone()))));
            }
            Self::New(level) => level.show(ctx, commands),
            Self::Unsaved(title, then) => unsaved(ctx, title, then, commands),
            Self::Unwritten(title, reason, then) => unwritten(ctx, (title, reason), then, commands),
            Self::Replace(path, then) => replace(ctx, path, then, commands),
        }
    }
}

fn unsaved(ctx: &Context, title: &str, then: &FileCommand, commands: &mut Vec<Command>) {
    card::show(ctx, "Save the changes?", 470.0, commands, |ui, commands| {
        paragraph(ui, &format!("Your edits since the last save are not in {title} yet."));
        quietly(
            ui,
            "Discard leaves the file as it is. The log keeps your changes even then: open the level again and redo.",
        );
        let then = Box::new(then.clone());
        answers(ui, |ui| {
            if card::main_button(ui, "Save").clicked() || enter(ui) {
                commands.push(Command::File(FileCommand::SaveThen(then.clone())));
            }
            if card::button(ui, "Cancel").clicked() {
                commands.push(Command::App(AppCommand::Dismiss));
            }
            if card::button(ui, "Discard").clicked() {
                commands.push(Command::File(FileCommand::DiscardThen(then)));
            }
        });
    });
}

fn unwritten(ctx: &Context, (title, reason): (&str, &str), then: &FileCommand, commands: &mut Vec<Command>) {
    card::show(ctx, "Not on disk yet", 520.0, commands, |ui, commands| {
        paragraph(ui, &format!("Part of your work on {title} is only in memory: {reason}."));
        quietly(
            ui,
            "Save it under another name, or free some space and try again. Leaving now loses that part.",
        );
        let then = Box::new(then.clone());
        answers(ui, |ui| {
            if card::main_button(ui, "Save elsewhere").clicked() || enter(ui) {
                commands.push(Command::File(FileCommand::AskSaveThen(then.clone())));
            }
            if card::button(ui, "Try again").clicked() {
                commands.push(Command::File(FileCommand::Retry(Some(then.clone()))));
            }
            if card::button(ui, "Cancel").clicked() {
                commands.push(Command::App(AppCommand::Dismiss));
            }
            if card::button(ui, "Leave anyway").clicked() {
                commands.push(Command::File(FileCommand::DiscardThen(then)));
            }
        });
    });
}

fn replace(ctx: &Context, path: &Path, then: &Option<Box<FileCommand>>, commands: &mut Vec<Command>) {
    card::show(ctx, "Replace the file?", 470.0, commands, |ui, commands| {
        paragraph(ui, &format!("{} exists already.", path.display()));
        quietly(ui, "That file and the logs beside it are kept under other names.");
        answers(ui, |ui| {
            if card::main_button(ui, "Replace").clicked() {
                // Already confirmed.
                commands.push(Command::App(AppCommand::Dismiss));
                commands.push(Command::File(FileCommand::Replace(path.to_owned(), then.clone())));
            }
            if card::button(ui, "Cancel").clicked() {
                commands.push(Command::App(AppCommand::Dismiss));
            }
        });
    });
}

fn paragraph(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui);
    ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
}

fn quietly(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui);
    ui.add(egui::Label::new(RichText::new(text).small().color(palette.weak)).wrap());
}

/// A row of buttons on the right, the main one outermost.
fn answers(ui: &mut Ui, buttons: impl FnOnce(&mut Ui)) {
    ui.add_space(14.0);
    ui.with_layout(Layout::right_to_left(Align::Center), buttons);
}

/// Whether Enter was pressed while no widget has the focus.
fn enter(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused()).is_none() && ui.input(|input| input.key_pressed(Key::Enter))
}
