//! One gesture from press to release: its effect so far, and the one edit it becomes.
//!
//! Driven by the edit state with cells, for mouse and keyboard alike. Reads the drawing through a [`DrawingSlice`];
//! changes nothing, paints nothing, and knows no pixels.

pub mod cells;
pub mod path;
pub mod slice;

use std::collections::BTreeSet;
use std::sync::Arc;

use timeloom::collections::OrdSet;
use timeloom::scene::Cell;
use timeloom::sketch::{Brush, Edit, FieldValue, Spot, ThingId};

pub use path::PathGesture;
pub use slice::DrawingSlice;

use crate::canvas::BoardPoint;
use cells::{clamped, line, rectangle};

/// A gesture in progress.
#[derive(Clone, Debug)]
pub enum Gesture {
    /// Painting cells one by one.
    Stroke(Stroke),
    /// Dragging a rectangle.
    Area(Area),
    /// Moving things.
    Move(Move),
    /// Placing a thing and its target.
    Link(LinkGesture),
    /// Moving the target of a thing.
    Target(Target),
    /// Drawing the path of a thing, click by click.
    Way(PathGesture),
}

/// A stroke over cells, without gaps.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// Brush to paint with; `None` erases.
    pub brush: Option<&'static Brush>,
    /// Cells in the order they were touched.
    pub cells: Vec<Cell>,
    seen: BTreeSet<Cell>,
    last: BoardPoint,
}

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub struct Area {
    /// Effect of the gesture.
    pub what: AreaAction,
    /// One corner.
    pub from: Cell,
    /// The opposite corner.
    pub to: Cell,
}

/// Effect of an area gesture.
#[derive(Clone, Debug)]
pub enum AreaAction {
    /// Paints it.
    Paint(&'static Brush),
    /// Erases it.
    Erase,
    /// Selects its contents, in addition to these things.
    Select(OrdSet<ThingId>),
}

/// Things being moved.
#[derive(Clone, Debug)]
pub struct Move {
    /// The things.
    pub things: Vec<ThingId>,
    /// The thing that was grabbed.
    pub held: ThingId,
    /// Position at which it was grabbed.
    pub from: Spot,
    /// Its current position.
    pub to: Spot,
}

/// A thing being placed, and its target.
#[derive(Clone, Debug)]
pub struct LinkGesture {
    /// Brush of the thing.
    pub brush: &'static Brush,
    /// Key of the target field.
    pub key: &'static str,
    /// Position of the thing.
    pub from: Spot,
    /// Its target.
    pub to: Spot,
}

/// Target of a thing, being moved.
#[derive(Clone, Debug)]
pub struct Target {
    /// The thing.
    pub thing: ThingId,
    /// Key of the target field.
    pub key: &'static str,
    /// Old target.
    pub from: Spot,
    /// New target.
    pub to: Spot,
}

/// Result of a gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum GestureResult {
    /// An edit to apply.
    Edit(Edit),
    /// A new selection.
    Select(OrdSet<ThingId>),
    /// Nothing.
    Nothing,
}

impl Gesture {
    /// Handles the pointer moving to another cell, on the board or outside it, in some slice.
    pub fn move_to(&mut self, to: BoardPoint, slice: &DrawingSlice<'_>) {
        let spot = Spot { at: clamped(to, slice.width(), slice.height()), t: slice.t };
        match self {
            Self::Stroke(stroke) => stroke.move_to(to, slice),
            Self::Area(area) => area.to = spot.at,
            Self::Move(moved) => moved.to = spot,
            Self::Link(link) => link.to = spot,
            Self::Target(target) => target.to = spot,
            Self::Way(way) => way.move_to(spot.at, slice),
        }
    }

    /// Handles a change of the shown slice while the pointer stays.
    pub fn move_to_slice(&mut self, t: u32) {
        match self {
            Self::Move(Move { to, .. })
            | Self::Link(LinkGesture { to, .. })
            | Self::Target(Target { to, .. }) => {
                to.t = t;
            }
            _ => {}
        }
    }

