//! Quads in painter's order, as one mesh.
//!
//! Whatever lies in a lower slice is painted first; within a slice first the floor, then what lies on it, then what
//! stands there, the farthest first. That is right because slices never cross. Knows points and colours only.

use egui::{Color32, Mesh, Pos2, Rect, Vec2};

/// When a quad is painted: by slice, by layer, by nearness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Order {
    pub(super) slab: i32,
    pub(super) layer: u8,
    pub(super) nearness: f32,
}

/// The floor of a slice, what lies on it, what stands there.
pub(super) const FLOOR: u8 = 0;
pub(super) const LYING: u8 = 1;
pub(super) const STANDING: u8 = 2;

impl Order {
    pub(super) fn new(slab: i32, layer: u8, nearness: f32) -> Self {
        Self { slab, layer, nearness }
    }
}

struct Face {
    order: Order,
    points: [Pos2; 4],
    colours: [Color32; 4],
}

/// A line while it is painted: where, and which colours lie across it, each so many points to the side.
pub(super) struct Joint<const N: usize> {
    pub(super) at: Pos2,
    pub(super) order: Order,
    pub(super) across: [(f32, Color32); N],
}

/// What is to be painted.
pub(super) struct Faces {
    seen: Rect,
    faces: Vec<Face>,
}

impl Faces {
    pub(super) fn new(seen: Rect) -> Self {
        Self { seen, faces: Vec::new() }
    }

    pub(super) fn quad(&mut self, order: Order, points: [Pos2; 4], colours: [Color32; 4]) {
        let clear = colours.iter().all(|colour| *colour == Color32::TRANSPARENT);
        if !clear && self.seen.intersects(Rect::from_points(&points)) {
            self.faces.push(Face { order, points, colours });
        }
    }

    pub(super) fn flat(&mut self, order: Order, points: [Pos2; 4], colour: Color32) {
        self.quad(order, points, [colour; 4]);
    }

    /// A band along some joints, as soft across as their colours are.
    pub(super) fn band<const N: usize>(&mut self, joints: &[Joint<N>]) {
        let sides: Vec<Vec2> = (0..joints.len()).map(|at| side(joints, at)).collect();
        for (at, pair) in joints.windows(2).enumerate() {
            let [a, b] = pair else { continue };
            let order = Order {
                slab: a.order.slab.min(b.order.slab),
                layer: a.order.layer,
                nearness: (a.order.nearness + b.order.nearness) / 2.0,
            };
            for (one, two) in (0..N).zip(1..N) {
                let ((a1, a2), (b1, b2)) = ((a.across[one], a.across[two]), (b.across[one], b.across[two]));
                let (at_a, at_b) = (sides[at], sides[at + 1]);
                let points = [a.at + at_a * a1.0, a.at + at_a * a2.0, b.at + at_b * b2.0, b.at + at_b * b1.0];
                self.quad(order, points, [a1.1, a2.1, b2.1, b1.1]);
            }
        }
    }

    /// A line so many points wide with soft edges.
    pub(super) fn line(&mut self, order: Order, ends: [Pos2; 2], width: f32, colours: [Color32; 2]) {
        let joint = |end: usize| Joint { at: ends[end], order, across: soft(width / 2.0, colours[end]) };
        self.band(&[joint(0), joint(1)]);
    }

    /// A round spot: bright in the middle, another colour at the rim, soft beyond it.
    pub(super) fn spot(&mut self, order: Order, at: Pos2, radius: f32, middle: Color32, rim: Color32) {
        const CORNERS: u8 = 14;
        let corner = |number: u8, radius: f32| {
            at + Vec2::angled(f32::from(number) / f32::from(CORNERS) * std::f32::consts::TAU) * radius
        };
        for (a, b) in (0..CORNERS).zip(1..=CORNERS) {
            let (inner, outer) = ([corner(a, radius), corner(b, radius)], radius + 1.0);
            self.quad(order, [at, inner[0], inner[1], at], [middle, rim, rim, middle]);
            let clear = Color32::TRANSPARENT;
            let soft = [inner[0], inner[1], corner(b, outer), corner(a, outer)];
            self.quad(order, soft, [rim, rim, clear, clear]);
        }
    }

    /// Everything in one mesh, in order.
    pub(super) fn mesh(mut self) -> Mesh {
        let key = |face: &Face| (face.order.slab, face.order.layer);
        self.faces
            .sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.order.nearness.total_cmp(&b.order.nearness)));
        let mut mesh = Mesh::default();
        mesh.reserve_vertices(4 * self.faces.len());
        mesh.reserve_triangles(2 * self.faces.len());
        for face in &self.faces {
            let first = mesh.vertices.len() as u32;
            face.points.iter().zip(face.colours).for_each(|(at, colour)| mesh.colored_vertex(*at, colour));
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
        mesh
    }
}

/// A colour with soft edges, from the middle so far to both sides.
fn soft(half: f32, colour: Color32) -> [(f32, Color32); 4] {
    let (inner, outer) = ((half - 0.5).max(0.0), half + 0.5);
    let clear = Color32::TRANSPARENT;
    [(-outer, clear), (-inner, colour), (inner, colour), (outer, clear)]
}

/// Across the line at a joint: half way between its two neighbours, longer where the line bends.
fn side<const N: usize>(joints: &[Joint<N>], at: usize) -> Vec2 {
    let here = joints[at].at;
    let before = (here - joints[at.saturating_sub(1)].at).normalized();
    let after = (joints[(at + 1).min(joints.len() - 1)].at - here).normalized();
    let along = if before + after == Vec2::ZERO { after } else { (before + after).normalized() };
    let bend = along.dot(if after == Vec2::ZERO { before } else { after }).abs().max(0.6);
    along.rot90() / bend
}
