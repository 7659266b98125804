//! Strips of colour in painter's order, as one mesh.
//!
//! Lower slices are painted first; within a slice the floor, then flat things, then standing things, farthest
//! first. This is correct because slices never cross. Vertices keep their positions and only triangles are
//! sorted, so that the static parts can be cached and merged with the moving ones. Knows points and colours
//! only.

use egui::epaint::Vertex;
use egui::{Color32, Mesh, Pos2, Rect, TextureId, Vec2};

/// Painting order: by slice, by layer, by nearness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PaintOrder {
    pub(super) slab: i32,
    pub(super) layer: u8,
    pub(super) nearness: f32,
}

/// Layers of a slice: the floor, flat things, standing things.
pub(super) const FLOOR: u8 = 0;
pub(super) const LYING: u8 = 1;
pub(super) const STANDING: u8 = 2;

/// Resolution of the nearness in a sort key.
const NEARNESSES: u32 = (1 << 22) - 1;

impl PaintOrder {
    pub(super) fn new(slab: i32, layer: u8, nearness: f32) -> Self {
        Self { slab, layer, nearness }
    }

    /// Packs the order into one number; no nearness exceeds `reach`.
    fn key(self, reach: f32) -> u32 {
        let slab = (self.slab + 2).clamp(0, 255) as u32;
        let part = (self.nearness / reach * 0.5 + 0.5).clamp(0.0, 1.0);
        slab << 24 | u32::from(self.layer) << 22 | (part * NEARNESSES as f32) as u32
    }
}

/// A point of a line: its position, and the colours across it with their offsets in points.
pub(super) struct Joint<const N: usize> {
    pub(super) at: Pos2,
    pub(super) order: PaintOrder,
    pub(super) across: [(f32, Color32); N],
}

/// Pairs of vertices, with colour from each pair to the next.
#[derive(Clone, Copy)]
struct Strip {
    key: u32,
    first: u32,
    pairs: u32,
}

/// The strips to paint.
pub(super) struct Faces {
    seen: Rect,
    reach: f32,
    white: Pos2,
    vertices: Vec<Vertex>,
    strips: Vec<Strip>,
}

impl Faces {
    /// Creates an empty collection for an area; `white` is a white point of the texture.
    pub(super) fn new(seen: Rect, reach: f32, white: Pos2) -> Self {
        Self { seen, reach, white, vertices: Vec::new(), strips: Vec::new() }
    }

    pub(super) fn quad(&mut self, order: PaintOrder, points: [Pos2; 4], colours: [Color32; 4]) {
        let clear = colours.iter().all(|colour| *colour == Color32::TRANSPARENT);
        if !clear && self.seen.intersects(Rect::from_points(&points)) {
            self.begin(order);
            [0, 1, 3, 2].into_iter().for_each(|at| self.corner(points[at], colours[at]));
        }
    }

    pub(super) fn flat(&mut self, order: PaintOrder, points: [Pos2; 4], colour: Color32) {
        self.quad(order, points, [colour; 4]);
    }

    /// Adds a part of the texture, tinted.
    pub(super) fn texture(&mut self, order: PaintOrder, points: [Pos2; 4], part: Rect, colour: Color32) {
        self.begin(order);
        let corners = [part.left_top(), part.right_top(), part.right_bottom(), part.left_bottom()];
        for at in [0, 1, 3, 2] {
            self.put(Vertex { pos: points[at], uv: corners[at], color: colour });
        }
    }

    /// Adds a band along some joints, as soft as the colours across them.
    pub(super) fn band<const N: usize>(&mut self, joints: &[Joint<N>]) {
        let mut before = Vec2::ZERO;
        for (at, b) in joints.iter().enumerate() {
            let here = side(joints, at);
            if let Some(a) = at.checked_sub(1).map(|at| &joints[at]) {
                self.piece((a, before), (b, here));
            }
            before = here;
        }
    }

    fn piece<const N: usize>(&mut self, (a, at_a): (&Joint<N>, Vec2), (b, at_b): (&Joint<N>, Vec2)) {
        let wide = a.across[N - 1].0.abs().max(b.across[N - 1].0.abs()) * 2.0;
        if !self.seen.expand(wide).intersects(Rect::from_two_pos(a.at, b.at)) {
            return;
        }
        self.begin(PaintOrder {
            slab: a.order.slab.min(b.order.slab),
            layer: a.order.layer,
            nearness: (a.order.nearness + b.order.nearness) / 2.0,
        });
        for (one, two) in a.across.iter().zip(&b.across) {
            self.corner(a.at + at_a * one.0, one.1);
            self.corner(b.at + at_b * two.0, two.1);
        }
    }

    /// Adds a line with soft edges; the width is in points.
    pub(super) fn line(&mut self, order: PaintOrder, ends: [Pos2; 2], width: f32, colours: [Color32; 2]) {
        let joint = |end: usize| Joint { at: ends[end], order, across: soft(width / 2.0, colours[end]) };
        self.band(&[joint(0), joint(1)]);
    }

