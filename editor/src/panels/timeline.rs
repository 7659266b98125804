//! The bar below the board: a slider over the turns of the current branch, with ticks where branches leave it.
//!
//! Reads the document and pushes seeks. Says in words what acting here would do. Knows no rules.

use egui::{Button, Id, Rect, RichText, Slider, Stroke, Ui, pos2, vec2};

use super::Room;
use crate::command::{Command, Go};
use crate::document::Document;
use crate::theme::{self, Palette};

/// Below the slider, for ticks and numbers.
const SCALE: f32 = 20.0;

/// Shows the timeline.
pub fn show(ui: &mut Ui, room: Room<'_>, commands: &mut Vec<Command>) {
    let document = room.document();
    banner(ui, document);
    ui.horizontal(|ui| {
        transport(ui, room, commands);
        ui.add_space(4.0);
        slider(ui, document, commands);
    });
}

/// Whether the keyboard is with the slider, which has no use for Space itself.
pub fn has_focus(ctx: &egui::Context) -> bool {
    let slider = ctx.data(|data| data.get_temp::<Id>(slider_key()));
    ctx.memory(|memory| memory.focused()).is_some_and(|id| Some(id) == slider)
}

fn slider_key() -> Id {
    Id::unique("turn slider")
}

/// Always there, so that nothing moves when it has something to say.
fn banner(ui: &mut Ui, document: &Document) {
    let palette = Palette::of(ui.visuals());
    let (turn, last) = (document.here().turn, document.last_turn());
    ui.horizontal(|ui| {
        if document.at_tip() {
            let text = if last == 0 {
                "nothing has happened yet".to_owned()
            } else {
                format!("turn {turn} of {last}, the last one of this branch")
            };
            ui.label(RichText::new(text).small().color(palette.weak));
        } else {
            let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), egui::Sense::hover());
            ui.painter().circle_filled(dot.center(), 4.0, palette.accent);
            ui.label(RichText::new(viewing(document)).color(palette.accent));
        }
        legend(ui, document);
    });
}

/// What we look at, and what acting here would do.
fn viewing(document: &Document) -> String {
    let text = format!("viewing turn {} of {}", document.here().turn, document.last_turn());
    match (document.game().sealed(), document.result()) {
        (None, None) => format!("{text} - acting here starts a branch"),
        _ => text,
    }
}

/// What the signs along the slider mean, where there are any.
fn legend(ui: &mut Ui, document: &Document) {
    let palette = Palette::of(ui.visuals());
    let log = document.log();
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if !log.forks().is_empty() {
            explain(ui, "branch point", |at| lozenge(at, 4.0, palette));
        }
        if !log.bookmarks().is_empty() {
            explain(ui, "bookmark", |at| flag(at, palette));
        }
    });
}

fn explain(ui: &mut Ui, words: &str, sign: impl FnOnce(egui::Pos2) -> egui::Shape) {
    ui.label(RichText::new(words).small().color(Palette::of(ui.visuals()).weak));
    let (room, _) = ui.allocate_exact_size(vec2(9.0, 9.0), egui::Sense::hover());
    ui.painter().add(sign(room.center()));
}

fn transport(ui: &mut Ui, room: Room<'_>, commands: &mut Vec<Command>) {
    let document = room.document();
    let (start, tip) = (document.here().turn == 0, document.at_tip());
    let play = if room.running { "⏸" } else { "▶" };
    let buttons = [
        ("⏮", Go::First, !start),
        ("⏪", Go::Back, !start),
        (play, Go::PlayPause, document.last_turn() > 0),
        ("⏩", Go::Forward, !tip),
        ("⏭", Go::Last, !tip),
    ];
    ui.spacing_mut().item_spacing.x = 4.0;
    for (sign, go, enabled) in buttons {
        let command = Command::Go(go);
        let words = room.keys.hint(ui.ctx(), &command);
        let button = ui.add_enabled(enabled, Button::new(sign).min_size(vec2(30.0, 26.0)));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, &words));
        if button.on_hover_text(&words).clicked() {
            commands.push(command);
        }
    }
}

