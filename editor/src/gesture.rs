//! One gesture from press to release: what it would do so far, and the one edit that it becomes.
//!
//! Driven by the edit state with cells, from the mouse and from the keyboard alike. Reads the drawing through a [`DrawingSlice`]; changes
//! nothing, paints nothing, and knows no pixels.

pub mod cells;
pub mod slice;
pub mod way;

use std::collections::BTreeSet;
use std::sync::Arc;

use timeloom::collections::OrdSet;
use timeloom::scene::Cell;
use timeloom::sketch::{Brush, Edit, FieldValue, Spot, ThingId};

pub use slice::DrawingSlice;
pub use way::Way;

use crate::canvas::Point;
use cells::{clamped, line, rectangle};

/// What is being done, from press to release.
#[derive(Clone, Debug)]
pub enum Gesture {
    /// Cells one after another.
    Stroke(Stroke),
    /// All cells from corner to corner.
    Area(Area),
    /// Things on their way to another place.
    Move(Move),
    /// From a cell to where what is placed there will lead.
    Link(Link),
    /// Where a thing leads, on its way to another place.
    Target(Target),
    /// The way of a thing, click by click.
    Way(Way),
}

/// Cells one after another, without gaps.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// What is painted; nothing erases.
    pub brush: Option<&'static Brush>,
    /// Where, in the order of the hand.
    pub cells: Vec<Cell>,
    seen: BTreeSet<Cell>,
    last: Point,
}

/// All cells from corner to corner.
#[derive(Clone, Debug)]
pub struct Area {
    /// What is done there.
    pub what: What,
    /// One corner.
    pub from: Cell,
    /// The other.
    pub to: Cell,
}

/// What is done in an area.
#[derive(Clone, Debug)]
pub enum What {
    /// Paints it.
    Paint(&'static Brush),
    /// Erases it.
    Erase,
    /// Selects what is in it, beside what is selected already.
    Select(OrdSet<ThingId>),
}

/// Things on their way to another place.
#[derive(Clone, Debug)]
pub struct Move {
    /// Which.
    pub things: Vec<ThingId>,
    /// The one that was taken hold of.
    pub held: ThingId,
    /// Where it was taken.
    pub from: Spot,
    /// Where it is now.
    pub to: Spot,
}

/// From a cell to where what is placed there will lead.
#[derive(Clone, Debug)]
pub struct Link {
    /// What is placed.
    pub brush: &'static Brush,
    /// The field that says where it leads.
    pub key: &'static str,
    /// Where it is placed.
    pub from: Spot,
    /// Where it leads.
    pub to: Spot,
}

/// Where a thing leads, on its way to another place.
#[derive(Clone, Debug)]
pub struct Target {
    /// Which thing.
    pub thing: ThingId,
    /// The field that says where it leads.
    pub key: &'static str,
    /// Where it led.
    pub from: Spot,
    /// Where it will lead.
    pub to: Spot,
}

/// What became of a gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum Done {
    /// This is to be done.
    Edit(Edit),
    /// This is selected from now on.
    Select(OrdSet<ThingId>),
    /// Nothing.
    Nothing,
}

impl Gesture {
    /// The hand is over another cell, or beside the board, in some slice.
    pub fn over(&mut self, to: Point, slice: &DrawingSlice<'_>) {
        let spot = Spot { at: clamped(to, slice.width(), slice.height()), t: slice.t };
        match self {
            Self::Stroke(stroke) => stroke.over(to, slice),
            Self::Area(area) => area.to = spot.at,
            Self::Move(moved) => moved.to = spot,
            Self::Link(link) => link.to = spot,
            Self::Target(target) => target.to = spot,
            Self::Way(way) => way.over(spot.at, slice),
        }
    }

