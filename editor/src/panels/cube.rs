//! The level in space and time: slices, and lines through them, with a legend.
//!
//! Reads the document; pushes commands. Paints with [`crate::cube`].

use std::sync::Arc;

use egui::{Align, Button, Color32, Label, Layout, Rect, RichText, Ui, pos2, vec2};
use timeloom::scene::cube::{Point, ThreadKind};
use timeloom::scene::{Cell, Tone};

use super::PanelContext;
use crate::canvas;
use crate::command::{self, Command, CommandEntry, CubeCommand, DrawCommand, GoCommand, Menu, ViewCommand};
use crate::cube::{self, Branch, PickedCell, Stack};
use crate::edit_state::{Press, PressKind, Tool};
use crate::keys;
use crate::settings::Centre;
use crate::theme::{self, Palette};
use crate::workspace::Mode;

/// Below this width there is no legend; tooltips name the lines.
const SMALL: f32 = 200.0;

/// Maximum number of selected cells that are marked.
const MOST_MARKED: usize = 2000;

/// Shows the panel.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(stack) = cube::stack(ui.ctx(), context.document()) else {
        return without_slices(ui, commands);
    };
    heading(ui, context, &stack, commands);
    let space = ui.available_rect_before_wrap();
    let keys = || keys_in_words(context);
    let touched = cube::show(ui, context.cube.camera, &stack, space, &marked(context, &stack), keys);
    ui.advance_cursor_after_rect(space);
    commands.extend(touched.commands.into_iter().map(Command::Cube));
    if space.width() >= SMALL {
        key(ui, &stack, space);
    }
    match &touched.clicked {
        Some(found) => go(ui, context, &stack, found, commands),
        None if touched.response.clicked() => commands.push(Command::Cube(CubeCommand::Point(None))),
        None => {}
    }
    if let Some(found) = touched.over {
        let draws = context.workspace.mode() == Mode::Draw;
        touched.response.on_hover_ui_at_pointer(|ui| tell(ui, &found, draws));
    }
}

/// Cells to mark: the selection while drawing, otherwise the clicked cell.
fn marked(context: PanelContext<'_>, stack: &Stack) -> Vec<Cell> {
    let Some(drawing_view) = context.document().drawing_view() else {
        return pointed(context, stack).into_iter().collect();
    };
    let selected = context.workspace.edit_state().selection();
    let standing = drawing_view.standing.iter().filter(|(_, id)| selected.contains(id));
    standing.map(|(cell, _)| *cell).take(MOST_MARKED).collect()
}

/// The clicked cell, as long as its slice is lit.
fn pointed(context: PanelContext<'_>, stack: &Stack) -> Option<Cell> {
    let point = context.cube.pointed.filter(|point| point.t == stack.lit)?;
    Some(point.at).filter(|at| at.x < stack.cube.width && at.y < stack.cube.height)
}

fn without_slices(ui: &mut Ui, commands: &mut Vec<Command>) {
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.4);
        ui.label("This game has no slices of time, so there is no cube to look at.");
        ui.add_space(6.0);
        if ui.button("Show the board").clicked() {
            commands.push(Command::View(ViewCommand::Centre(Centre::Board)));
        }
    });
}

/// Shows the range of slices, and a button to reset the view.
fn heading(ui: &mut Ui, context: PanelContext<'_>, stack: &Stack, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let (first, last) = (stack.cube.slices.start, stack.cube.slices.end.saturating_sub(1));
    let more = last < stack.last || first > 0;
    let shown = if more {
        format!("slices {first} to {last} of {}", stack.last)
    } else {
        format!("{} slices", last + 1)
    };
    let hint = if more {
        let [later, earlier] = slice_keys(ui, context);
        format!("The cube follows the shown slice; {later} and {earlier} change it.")
    } else {
        "Time goes upward; the slice on the board is lit.".to_owned()
    };
    let pointed = pointed(context, stack).filter(|_| context.document().drawing_view().is_none());
    let pointed = pointed.map(|cell| about(stack, cell));
    ui.horizontal(|ui| {
        ui.label(RichText::new("Cube").heading().color(palette.text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reset = Command::Cube(CubeCommand::Reset);
            let button = ui.add(Button::new("Reset view").small());
            let keys = format!("{}\n{}", context.keys.hint(ui.ctx(), &reset), cube::HANDS);
            if button.on_hover_text(keys).clicked() {
                commands.push(reset);
            }
            if ui.available_width() < 40.0 {
                return;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let hint = format!("{hint}\n{}", cube::HANDS);
                let (words, colour) =
                    pointed.map_or((shown, palette.weak), |pointed| (pointed, palette.text));
                ui.add(Label::new(RichText::new(words).color(colour)).truncate()).on_hover_text(hint);
            });
        });
    });
}

/// Keys that change the slice: to a later one, and to an earlier one.
fn slice_keys(ui: &Ui, context: PanelContext<'_>) -> [String; 2] {
    [1, -1].map(|by| context.keys.in_sentence(ui.ctx(), &Command::Go(GoCommand::Slices(by))))
}

