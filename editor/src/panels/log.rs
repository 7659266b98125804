//! The log: every turn or edit of the current branch with its effect, and the turns at which other branches
//! fork off.
//!
//! Reads the rows that the document keeps; only visible rows are painted. A click goes there. Knows no rules.

use egui::{Color32, Pos2, Rect, Response, ScrollArea, Stroke, Ui, pos2, vec2};
use timeloom::game::About;
use timeloom::timeline::{NodeId, NoteKind};

use super::PanelContext;
use super::row::{self, ListRow};
use crate::answers::describe;
use crate::command::{Command, GoCommand, PlayCommand, ViewCommand};
use crate::document::Document;
use crate::log;
use crate::settings::Tab;
use crate::theme::{self, Palette};
use crate::workspace::Mode;

/// Width of the branch line.
const THREAD: f32 = 26.0;

/// Shows the log.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let document = context.document();
    let all = document.game().node_count() - 1;
    let step = super::step(document.about().drawing);
    let steps = if all == 1 { "" } else { "s" };
    super::heading(ui, "Log", &format!("{all} {step}{steps} in all branches"));
    ui.spacing_mut().item_spacing.y = 0.0;
    super::without_springs(ui);
    let rows = document.log().rows();
    let mut area = ScrollArea::vertical().id_salt("log").auto_shrink(false);
    if let Some(offset) = follow(ui, document) {
        area = area.vertical_scroll_offset(offset);
    }
    area.show_rows(ui, row::HEIGHT, rows.len(), |ui, range| {
        let mut under = None;
        for at in range {
            let response = one(ui, context, at);
            if response.clicked() {
                commands.push(Command::Go(GoCommand::To(rows[at].id)));
            }
            under = under.or(response.hovered().then_some(rows[at].id));
            turn_menu(&response, context, rows[at].id, commands);
        }
        peek(ui, document, under, commands);
    });
}

/// Previews the row that the mouse moves onto, until it leaves. A resting mouse is ignored: rows may scroll below it.
fn peek(ui: &Ui, document: &Document, under: Option<NodeId>, commands: &mut Vec<Command>) {
    let (key, at) = (ui.scope_id().with("mouse"), ui.input(|input| input.pointer.latest_pos()));
    let before = ui.data_mut(|data| data.get_temp::<Option<Pos2>>(key)).flatten();
    ui.data_mut(|data| data.insert_temp(key, at));
    let shown = Some(document.here().id).filter(|_| document.is_preview());
    let moved = at != before && !ui.input(|input| input.pointer.any_down());
    let left = under.is_none() && shown.is_some();
    let wanted = under.filter(|&id| id != document.cursor().id);
    if left || (moved && wanted != shown) {
        commands.push(Command::Go(GoCommand::Peek(wanted)));
    }
}

/// Context menu of a turn.
pub(super) fn turn_menu(
    response: &Response,
    context: PanelContext<'_>,
    id: NodeId,
    commands: &mut Vec<Command>,
) {
    let playing = context.workspace.mode() == Mode::Play;
    let items = [
        ("Go here", Command::Go(GoCommand::To(id)), true),
        ("Play from here", Command::Play(PlayCommand::From(id)), playing),
        ("Name this branch…", Command::Go(GoCommand::AskNote(NoteKind::Name, Some(id))), true),
        ("Bookmark…", Command::Go(GoCommand::AskNote(NoteKind::Bookmark, Some(id))), true),
        (
            "Compare from here",
            Command::View(ViewCommand::Compare(Some(id), context.document().chosen_pair().1)),
            true,
        ),
        (
            "Compare to here",
            Command::View(ViewCommand::Compare(context.document().chosen_pair().0, Some(id))),
            true,
        ),
    ];
    response.context_menu(|ui| {
        ui.set_min_width(170.0);
        for (name, command, there) in items {
            if there && ui.button(name).clicked() {
                if matches!(command, Command::View(_)) {
                    commands.push(Command::View(ViewCommand::Tab(Tab::Compare)));
                }
                commands.push(command);
                ui.close();
            }
        }
    });
}

/// Scroll offset that shows the cursor, if the cursor or the panel height has changed since the last frame.
fn follow(ui: &Ui, document: &Document) -> Option<f32> {
    let (key, here) = (ui.scope_id().with("cursor"), (document.cursor().id, ui.available_height() as i32));
    let before = ui.data_mut(|data| data.get_temp(key));
    ui.data_mut(|data| data.insert_temp(key, here));
    let top = document.log().row_of(document.cursor().turn) as f32 * row::HEIGHT;
    let middle = top - ui.available_height() / 2.0 + row::HEIGHT / 2.0;
    let furthest = document.log().rows().len() as f32 * row::HEIGHT - ui.available_height();
    let middle = middle.min(furthest).max(0.0);
    (before != Some(here)).then_some(middle)
}

/// Width of the branch line and the turn numbers.
fn margin(document: &Document) -> f32 {
    let digits = document.last_turn().checked_ilog10().unwrap_or(0).max(1) + 1;
    THREAD + 7.0 * digits as f32 + 10.0
}

