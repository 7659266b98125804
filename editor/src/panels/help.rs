//! The help: every command with its keys, from the table, and the mouse actions.
//!
//! A modal card. Pushes its own dismissal, and a command that opens the key settings.

use egui::{Align, Context, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::card;
use crate::command::{self, AppCommand, Command, CommandEntry};
use crate::keys::Keys;
use crate::theme::{self, Palette};

/// Mouse actions on the board, in both modes, then in a game, then in draw mode.
const HANDS: &[(&str, &str)] = &[
    ("Zoom", "wheel, or pinch"),
    ("Move the board", "drag with the middle button, or with Space held"),
    ("Show what is in a cell, and what can be done", "hover over it"),
    ("Act", "click a thing, then where it lights up; or drag"),
    ("Walk to a cell, keeping out of sight", "click it"),
    ("Use the tool", "click, or drag"),
    ("Use it on a rectangle", "Shift and drag"),
    ("Erase with any tool", "right button; with Shift a rectangle"),
    ("Pick the brush of a cell", "Alt and click"),
    ("Add to the selection, or remove", "Shift and click, with Select"),
    ("Move the selection", "drag it, with Select"),
    ("Drag to another slice", "wheel while dragging"),
];

/// Shows the help.
pub fn show(ctx: &Context, keys: &Keys, commands: &mut Vec<Command>) {
    card::show(ctx, "Commands and keys", 760.0, commands, |ui, commands| {
        let height = card::room_for_list(ctx, 250.0, 560.0);
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
        if card::button(ui, "Change keys…").clicked() {
            commands.push(Command::App(AppCommand::Keys));
        }
        if card::button(ui, "Take the tour").clicked() {
            commands.push(Command::App(AppCommand::Tour));
        }
    });
}

/// The menus in two columns of about equal height, or in one column if it is narrow.
fn columns(ui: &mut Ui, keys: &Keys) {
    let groups = groups_with_keys(ui, keys);
    if ui.available_width() < 620.0 {
        groups.iter().for_each(|(name, lines)| group(ui, name, lines));
        return;
    }
    let half = groups.iter().map(|(_, lines)| lines.len() + 2).sum::<usize>() / 2;
    ui.columns(2, |columns| {
        let mut above = 0;
        for (name, lines) in &groups {
            let side = usize::from(above >= half);
            group(&mut columns[side], name, lines);
            above += lines.len() + 2;
        }
    });
}

/// All commands and mouse actions with their keys, by heading.
fn groups_with_keys(ui: &Ui, keys: &Keys) -> Vec<(&'static str, Vec<Line>)> {
    let keyed = |entry: &CommandEntry| (entry.name, keys.texts(ui.ctx(), entry).join("  or  "));
    let menus = groups().into_iter().map(|(name, entries)| (name, entries.into_iter().map(keyed).collect()));
    let mouse = HANDS.iter().map(|(what, how)| (*what, (*how).to_owned())).collect();
    menus.chain([("The mouse over the board", mouse)]).collect()
}

/// A command and its keys.
type Line = (&'static str, String);

/// All commands by menu, including those shown in none.
fn groups() -> Vec<(&'static str, Vec<&'static CommandEntry>)> {
    let mut groups: Vec<(&str, Vec<&CommandEntry>)> = Vec::new();
    for entry in command::table() {
        match groups.iter_mut().find(|(name, _)| *name == entry.menu.name()) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((entry.menu.name(), vec![entry])),
        }
    }
    groups
}

fn group(ui: &mut Ui, name: &str, lines: &[Line]) {
    let palette = Palette::of(ui);
    ui.label(RichText::new(name).size(15.0).strong().color(palette.text));
    lines.iter().for_each(|each| line(ui, each));
    ui.add_space(12.0);
}

/// A command and its keys, each in half of the line, wrapped.
fn line(ui: &mut Ui, (what, how): &Line) {
    let palette = Palette::of(ui);
    let half = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    ui.horizontal_top(|ui| {
        for text in [
            RichText::new(*what).color(palette.text),
            RichText::new(how).font(theme::mono(12.5)).color(palette.accent),
        ] {
            ui.allocate_ui_with_layout(vec2(half, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                ui.add(Label::new(text).wrap());
            });
        }
    });
}
