//! Lists the errors and warnings of the level, each with a link to its location.
//!
//! Reads the drawing; pushes commands. Knows no ruleset.

use egui::{
    CornerRadius, FontId, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};
use timeloom::scene::{Tone, plain};
use timeloom::sketch::{DrawingView, Problem, Spot};

use super::PanelContext;
use crate::answers::findings::{ProblemEntry, Severity, findings};
use crate::command::{Command, DrawCommand};
use crate::theme::{self, Palette};

/// Height of a problem: three lines.
const ROW: f32 = 62.0;

/// Shows the problems, errors first.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(drawing_view) = context.document().drawing_view() else {
        super::heading(ui, "Problems", "");
        ui.weak("no level is being drawn");
        return;
    };
    let found = all(context);
    let (errors, warnings) = count(&found);
    super::heading(ui, "Problems", &counts(errors, warnings));
    if (errors, warnings) == (0, 0) {
        none(ui, context);
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    let area = ScrollArea::vertical().id_salt("problems").auto_shrink(false);
    area.show_rows(ui, ROW, found.len(), |ui, rows| {
        for problem in &found[rows] {
            let spot = place(drawing_view, problem);
            if row(ui, problem, spot).clicked()
                && let Some(spot) = spot
            {
                commands.push(Command::Draw(DrawCommand::Show(spot, problem.thing)));
            }
        }
    });
}

/// Returns the problems of the drawing and those found by the answers, the worst first.
fn all(context: PanelContext<'_>) -> Vec<ProblemEntry> {
    let of_drawing = context.document().problems().iter().map(finding);
    let mut found: Vec<ProblemEntry> = of_drawing.chain(answered(context)).collect();
    found.sort_by_key(|finding| finding.severity);
    found
}

/// Returns the problems found by the answers.
fn answered(context: PanelContext<'_>) -> Vec<ProblemEntry> {
    context.answers.level().map(findings).unwrap_or_default()
}

fn finding(Problem { message, is_error, thing, spot }: &Problem) -> ProblemEntry {
    let severity = if *is_error { Severity::Error } else { Severity::Warning };
    ProblemEntry { severity, message: message.clone(), thing: *thing, spot: *spot }
}

/// Returns the numbers of errors and warnings, including those found by the answers; `None` while no drawing
/// is open.
pub fn total(context: PanelContext<'_>) -> Option<(usize, usize)> {
    let (errors, warnings) = context.workspace.problems()?;
    let (more_errors, more_warnings) = count(&answered(context));
    Some((errors + more_errors, warnings + more_warnings))
}

fn count(found: &[ProblemEntry]) -> (usize, usize) {
    let count = |severity| found.iter().filter(|finding| finding.severity == severity).count();
    (count(Severity::Error), count(Severity::Warning))
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
    plain::counted(count as u64, noun)
}

/// Reports that there are no problems, with the reason.
fn none(ui: &mut Ui, context: PanelContext<'_>) {
    let palette = Palette::of(ui);
    let text = match context.answers.level() {
        Some(known) if known.solution().is_some() => "no problems: the level can be won",
        Some(_) => "no problems so far: the level can be played",
        None => "no problems: the level can be played",
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new("✔").color(palette.ink(Tone::Good)));
        ui.label(text);
    });
}

/// Location of a problem: its own spot, or that of its thing.
fn place(drawing_view: &DrawingView, problem: &ProblemEntry) -> Option<Spot> {
    problem.spot.or_else(|| drawing_view.sketch.thing(problem.thing?).map(|thing| thing.spot))
}

fn row(ui: &mut Ui, problem: &ProblemEntry, spot: Option<Spot>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    super::keep_in_view(ui, &response);
    let kind = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    };
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
    sign(ui, rect, problem.severity, palette);
    let cut = paint_text(ui, rect, problem, spot, palette);
    if cut { response.on_hover_text(&problem.message) } else { response }
}

/// A triangle for an error, a ring for a warning, a dot for a hint.
fn sign(ui: &Ui, row: Rect, severity: Severity, palette: &Palette) {
    let at = pos2(row.left() + 16.0, row.center().y);
    match severity {
        Severity::Error => {
            let points = vec![at + vec2(0.0, -7.0), at + vec2(8.0, 7.0), at + vec2(-8.0, 7.0)];
            ui.painter().add(Shape::convex_polygon(points, palette.fill(Tone::Bad), Stroke::NONE));
        }
        Severity::Warning => {
            ui.painter().circle_stroke(at, 6.0, Stroke::new(2.0, palette.fill(Tone::Yellow)));
        }
        Severity::Hint => _ = ui.painter().circle_filled(at, 3.5, palette.weak),
    }
}

fn paint_text(ui: &Ui, row: Rect, problem: &ProblemEntry, spot: Option<Spot>, palette: &Palette) -> bool {
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
    job.wrap.max_rows = 3;
    let galley = ui.painter().layout_job(job);
    let cut = galley.elided;
    ui.painter().galley(pos2(left, row.center().y - galley.size().y / 2.0), galley, palette.text);
    let at = pos2(row.right() - 8.0 - place.size().x, row.center().y - place.size().y / 2.0);
    ui.painter().galley(at, place, palette.weak);
    cut
}
