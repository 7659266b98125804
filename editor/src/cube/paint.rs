//! Paints a stack as a mesh: the slices as translucent planes, the lit one with everything on its board.
//!
//! Part of the painter; lines are painted by `ribbon`, things by `things`. Rebuilt when the stack, the camera, the
//! area or the palette changes. Outside the lit slice, walls are only a floor plan, so that many slices stay clear.

use egui::ecolor::Hsva;
use egui::{Color32, Pos2};
use timeloom::scene::cube::Point;
use timeloom::scene::{Mark, Tone};

use super::camera::{CubePoint, Lens};
use super::faces::{FLOOR, Faces, LYING, PaintOrder};
use super::plan::{self, Plan};
use super::stack::Stack;
use crate::theme::{Palette, mix};

/// Boards whose average side is longer than this, in cells, have no grid.
const GRID: u32 = 60;

/// Colour of highlights.
pub(super) const LIGHT: Color32 = Color32::WHITE;

/// Paints a stack.
pub(super) struct CubePainter<'a> {
    pub(super) stack: &'a Stack,
    pub(super) plan: &'a Plan,
    pub(super) lens: Lens,
    pub(super) palette: &'a Palette,
    pub(super) dark: bool,
    pub(super) faces: Faces,
    /// Number of points of all lines together.
    pub(super) points: usize,
}

impl<'a> CubePainter<'a> {
    pub(super) fn new(
        stack: &'a Stack,
        plan: &'a Plan,
        lens: Lens,
        palette: &'a Palette,
        dark: bool,
    ) -> Self {
        let faces = Faces::new(lens.room, lens.reach(), plan.white());
        let points = stack.cube.threads.iter().map(|thread| thread.points.len()).sum();
        Self { stack, plan, lens, palette, dark, faces, points }
    }

    /// Paints what is the same at every turn, whichever slice is lit.
    pub(super) fn still(mut self) -> Faces {
        self.columns();
        self.threads();
        self.faces.sorted()
    }

    /// Paints the rest: slices, the contents of the lit one, paths and rifts.
    pub(super) fn moving(mut self) -> Faces {
        self.points += self.stack.ways.iter().map(|way| way.points.len()).sum::<usize>();
        self.slices();
        self.lit();
        self.ways();
        self.faces.sorted()
    }
}

/// Returns the colour of a branch other than the current one.
pub fn hue(number: usize, dark: bool) -> Color32 {
    // None is near that of an exit or a goal.
    const HUES: [f32; 8] = [0.22, 0.90, 0.08, 0.68, 0.02, 0.14, 0.94, 0.27];
    let (saturation, value) = if dark { (0.72, 0.92) } else { (0.9, 0.6) };
    Hsva::new(HUES[number % HUES.len()], saturation, value, 1.0).into()
}

pub(super) fn clear() -> Color32 {
    Color32::TRANSPARENT
}

