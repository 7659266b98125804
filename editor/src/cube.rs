//! Paints a level in space and time: a stack of translucent slices with time pointing up, the slice on the
//! board highlighted, and the paths of everyone through them as lines.
//!
//! Called by the cube panel with the area to fill. The stack is computed once per change of the document, the
//! mesh once per change of the stack or the camera; a frame without changes copies the mesh and paints a few
//! numbers. Knows no rules: [`timeloom::scene::cube`] provides the contents.

mod cache;
pub mod camera;
mod describe;
mod faces;
mod nearby_branches;
mod paint;
mod pick;
mod plan;
mod ribbon;
pub mod stack;
mod things;

use std::sync::Arc;

use egui::{
    Align2, Color32, Context, EventFilter, Id, Key, Modifiers, PointerButton, Pos2, Rect, Response, Sense,
    Shape, Stroke, Ui, Vec2, vec2,
};

pub use camera::CubeCamera;
pub use describe::HANDS;
pub use paint::hue;
pub use pick::PickedCell;
pub use stack::{Branch, BranchPath, Stack};

use timeloom::scene::Cell;
use timeloom::scene::cube::Point;

use crate::command::CubeCommand;
use crate::document::Document;
use crate::settings::Orbit;
use crate::theme::{self, Palette};
use cache::CubeCache;
use camera::{Extent, Lens};
use pick::ProjectedStack;

/// Returns the stack of a document; `None` if its game has no slices.
pub fn stack(ctx: &Context, document: &Document) -> Option<Arc<Stack>> {
    CubeCache::of(ctx).stack(document)
}

/// View of the cube. Changed only by the handler of [`CubeCommand`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubeView {
    /// The camera.
    pub camera: CubeCamera,
    /// Cell that was highlighted by a click, if any.
    pub pointed: Option<Point>,
}

impl CubeView {
    /// Returns the view at the start of the program: with the camera from the settings.
    pub fn from_settings(orbit: Option<Orbit>) -> Self {
        Self { camera: orbit.map(CubeCamera::from_orbit).unwrap_or_default(), pointed: None }
    }
}

/// Returns the screen position of the centre of a cell in a slice: the inverse of picking, for tests that click there.
pub fn on_screen(camera: CubeCamera, stack: &Stack, room: Rect, point: Point) -> Pos2 {
    let lens = Lens::new(camera, room, extent(stack));
    ProjectedStack { stack, lens, numbers: &[] }.centre(point.at, point.t as f32)
}

/// Whether the cube has the focus.
pub fn has_focus(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.has_focus(id("view")))
}

/// User input to the cube, and the object under the mouse.
pub struct Touched {
    /// The widget.
    pub response: Response,
    /// Object under the mouse.
    pub over: Option<PickedCell>,
    /// Clicked object.
    pub clicked: Option<PickedCell>,
    /// Camera commands from the mouse.
    pub commands: Vec<CubeCommand>,
}

/// Paints a stack into an area, with some cells of the lit slice marked. `keys` describes its keys for screen readers.
pub fn show(
    ui: &mut Ui,
    camera: CubeCamera,
    stack: &Arc<Stack>,
    room: Rect,
    marked: &[Cell],
    keys: impl Fn() -> String,
) -> Touched {
    keep_space(ui);
    let response = ui.interact(room, id("view"), Sense::click_and_drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, describe::describe(stack, &keys()))
    });
    keep_arrows(ui, &response);
    let lens = Lens::new(camera, room, extent(stack));
    let painter = ui.painter_at(room);
    painter.add(Shape::Mesh(CubeCache::of(ui.ctx()).mesh(ui, stack, lens)));
    let numbers = numbers(ui, stack, lens);
    if response.has_focus() {
        let frame = Stroke::new(1.0, Palette::of(ui).accent);
        painter.rect_stroke(room.shrink(1.0), 4, frame, egui::StrokeKind::Inside);
    }
    let sight = ProjectedStack { stack, lens, numbers: &numbers };
    sight.mark(&painter, marked, Palette::of(ui).text);
    let over = response.hover_pos().filter(|_| !response.dragged()).and_then(|at| sight.find(at));
    if let Some((cell, t)) = over.as_ref().and_then(|found| Some((found.cell?, found.t))) {
        let frame = Stroke::new(1.5, Palette::of(ui).accent);
        painter.add(Shape::closed_line(sight.outline(cell, t).to_vec(), frame));
    }
    let at = response.interact_pointer_pos().filter(|_| response.clicked());
    let clicked = at.and_then(|at| sight.find(at));
    let commands = mouse_commands(ui, &response);
    Touched { response, over, clicked, commands }
}

