//! Finds the object under the mouse in the cube: a slice number, a point of a line, a thing, a cell of the
//! lit slice, or just a slice.
//!
//! Called once per frame while the mouse is over the cube. Paints only the outlines of cells.

use egui::{Color32, Painter, Pos2, Rect, Stroke, Vec2};
use timeloom::scene::cube::{Point, ThreadKind};
use timeloom::scene::{Cell, Shape};

use super::camera::{CubePoint, Lens};
use super::stack::Stack;
use crate::canvas;

/// Maximum distance, in points, at which a line or thing is picked.
const NEAR: f32 = 8.0;

/// Object under the mouse.
#[derive(Clone, Debug, PartialEq)]
pub struct PickedCell {
    /// The slice.
    pub t: u32,
    /// The cell, unless only a slice was hit.
    pub cell: Option<Cell>,
    /// Descriptions of its contents.
    pub words: Vec<String>,
    /// Indices of the path and of its point.
    pub way: Option<(usize, usize)>,
}

/// Something near a point, and its distance.
struct Near<'a> {
    far: f32,
    t: u32,
    at: Cell,
    what: NearbyItem<'a>,
}

enum NearbyItem<'a> {
    /// Indices of a path and of its point.
    Turn(usize, usize),
    /// A thing with this label.
    Thing(&'a str),
}

/// A stack as projected to the screen.
pub(super) struct ProjectedStack<'a> {
    pub(super) stack: &'a Stack,
    pub(super) lens: Lens,
    /// Areas of the slice numbers.
    pub(super) numbers: &'a [(u32, Rect)],
}

