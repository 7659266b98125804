//! A track of the timeline: a slider with numbers below it and signs above it.
//!
//! Used by the timeline for turns, edits and slices. The work per frame is bounded by the width in pixels: of
//! overlapping signs, the most important is painted. Knows numbers, not their meaning.

use std::sync::Arc;

use egui::{Align2, Color32, Id, Pos2, Rect, Response, Shape, Slider, Stroke, Ui, pos2, vec2};
use timeloom::scene::{Sign, Tone};

use crate::theme::{self, Palette};

/// Height of the signs above the slider.
const SIGNS: f32 = 13.0;
/// Height of the ticks and numbers below the slider.
const SCALE: f32 = 20.0;

/// A slider from 0 to a last number.
pub(super) struct Track<'a> {
    /// Name for screen readers.
    pub(super) label: &'a str,
    /// Current number.
    pub(super) value: u32,
    /// Last number.
    pub(super) last: u32,
    /// Colour of the part before the current number.
    pub(super) colour: Color32,
    /// Whether there is space for signs above it.
    pub(super) signs: bool,
    /// Whether to omit signs and numbers.
    pub(super) bare: bool,
}

/// Position of a track on the screen.
#[derive(Clone, Copy)]
pub(super) struct Rail {
    /// The slider itself.
    pub(super) rect: Rect,
    left: f32,
    wide: f32,
    last: u32,
}

impl Rail {
    /// Position of a number.
    pub(super) fn x_of(&self, number: u32) -> f32 {
        self.left + self.wide * number as f32 / self.last as f32
    }

    /// Number at a position.
    pub(super) fn number_at(&self, x: f32) -> u32 {
        let part = ((x - self.left) / self.wide.max(1.0)).clamp(0.0, 1.0);
        (part * self.last as f32).round() as u32
    }

    /// Centre of the signs above a number.
    pub(super) fn sign_centre(&self, x: f32) -> Pos2 {
        pos2(x, self.rect.top() - SIGNS / 2.0 + 1.0)
    }

    /// Point just below the slider.
    pub(super) fn under(&self, x: f32) -> Pos2 {
        pos2(x, self.rect.bottom() + 2.0)
    }
}

impl Track<'_> {
    /// Shows the track; returns the chosen number, if any.
    pub(super) fn show(&self, ui: &mut Ui) -> (Response, Rail, Option<u32>) {
        ui.spacing_mut().slider_width = ui.available_width();
        ui.spacing_mut().item_spacing.y = 0.0;
        self.colours(ui);
        if self.signs && !self.bare {
            ui.add_space(SIGNS);
        }
        let mut value = self.value;
        let slider = Slider::new(&mut value, 0..=self.last.max(1)).show_value(false);
        let response = ui.add_enabled(self.last > 0, slider);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(self.label));
        // A click focuses the track, so that Space and the arrow keys apply to it; a drag returns the keys to
        // playing.
        if response.drag_stopped() {
            match ui.input(|input| input.pointer.primary_clicked()) {
                true => response.request_focus(),
                false => response.surrender_focus(),
            }
        }
        let rect = response.rect;
        let inset = rect.height() / 2.5;
        let rail = Rail {
            rect,
            left: rect.left() + inset,
            wide: rect.width() - 2.0 * inset,
            last: self.last.max(1),
        };
        if !self.bare {
            let (room, _) = ui.allocate_exact_size(vec2(rect.width(), SCALE), egui::Sense::hover());
            numbers(ui, self.last, &rail, room);
        }
        let chosen = response.changed().then_some(value);
        (response, rail, chosen)
    }

    fn colours(&self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        let visuals = ui.visuals_mut();
        visuals.handle_shape = egui::style::HandleShape::Circle;
        visuals.selection.bg_fill = self.colour;
        let widgets = &mut visuals.widgets;
        for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            widget.fg_stroke = Stroke::new(3.0, self.colour);
        }
        widgets.inactive.bg_fill = palette.raised;
    }
}

/// Paints the signs along a rail. The visible signs are computed once per change of signs or size.
pub(super) fn signs(ui: &Ui, rail: &Rail, signs: &[(u32, Sign)], stamp: u64) {
    let key = ui.scope_id().with("signs");
    let now = (stamp, signs.len(), rail.last, rail.wide as i32);
    let kept =
        ui.data(|data| data.get_temp::<(SignsKey, Arc<[(u32, Sign)]>)>(key)).filter(|(then, _)| *then == now);
    let few = kept.map_or_else(|| apart(rail, signs).into(), |(_, few)| few);
    let palette = Palette::of(ui);
    let roomy = (few.len() as f32) * 11.0 < rail.wide;
    for &(turn, sign) in few.iter() {
        let (at, colour) = (rail.sign_centre(rail.x_of(turn)), palette.ink(sign.tone));
        if roomy {
            ui.painter().text(at, Align2::CENTER_CENTER, sign.glyph, theme::mono(11.0), colour);
        } else {
            ui.painter().rect_filled(Rect::from_center_size(at, vec2(2.0, 9.0)), 0, colour);
        }
    }
    ui.data_mut(|data| data.insert_temp(key, (now, few)));
}