    /// Whether it continues after the mouse is released.
    pub fn outlasts_release(&self) -> bool {
        matches!(self, Self::Way(_))
    }

    /// Returns the result of the gesture.
    pub fn done(self, slice: &DrawingSlice<'_>) -> GestureResult {
        match self {
            Self::Stroke(Stroke { cells, .. }) if cells.is_empty() => GestureResult::Nothing,
            Self::Stroke(Stroke { brush, cells, .. }) => put(brush, cells, slice),
            Self::Area(area) => area.done(slice),
            Self::Move(moved) => moved.done(),
            Self::Link(link) => link.done(slice),
            Self::Target(Target { thing, key, from, to }) if from != to => {
                set(thing, key, FieldValue::Spot(to))
            }
            Self::Target(Target { thing, .. }) => GestureResult::Select(OrdSet::unit(thing)),
            Self::Way(way) => way.done(slice),
        }
    }
}

impl Stroke {
    /// Starts in a cell.
    pub fn new(brush: Option<&'static Brush>, at: BoardPoint, slice: &DrawingSlice<'_>) -> Self {
        let mut stroke = Self { brush, cells: Vec::new(), seen: BTreeSet::new(), last: at };
        stroke.move_to(at, slice);
        stroke
    }

    fn move_to(&mut self, to: BoardPoint, slice: &DrawingSlice<'_>) {
        for cell in line(self.last, to).filter_map(|point| slice.cell(point)) {
            if self.seen.insert(cell) {
                self.cells.push(cell);
            }
        }
        self.last = to;
    }
}

impl Area {
    /// All cells of the area.
    pub fn cells(&self) -> Vec<Cell> {
        rectangle(self.from, self.to)
    }

    fn done(self, slice: &DrawingSlice<'_>) -> GestureResult {
        let cells = self.cells();
        match self.what {
            AreaAction::Paint(brush) => put(Some(brush), cells, slice),
            AreaAction::Erase => put(None, cells, slice),
            AreaAction::Select(mut things) => {
                things.extend(slice.within(self.from, self.to));
                GestureResult::Select(things)
            }
        }
    }
}

impl Move {
    /// Distance in columns, rows and slices.
    pub fn by(&self) -> (i32, i32, i32) {
        let apart = |from: u32, to: u32| (i64::from(to) - i64::from(from)) as i32;
        let (from, to) = (self.from, self.to);
        (apart(from.at.x, to.at.x), apart(from.at.y, to.at.y), apart(from.t, to.t))
    }

    fn done(self) -> GestureResult {
        match self.by() {
            (0, 0, 0) => GestureResult::Select(OrdSet::unit(self.held)),
            (dx, dy, dt) => GestureResult::Edit(Edit::Move { things: self.things, dx, dy, dt }),
        }
    }
}

impl LinkGesture {
    /// Places the thing; a click without a drag leaves the target unset.
    fn done(self, slice: &DrawingSlice<'_>) -> GestureResult {
        let mut thing = self.brush.thing(Spot { t: slice.since, ..self.from });
        if self.from != self.to {
            thing.fields.insert(self.key.into(), FieldValue::Spot(self.to));
        }
        GestureResult::Edit(Edit::Paste { things: vec![thing] })
    }
}

/// Returns the edit that paints or erases cells.
pub fn put(brush: Option<&Brush>, cells: Vec<Cell>, slice: &DrawingSlice<'_>) -> GestureResult {
    if cells.is_empty() {
        return GestureResult::Nothing;
    }
    GestureResult::Edit(match brush {
        Some(brush) => Edit::Paint { brush: brush.id.into(), cells, t: slice.since },
        None => Edit::Erase { cells, t: slice.t },
    })
}

/// Returns the edit that sets a field of one thing.
fn set(thing: ThingId, key: &str, value: FieldValue) -> GestureResult {
    GestureResult::Edit(Edit::Set { things: vec![thing], key: Arc::from(key), value: Some(value) })
}
