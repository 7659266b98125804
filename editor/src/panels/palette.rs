//! The brushes and the tools of the level editor.
//!
//! Reads the kit of the drawing; pushes commands. Knows no ruleset.

mod hints;
mod icons;

use egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use timeloom::scene::Cell;
use timeloom::sketch::{Form, Kit};

use super::PanelContext;
use super::board::piece;
use crate::canvas;
use crate::command::{self, Command, DrawCommand};
use crate::edit_state::{Tool, leads};
use crate::theme::{self, Palette};

/// Height of a brush.
const ROW: f32 = 27.0;
/// Height of a tool.
const TILE: f32 = 44.0;

/// Shows tools and brushes.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(drawing_view) = context.document().drawing_view() else {
        super::heading(ui, "Palette", "");
        ui.weak("no level is being drawn");
        return;
    };
    ScrollArea::vertical().id_salt("palette").auto_shrink(false).show(ui, |ui| {
        super::heading(ui, "Tools", "");
        tools(ui, context, drawing_view.kit, commands);
        ui.add_space(8.0);
        super::heading(ui, "Palette", "");
        brushes(ui, context, drawing_view.kit, commands);
    });
}

/// Display name of a tool with a kit: the name of what it draws there, if there is one.
pub fn tool_name(tool: Tool, kit: &Kit) -> String {
    let named = match tool {
        Tool::Path => kit
            .brushes
            .iter()
            .flat_map(|brush| brush.fields)
            .find(|field| field.form == Form::Path)
            .map(|field| field.name),
        Tool::Link => kit.brushes.iter().find(|brush| leads(brush).is_some()).map(|brush| brush.name),
        _ => None,
    };
    capital(named.unwrap_or(tool.name()))
}

fn tools(ui: &mut Ui, context: PanelContext<'_>, kit: &Kit, commands: &mut Vec<Command>) {
    let tools: Vec<Tool> = Tool::ALL.into_iter().filter(|tool| tool.serves(kit)).collect();
    let columns = ((ui.available_width() / 48.0) as usize).clamp(2, 4);
    let gap = 3.0;
    let wide = (ui.available_width() - gap * (columns as f32 - 1.0)) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    for row in tools.chunks(columns) {
        ui.horizontal(|ui| {
            for &tool in row {
                let command = Command::Draw(DrawCommand::Tool(tool));
                let name = tool_name(tool, kit);
                let key = key_of(ui, context, &command);
                let chosen = context.workspace.edit_state().tool() == tool;
                let slot = Slot { name: &name, key: &key, chosen, size: vec2(wide, TILE) };
                let response = slot.show(ui, |ui, square, colour| icons::paint(ui, tool, square, colour));
                if response.on_hover_text(hints::hint(tool, ui.ctx(), context.keys)).clicked() {
                    commands.push(command);
                }
            }
        });
    }
}

fn brushes(ui: &mut Ui, context: PanelContext<'_>, kit: &Kit, commands: &mut Vec<Command>) {
    let edit_state = context.workspace.edit_state();
    ui.spacing_mut().item_spacing.y = 2.0;
    let size = vec2(ui.available_width(), ROW);
    for (number, brush) in kit.brushes.iter().enumerate() {
        let command = Command::Draw(DrawCommand::Brush(number));
        let key = key_of(ui, context, &command);
        let name = capital(brush.name);
        let slot = Slot { name: &name, key: &key, chosen: edit_state.brush_number() == number, size };
        let picture = piece(brush, Cell::default());
        let response = slot.show(ui, |ui, square, _| canvas::icon(ui, square, &picture));
        if response.on_hover_text(brush.hint).clicked() {
            commands.push(command);
        }
    }
}

fn key_of(ui: &Ui, context: PanelContext<'_>, command: &Command) -> String {
    command::entry(command).and_then(|entry| context.keys.text(ui.ctx(), entry)).unwrap_or_default()
}

/// Capitalises the first letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A selectable item: an icon, a name and a key.
struct Slot<'a> {
    name: &'a str,
    key: &'a str,
    chosen: bool,
    /// If taller than a row, the name is below the icon.
    size: Vec2,
}

impl Slot<'_> {
    fn show(&self, ui: &mut Ui, picture: impl FnOnce(&Ui, Rect, Color32)) -> Response {
        let (rect, response) = ui.allocate_exact_size(self.size, Sense::click());
        let (enabled, chosen) = (ui.is_enabled(), self.chosen);
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, chosen, self.name));
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, &response, picture);
        }
        response
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response, picture: impl FnOnce(&Ui, Rect, Color32)) {
        let palette = Palette::of(ui);
        let round = CornerRadius::same(6);
        let fill = match (self.chosen, response.hovered()) {
            (true, _) => palette.chosen,
            (false, true) => palette.raised,
            (false, false) => theme::mix(palette.panel, palette.raised, 0.45),
        };
        ui.painter().rect_filled(rect, round, fill);
        if self.chosen || response.has_focus() {
            let stroke = Stroke::new(1.5, if self.chosen { palette.accent } else { palette.text });
            ui.painter().rect_stroke(rect, round, stroke, StrokeKind::Inside);
        }
        let tile = self.size.y > ROW;
        let middle =
            if tile { rect.center() - vec2(0.0, 7.0) } else { pos2(rect.left() + 18.0, rect.center().y) };
        picture(ui, Rect::from_center_size(middle, vec2(24.0, 24.0)), palette.text);
        if tile { self.paint_text_below(ui, rect, palette) } else { self.paint_text(ui, rect, palette) }
    }

    fn paint_text_below(&self, ui: &Ui, rect: Rect, palette: &Palette) {
        let name = theme::one_line(ui, self.name, FontId::proportional(10.0), palette.text, rect.width());
        let at = Align2::CENTER_BOTTOM.anchor_size(rect.center_bottom() - vec2(0.0, 2.0), name.size());
        ui.painter().galley(at.min, name, palette.text);
        let corner = rect.right_top() + vec2(-4.0, 3.0);
        ui.painter().text(corner, Align2::RIGHT_TOP, self.key, theme::mono(9.5), palette.weak);
    }

    fn paint_text(&self, ui: &Ui, rect: Rect, palette: &Palette) {
        let key = ui.painter().layout_no_wrap(self.key.to_owned(), theme::mono(11.0), palette.weak);
        let (left, right) = (rect.left() + 36.0, rect.right() - 8.0 - key.size().x);
        let name =
            theme::one_line(ui, self.name, FontId::proportional(13.5), palette.text, right - left - 4.0);
        let at = Align2::LEFT_CENTER.anchor_size(pos2(left, rect.center().y), name.size());
        ui.painter().galley(at.min, name, palette.text);
        let at = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - 8.0, rect.center().y), key.size());
        ui.painter().galley(at.min, key, palette.weak);
    }
}
