//! The state as a collapsible tree, with the changes since the previous turn.
//!
//! The document computes the rows while this panel is open; only visible rows are painted. Knows no ruleset.

use egui::{Color32, CornerRadius, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use timeloom::scene::Tone;

use super::PanelContext;
use crate::command::{Command, ViewCommand};
use crate::theme::{self, Palette};
use crate::values::{ValueChange, ValueRow};

const ROW: f32 = 22.0;
/// Maximum indentation level.
const DEEPEST: usize = 12;

/// Shows the state.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let rows = document.values();
    let changed =
        rows.iter().filter(|row| !matches!(row.change, ValueChange::Same | ValueChange::Inside)).count();
    let since = match (document.here().parent, changed) {
        (None, _) => "at the start".to_owned(),
        (Some(_), 1) => "1 change since the previous turn".to_owned(),
        (Some(_), many) => format!("{many} changes since the previous turn"),
    };
    super::heading(ui, "State", &since);
    if document.is_folded_by_hand() && ui.small_button("Open only what changed").clicked() {
        commands.push(Command::View(ViewCommand::FoldAll));
    }
    if rows.is_empty() {
        ui.weak("this state is empty");
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().id_salt("state").auto_shrink(false);
    area.show_rows(ui, ROW, rows.len(), |ui, range| {
        rows[range].iter().for_each(|row| one(ui, row, commands));
    });
}

fn one(ui: &mut Ui, row: &ValueRow, commands: &mut Vec<Command>) {
    let sense = if row.open.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let role = if row.open.is_some() { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, spoken(row)));
    super::keep_in_view(ui, &response);
    let palette = Palette::of(ui);
    let fill = match (row.change, response.hovered() || response.has_focus()) {
        (_, true) if row.open.is_some() => palette.raised,
        (ValueChange::Same | ValueChange::Inside, _) => Color32::TRANSPARENT,
        _ => theme::mix(palette.panel, ink(row.change, palette), 0.12),
    };
    ui.painter().rect_filled(rect, CornerRadius::same(3), fill);
    let cut = paint_row(ui, rect, row, palette);
    if let Some(open) = row.open.filter(|_| response.clicked()) {
        commands.push(Command::View(ViewCommand::Fold(row.path.clone(), !open)));
    }
    if cut {
        response.on_hover_text(spoken(row));
    }
}

fn ink(change: ValueChange, palette: &Palette) -> Color32 {
    match change {
        ValueChange::Same | ValueChange::Inside => palette.text,
        ValueChange::Changed => palette.ink(Tone::Accent),
        ValueChange::New => palette.ink(Tone::Good),
        ValueChange::Gone => palette.ink(Tone::Bad),
    }
}

/// Paints a row; `true` if it was truncated.
fn paint_row(ui: &Ui, rect: Rect, row: &ValueRow, palette: &Palette) -> bool {
    let left = rect.left() + 4.0 + 14.0 * row.depth.min(DEEPEST) as f32;
    if let Some(open) = row.open {
        fold(ui, pos2(left + 4.0, rect.center().y), open, row.change, palette);
    }
    let wide = rect.right() - 6.0 - left - 14.0;
    let key = theme::one_line(ui, &row.key, theme::mono(12.0), palette.weak, wide * 0.6);
    let at = left + 14.0 + key.size().x + 8.0;
    let value = theme::one_line(
        ui,
        &value(row),
        theme::mono(12.0),
        ink(row.change, palette),
        rect.right() - 6.0 - at,
    );
    let cut = key.elided || value.elided;
    let top = rect.center().y - key.size().y / 2.0;
    ui.painter().galley(pos2(left + 14.0, top), key, palette.weak);
    ui.painter().galley(pos2(at, top), value, palette.text);
    cut
}

/// A triangle that points down when open; highlighted if something inside changed.
fn fold(ui: &Ui, at: egui::Pos2, open: bool, change: ValueChange, palette: &Palette) {
    let points = match open {
        true => [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)],
        false => [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)],
    };
    let fill = if change == ValueChange::Same { palette.weak } else { palette.accent };
    let points = points.map(|point| at + point).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(points, fill, egui::Stroke::NONE));
}

fn value(row: &ValueRow) -> String {
    match (row.change, &row.before) {
        (ValueChange::Changed, Some(before)) => format!("{before} → {}", row.now),
        (ValueChange::Gone, Some(before)) => format!("gone, was {before}"),
        (ValueChange::New, _) => format!("new: {}", row.now),
        _ => row.now.clone(),
    }
}

fn spoken(row: &ValueRow) -> String {
    format!("{}: {}", row.path, value(row))
}
