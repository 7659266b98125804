//! Compares two turns, on one branch or on two: both boards, and every difference.
//!
//! The document computes the comparison while this panel is open; only visible rows are painted. Knows no ruleset.

use egui::{
    Button, CornerRadius, Id, Key, Rect, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, pos2, vec2,
};
use timeloom::diff::Change;
use timeloom::scene::{Board, Tone};
use timeloom::timeline::NodeId;

use super::PanelContext;
use crate::canvas::{self, Fit};
use crate::command::{Command, GoCommand, ViewCommand};
use crate::comparison::{ComparedNode, Comparison};
use crate::document::Document;
use crate::theme::{self, Palette};
use crate::values::brief;

const ROW: f32 = 38.0;
/// Gap between two boards side by side.
const GAP: f32 = 8.0;
/// Margin around a board, for its coordinates.
const EDGES: f32 = 44.0;
/// Minimum height for stacked boards.
const TALL: f32 = 420.0;

/// Shows the panel.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let contrast = document.contrast();
    let count = contrast.changes.len();
    super::heading(
        ui,
        "Compare",
        &format!("{count} {}", if count == 1 { "difference" } else { "differences" }),
    );
    sides(ui, document, &contrast, commands);
    // If space is short, the list takes precedence.
    if ui.available_height() > 240.0 {
        boards(ui, &contrast);
    }
    if count == 0 {
        ui.weak(if contrast.a.node.id == contrast.b.node.id {
            "both are the same moment"
        } else {
            "no differences"
        });
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().id_salt("compare").auto_shrink(false);
    area.show_rows(ui, ROW, count, |ui, range| {
        contrast.changes[range].iter().for_each(|change| one(ui, change));
    });
}

/// Shows the two moments, and controls to choose others.
fn sides(ui: &mut Ui, document: &Document, contrast: &Comparison, commands: &mut Vec<Command>) {
    let (a, b) = document.chosen_pair();
    let first = Side { name: "A", words: "from", moment: &contrast.a, chosen: a.is_some() };
    let second = Side { name: "B", words: "to", moment: &contrast.b, chosen: b.is_some() };
    if let Some(id) = first.show(ui, document, commands) {
        commands.push(Command::View(ViewCommand::Compare(Some(id), b)));
    }
    if let Some(id) = second.show(ui, document, commands) {
        commands.push(Command::View(ViewCommand::Compare(a, Some(id))));
    }
    ui.horizontal_wrapped(|ui| {
        let buttons = [("A here", ViewCommand::CompareFrom, true), ("B here", ViewCommand::CompareTo, true)];
        let back = ("Previous turn", ViewCommand::Compare(None, None), a.is_some() || b.is_some());
        for (name, look, enabled) in buttons.into_iter().chain([back]) {
            if ui.add_enabled(enabled, Button::new(name).small()).clicked() {
                commands.push(Command::View(look));
            }
        }
    });
    ui.add_space(4.0);
}

struct Side<'a> {
    name: &'static str,
    words: &'static str,
    moment: &'a ComparedNode,
    chosen: bool,
}

impl Side<'_> {
    /// Shows one side; returns the node that was entered, if any.
    fn show(&self, ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) -> Option<NodeId> {
        let node = &self.moment.node;
        let label = format!("turn {}, {} {}", node.turn, node.id, document.action(node.id));
        let mut typed = None;
        ui.horizontal(|ui| {
            ui.label(
                RichText::new(format!("{} {}", self.name, self.words)).small().color(Palette::of(ui).accent),
            );
            typed = self.field(ui, document);
            let words = if self.chosen { label } else { format!("{label} (follows)") };
            let words = Button::new(RichText::new(words.trim_end()).small()).frame(false).truncate();
            if ui.add(words).on_hover_text("go there").clicked() {
                commands.push(Command::Go(GoCommand::To(node.id)));
            }
        });
        match typed {
            Some(Ok(id)) => Some(id),
            Some(Err(problem)) => {
                ui.data_mut(|data| data.insert_temp(self.problem(), problem));
                None
            }
            None => {
                let problem = ui.data(|data| data.get_temp::<String>(self.problem())).unwrap_or_default();
                if !problem.is_empty() {
                    ui.label(RichText::new(problem).small().color(Palette::of(ui).ink(Tone::Bad)));
                }
                None
            }
        }
    }

    fn problem(&self) -> Id {
        Id::unique(("compare problem", self.name))
    }

    /// Text field for a turn, node or name; returns the result once it is entered.
    fn field(&self, ui: &mut Ui, document: &Document) -> Option<Result<NodeId, String>> {
        let key = Id::unique(("compare field", self.name));
        let mut text = ui.data(|data| data.get_temp::<String>(key)).unwrap_or_default();
        let hint = self.moment.node.turn.to_string();
        let response = ui.add(TextEdit::singleline(&mut text).desired_width(52.0).hint_text(hint));
        let label = format!("compare {}: turn, node or name", self.words);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(self.problem(), String::new()));
        }
        let found = (entered && !text.trim().is_empty()).then(|| document.find(&text));
        if found.as_ref().is_some_and(Result::is_ok) {
            text.clear();
        }
        ui.data_mut(|data| data.insert_temp(key, text));
        found
    }
}