/// Inputs of the visible signs.
type SignsKey = (u64, usize, u32, i32);

/// Keeps the most important sign of every few pixels.
fn apart(rail: &Rail, signs: &[(u32, Sign)]) -> Vec<(u32, Sign)> {
    let mut few: Vec<(u32, Sign)> = Vec::new();
    let mut slot = i32::MIN;
    for &(turn, sign) in signs {
        let here = (rail.x_of(turn) / 3.0) as i32;
        match few.last_mut() {
            Some(last) if here == slot && weight(sign) > weight(last.1) => *last = (turn, sign),
            Some(_) if here == slot => {}
            _ => few.push((turn, sign)),
        }
        slot = here;
    }
    few
}

fn weight(sign: Sign) -> u8 {
    match sign.tone {
        Tone::Bad | Tone::Good => 3,
        Tone::Accent | Tone::Violet => 2,
        Tone::Muted => 0,
        _ => 1,
    }
}

/// Paints lozenges below a rail, at most one per few pixels.
pub(super) fn lozenges(ui: &Ui, rail: &Rail, numbers: &[u32]) {
    let mut drawn = f32::MIN;
    for x in numbers.iter().map(|&number| rail.x_of(number)) {
        if x - drawn >= 3.0 {
            ui.painter().add(lozenge(rail.under(x), 4.0, Palette::of(ui)));
            drawn = x;
        }
    }
}

/// Paints flags across a rail, at most one per few pixels.
pub(super) fn flags(ui: &Ui, rail: &Rail, numbers: &[u32]) {
    let mut drawn = f32::MIN;
    for x in numbers.iter().map(|&number| rail.x_of(number)) {
        if x - drawn >= 3.0 {
            ui.painter().add(flag(pos2(x, rail.rect.top() + 2.0), Palette::of(ui)));
            drawn = x;
        }
    }
}

/// Paints the point of no return: a bar between the last turn that could be won and the next, and a line from there on.
pub(super) fn no_return(ui: &Ui, rail: &Rail, turn: u32) {
    let colour = Palette::of(ui).fill(Tone::Bad);
    let x = (rail.x_of(turn) + rail.x_of(turn + 1)) / 2.0;
    let bar = Rect::from_center_size(pos2(x, rail.rect.center().y), vec2(3.0, rail.rect.height()));
    ui.painter().rect_filled(bar, 1, colour);
    let y = rail.rect.bottom() - 1.0;
    ui.painter().hline(x..=rail.x_of(rail.last), y, Stroke::new(2.0, colour));
}

pub(super) fn lozenge(at: Pos2, reach: f32, palette: &Palette) -> Shape {
    let points = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    Shape::convex_polygon(points.map(|point| at + point).to_vec(), palette.accent, Stroke::NONE)
}

pub(super) fn flag(at: Pos2, palette: &Palette) -> Shape {
    Shape::rect_filled(Rect::from_center_size(at, vec2(3.0, 8.0)), 1, palette.text)
}

/// A triangle that points up at a position on a rail.
pub(super) fn pointer(at: Pos2, colour: Color32) -> Shape {
    let points = [vec2(0.0, -4.0), vec2(4.0, 3.0), vec2(-4.0, 3.0)];
    Shape::convex_polygon(points.map(|point| at + point).to_vec(), colour, Stroke::NONE)
}

fn numbers(ui: &Ui, last: u32, rail: &Rail, room: Rect) {
    let step = step(last, rail.wide);
    for number in (0..=last).step_by(step as usize) {
        // The last number is always shown; numbers too close to it are not.
        if rail.x_of(last) - rail.x_of(number) > 34.0 {
            self::number(ui, number, rail.x_of(number), room);
        }
    }
    number(ui, last, rail.x_of(last), room);
}

fn number(ui: &Ui, number: u32, x: f32, room: Rect) {
    let at = pos2(x, room.bottom());
    let colour = Palette::of(ui).weak;
    ui.painter().text(at, Align2::CENTER_BOTTOM, number, theme::mono(10.5), colour);
}

/// Smallest round step between numbers that do not overlap.
fn step(last: u32, wide: f32) -> u32 {
    let fits = |step: &u32| wide * *step as f32 / last.max(1) as f32 >= 48.0;
    let round = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    round.into_iter().find(fits).unwrap_or(1_000_000_000)
}

/// Stores the id of a track, so that others can check whether it has the focus.
pub(super) fn note(ui: &Ui, key: Id, response: &Response) {
    ui.data_mut(|data| data.insert_temp(key, response.id));
}
