//! The help: every command with its keys, from the table, and what the mouse does.
//!
//! Lies over the window until it is closed. Pushes its own closing, and the way to the keys.

use egui::{Align, Context, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::sheet;
use crate::command::{self, Command, Entry, Own};
use crate::keys::Keys;
use crate::theme::{self, Palette};

/// Shows the help.
pub fn show(ctx: &Context, keys: &Keys, commands: &mut Vec<Command>) {
    sheet::show(ctx, "Commands and keys", 760.0, commands, |ui, commands| {
        let height = sheet::room_for_list(ctx, 250.0, 560.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| columns(ui, keys));
        ui.add_space(10.0);
        ui.weak("A click in the log goes there. Acting in the past starts a branch; no branch is ever lost.");
        ui.weak(crate::cube::HANDS);
        ui.add_space(6.0);
        foot(ui, commands);
    });
}

fn foot(ui: &mut Ui, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if sheet::button(ui, "Change keys…").clicked() {
            commands.push(Command::Own(Own::Keys));
        }
        if sheet::button(ui, "Take the tour").clicked() {
            commands.push(Command::Own(Own::Tour));
        }
    });
}

/// The menus in two columns of about the same height, or one below the other where it is narrow.
fn columns(ui: &mut Ui, keys: &Keys) {
    let menus = groups();
    if ui.available_width() < 620.0 {
        menus.iter().for_each(|(name, entries)| group(ui, keys, name, entries));
        return;
    }
    let half = menus.iter().map(|(_, entries)| entries.len() + 2).sum::<usize>() / 2;
    ui.columns(2, |columns| {
        let mut lines = 0;
        for (name, entries) in &menus {
            let side = usize::from(lines >= half);
            group(&mut columns[side], keys, name, entries);
            lines += entries.len() + 2;
        }
    });
}

/// All commands by menu, also those that stand in none.
fn groups() -> Vec<(&'static str, Vec<&'static Entry>)> {
    let mut groups: Vec<(&str, Vec<&Entry>)> = Vec::new();
    for entry in command::table() {
        match groups.iter_mut().find(|(name, _)| *name == entry.menu.name()) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((entry.menu.name(), vec![entry])),
        }
    }
    groups
}

fn group(ui: &mut Ui, keys: &Keys, name: &str, entries: &[&Entry]) {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new(name).size(15.0).strong().color(palette.text));
    entries.iter().for_each(|entry| line(ui, keys, entry));
    ui.add_space(12.0);
}

/// A command and its keys, each in its half of the line; what does not fit goes on below.
fn line(ui: &mut Ui, keys: &Keys, entry: &Entry) {
    let palette = Palette::of(ui.visuals());
    let half = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    let keys = keys.texts(ui.ctx(), entry).join("  or  ");
    ui.horizontal_top(|ui| {
        for text in [
            RichText::new(entry.name).color(palette.text),
            RichText::new(keys).font(theme::mono(12.5)).color(palette.accent),
        ] {
            ui.allocate_ui_with_layout(vec2(half, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                ui.add(Label::new(text).wrap());
            });
        }
    });
}