impl ProjectedStack<'_> {
    /// Returns the object at a point.
    pub(super) fn find(&self, point: Pos2) -> Option<PickedCell> {
        let number = self.numbers.iter().find(|(_, rect)| rect.contains(point));
        number
            .map(|(t, _)| PickedCell { t: *t, cell: None, words: Vec::new(), way: None })
            .or_else(|| self.line(point))
            .or_else(|| self.lit(point))
            .or_else(|| self.slice(point))
    }

    /// Corners of a cell of a slice on the screen.
    pub(super) fn outline(&self, at: Cell, t: u32) -> [Pos2; 4] {
        let (x, y, z) = (at.x as f32, at.y as f32, self.height(t as f32));
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(dx, dy)| self.lens.at(CubePoint::new(x + dx, y + dy, z)))
    }

    /// Outlines cells of the lit slice.
    pub(super) fn mark(&self, painter: &Painter, cells: &[Cell], colour: Color32) {
        let lit = self.stack.lit;
        for cell in cells.iter().filter(|_| self.stack.cube.slices.contains(&lit)) {
            let corners = self.outline(*cell, lit).to_vec();
            let frame = Stroke::new(2.0, colour);
            painter.add(egui::Shape::convex_polygon(corners, colour.gamma_multiply(0.2), frame));
        }
    }

    fn height(&self, t: f32) -> f32 {
        (t - self.stack.cube.slices.start as f32) * self.lens.rise
    }

    pub(super) fn centre(&self, at: Cell, t: f32) -> Pos2 {
        self.lens.at(CubePoint::new(at.x as f32 + 0.5, at.y as f32 + 0.5, self.height(t)))
    }

    /// Finds the nearest line, column or end of a rift.
    fn line(&self, point: Pos2) -> Option<PickedCell> {
        let near =
            self.ways(point).chain(self.threads(point)).chain(self.solids(point)).chain(self.rifts(point));
        let near = near.filter(|near| near.far < NEAR && self.stack.cube.slices.contains(&near.t));
        near.min_by(|a, b| a.far.total_cmp(&b.far)).map(|near| self.found(&near))
    }

    fn found(&self, near: &Near<'_>) -> PickedCell {
        let (words, way) = match near.what {
            NearbyItem::Turn(number, index) => {
                let way = &self.stack.ways[number];
                (format!("{}, turn {}", way.label, way.turn as usize + index), Some((number, index)))
            }
            NearbyItem::Thing(label) => (label.to_owned(), None),
        };
        PickedCell { t: near.t, cell: Some(near.at), words: vec![words], way }
    }

    /// Points of the paths; the current branch takes precedence.
    fn ways(&self, point: Pos2) -> impl Iterator<Item = Near<'_>> {
        let ways = self.stack.ways.iter().enumerate().rev();
        let points = ways.flat_map(|(number, way)| way.points.iter().enumerate().map(move |at| (number, at)));
        points.map(move |(number, (index, at))| {
            let far = self.centre(at.at, at.t as f32).distance(point) - 2.0;
            Near { far, t: at.t, at: at.at, what: NearbyItem::Turn(number, index) }
        })
    }

    fn threads(&self, point: Pos2) -> impl Iterator<Item = Near<'_>> {
        let threads = self.stack.cube.threads.iter().filter(|thread| thread.kind != ThreadKind::WorldLine);
        let pairs = threads.flat_map(|thread| thread.points.windows(2).map(move |pair| (thread, pair)));
        pairs.map(move |(thread, pair)| self.between(point, &pair[0], &pair[1], &thread.label))
    }

    fn solids(&self, point: Pos2) -> impl Iterator<Item = Near<'_>> {
        let solids = self.stack.cube.solids.iter().filter(|solid| solid.shape != Shape::Block);
        solids.map(move |solid| {
            let last = solid.slices.end.saturating_sub(1);
            let ends = [solid.slices.start, last].map(|t| Point { at: solid.at, t });
            self.between(point, &ends[0], &ends[1], &solid.label)
        })
    }

    fn rifts(&self, point: Pos2) -> impl Iterator<Item = Near<'_>> {
        self.stack.cube.rifts.iter().flat_map(move |rift| {
            let t = self.stack.lit.clamp(rift.slices.start, rift.slices.end.saturating_sub(1));
            let here = Point { at: rift.at, t };
            [here, rift.to].map(|end| self.between(point, &end, &end, &rift.label))
        })
    }

    /// Returns the distance of a point from a line segment, and the nearest end.
    fn between<'b>(&self, point: Pos2, a: &Point, b: &Point, label: &'b str) -> Near<'b> {
        let (from, to) = (self.centre(a.at, a.t as f32), self.centre(b.at, b.t as f32));
        let along = to - from;
        let part = ((point - from).dot(along) / along.length_sq().max(0.01)).clamp(0.0, 1.0);
        let far = (from + along * part).distance(point);
        let t = (a.t as f32 + (b.t as f32 - a.t as f32) * part).round() as u32;
        Near { far, t, at: if part < 0.5 { a.at } else { b.at }, what: NearbyItem::Thing(label) }
    }

    fn lit(&self, point: Pos2) -> Option<PickedCell> {
        let (stack, t) = (self.stack, self.stack.lit);
        let cell = self.cell(point, t).filter(|_| stack.cube.slices.contains(&t))?;
        let words = canvas::words_at(&stack.board, cell).into_iter().map(str::to_owned).collect();
        Some(PickedCell { t, cell: Some(cell), words, way: None })
    }

    fn cell(&self, point: Pos2, t: u32) -> Option<Cell> {
        let (x, y) = self.lens.under(point, self.height(t as f32));
        let (width, height) = (self.stack.cube.width as f32, self.stack.cube.height as f32);
        let inside = (0.0..width).contains(&x) && (0.0..height).contains(&y);
        inside.then_some(Cell { x: x as u32, y: y as u32 })
    }

    /// Returns a slice other than the lit one: the one whose near edge is closest, or else the uppermost one
    /// hit.
    fn slice(&self, point: Pos2) -> Option<PickedCell> {
        let slices = self.stack.cube.slices.clone();
        let hit = slices.filter_map(|t| Some((t, self.cell(point, t)?)));
        let (t, cell) = hit.min_by(|(a, _), (b, _)| self.edge(point, *a).total_cmp(&self.edge(point, *b)))?;
        let solids = self.stack.cube.solids.iter();
        let there = solids.filter(|solid| solid.at == cell && solid.slices.contains(&t));
        let words = there.map(|solid| solid.label.to_string()).collect();
        Some(PickedCell { t, cell: Some(cell), words, way: None })
    }

    /// Distance of a point from the near edges of a slice.
    fn edge(&self, point: Pos2, t: u32) -> f32 {
        let (x, y) = self.lens.under(point, self.height(t as f32));
        let (width, height) = (self.stack.cube.width as f32, self.stack.cube.height as f32);
        let aside = if self.lens.faces(1.0, 0.0) > 0.0 { width - x } else { x };
        let below = if self.lens.faces(0.0, 1.0) > 0.0 { height - y } else { y };
        Vec2::new(aside, below).min_elem()
    }
}