fn slider(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    ui.vertical(|ui| {
        ui.spacing_mut().slider_width = ui.available_width();
        ui.spacing_mut().item_spacing.y = 0.0;
        thread(ui);
        let mut turn = document.here().turn;
        let widget = Slider::new(&mut turn, 0..=document.last_turn().max(1)).show_value(false);
        let response = ui.add_enabled(document.last_turn() > 0, widget);
        ui.data_mut(|data| data.insert_temp(slider_key(), response.id));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("turn"));
        if response.changed() {
            commands.push(Command::Go(Go::Turn(turn)));
        }
        scale(ui, document, response.rect);
    });
}

/// The slider in the colours of the thread.
fn thread(ui: &mut Ui) {
    let palette = Palette::of(ui.visuals());
    let visuals = ui.visuals_mut();
    visuals.handle_shape = egui::style::HandleShape::Circle;
    visuals.selection.bg_fill = palette.accent;
    for widget in [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active] {
        widget.fg_stroke = Stroke::new(3.0, palette.accent);
    }
    visuals.widgets.inactive.bg_fill = palette.raised;
}

/// Ticks and numbers below the slider, where its handle would stand.
fn scale(ui: &mut Ui, document: &Document, slider: Rect) {
    let (room, _) = ui.allocate_exact_size(vec2(slider.width(), SCALE), egui::Sense::hover());
    let inset = slider.height() / 2.5;
    let (last, wide) = (document.last_turn().max(1), slider.width() - 2.0 * inset);
    let x_of = |turn: u32| slider.left() + inset + wide * turn as f32 / last as f32;
    numbers(ui, document.last_turn(), wide, room, &x_of);
    let palette = Palette::of(ui.visuals());
    let mut drawn = f32::MIN;
    for x in document.log().forks().iter().map(|&turn| x_of(turn)) {
        // With thousands of branches one tick per few pixels says as much.
        if x - drawn >= 3.0 {
            ui.painter().add(lozenge(pos2(x, room.top() + 3.0), 4.0, palette));
            drawn = x;
        }
    }
    for &turn in document.log().bookmarks() {
        ui.painter().add(flag(pos2(x_of(turn), slider.top() + 2.0), palette));
    }
}

fn lozenge(at: egui::Pos2, reach: f32, palette: &Palette) -> egui::Shape {
    let points = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    egui::Shape::convex_polygon(points.map(|point| at + point).to_vec(), palette.accent, Stroke::NONE)
}

fn flag(at: egui::Pos2, palette: &Palette) -> egui::Shape {
    egui::Shape::rect_filled(Rect::from_center_size(at, vec2(3.0, 8.0)), 1, palette.text)
}

fn numbers(ui: &Ui, last: u32, wide: f32, room: Rect, x_of: &dyn Fn(u32) -> f32) {
    let palette = Palette::of(ui.visuals());
    let step = step(last, wide);
    for turn in (0..=last).step_by(step as usize) {
        // The last number is always there, and those too near to it are not.
        if turn == last || x_of(last) - x_of(turn) > 34.0 {
            number(ui, turn, x_of(turn), room, palette);
        }
    }
    if last > 0 {
        number(ui, last, x_of(last), room, palette);
    }
}

fn number(ui: &Ui, turn: u32, x: f32, room: Rect, palette: &Palette) {
    let at = pos2(x, room.bottom());
    ui.painter().text(at, egui::Align2::CENTER_BOTTOM, turn, theme::mono(10.5), palette.weak);
}

/// The smallest round number of turns that leaves room for a number each.
fn step(last: u32, wide: f32) -> u32 {
    let fits = |step: &u32| wide * *step as f32 / last.max(1) as f32 >= 48.0;
    let round = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    round.into_iter().find(fits).unwrap_or(1_000_000_000)
}
