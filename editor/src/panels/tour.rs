//! The tour: a few cards, each pointing at a part of the window.
//!
//! The layout provides the areas of the parts; the app knows the current step. Pushes steps. Knows no games.

use egui::{Align2, Area, Color32, Context, Id, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, vec2};

use timeloom::scene::Facing;
use timeloom::show::Cue;

use super::{card, cue_keys};
use crate::command::{AppCommand, Command, DrawCommand, GoCommand};
use crate::keys::Keys;
use crate::theme::Palette;

/// Areas of the parts of the window, as last drawn.
#[derive(Clone, Copy, Debug)]
pub struct PanelAreas {
    /// The toolbar with the modes.
    pub toolbar: Rect,
    /// The palette or the log.
    pub left: Rect,
    /// The board or the cube.
    pub centre: Rect,
    /// The tabs.
    pub right: Rect,
    /// The timeline.
    pub timeline: Rect,
}

impl Default for PanelAreas {
    fn default() -> Self {
        let nothing = Rect::NOTHING;
        Self { toolbar: nothing, left: nothing, centre: nothing, right: nothing, timeline: nothing }
    }
}

/// A card of the tour.
struct Step {
    title: &'static str,
    text: fn(&Context, &Keys) -> String,
    part: fn(&PanelAreas) -> Rect,
}

static STEPS: &[Step] = &[
    Step {
        title: "The board",
        text: |ctx, keys| {
            let walk = cue_keys::text(ctx, keys, Cue::Move(Facing::North));
            let walk = walk.map(|walk| format!("Walk with {walk}, or click where to go"));
            let act = walk.unwrap_or_else(|| "Click a thing, then where it lights up".to_owned());
            format!("This is the level at one moment. {act}; the actions are listed on the right.")
        },
        part: |parts| parts.centre,
    },
    Step {
        title: "Draw and play",
        text: |ctx, keys| {
            let mode = keys.in_sentence(ctx, &Command::App(AppCommand::Mode));
            format!(
                "Press {mode} to draw the level you are playing, and {mode} again to play it. Nothing is lost on the way."
            )
        },
        part: |parts| parts.toolbar,
    },
    Step {
        title: "What to draw with",
        text: |ctx, keys| {
            let [first, last] =
                [0, 8].map(|brush| keys.in_sentence(ctx, &Command::Draw(DrawCommand::Brush(brush))));
            format!(
                "While drawing, the palette is here: choose with {first} to {last}, paint with the left button, erase with the right one. While playing, it is the log: a click goes to that turn."
            )
        },
        part: |parts| parts.left,
    },
    Step {
        title: "The timeline",
        text: |ctx, keys| {
            let [undo, redo] =
                [GoCommand::Undo, GoCommand::Redo].map(|go| keys.in_sentence(ctx, &Command::Go(go)));
            format!(
                "Drag to go back to any turn. {undo} and {redo} do the same, step by step, for turns and for edits."
            )
        },
        part: |parts| parts.timeline,
    },
    Step {
        title: "Branches",
        text: |_, _| {
            "Act in the past and a branch grows; the old future stays. All branches are listed in the Branches tab.".to_owned()
        },
        part: |parts| parts.right,
    },
    Step {
        title: "The cube",
        text: |ctx, keys| {
            let finder = keys.in_sentence(ctx, &Command::App(AppCommand::Finder));
            format!(
                "Board, Cube, Both: the cube stacks all moments of the level, with every path as a line through time. {finder} finds every command."
            )
        },
        part: |parts| parts.centre,
    },
];

/// Number of steps.
pub fn len() -> usize {
    STEPS.len()
}

/// Shows a step.
pub fn show(ctx: &Context, number: usize, keys: &Keys, parts: &PanelAreas, commands: &mut Vec<Command>) {
    let Some(step) = STEPS.get(number) else { return };
    let window = ctx.content_rect();
    let part = (step.part)(parts).intersect(window);
    let part =
        if part.is_positive() { part } else { Rect::from_center_size(window.center(), vec2(2.0, 2.0)) };
    dim(ctx, part);
    let area = Area::new(Id::unique("tour")).order(Order::Tooltip).fixed_pos(place(window, part));
    area.constrain(true).show(ctx, |ui| {
        card::card(ctx).show(ui, |ui| {
            ui.set_width(CARD.x - 42.0);
            card(ui, step, number, keys, commands);
        });
    });
}

const CARD: egui::Vec2 = vec2(360.0, 170.0);

/// Dims everything but the part, and outlines the part.
fn dim(ctx: &Context, part: Rect) {
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour dim")));
    let (window, shade) = (ctx.content_rect(), Color32::from_black_alpha(120));
    let style = ctx.global_style();
    for rect in [
        Rect::from_min_max(window.min, Pos2::new(window.right(), part.top())),
        Rect::from_min_max(Pos2::new(window.left(), part.bottom()), window.max),
        Rect::from_min_max(Pos2::new(window.left(), part.top()), Pos2::new(part.left(), part.bottom())),
        Rect::from_min_max(Pos2::new(part.right(), part.top()), Pos2::new(window.right(), part.bottom())),
    ] {
        painter.rect_filled(rect, 0, shade);
    }
    let stroke = Stroke::new(2.0, Palette::in_force(ctx, &style.visuals).accent);
    painter.rect_stroke(part, 6, stroke, StrokeKind::Inside);
}

/// Position of the card: beside the part, where there is most space; inside it if it fills the window.
fn place(window: Rect, part: Rect) -> Pos2 {
    let inside = Align2::CENTER_CENTER.align_size_within_rect(CARD, part).min;
    let free = [
        (window.right() - part.right(), Pos2::new(part.right() + 14.0, part.top() + 14.0)),
        (part.left() - window.left(), Pos2::new(part.left() - CARD.x - 14.0, part.top() + 14.0)),
    ];
    let beside =
        free.into_iter().filter(|(room, _)| *room > CARD.x + 28.0).max_by(|a, b| a.0.total_cmp(&b.0));
    match beside {
        Some((_, at)) => at,
        None if part.height() > CARD.y * 1.6 => inside,
        None if part.top() - window.top() > CARD.y => Pos2::new(inside.x, part.top() - CARD.y - 14.0),
        None => Pos2::new(inside.x, part.bottom() + 14.0),
    }
}

fn card(ui: &mut Ui, step: &Step, number: usize, keys: &Keys, commands: &mut Vec<Command>) {
    let (palette, text) = (Palette::of(ui), (step.text)(ui.ctx(), keys));
    ui.label(RichText::new(step.title).heading().color(palette.text));
    ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let last = number + 1 == STEPS.len();
        if card::main_button(ui, if last { "Done" } else { "Next" }).clicked() {
            let next = if last { AppCommand::Dismiss } else { AppCommand::TourStep(number + 1) };
            commands.push(Command::App(next));
        }
        if number > 0 && card::button(ui, "Previous").clicked() {
            commands.push(Command::App(AppCommand::TourStep(number - 1)));
        }
        if !last && card::button(ui, "Skip the tour").clicked() {
            commands.push(Command::App(AppCommand::Dismiss));
        }
        ui.weak(format!("{} of {}", number + 1, STEPS.len()));
    });
}
