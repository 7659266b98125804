//! Things in the cube: columns for what stays in its cell, and 3D shapes for the pieces on the lit board.
//!
//! Part of the painter. The shapes differ as the pieces on the board do: walls are low blocks, boxes cubes, enemies
//! double pyramids, players balls, goals and rifts rings, exits frames with posts.

use egui::{Color32, Vec2};
use timeloom::scene::cube::Solid;
use timeloom::scene::{Cell, Piece, Shape, Tone};

use super::camera::CubePoint;
use super::faces::{LYING, PaintOrder, STANDING};
use super::paint::{CubePainter, LIGHT, clear};
use crate::theme::mix;

/// Normals of the sides of a block.
const SIDES: [(f32, f32); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];

/// Walls lower than this on the screen, in points, are painted flat.
const FLAT: f32 = 1.25;

impl CubePainter<'_> {
    /// Paints a column for everything that stays in its cell, except walls.
    pub(super) fn columns(&mut self) {
        let stack = self.stack;
        for solid in stack.cube.solids.iter().filter(|solid| solid.shape != Shape::Block) {
            self.column(solid);
        }
    }

    fn column(&mut self, solid: &Solid) {
        let colour = self.palette.fill(solid.tone);
        let foot =
            CubePoint::new(solid.at.x as f32 + 0.5, solid.at.y as f32 + 0.5, self.height(solid.slices.start));
        let top = self.height(solid.slices.end.saturating_sub(1)) + self.lens.rise * 0.4;
        match solid.shape {
            Shape::Frame => {
                for (x, y) in [(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)] {
                    self.post(foot.plus(x, y, 0.0), top, colour, 0.5);
                }
                self.shaft(foot, top, 0.4, colour, 0.10);
            }
            Shape::Square | Shape::Grip | Shape::Crate => self.shaft(foot, top, 0.26, colour, 0.26),
            Shape::Diamond => self.prism(foot, top, 0.3, colour, 0.26),
            Shape::Ring | Shape::Portal | Shape::Disc | Shape::Block => self.post(foot, top, colour, 0.55),
        }
    }

    /// Paints a thin vertical line.
    fn post(&mut self, foot: CubePoint, top: f32, colour: Color32, strength: f32) {
        let head = CubePoint { z: top, ..foot };
        let order = self.order(foot, STANDING);
        let colours = [colour.gamma_multiply(strength), colour.gamma_multiply(strength * 0.5)];
        self.faces.line(order, [foot, head].map(|place| self.lens.at(place)), 1.2, colours);
    }

    /// Paints a translucent vertical square tube.
    pub(super) fn shaft(&mut self, foot: CubePoint, top: f32, half: f32, colour: Color32, strength: f32) {
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        self.tube(foot, top, corners, colour, strength);
    }

    /// Paints the same tube, rotated by 45 degrees.
    fn prism(&mut self, foot: CubePoint, top: f32, half: f32, colour: Color32, strength: f32) {
        let corners = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)];
        self.tube(foot, top, corners, colour, strength);
    }

    fn tube(&mut self, foot: CubePoint, top: f32, corners: [(f32, f32); 4], colour: Color32, strength: f32) {
        let order = self.order(foot, STANDING);
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            let (a, b) = (corners[a], corners[b]);
            let facing = self.lens.faces(a.0 + b.0, a.1 + b.1);
            if facing <= 0.0 {
                continue;
            }
            let low = [a, b].map(|(x, y)| foot.plus(x, y, 0.0));
            let high = [b, a].map(|(x, y)| CubePoint { z: top, ..foot.plus(x, y, 0.0) });
            let points = [low[0], low[1], high[0], high[1]].map(|place| self.lens.at(place));
            let shade = mix(self.palette.ground, colour, 0.55 + 0.45 * facing.min(1.0));
            self.faces.flat(order, points, shade.gamma_multiply(strength));
        }
        let lid = corners.map(|(x, y)| self.lens.at(CubePoint { z: top, ..foot.plus(x, y, 0.0) }));
        let edge = colour.gamma_multiply((strength * 1.6).min(1.0));
        if self.is_large(corners[2].1) {
            self.faces.flat(order, lid, colour.gamma_multiply(strength));
            self.outline(order, lid, 1.0, edge);
        } else {
            self.faces.flat(order, lid, edge);
        }
    }

    /// Whether a shape with this half width, in cells, is large enough for an outline.
    fn is_large(&self, half: f32) -> bool {
        half * self.lens.scale >= 2.2
    }

    /// Paints the pieces on the lit board.
    pub(super) fn pieces(&mut self, z: f32, slab: i32) {
        let stack = self.stack;
        let tall = (self.lens.rise * 0.62).min(0.5);
        let flat = self.lens.tall(tall * 0.5) < FLAT;
        if flat {
            self.walls_from_above(z, slab);
        }
        for piece in &stack.board.pieces {
            if flat && piece.shape == Shape::Block && self.plan.has(piece.at) {
                continue;
            }
            let foot = CubePoint::new(piece.at.x as f32 + 0.5, piece.at.y as f32 + 0.5, z);
            self.piece(piece, foot, slab, tall);
        }
    }

    /// Paints all walls at once, where they are too low to have sides.
    fn walls_from_above(&mut self, z: f32, slab: i32) {
        let colour = self.lit_wall(self.palette.fill(Tone::Muted)).gamma_multiply(0.7);
        self.ground_plan(z, PaintOrder::new(slab, LYING, 0.5), colour);
    }

    fn lit_wall(&self, colour: Color32) -> Color32 {
        mix(colour, self.palette.accent, 0.3)
    }

    fn piece(&mut self, piece: &Piece, foot: CubePoint, slab: i32, tall: f32) {
        let strength = if piece.faded { 0.42 } else { 1.0 };
        let colour = self.palette.fill(piece.tone);
        let order = PaintOrder::new(slab, STANDING, self.lens.nearness(foot));
        match piece.shape {
            Shape::Block => self.wall(order, piece.at, foot, tall * 0.5, colour),
            Shape::Square | Shape::Grip | Shape::Crate => {
                SIDES.iter().for_each(|side| self.side(order, foot, *side, (0.32, tall), colour, strength));
                self.lid(order, foot, (0.32, tall), colour, strength);
            }
            Shape::Diamond => self.gem(order, foot, tall * 1.25, colour, strength),
            Shape::Disc => self.ball(order, foot, tall, colour, strength),
            Shape::Ring | Shape::Portal => self.ring(slab, foot, 0.36, colour, strength),
            Shape::Frame => self.gate(order, slab, foot, tall, colour),
        }
    }

    /// Paints a low block, without the sides hidden by neighbouring walls.
    fn wall(&mut self, order: PaintOrder, at: Cell, foot: CubePoint, tall: f32, colour: Color32) {
        let colour = self.lit_wall(colour);
        for (x, y) in SIDES {
            let beside = (at.x.checked_add_signed(x as i32), at.y.checked_add_signed(y as i32));
            if !matches!(beside, (Some(x), Some(y)) if self.plan.has(Cell { x, y })) {
                self.side(order, foot, (x, y), (0.5, tall), colour, 0.7);
            }
        }
        self.lid(order, foot, (0.5, tall), colour, 0.7);
    }

    /// Paints one side of a block, if it faces the viewer.
    fn side(
        &mut self,
        order: PaintOrder,
        foot: CubePoint,
        (x, y): (f32, f32),
        (half, tall): (f32, f32),
        colour: Color32,
        strength: f32,
    ) {
        let facing = self.lens.faces(x, y);
        if facing > 0.0 {
            let (along, out) = ((-y * half, x * half), (x * half, y * half));
            let edge = |sign: f32, z: f32| {
                self.lens.at(foot.plus(out.0 + along.0 * sign, out.1 + along.1 * sign, z))
            };
            let points = [edge(-1.0, 0.0), edge(1.0, 0.0), edge(1.0, tall), edge(-1.0, tall)];
            let shade = mix(mix(colour, Color32::BLACK, 0.45), colour, facing * 0.7);
            self.faces.flat(order, points, shade.gamma_multiply(strength));
        }
    }

    fn lid(
        &mut self,
        order: PaintOrder,
        foot: CubePoint,
        (half, tall): (f32, f32),
        colour: Color32,
        strength: f32,
    ) {
        let lid = self.tile((foot.x - half, foot.y - half), (foot.x + half, foot.y + half), foot.z + tall);
        self.faces.flat(order, lid, colour.gamma_multiply(strength));
        if half < 0.5 && self.is_large(half) {
            self.outline(order, lid, 1.0, mix(colour, LIGHT, 0.4).gamma_multiply(strength));
        }
    }

    /// Paints two pyramids, base to base.
    fn gem(&mut self, order: PaintOrder, foot: CubePoint, tall: f32, colour: Color32, strength: f32) {
        let waist = SIDES.map(|(x, y)| foot.plus(x * 0.36, y * 0.36, tall * 0.5));
        let tips = [foot, foot.plus(0.0, 0.0, tall)].map(|tip| self.lens.at(tip));
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            let (one, two) = (waist[a], waist[b]);
            let facing = self.lens.faces(one.x + two.x - 2.0 * foot.x, one.y + two.y - 2.0 * foot.y);
            let (one, two) = (self.lens.at(one), self.lens.at(two));
            let shade = |light: f32| mix(mix(colour, Color32::BLACK, 0.5), mix(colour, LIGHT, 0.25), light);
            if facing > 0.0 {
                let colour = shade(facing * 0.5).gamma_multiply(strength);
                self.faces.flat(order, [tips[0], one, two, tips[0]], colour);
            }
            if facing > -0.5 {
                let colour = shade(0.55 + facing * 0.6).gamma_multiply(strength);
                self.faces.flat(order, [tips[1], one, two, tips[1]], colour);
            }
        }
    }

    fn ball(&mut self, order: PaintOrder, foot: CubePoint, tall: f32, colour: Color32, strength: f32) {
        let radius = self.lens.scale * 0.3;
        let at = self.lens.at(foot.plus(0.0, 0.0, tall * 0.5));
        let glow = colour.gamma_multiply(0.45 * strength);
        self.faces.spot(PaintOrder { layer: LYING, ..order }, at, radius * 2.2, glow, clear());
        let rim = mix(colour, Color32::BLACK, 0.35).gamma_multiply(strength);
        self.faces.spot(order, at, radius, colour.gamma_multiply(strength), rim);
        let shine = mix(colour, LIGHT, 0.75).gamma_multiply(strength);
        let order = PaintOrder { nearness: order.nearness + 0.01, ..order };
        self.faces.spot(
            order,
            at - Vec2::splat(radius * 0.3),
            radius * 0.5,
            shine,
            colour.gamma_multiply(0.0),
        );
    }

    /// Paints a ring on the floor of a slice.
    fn ring(&mut self, slab: i32, foot: CubePoint, radius: f32, colour: Color32, strength: f32) {
        let (lens, colour) = (self.lens, colour.gamma_multiply(strength));
        let round = |radius: f32| move |way: Vec2| lens.at(foot.plus(way.x * radius, way.y * radius, 0.02));
        let (order, size) = (PaintOrder::new(slab, LYING, 1.0), radius * lens.scale);
        let light = colour.gamma_multiply(0.4);
        self.faces.ring(order, size, (round(radius * 0.72), colour), (round(radius), colour));
        self.faces.ring(order, size, (round(radius), light), (round(radius * 1.5), clear()));
    }

    /// Paints a glowing ring where a rift begins or ends.
    pub(super) fn halo(&mut self, at: CubePoint, colour: Color32, strength: f32) {
        let slab = self.order(at, LYING).slab;
        self.ring(slab, at, 0.42, colour, strength);
    }

    fn gate(&mut self, order: PaintOrder, slab: i32, foot: CubePoint, tall: f32, colour: Color32) {
        let half = 0.42;
        let ground = self.tile((foot.x - half, foot.y - half), (foot.x + half, foot.y + half), foot.z);
        self.faces.flat(PaintOrder::new(slab, LYING, 0.5), ground, colour.gamma_multiply(0.35));
        self.outline(PaintOrder::new(slab, LYING, 0.6), ground, 2.4, colour);
        for (x, y) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
            let low = foot.plus(x, y, 0.0);
            let ends = [low, low.plus(0.0, 0.0, tall * 1.5)].map(|place| self.lens.at(place));
            self.faces.line(order, ends, 2.2, [colour; 2]);
        }
    }
}
