//! Lists the errors and warnings of the level, each with a link to its location.
//!
//! Reads the drawing; pushes commands. Knows no ruleset.

use egui::{
    CornerRadius, FontId, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};
use timeloom::scene::Tone;
use timeloom::sketch::{DrawingView, Problem, Spot};

use super::PanelContext;
use crate::command::{Command, DrawCommand};
use crate::theme::{self, Palette};

/// Height of a problem: two lines.
const ROW: f32 = 48.0;

/// Shows the problems, errors first.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(drawing_view) = context.document().drawing_view() else {
        super::heading(ui, "Problems", "");
        ui.weak("no level is being drawn");
        return;
    };
    let problems = context.document().problems();
    super::heading(ui, "Problems", &summary(problems));
    if problems.is_empty() {
        none(ui);
        return;
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    let area = ScrollArea::vertical().id_salt("problems").auto_shrink(false);
    area.show_rows(ui, ROW, problems.len(), |ui, rows| {
        for problem in &problems[rows] {
            let spot = place(drawing_view, problem);
            if row(ui, problem, spot).clicked()
                && let Some(spot) = spot
            {
                commands.push(Command::Draw(DrawCommand::Show(spot, problem.thing)));
            }
        }
    });
}

/// Short count of the problems; empty if there are none.
pub fn summary(problems: &[Problem]) -> String {
    let errors = problems.iter().filter(|problem| problem.is_error).count();
    counts(errors, problems.len() - errors)
}

/// "2 errors, 1 warning"; empty if there are none.
pub fn counts(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => String::new(),
        (0, warnings) => counted(warnings, "warning"),
        (errors, 0) => counted(errors, "error"),
        (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn none(ui: &mut Ui) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("✔").color(palette.ink(Tone::Good)));
        ui.label("nothing is wrong: the level can be played");
    });
}

/// Location of a problem: its own spot, or that of its thing.
fn place(drawing_view: &DrawingView, problem: &Problem) -> Option<Spot> {
    problem.spot.or_else(|| drawing_view.sketch.thing(problem.thing?).map(|thing| thing.spot))
}

fn row(ui: &mut Ui, problem: &Problem, spot: Option<Spot>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    super::keep_in_view(ui, &response);
    let kind = if problem.is_error { "error" } else { "warning" };
    let jump = if spot.is_some() { ", go there" } else { "" };
    let enabled = ui.is_enabled();
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, enabled, format!("{kind}: {}{jump}", problem.message))
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = Palette::of(ui);
    let fill = if response.hovered() || response.has_focus() {
        palette.raised
    } else {
        theme::mix(palette.panel, palette.raised, 0.4)
    };
    ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    sign(ui, rect, problem.is_error, palette);
    let cut = words(ui, rect, problem, spot, palette);
    if cut { response.on_hover_text(&problem.message) } else { response }
}

/// A triangle for an error, a ring for a warning.
fn sign(ui: &Ui, row: Rect, is_error: bool, palette: &Palette) {
    let at = pos2(row.left() + 16.0, row.center().y);
    if is_error {
        let points = vec![at + vec2(0.0, -7.0), at + vec2(8.0, 7.0), at + vec2(-8.0, 7.0)];
        ui.painter().add(Shape::convex_polygon(points, palette.fill(Tone::Bad), Stroke::NONE));
    } else {
        ui.painter().circle_stroke(at, 6.0, Stroke::new(2.0, palette.fill(Tone::Yellow)));
    }
}

fn words(ui: &Ui, row: Rect, problem: &Problem, spot: Option<Spot>, palette: &Palette) -> bool {
    let place = spot.map_or_else(String::new, |spot| format!("{}, {}", spot.at.x, spot.at.y));
    let place = ui.painter().layout_no_wrap(place, theme::mono(11.0), palette.weak);
    let left = row.left() + 32.0;
    let wide = row.right() - 14.0 - place.size().x - left;
    let mut job = egui::text::LayoutJob::simple(
        problem.message.clone(),
        FontId::proportional(12.5),
        palette.text,
        wide,
    );
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    let cut = galley.elided;
    ui.painter().galley(pos2(left, row.center().y - galley.size().y / 2.0), galley, palette.text);
    let at = pos2(row.right() - 8.0 - place.size().x, row.center().y - place.size().y / 2.0);
    ui.painter().galley(at, place, palette.weak);
    cut
}