/// Describes the keys of the cube for screen readers.
fn keys_in_words(context: PanelContext<'_>) -> String {
    let is_told = |entry: &&CommandEntry| {
        entry.menu == Menu::Cube || matches!(entry.command, Command::Go(GoCommand::Slices(1 | -1)))
    };
    let in_words = |entry: &CommandEntry| {
        Some(format!("{}: {}", entry.name, keys::spell(context.keys.of(entry).next()?)))
    };
    let keys: Vec<String> = command::table().filter(is_told).filter_map(in_words).collect();
    format!("Keys: {}.", keys.join("; "))
}

/// Describes a cell of the lit slice.
fn about(stack: &Stack, cell: Cell) -> String {
    let words = canvas::contents_line(&stack.board, cell);
    format!("column {}, row {}, t {}: {words}", cell.x, cell.y, stack.lit)
}

/// Goes to the turn of a clicked path point, or to the slice of anything else, and selects or highlights its
/// cell.
fn go(ui: &Ui, context: PanelContext<'_>, stack: &Stack, found: &PickedCell, commands: &mut Vec<Command>) {
    let point = found.cell.map(|at| Point { at, t: found.t });
    commands.push(Command::Cube(CubeCommand::Point(point)));
    let game = context.document().game();
    let node = found.way.and_then(|(way, point)| {
        Some(stack.ways.get(way).filter(|way| way.branch != Branch::Solution)?.node(game, point))
    });
    match node {
        Some(id) => commands.extend([Command::Go(GoCommand::To(id)), Command::Go(GoCommand::Slice(found.t))]),
        None => commands.push(Command::Go(GoCommand::Slice(found.t))),
    }
    if let Some(cell) = found.cell.filter(|_| context.workspace.mode() == Mode::Draw) {
        let adds = ui.input(|input| input.modifiers.shift);
        commands.extend(select(cell, adds));
    }
}

/// Commands of a click with the select tool on the board.
fn select(cell: Cell, adds: bool) -> [Command; 3] {
    let hand = if adds { PressKind::Wide } else { PressKind::Plain };
    let press = DrawCommand::Press(Press { at: cell.into(), hand });
    [DrawCommand::Tool(Tool::Select), press, DrawCommand::Release].map(Command::Draw)
}

fn tell(ui: &mut Ui, found: &PickedCell, draws: bool) {
    ui.set_max_width(320.0);
    let place = found.cell.map(|cell| format!("column {}, row {}, ", cell.x, cell.y)).unwrap_or_default();
    ui.weak(format!("{place}t {}", found.t));
    for words in &found.words {
        ui.label(words);
    }
    ui.small(match found.way {
        Some(_) => "click to go to this turn",
        None if draws && found.cell.is_some() => "click to select",
        None => "click to go to this slice",
    });
}

/// Legend of the lines, in the lower corner: only those present.
fn key(ui: &Ui, stack: &Arc<Stack>, space: Rect) {
    let palette = Palette::of(ui);
    let painter = ui.painter_at(space);
    let (start, end) = (space.left() + 10.0, space.right());
    let mut at = pos2(start, 0.0);
    let mut placed = Vec::new();
    for (words, colour) in entries(stack, palette, ui.visuals().dark_mode) {
        let words = theme::one_line(
            ui,
            &words,
            egui::FontId::proportional(12.0),
            palette.weak,
            (end - start - 36.0).min(220.0),
        );
        let width = words.size().x + 36.0;
        if at.x + width > end && at.x > start {
            at = pos2(start, at.y + 17.0);
        }
        placed.push((at, words, colour));
        at.x += width;
    }
    let up = vec2(0.0, space.bottom() - 12.0 - at.y);
    for (at, words, colour) in placed {
        painter.rect_filled(Rect::from_center_size(at + up + vec2(8.0, 0.0), vec2(16.0, 4.0)), 2, colour);
        painter.galley(at + up + vec2(21.0, -words.size().y / 2.0), words, palette.weak);
    }
}

fn more_branches(hidden: usize) -> String {
    let branches = if hidden == 1 { "branch" } else { "branches" };
    format!("{hidden} more {branches}, farther from here")
}

fn entries(stack: &Stack, palette: &Palette, dark: bool) -> Vec<(String, Color32)> {
    let has = |branch: Branch| stack.ways.iter().any(|way| way.branch == branch);
    let thread = |kind| stack.cube.threads_of(kind).next().is_some();
    let mut entries = Vec::new();
    let mut add = |there: bool, words: &str, colour| {
        if there {
            entries.push((words.to_owned(), colour));
        }
    };
    add(has(Branch::Walked), "your way", palette.fill(Tone::Blue));
    add(has(Branch::Ahead), "ahead", palette.fill(Tone::Blue).gamma_multiply(0.5));
    add(has(Branch::Solution), "shortest way", palette.fill(Tone::Good));
    add(thread(ThreadKind::Patrol), "patrol", palette.fill(Tone::Red));
    add(thread(ThreadKind::Box), "moved box", palette.fill(Tone::Yellow));
    add(!stack.cube.rifts.is_empty(), "rift", palette.fill(Tone::Violet));
    let mut named: Vec<usize> = Vec::new();
    for way in &stack.ways {
        if let Branch::Other(number) = way.branch
            && !named.contains(&number)
        {
            named.push(number);
            add(true, &way.label, cube::hue(number, dark));
        }
    }
    let hidden = stack.others.saturating_sub(named.len());
    add(hidden > 0, &more_branches(hidden), palette.weak.gamma_multiply(0.4));
    entries
}