    /// The hand is where it was, and another slice is shown.
    pub fn over_slice(&mut self, t: u32) {
        match self {
            Self::Move(Move { to, .. }) | Self::Link(Link { to, .. }) | Self::Target(Target { to, .. }) => {
                to.t = t;
            }
            _ => {}
        }
    }

    /// Whether it goes on after the mouse is released.
    pub fn outlasts_release(&self) -> bool {
        matches!(self, Self::Way(_))
    }

    /// What it comes to.
    pub fn done(self, slice: &DrawingSlice<'_>) -> Done {
        match self {
            Self::Stroke(Stroke { cells, .. }) if cells.is_empty() => Done::Nothing,
            Self::Stroke(Stroke { brush, cells, .. }) => put(brush, cells, slice),
            Self::Area(area) => area.done(slice),
            Self::Move(moved) => moved.done(),
            Self::Link(link) => link.done(slice),
            Self::Target(Target { thing, key, from, to }) if from != to => {
                set(thing, key, FieldValue::Spot(to))
            }
            Self::Target(Target { thing, .. }) => Done::Select(OrdSet::unit(thing)),
            Self::Way(way) => way.done(slice),
        }
    }
}

impl Stroke {
    /// Begins in a cell.
    pub fn new(brush: Option<&'static Brush>, at: Point, slice: &DrawingSlice<'_>) -> Self {
        let mut stroke = Self { brush, cells: Vec::new(), seen: BTreeSet::new(), last: at };
        stroke.over(at, slice);
        stroke
    }

    fn over(&mut self, to: Point, slice: &DrawingSlice<'_>) {
        for cell in line(self.last, to).filter_map(|point| slice.cell(point)) {
            if self.seen.insert(cell) {
                self.cells.push(cell);
            }
        }
        self.last = to;
    }
}

impl Area {
    /// The cells from corner to corner.
    pub fn cells(&self) -> Vec<Cell> {
        rectangle(self.from, self.to)
    }

    fn done(self, slice: &DrawingSlice<'_>) -> Done {
        let cells = self.cells();
        match self.what {
            What::Paint(brush) => put(Some(brush), cells, slice),
            What::Erase => put(None, cells, slice),
            What::Select(mut things) => {
                things.extend(slice.within(self.from, self.to));
                Done::Select(things)
            }
        }
    }
}

impl Move {
    /// How far: columns, rows, slices.
    pub fn by(&self) -> (i32, i32, i32) {
        let apart = |from: u32, to: u32| (i64::from(to) - i64::from(from)) as i32;
        let (from, to) = (self.from, self.to);
        (apart(from.at.x, to.at.x), apart(from.at.y, to.at.y), apart(from.t, to.t))
    }

    fn done(self) -> Done {
        match self.by() {
            (0, 0, 0) => Done::Select(OrdSet::unit(self.held)),
            (dx, dy, dt) => Done::Edit(Edit::Move { things: self.things, dx, dy, dt }),
        }
    }
}

impl Link {
    /// A click places it without saying where it leads.
    fn done(self, slice: &DrawingSlice<'_>) -> Done {
        let mut thing = self.brush.thing(Spot { t: slice.since, ..self.from });
        if self.from != self.to {
            thing.fields.insert(self.key.into(), FieldValue::Spot(self.to));
        }
        Done::Edit(Edit::Paste { things: vec![thing] })
    }
}

/// The edit that paints cells, or erases them.
pub fn put(brush: Option<&Brush>, cells: Vec<Cell>, slice: &DrawingSlice<'_>) -> Done {
    if cells.is_empty() {
        return Done::Nothing;
    }
    Done::Edit(match brush {
        Some(brush) => Edit::Paint { brush: brush.id.into(), cells, t: slice.since },
        None => Edit::Erase { cells, t: slice.t },
    })
}

/// The edit that says something about one thing.
fn set(thing: ThingId, key: &str, value: FieldValue) -> Done {
    Done::Edit(Edit::Set { things: vec![thing], key: Arc::from(key), value: Some(value) })
}
