//! Commands for drawing a level: presses on the board, tools, brushes, and operations on the selection.

use egui::{Key, KeyboardShortcut};
use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Spot, ThingId};

use super::{Command, CommandEntry, Menu, When, ctrl, key, shift};
use crate::canvas::BoardPoint;
use crate::edit_state::{Press, Tool};

/// A command for drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawCommand {
    /// Press on the board.
    Press(Press),
    /// Drag to another cell, on or off the board.
    DragTo(BoardPoint),
    /// Release the press.
    Release,
    /// Move the mouse over another cell, or off the board.
    Hover(Option<Cell>),
    /// Select a tool.
    Tool(Tool),
    /// Select a brush, by its number in the palette.
    Brush(usize),
    /// Move the selection, or the cursor: columns and rows.
    Step(i32, i32),
    /// Paint or extend the selection from the cursor: columns and rows.
    Extend(i32, i32),
    /// Use the tool at the cursor.
    Apply,
    /// Undo the last click of a path; otherwise like [`DrawCommand::Delete`].
    Back,
    /// Cancel the gesture, or clear the selection.
    Escape,
    /// Copy the selection.
    Copy,
    /// Copy and delete the selection.
    Cut,
    /// Paste at the cursor.
    Paste,
    /// Paste a copy of the selection beside it.
    Duplicate,
    /// Delete the selection, or the thing under the cursor.
    Delete,
    /// Select everything in this slice.
    SelectAll,
    /// Select these things.
    Select(Vec<ThingId>),
    /// Change the n-th option of the selection to the next value, or to the previous one.
    Cycle(usize, isize),
    /// Draw the path held by a field of a thing, starting at its position.
    Walk(ThingId, &'static str),
    /// Show a cell in a slice, and select a thing there.
    Show(Spot, Option<ThingId>),
    /// Toggle whether new things exist from the shown slice on, or from the start.
    FromHere,
    /// Make this edit.
    Edit(Edit),
}

const fn entry(
    id: &'static str,
    draw: DrawCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    in_menu(Menu::Edit, id, draw, name, keys)
}

const fn in_menu(
    menu: Menu,
    id: &'static str,
    draw: DrawCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    CommandEntry { id, command: Command::Draw(draw), name, keys, cube_keys: &[], menu, when: When::Drawing }
}

const fn tool(
    id: &'static str,
    tool: Tool,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    board(id, DrawCommand::Tool(tool), name, keys)
}

const fn board(
    id: &'static str,
    draw: DrawCommand,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    in_menu(Menu::Board, id, draw, name, keys)
}

const fn brush(
    id: &'static str,
    number: usize,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
) -> CommandEntry {
    board(id, DrawCommand::Brush(number), name, keys)
}

pub(super) static TABLE: &[CommandEntry] = &[
    entry("draw.cut", DrawCommand::Cut, "Cut", &[ctrl(Key::X)]),
    entry("draw.copy", DrawCommand::Copy, "Copy", &[ctrl(Key::C)]),
    entry("draw.paste", DrawCommand::Paste, "Paste at the cursor", &[ctrl(Key::V)]),
    entry("draw.duplicate", DrawCommand::Duplicate, "Duplicate", &[ctrl(Key::D)]),
    entry("draw.delete", DrawCommand::Delete, "Delete", &[key(Key::Delete)]),
    board("draw.back", DrawCommand::Back, "Remove the last cell of the path", &[key(Key::Backspace)]),
    entry("draw.all", DrawCommand::SelectAll, "Select all", &[ctrl(Key::A)]),
    board("draw.escape", DrawCommand::Escape, "Cancel, or clear selection", &[key(Key::Escape)]),
    board("draw.apply", DrawCommand::Apply, "Use the tool at the cursor", &[key(Key::Enter)]),
    tool("draw.tool.brush", Tool::Brush, "Brush", &[key(Key::B)]),
    tool("draw.tool.rectangle", Tool::Rectangle, "Rectangle", &[key(Key::R)]),
    tool("draw.tool.fill", Tool::Fill, "Fill", &[key(Key::F)]),
    tool("draw.tool.eraser", Tool::Eraser, "Eraser", &[key(Key::X)]),
    tool("draw.tool.pick", Tool::Pick, "Pick a brush", &[key(Key::I)]),
    tool("draw.tool.select", Tool::Select, "Select and move", &[key(Key::M), key(Key::S)]),
    tool("draw.tool.path", Tool::Path, "Draw a path", &[key(Key::P)]),
    tool("draw.tool.link", Tool::Link, "Link to another cell and time", &[key(Key::T)]),
    board("draw.turn", DrawCommand::Cycle(0, 1), "Turn", &[key(Key::CloseBracket)]),
    board("draw.turn-back", DrawCommand::Cycle(0, -1), "Turn the other way", &[key(Key::OpenBracket)]),
    board("draw.widen", DrawCommand::Cycle(1, 1), "Widen the view", &[key(Key::Period)]),
    board("draw.narrow", DrawCommand::Cycle(1, -1), "Narrow the view", &[key(Key::Comma)]),
    board(
        "draw.from-here",
        DrawCommand::FromHere,
        "Place from this slice on, or from the start",
        &[key(Key::H)],
    ),
    brush("draw.brush.1", 0, "First brush", &[key(Key::Num1)]),
    brush("draw.brush.2", 1, "Second brush", &[key(Key::Num2)]),
    brush("draw.brush.3", 2, "Third brush", &[key(Key::Num3)]),
    brush("draw.brush.4", 3, "Fourth brush", &[key(Key::Num4)]),
    brush("draw.brush.5", 4, "Fifth brush", &[key(Key::Num5)]),
    brush("draw.brush.6", 5, "Sixth brush", &[key(Key::Num6)]),
    brush("draw.brush.7", 6, "Seventh brush", &[key(Key::Num7)]),
    brush("draw.brush.8", 7, "Eighth brush", &[key(Key::Num8)]),
    brush("draw.brush.9", 8, "Ninth brush", &[key(Key::Num9)]),
    board("draw.left", DrawCommand::Step(-1, 0), "Left", &[key(Key::ArrowLeft)]),
    board("draw.right", DrawCommand::Step(1, 0), "Right", &[key(Key::ArrowRight)]),
    board("draw.up", DrawCommand::Step(0, -1), "Up", &[key(Key::ArrowUp)]),
    board("draw.down", DrawCommand::Step(0, 1), "Down", &[key(Key::ArrowDown)]),
    board(
        "draw.extend-left",
        DrawCommand::Extend(-1, 0),
        "Draw or select to the left",
        &[shift(Key::ArrowLeft)],
    ),
    board(
        "draw.extend-right",
        DrawCommand::Extend(1, 0),
        "Draw or select to the right",
        &[shift(Key::ArrowRight)],
    ),
    board("draw.extend-up", DrawCommand::Extend(0, -1), "Draw or select upwards", &[shift(Key::ArrowUp)]),
    board(
        "draw.extend-down",
        DrawCommand::Extend(0, 1),
        "Draw or select downwards",
        &[shift(Key::ArrowDown)],
    ),
];
