//! The tree of branches: forks, tips, bookmarks and the cursor, with the number of turns between them.
//!
//! Reads the rows that the document lays out when this panel is shown; only visible ones are painted. A click
//! goes there. Knows no rules.

use egui::{
    Button, Color32, CornerRadius, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

use super::PanelContext;
use super::log::turn_menu;
use timeloom::timeline::NoteKind;

use crate::branches::{Rows, Stop};
use crate::command::{Command, GoCommand};
use crate::document::Document;
use crate::theme::{self, Palette};

const ROW: f32 = 26.0;
/// Distance between two lanes.
const LANE: f32 = 13.0;
/// Maximum offset of a lane, so that the text has space.
const FURTHEST: f32 = 120.0;

/// Shows the tree.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let rows = document.branches();
    let tips = rows.tips();
    super::heading(ui, "Branches", &format!("{tips} {}", if tips == 1 { "branch" } else { "branches" }));
    buttons(ui, context, tips, commands);
    ui.spacing_mut().item_spacing.y = 0.0;
    super::without_springs(ui);
    let mut area = ScrollArea::vertical().id_salt("branches").auto_shrink(false);
    if let Some(offset) = follow(ui, &rows) {
        area = area.vertical_scroll_offset(offset);
    }
    area.show_rows(ui, ROW, rows.len(), |ui, range| {
        for stop in range.map(|row| rows.get(row)) {
            let response = one(ui, document, &rows, &stop);
            if response.clicked() {
                commands.push(Command::Go(GoCommand::To(stop.id)));
            }
            turn_menu(&response, context, stop.id, commands);
        }
    });
}

fn buttons(ui: &mut Ui, context: PanelContext<'_>, tips: usize, commands: &mut Vec<Command>) {
    let places = [
        ("Previous", GoCommand::PreviousBranch, tips > 1),
        ("Next", GoCommand::NextBranch, tips > 1),
        ("Fork", GoCommand::Fork, context.document().cursor().turn > 0),
        ("Tip", GoCommand::Last, !context.document().at_tip()),
        ("Name…", GoCommand::AskNote(NoteKind::Name, None), true),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, go, enabled) in places {
            let command = Command::Go(go);
            let hint = context.keys.hint(ui.ctx(), &command);
            if ui.add_enabled(enabled, Button::new(name).small()).on_hover_text(hint).clicked() {
                commands.push(command);
            }
        }
    });
    ui.add_space(2.0);
}

/// Returns the scroll offset that shows the cursor, if the cursor has moved since the last frame.
fn follow(ui: &Ui, rows: &Rows<'_>) -> Option<f32> {
    let at = rows.here();
    let (key, here) = (ui.scope_id().with("here"), (rows.get(at).id, rows.len()));
    let before = ui.data_mut(|data| data.get_temp(key));
    ui.data_mut(|data| data.insert_temp(key, here));
    let furthest = rows.len() as f32 * ROW - ui.available_height();
    let middle = (at as f32 * ROW - ui.available_height() / 2.0).min(furthest).max(0.0);
    (before != Some(here)).then_some(middle)
}

fn one(ui: &mut Ui, document: &Document, rows: &Rows<'_>, stop: &Stop) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let (is_here, is_on_line) = (rows.is_here(stop), rows.is_on_line(stop));
    let words = label_of(document, stop, is_here);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_here, &words));
    super::keep_in_view(ui, &response);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = Palette::of(ui);
    let fill = match (is_here, response.hovered() || response.has_focus()) {
        (true, _) => palette.chosen,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    threads(ui, rect, stop, (is_here, is_on_line), palette);
    let left = x_of(rect, stop.lane) + 14.0;
    let colour = if is_on_line { palette.text } else { palette.weak };
    let galley =
        theme::one_line(ui, &words, egui::FontId::proportional(12.5), colour, rect.right() - 6.0 - left);
    let cut = galley.elided;
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, colour);
    if cut { response.on_hover_text(words) } else { response }
}

fn label_of(document: &Document, stop: &Stop, is_here: bool) -> String {
    let step = super::step(document.about().drawing);
    let what = match (stop.run, stop.ways) {
        (0, _) => "start".to_owned(),
        (_, 0 | 1) => format!("{step} {}", stop.turn),
        (_, ways) => format!("{step} {}, {ways} ways", stop.turn),
    };
    let action = (stop.aside || stop.run == 1).then(|| document.action(stop.first));
    let action = action.filter(|action| !action.is_empty()).map(|action| format!(" · {action}"));
    let run = (stop.run > 1).then(|| format!(" · {} {step}s", stop.run));
    let named = stop.words.as_ref().map(|words| format!(" · {words}"));
    let here = is_here.then_some(" · here");
    [Some(what), action, run, named, here.map(str::to_owned)].into_iter().flatten().collect()
}

fn x_of(row: Rect, lane: u8) -> f32 {
    row.left() + 10.0 + (LANE * f32::from(lane)).min(FURTHEST)
}

/// Paints the lanes that pass by, and the row's own lane with its knot.
fn threads(ui: &Ui, row: Rect, stop: &Stop, (is_here, is_on_line): (bool, bool), palette: &Palette) {
    let soft = theme::mix(palette.line, palette.weak, 0.4);
    let own = Stroke::new(2.0, if is_on_line { palette.accent } else { soft });
    for lane in (0..32).filter(|lane| stop.passing >> lane & 1 == 1) {
        ui.painter().vline(x_of(row, lane), row.y_range(), Stroke::new(2.0, soft));
    }
    let knot = pos2(x_of(row, stop.lane), row.center().y);
    if stop.aside {
        let from = pos2(x_of(row, stop.lane.saturating_sub(1)), row.top());
        ui.painter().add(bend(from, knot, own));
    } else if stop.run > 0 {
        ui.painter().vline(knot.x, row.top()..=knot.y, own);
    }
    if stop.goes_on {
        ui.painter().vline(knot.x, knot.y..=row.bottom(), Stroke::new(2.0, soft));
    }
    self::knot(ui, knot, stop, is_here, own, palette);
}

/// Paints a knot: round at tips, square at forks, hollow elsewhere.
fn knot(ui: &Ui, at: Pos2, stop: &Stop, is_here: bool, own: Stroke, palette: &Palette) {
    let rim = Stroke::new(2.0, if is_here { palette.text } else { own.color });
    if stop.ways > 1 {
        let points = [vec2(0.0, -5.0), vec2(5.0, 0.0), vec2(0.0, 5.0), vec2(-5.0, 0.0)];
        let points = points.map(|point| at + point).to_vec();
        ui.painter().add(egui::Shape::convex_polygon(points, own.color, rim));
    } else {
        let fill = if stop.ways == 0 { own.color } else { palette.panel };
        ui.painter().circle(at, 4.0, fill, rim);
    }
}

fn bend(from: Pos2, to: Pos2, stroke: Stroke) -> egui::Shape {
    let points = [from, pos2(from.x, to.y), pos2(from.x, to.y), to];
    egui::epaint::CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke).into()
}