fn one(ui: &mut Ui, context: PanelContext<'_>, at: usize) -> egui::Response {
    let document = context.document();
    let (log, here) = (document.log(), document.here());
    let row = &log.rows()[at];
    let (chosen, margin) = (row.id == here.id, margin(document));
    let begin = beginning(document.about());
    let is_lost = row.on_line && context.answers.lost_after().is_some_and(|last| last + 1 == row.turn);
    let (action, text) = match row.turn {
        0 => ("start", begin.as_str()),
        _ => action_and_effect(row, document.about().drawing),
    };
    let shown = ListRow {
        spoken: spoken(row, super::step(document.about().drawing), [action, text]),
        action,
        code: "",
        in_words: false,
        text,
        pill: row.label().map(str::to_owned).or_else(|| is_lost.then(|| "no return".to_owned())),
        chosen,
        dim: !row.on_line || row.turn > here.turn,
        margin: if row.on_line { margin } else { margin + 14.0 },
    };
    let response = shown.show(ui);
    if ui.is_rect_visible(response.rect) {
        BranchLine { ui, rect: response.rect, margin, palette: Palette::of(ui) }.paint(document, at, chosen);
    }
    match context.answers.line().and_then(describe::missed).filter(|_| is_lost) {
        Some(missed) => {
            response.on_hover_text(format!("after this turn the game cannot be won any more; {missed}"))
        }
        None => response,
    }
}

/// Text of the first row.
fn beginning(about: &About) -> String {
    match about.seed.filter(|_| !about.drawing) {
        Some(seed) => format!("{}, seed {seed}", about.level),
        None => about.level.clone(),
    }
}

/// Action and effect. The action of an edit may list thousands of cells, so only its short description is shown.
fn action_and_effect(row: &log::LogRow, drawing: bool) -> (&str, &str) {
    if drawing { (&row.text, "") } else { (&row.action, &row.text) }
}

fn spoken(row: &log::LogRow, step: &str, [action, text]: [&str; 2]) -> String {
    let what = if row.turn == 0 { "start".to_owned() } else { format!("{action} {text}") };
    let aside = if row.on_line { "" } else { "other branch at " };
    format!("{aside}{step} {}: {}", row.turn, what.trim_end())
}

/// The branch line on the left, with a dot for each turn.
struct BranchLine<'a> {
    ui: &'a Ui,
    rect: Rect,
    margin: f32,
    palette: &'a Palette,
}

impl BranchLine<'_> {
    fn paint(&self, document: &Document, at: usize, chosen: bool) {
        let (rows, here) = (document.log().rows(), document.here().turn);
        let row = &rows[at];
        let ahead = theme::mix(self.palette.line, self.palette.weak, 0.3);
        let colour = |past: bool| if past { self.palette.accent } else { ahead };
        let next = rows[at + 1..].iter().find(|row| row.on_line);
        if row.turn > 0 {
            self.line(self.rect.top(), self.knot().y, colour(self.woven(row, here)));
        }
        if let Some(next) = next {
            self.line(self.knot().y, self.rect.bottom(), colour(next.turn <= here));
        }
        if row.on_line {
            self.knot_on_line(row, row.turn <= here, chosen);
            self.number(row.turn);
        } else {
            self.branch();
        }
    }

    /// Whether the line above a row is in the past.
    fn woven(&self, row: &log::LogRow, here: u32) -> bool {
        if row.on_line { row.turn <= here } else { row.turn < here }
    }

    fn knot(&self) -> Pos2 {
        pos2(self.rect.left() + 14.0, self.rect.center().y)
    }

    fn line(&self, from: f32, to: f32, colour: Color32) {
        self.ui.painter().vline(self.knot().x, from..=to, Stroke::new(2.0, colour));
    }

    /// Notable turns show their sign in the dot.
    fn knot_on_line(&self, row: &log::LogRow, past: bool, chosen: bool) {
        if let Some(sign) = row.sign {
            let rim = Stroke::new(2.0, if chosen { self.palette.text } else { self.palette.panel });
            let fill = self.palette.fill(sign.tone);
            self.ui.painter().circle(self.knot(), 7.5, fill, rim);
            let font = theme::mono(10.0);
            self.ui.painter().text(
                self.knot(),
                egui::Align2::CENTER_CENTER,
                sign.glyph,
                font,
                Palette::on(fill),
            );
            return;
        }
        let colour = if past { self.palette.accent } else { self.palette.weak };
        let fill = if past { colour } else { self.palette.panel };
        let radius = if chosen { 6.0 } else { 4.0 };
        let rim = Stroke::new(2.0, if chosen { self.palette.text } else { colour });
        self.ui.painter().circle(self.knot(), radius, fill, rim);
    }

    fn number(&self, turn: u32) {
        let at = pos2(self.rect.left() + self.margin - 10.0, self.rect.top() + 5.0);
        self.ui.painter().text(at, egui::Align2::RIGHT_TOP, turn, theme::mono(11.5), self.palette.weak);
    }

    /// A line that forks off to the right.
    fn branch(&self) {
        let (knot, stroke) = (self.knot(), Stroke::new(2.0, self.palette.weak));
        let (from, to) = (pos2(knot.x, self.rect.top() + 4.0), knot + vec2(self.margin - 16.0, 0.0));
        let bend = egui::epaint::CubicBezierShape::from_points_stroke(
            [from, pos2(knot.x, knot.y), knot, to],
            false,
            Color32::TRANSPARENT,
            stroke,
        );
        self.ui.painter().add(bend);
        self.ui.painter().circle(to + vec2(4.0, 0.0), 4.0, self.palette.panel, stroke);
    }
}
