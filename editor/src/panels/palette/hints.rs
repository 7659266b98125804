//! Describes how to use each tool, with the current key bindings.
//!
//! Part of the palette, shown as tooltips.

use egui::Context;

use crate::command::{Command, DrawCommand, GoCommand};
use crate::edit_state::Tool;
use crate::keys::Keys;

/// Describes how to use a tool.
pub(super) fn hint(tool: Tool, ctx: &Context, keys: &Keys) -> String {
    let [later, earlier] = [1, -1].map(|by| keys.in_sentence(ctx, &Command::Go(GoCommand::Slices(by))));
    match tool {
        Tool::Brush => {
            "Drag to paint, right-drag to erase, Shift-drag for a rectangle, Alt-click to pick.".to_owned()
        }
        Tool::Rectangle => "Drag from corner to corner to fill it with the brush.".to_owned(),
        Tool::Fill => "Click to fill a region of equal cells.".to_owned(),
        Tool::Eraser => "Drag to erase; Shift-drag for a rectangle.".to_owned(),
        Tool::Pick => "Click something to pick the brush that painted it.".to_owned(),
        Tool::Select => format!(
            "Drag a frame or click; Shift adds; drag the selection to move it, {later} and {earlier} move it to another slice."
        ),
        Tool::Path => path(ctx, keys),
        Tool::Link => format!(
            "Drag from start to target; {later}, {earlier} or the wheel choose the slice of the target. Drag either end to move it."
        ),
    }
}

fn path(ctx: &Context, keys: &Keys) -> String {
    let [close, back, cancel] = [DrawCommand::Apply, DrawCommand::Back, DrawCommand::Escape]
        .map(|draw| keys.in_sentence(ctx, &Command::Draw(draw)));
    format!(
        "Click a walker, then the cells of its path; {close} or the first cell closes it, {back} undoes a click, {cancel} cancels."
    )
}