    /// Adds a round spot with one colour in the middle, another at the rim, and a soft edge.
    pub(super) fn spot(&mut self, order: PaintOrder, at: Pos2, radius: f32, middle: Color32, rim: Color32) {
        let round = |radius: f32| move |way: Vec2| at + way * radius;
        self.ring(order, radius, (round(0.0), middle), (round(radius), rim));
        self.ring(order, radius, (round(radius), rim), (round(radius + 1.0), Color32::TRANSPARENT));
    }

    /// Adds a ring from a colour inside to one outside; larger rings get more corners.
    pub(super) fn ring(
        &mut self,
        order: PaintOrder,
        radius: f32,
        inside: (impl Fn(Vec2) -> Pos2, Color32),
        outside: (impl Fn(Vec2) -> Pos2, Color32),
    ) {
        let corners = (radius * 2.0).clamp(8.0, 24.0) as u8;
        self.begin(order);
        for number in 0..=corners {
            let way = Vec2::angled(f32::from(number) / f32::from(corners) * std::f32::consts::TAU);
            self.corner(inside.0(way), inside.1);
            self.corner(outside.0(way), outside.1);
        }
    }

    fn begin(&mut self, order: PaintOrder) {
        let first = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        self.strips.push(Strip { key: order.key(self.reach), first, pairs: 0 });
    }

    fn corner(&mut self, at: Pos2, colour: Color32) {
        self.put(Vertex { pos: at, uv: self.white, color: colour });
    }

    fn put(&mut self, vertex: Vertex) {
        self.vertices.push(vertex);
    }

    /// Sorts the strips, so that they can be merged with others.
    pub(super) fn sorted(mut self) -> Self {
        let mut end = self.vertices.len() as u32;
        for strip in self.strips.iter_mut().rev() {
            strip.pairs = (end - strip.first) / 2;
            end = strip.first;
        }
        self.strips = ordered(self.strips);
        self
    }

    /// Merges two sorted collections into one mesh, in order.
    pub(super) fn mixed(&self, other: &Self, texture_id: TextureId) -> Mesh {
        let vertices = [self.vertices.as_slice(), other.vertices.as_slice()].concat();
        let mut indices = Vec::with_capacity(3 * vertices.len());
        let (mut rest, after) = (other.strips.iter().peekable(), self.vertices.len() as u32);
        for strip in &self.strips {
            while let Some(earlier) = rest.next_if(|other| other.key < strip.key) {
                earlier.triangles(after, &mut indices);
            }
            strip.triangles(0, &mut indices);
        }
        rest.for_each(|strip| strip.triangles(after, &mut indices));
        Mesh { indices, vertices, texture_id }
    }
}

impl Strip {
    fn triangles(&self, after: u32, indices: &mut Vec<u32>) {
        for pair in 1..self.pairs {
            let at = after + self.first + 2 * pair;
            indices.extend([at - 2, at - 1, at + 1, at - 2, at + 1, at]);
        }
    }
}

/// Sorts by key, stably: a radix sort of eleven bits per pass, faster than any comparison sort.
fn ordered(mut strips: Vec<Strip>) -> Vec<Strip> {
    const BITS: u32 = 11;
    let mut room = strips.clone();
    for shift in [0, BITS, 2 * BITS] {
        let digit = |strip: &Strip| (strip.key >> shift) as usize & ((1 << BITS) - 1);
        let mut begins = vec![0; 1 << BITS];
        strips.iter().for_each(|strip| begins[digit(strip)] += 1);
        let mut before = 0;
        begins.iter_mut().for_each(|begin| before += std::mem::replace(begin, before));
        for strip in &strips {
            let at = &mut begins[digit(strip)];
            room[*at] = *strip;
            *at += 1;
        }
        std::mem::swap(&mut strips, &mut room);
    }
    strips
}

/// A colour with soft edges, this far to both sides.
fn soft(half: f32, colour: Color32) -> [(f32, Color32); 4] {
    let (inner, outer) = ((half - 0.5).max(0.0), half + 0.5);
    let clear = Color32::TRANSPARENT;
    [(-outer, clear), (-inner, colour), (inner, colour), (outer, clear)]
}

/// Normal of the line at a joint: the mean of both segments, longer where the line bends.
fn side<const N: usize>(joints: &[Joint<N>], at: usize) -> Vec2 {
    let here = joints[at].at;
    let before = unit(here - joints[at.saturating_sub(1)].at);
    let after = unit(joints[(at + 1).min(joints.len() - 1)].at - here);
    let along = if before + after == Vec2::ZERO { after } else { unit(before + after) };
    let bend = along.dot(if after == Vec2::ZERO { before } else { after }).abs().max(0.6);
    along.rot90() / bend
}

/// Normalises a vector. egui's own version guards against overflow, which would cost more than everything else here.
fn unit(way: Vec2) -> Vec2 {
    let long = way.length_sq().sqrt();
    if long > 0.0 { way / long } else { Vec2::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_are_painted_by_key_and_equals_as_they_came() {
        let keys = [7 << 24, 5, 1 << 22, 5, u32::MAX, 0, 2047, 2048, 7 << 24];
        let strips = (0..).zip(keys).map(|(first, key)| Strip { key, first, pairs: 2 }).collect();
        let order: Vec<u32> = ordered(strips).iter().map(|strip| strip.first).collect();
        assert_eq!(order, [5, 1, 3, 6, 7, 2, 0, 8, 4]);
    }
}