/// Shows both boards with a frame around every differing cell: stacked if there is space, otherwise side by side.
fn boards(ui: &mut Ui, contrast: &Comparison) {
    let boards = contrast.a.scene.boards.first().zip(contrast.b.scene.boards.first());
    let Some((a, b)) = boards else { return };
    let stacked = ui.available_height() > TALL;
    let wide = if stacked { ui.available_width() } else { (ui.available_width() - GAP) / 2.0 };
    let most = if stacked { ui.available_height() * 0.33 } else { 150.0 };
    let high = (wide - EDGES) * a.height.max(1) as f32 / a.width.max(1) as f32;
    let size = vec2(wide, high.clamp(40.0, most) + EDGES);
    let (across, down) = if stacked { (0.0, size.y) } else { (wide + GAP, 0.0) };
    let whole = size + vec2(across, down);
    let (room, _) = ui.allocate_exact_size(whole, Sense::hover());
    for (place, (board, name)) in [(0.0, (a, "A")), (1.0, (b, "B"))] {
        let corner = room.min + place * vec2(across, down);
        framed(ui, board, name, Rect::from_min_size(corner, size), contrast);
    }
    ui.add_space(4.0);
}

/// Shows one of the boards.
fn framed(ui: &mut Ui, board: &Board, name: &str, rect: Rect, contrast: &Comparison) {
    let palette = Palette::of(ui);
    let mut part = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt(name));
    canvas::show(&mut part, board, rect, Some(contrast.revision));
    let fit = Fit::new(board, rect);
    let stroke = Stroke::new(1.5, palette.ink(Tone::Accent));
    for &cell in &contrast.cells {
        let round = CornerRadius::same(2);
        part.painter().rect_stroke(fit.rect(cell), round, stroke, egui::StrokeKind::Inside);
    }
    part.painter().text(rect.left_top(), egui::Align2::LEFT_TOP, name, theme::mono(11.0), palette.accent);
}

fn one(ui: &mut Ui, change: &Change) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let palette = Palette::of(ui);
    let (tone, words) = match (&change.before, &change.after) {
        (Some(before), Some(after)) => (Tone::Accent, format!("{} → {}", brief(before), brief(after))),
        (None, Some(after)) => (Tone::Good, format!("only in B: {}", brief(after))),
        (Some(before), None) => (Tone::Bad, format!("only in A: {}", brief(before))),
        (None, None) => (Tone::Muted, String::new()),
    };
    let wide = rect.width() - 16.0;
    let path = theme::one_line(ui, &change.path, theme::mono(12.0), palette.weak, wide);
    let value = theme::one_line(ui, &words, theme::mono(12.0), palette.ink(tone), wide);
    let cut = path.elided || value.elided;
    ui.painter().vline(rect.left() + 2.0, rect.shrink(4.0).y_range(), Stroke::new(3.0, palette.ink(tone)));
    ui.painter().galley(pos2(rect.left() + 10.0, rect.top() + 3.0), path, palette.weak);
    ui.painter().galley(pos2(rect.left() + 10.0, rect.top() + 19.0), value, palette.text);
    let spoken = format!("{}: {words}", change.path);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    if cut {
        response.on_hover_text(spoken);
    }
}