impl CubePainter<'_> {
    /// Centre of a cell in a slice. Slices that are not shown are placed just outside.
    pub(super) fn centre(&self, point: &Point) -> CubePoint {
        let (first, end) = (self.stack.cube.slices.start as f32, self.stack.cube.slices.end as f32);
        let t = (point.t as f32).clamp(first - 1.0, end);
        CubePoint::new(point.at.x as f32 + 0.5, point.at.y as f32 + 0.5, (t - first) * self.lens.rise)
    }

    /// Height of a slice, in cells.
    pub(super) fn height(&self, t: u32) -> f32 {
        t.saturating_sub(self.stack.cube.slices.start) as f32 * self.lens.rise
    }

    pub(super) fn order(&self, place: CubePoint, layer: u8) -> PaintOrder {
        let slab = (place.z / self.lens.rise + 0.001).floor() as i32;
        PaintOrder::new(slab, layer, self.lens.nearness(place))
    }

    /// Returns the colour of another branch.
    pub(super) fn hue(&self, number: usize) -> Color32 {
        hue(number, self.dark)
    }

    fn corner(&self, x: f32, y: f32, z: f32) -> Pos2 {
        self.lens.at(CubePoint::new(x, y, z))
    }

    /// Projects a rectangle of a slice.
    pub(super) fn tile(&self, from: (f32, f32), to: (f32, f32), z: f32) -> [Pos2; 4] {
        [(from.0, from.1), (to.0, from.1), (to.0, to.1), (from.0, to.1)].map(|(x, y)| self.corner(x, y, z))
    }

    fn board(&self, z: f32) -> [Pos2; 4] {
        self.tile((0.0, 0.0), (self.stack.cube.width as f32, self.stack.cube.height as f32), z)
    }

    /// Paints every slice but the lit one: a translucent pane, some of them with the floor plan of the walls.
    fn slices(&mut self) {
        let (slices, lit) = (self.stack.cube.slices.clone(), self.stack.lit);
        let many = slices.len() as f32;
        let every = (many / 14.0).ceil().max(1.0) as u32;
        for t in slices.clone().filter(|t| *t != lit) {
            // Slices above the lit one must not hide it.
            let strength = if t < lit { 1.0 } else { 0.45 } * if self.dark { 1.0 } else { 0.6 };
            let full = (t - slices.start).is_multiple_of(every);
            // If there are many panes, only some are filled, to limit overdraw.
            let fill = if full { (every as f32 / many).min(0.11) } else { 0.0 };
            self.pane(t, strength * fill, if full { strength } else { strength * 0.3 });
            if full {
                self.walls_at(t, strength * (1.8 / many).clamp(0.06, 0.26));
            }
        }
    }

    fn walls_at(&mut self, t: u32, strength: f32) {
        let (z, order) = (self.height(t), PaintOrder::new(self.slab(t), LYING, -1.0));
        let colour = mix(self.palette.fill(Tone::Muted), self.palette.accent, 0.25).gamma_multiply(strength);
        self.ground_plan(z, order, colour);
        let stack = self.stack;
        for wall in plan::passing(&stack.cube).filter(|wall| wall.slices.contains(&t)) {
            let (x, y) = (wall.at.x as f32, wall.at.y as f32);
            self.faces.flat(order, self.tile((x, y), (x + 1.0, y + 1.0), z), colour);
        }
    }

    /// Paints the floor plan of the permanent walls.
    pub(super) fn ground_plan(&mut self, z: f32, order: PaintOrder, colour: Color32) {
        self.faces.texture(order, self.board(z), self.plan.part(), colour);
    }

    fn pane(&mut self, t: u32, fill: f32, edge: f32) {
        let (z, order) = (self.height(t), PaintOrder::new(self.slab(t), FLOOR, 0.0));
        let points = self.board(z);
        self.faces.flat(order, points, self.glass().gamma_multiply(fill));
        let line = mix(self.palette.weak, self.glass(), 0.5).gamma_multiply(0.5 * edge);
        self.outline(PaintOrder { layer: LYING, ..order }, points, 1.0, line);
    }

    pub(super) fn slab(&self, t: u32) -> i32 {
        (t - self.stack.cube.slices.start) as i32
    }

    fn glass(&self) -> Color32 {
        mix(self.palette.accent, self.palette.weak, 0.25)
    }

    pub(super) fn outline(&mut self, order: PaintOrder, points: [Pos2; 4], width: f32, colour: Color32) {
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            self.faces.line(order, [points[a], points[b]], width, [colour; 2]);
        }
    }

    /// Paints the lit slice, with everything on it.
    fn lit(&mut self) {
        let stack = self.stack;
        if !stack.cube.slices.contains(&stack.lit) {
            return;
        }
        let (z, slab) = (self.height(stack.lit), self.slab(stack.lit));
        let points = self.board(z);
        let order = PaintOrder::new(slab, FLOOR, 0.0);
        let floor = mix(self.palette.floor, self.palette.accent, if self.dark { 0.22 } else { 0.06 });
        self.faces.flat(order, points, floor.gamma_multiply(if self.dark { 0.58 } else { 0.66 }));
        self.grid(z, PaintOrder { nearness: 1.0, ..order });
        self.marks(z, slab);
        for (width, strength) in [(9.0, 0.12), (5.0, 0.2), (1.8, 1.0)] {
            let colour = self.palette.accent.gamma_multiply(strength);
            self.outline(PaintOrder::new(slab, LYING, 0.0), points, width, colour);
        }
        self.pieces(z, slab);
    }

    /// Paints shaded cells, merging neighbours in a row.
    fn marks(&mut self, z: f32, slab: i32) {
        let stack = self.stack;
        let beside = |a: &Mark, b: &Mark| a.tone == b.tone && a.at.y == b.at.y && a.at.x + 1 == b.at.x;
        for run in stack.board.marks.chunk_by(beside) {
            let (x, y, long) = (run[0].at.x as f32, run[0].at.y as f32, run.len() as f32);
            let colour = self.palette.fill(run[0].tone).gamma_multiply(0.34);
            let order = PaintOrder::new(slab, LYING, -1.0);
            self.faces.flat(order, self.tile((x, y), (x + long, y + 1.0), z), colour);
        }
    }

    fn grid(&mut self, z: f32, order: PaintOrder) {
        let (width, height) = (self.stack.cube.width, self.stack.cube.height);
        if width + height > GRID * 2 || self.lens.scale < 6.0 {
            return;
        }
        let colour = mix(self.palette.grid, self.palette.accent, 0.22).gamma_multiply(0.8);
        for x in 1..width {
            let ends = [(x as f32, 0.0), (x as f32, height as f32)].map(|(x, y)| self.corner(x, y, z));
            self.faces.line(order, ends, 0.8, [colour; 2]);
        }
        for y in 1..height {
            let ends = [(0.0, y as f32), (width as f32, y as f32)].map(|(x, y)| self.corner(x, y, z));
            self.faces.line(order, ends, 0.8, [colour; 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Context, Visuals};

    use super::*;
    use crate::theme::{self, Palette};

    /// Distance of two hues, as a part of the circle.
    fn apart(a: Color32, b: Color32) -> f32 {
        let apart = (Hsva::from(a).h - Hsva::from(b).h).abs();
        apart.min(1.0 - apart)
    }

    #[test]
    fn goals_exits_and_branches_differ_in_hue() {
        let ctx = Context::default();
        theme::install(&ctx);
        for (safe, dark) in [(false, false), (false, true), (true, false), (true, true)] {
            theme::colours(&ctx, safe);
            let visuals = if dark { Visuals::dark() } else { Visuals::light() };
            let palette = Palette::in_force(&ctx, &visuals);
            let (goal, exit) = (palette.fill(Tone::Cyan), palette.fill(Tone::Good));
            assert!(apart(goal, exit) > 0.05, "{safe} {dark}: {}", apart(goal, exit));
            for number in 0..8 {
                for place in [goal, exit] {
                    let apart = apart(hue(number, dark), place);
                    assert!(apart > 0.1, "{safe} {dark}: branch {number} is {apart} from a place");
                }
            }
        }
    }
}