/// While the cube has the focus, arrow keys turn it instead of moving the focus.
fn keep_arrows(ui: &Ui, response: &Response) {
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.has_focus() {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    }
}

/// Reserves Space for dragging; egui would treat it as a click.
fn keep_space(ui: &Ui) {
    if has_focus(ui.ctx()) {
        ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space));
    }
}

/// Camera commands from the mouse: dragging orbits; with another button, Space or Shift it pans; the wheel zooms, and
/// a double click resets.
fn mouse_commands(ui: &Ui, response: &Response) -> Vec<CubeCommand> {
    let zoom = response.hover_pos().filter(|_| response.contains_pointer()).map(|at| zoom(ui, response, at));
    let reset = response.double_clicked().then_some(CubeCommand::Reset);
    drag(ui, response).into_iter().chain(zoom.flatten()).chain(reset).collect()
}

fn drag(ui: &Ui, response: &Response) -> Option<CubeCommand> {
    let by = response.drag_delta();
    let moves = ui.input(|input| input.key_down(Key::Space) || input.modifiers.shift);
    if by == Vec2::ZERO || !response.dragged() {
        return None;
    }
    Some(match response.dragged_by(PointerButton::Primary) && !moves {
        true => CubeCommand::Orbit(by * vec2(0.008, 0.006)),
        false => CubeCommand::Pan(by),
    })
}

fn zoom(ui: &Ui, response: &Response, at: Pos2) -> Option<CubeCommand> {
    let factor = ui.input(|input| (input.smooth_scroll_delta.y / 240.0).exp() * input.zoom_delta());
    (factor != 1.0).then(|| CubeCommand::Zoom(factor, at - response.rect.center()))
}

fn extent(stack: &Stack) -> Extent {
    let cube = &stack.cube;
    Extent {
        width: cube.width.max(1) as f32,
        height: cube.height.max(1) as f32,
        slices: cube.slices.len() as f32,
    }
}

/// Numbers the slices along the leftmost edge of the stack. Returns the clickable areas.
fn numbers(ui: &Ui, stack: &Stack, lens: Lens) -> Vec<(u32, Rect)> {
    let palette = Palette::of(ui);
    let painter = ui.painter_at(lens.room);
    let (slices, lit) = (stack.cube.slices.clone(), stack.lit);
    let place = |t: u32| left_edge(stack, lens, t);
    let gap = if slices.len() > 1 { place(slices.start).y - place(slices.start + 1).y } else { 20.0 };
    let step = [1, 5, 10, 20, 50].into_iter().find(|step| *step as f32 * gap.max(0.1) >= 15.0).unwrap_or(100);
    let shown = slices.filter(|t| t.is_multiple_of(step) || *t == lit);
    let shown = shown.filter(|t| *t == lit || (place(*t).y - place(lit).y).abs() > 13.0);
    shown
        .map(|t| {
            let at = place(t) - vec2(12.0, 0.0);
            let (text, colour) = if t == lit {
                (format!("t {t}"), Palette::on(palette.accent))
            } else {
                (t.to_string(), palette.weak)
            };
            let galley = painter.layout_no_wrap(text, theme::mono(11.0), colour);
            let rect = Align2::RIGHT_CENTER.anchor_size(at, galley.size()).expand2(vec2(5.0, 1.0));
            if t == lit {
                painter.rect_filled(rect, 7, palette.accent);
            } else {
                tick(&painter, at + vec2(3.0, 0.0), palette.weak);
            }
            painter.galley(rect.shrink2(vec2(5.0, 1.0)).min, galley, Color32::PLACEHOLDER);
            (t, rect)
        })
        .collect()
}

fn tick(painter: &egui::Painter, at: Pos2, colour: Color32) {
    painter.hline(at.x..=at.x + 6.0, at.y, Stroke::new(1.0, colour.gamma_multiply(0.6)));
}

fn left_edge(stack: &Stack, lens: Lens, t: u32) -> Pos2 {
    let (width, height) = (stack.cube.width as f32, stack.cube.height as f32);
    let z = (t - stack.cube.slices.start) as f32 * lens.rise;
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let corners = corners.map(|(x, y)| lens.at(camera::CubePoint::new(x, y, z)));
    corners.into_iter().fold(Pos2::new(f32::MAX, 0.0), |left, at| if at.x < left.x { at } else { left })
}

fn id(part: &str) -> Id {
    Id::unique(("the cube", part))
}
