//! The drawing as a gesture sees it: the contents of the cells of one slice.
//!
//! Made for each gesture and discarded. Knows kits and sketches, but no ruleset.

use timeloom::scene::{Cell, Shape};
use timeloom::sketch::{DrawingView, Field, FieldValue, Form, Spot, Thing, ThingId};

use super::cells;
use crate::canvas::BoardPoint;

/// The drawing in the shown slice.
#[derive(Clone, Copy)]
pub struct DrawingSlice<'a> {
    /// The drawing.
    pub drawing_view: &'a DrawingView,
    /// The slice.
    pub t: u32,
    /// First slice in which new things exist.
    pub since: u32,
}

impl<'a> DrawingSlice<'a> {
    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.drawing_view.sketch.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.drawing_view.sketch.height
    }

    /// The cell at a point, if it is on the board.
    pub fn cell(&self, at: BoardPoint) -> Option<Cell> {
        let cell = Cell { x: u32::try_from(at.x).ok()?, y: u32::try_from(at.y).ok()? };
        self.drawing_view.sketch.has(cell).then_some(cell)
    }

    /// Things in a cell, topmost first.
    pub fn at(&self, cell: Cell) -> impl Iterator<Item = ThingId> + 'a {
        self.drawing_view.standing.iter().rev().filter(move |(at, _)| *at == cell).map(|(_, id)| *id)
    }

    /// Topmost thing in a cell.
    pub fn top(&self, cell: Cell) -> Option<ThingId> {
        self.at(cell).next()
    }

    /// Things in a rectangle of cells.
    pub fn within(&self, a: Cell, b: Cell) -> impl Iterator<Item = ThingId> + 'a {
        let (columns, rows) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
        let inside = move |at: Cell| columns.contains(&at.x) && rows.contains(&at.y);
        self.drawing_view.standing.iter().filter(move |(at, _)| inside(*at)).map(|(_, id)| *id)
    }

    /// Returns a thing by id.
    pub fn thing(&self, id: ThingId) -> Option<&'a Thing> {
        self.drawing_view.sketch.thing(id)
    }

    /// First field of a thing with a matching form.
    pub fn field(&self, id: ThingId, form: impl Fn(Form) -> bool) -> Option<&'static Field> {
        let brush = self.drawing_view.kit.brush_of(self.thing(id)?)?;
        brush.fields.iter().find(|field| form(field.form))
    }

    /// A thing whose target is a cell in this slice, and the key of its target field.
    pub fn leading_to(&self, cell: Cell) -> Option<(ThingId, &'static str)> {
        let here = Spot { at: cell, t: self.t };
        self.drawing_view.sketch.things().find_map(|(id, _)| {
            let field = self.field(id, |form| form == Form::Spot)?;
            (self.spot(id, field.key)? == here).then_some((id, field.key))
        })
    }

    /// Target of a thing.
    pub fn spot(&self, id: ThingId, key: &str) -> Option<Spot> {
        match self.thing(id)?.fields.get(key)? {
            FieldValue::Spot(spot) => Some(*spot),
            _ => None,
        }
    }

    /// Cells connected to a cell that hold the same kinds of things.
    pub fn region(&self, from: Cell) -> Vec<Cell> {
        let (width, height) = (self.width(), self.height());
        let mut kinds: Vec<Vec<&str>> = vec![Vec::new(); width as usize * height as usize];
        let index = |cell: Cell| cell.y as usize * width as usize + cell.x as usize;
        for (cell, id) in
            self.drawing_view.standing.iter().filter(|(cell, _)| self.drawing_view.sketch.has(*cell))
        {
            kinds[index(*cell)].extend(self.thing(*id).map(|thing| &*thing.kind));
        }
        kinds.iter_mut().for_each(|kinds| kinds.sort_unstable());
        cells::region(from, width, height, |cell| kinds[index(cell)] == kinds[index(from)])
    }

    /// For each cell, whether it is blocked for walking.
    pub fn blocks(&self) -> Vec<bool> {
        let mut blocked = vec![false; self.width() as usize * self.height() as usize];
        for (cell, id) in
            self.drawing_view.standing.iter().filter(|(cell, _)| self.drawing_view.sketch.has(*cell))
        {
            let brush = self.thing(*id).and_then(|thing| self.drawing_view.kit.brush_of(thing));
            let at = cell.y as usize * self.width() as usize + cell.x as usize;
            blocked[at] |= brush.is_some_and(|brush| brush.shape == Shape::Block);
        }
        blocked
    }
}
