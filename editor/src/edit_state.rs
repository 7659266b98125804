//! The hand of the person who draws: tool, brush, selection, cursor, the gesture in progress, and from where the board is
//! looked at.
//!
//! Owned by the workspace, read by panels, changed by `handlers`. Turns presses and releases into what is to be done; whether that
//! can be done is for the workshop to say. Knows kits, and no ruleset.

mod begin;
mod clip;
mod flash;
mod subject;
mod tool;

use timeloom::collections::OrdSet;
use timeloom::scene::Cell;
use timeloom::sketch::{Brush, DrawingView, ThingId};

pub use clip::Clip;
pub use flash::Flash;
pub use tool::{Tool, leads};

use crate::canvas::{Camera, Point, Stage};
use crate::gesture::{Done, DrawingSlice, Gesture, Way};

/// A press on the board, by mouse or by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// Where.
    pub at: Point,
    /// What with.
    pub hand: Hand,
}

/// What a press is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// As the tool says.
    Plain,
    /// With Shift: as the tool says, but a rectangle, or beside what is selected.
    Wide,
    /// With the other button: erases.
    Erase,
    /// With the other button and Shift: erases a rectangle.
    EraseWide,
    /// With Alt: picks the brush.
    Pick,
}

/// The hand of the person who draws.
#[derive(Clone, Debug, Default)]
pub struct EditState {
    pub(crate) tool: Tool,
    pub(crate) brush: usize,
    pub(crate) selection: OrdSet<ThingId>,
    pub(crate) gesture: Option<Gesture>,
    pub(crate) cursor: Cell,
    /// Where a selection by Shift and arrows began.
    pub(crate) anchor: Option<Cell>,
    /// Whether the cursor was moved by key after the mouse was.
    pub(crate) by_keys: bool,
    pub(crate) hover: Option<Cell>,
    pub(crate) camera: Camera,
    pub(crate) stage: Option<Stage>,
    pub(crate) flash: Option<Flash>,
    /// Whether new things stand from the slice that is shown on, and not from the start.
    pub(crate) from_here: bool,
}

impl EditState {
    /// The drawing in a slice, as the hand finds it.
    pub fn slice<'a>(&self, drawing_view: &'a DrawingView, t: u32) -> DrawingSlice<'a> {
        DrawingSlice { drawing_view, t, since: if self.from_here { t } else { 0 } }
    }

    /// Whether new things stand from the slice that is shown on, and not from the start.
    pub fn is_from_here(&self) -> bool {
        self.from_here
    }

    /// The tool in the hand.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// The number of the chosen brush in the palette.
    pub fn brush_number(&self) -> usize {
        self.brush
    }

    /// The chosen brush.
    pub fn brush(&self, drawing_view: &DrawingView) -> Option<&'static Brush> {
        drawing_view.kit.brushes.get(self.brush).or(drawing_view.kit.brushes.first())
    }

    /// What is selected.
    pub fn selection(&self) -> &OrdSet<ThingId> {
        &self.selection
    }

    /// What is being done right now.
    pub fn gesture(&self) -> Option<&Gesture> {
        self.gesture.as_ref()
    }

    /// The cell of the keyboard.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// Whether the keyboard was used last.
    pub fn by_keys(&self) -> bool {
        self.by_keys
    }

    /// The cell under the mouse.
    pub fn hover(&self) -> Option<Cell> {
        self.hover
    }

    /// The cell that the status bar speaks of: under the mouse, or under the cursor of the keyboard.
    pub fn here(&self) -> Option<Cell> {
        if self.by_keys { Some(self.cursor) } else { self.hover }
    }

    /// From where the board is looked at.
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// What was shown last, and where.
    pub fn stage(&self) -> Option<&Stage> {
        self.stage.as_ref()
    }

    /// What changed just now.
    pub fn flash(&self) -> Option<&Flash> {
        self.flash.as_ref()
    }

    /// Moves the view to a cell, unless it is well in sight.
    pub(crate) fn keep_in_view(&mut self, cell: Cell) {
        self.camera = self.stage.map_or(self.camera, |stage| self.camera.showing(&stage, cell));
    }

    /// Takes a tool into the hand.
    pub(crate) fn take(&mut self, tool: Tool) {
        self.gesture = None;
        self.tool = tool;
    }

    /// Takes a brush, and a tool to use it with.
    pub(crate) fn take_brush(&mut self, number: usize, drawing_view: &DrawingView) {
        let Some(brush) = drawing_view.kit.brushes.get(number) else { return };
        self.gesture = None;
        self.brush = number;
        let keeps = matches!(self.tool, Tool::Rectangle | Tool::Fill);
        self.tool = match (leads(brush), keeps) {
            (Some(_), _) => Tool::Link,
            (None, true) => self.tool,
            (None, false) => Tool::Brush,
        };
    }

    /// A press on the board.
    pub(crate) fn press(&mut self, press: Press, slice: &DrawingSlice<'_>) -> Done {
        self.anchor = None;
        if let Some(cell) = slice.cell(press.at) {
            self.cursor = cell;
        }
        if press.hand == Hand::Pick {
            return self.pick(press.at, slice);
        }
        match self.gesture.take() {
            Some(Gesture::Way(way)) => self.go_on(way, press, slice),
            // A second button in the middle of a drag gives it up.
            Some(_) => Done::Nothing,
            None => self.begin(press, slice),
        }
    }

    /// The hand is over another cell.
    pub(crate) fn over(&mut self, at: Point, slice: &DrawingSlice<'_>) {
        if let Some(cell) = slice.cell(at) {
            self.cursor = cell;
        }
        if let Some(gesture) = &mut self.gesture {
            gesture.over(at, slice);
        }
    }

    /// The hand lets go.
    pub(crate) fn release(&mut self, slice: &DrawingSlice<'_>) -> Done {
        match self.gesture.take_if(|gesture| !gesture.outlasts_release()) {
            Some(gesture) => gesture.done(slice),
            None => Done::Nothing,
        }
    }

    /// Ends what is being done as if it had been meant so.
    pub(crate) fn conclude(&mut self, slice: &DrawingSlice<'_>) -> Done {
        self.gesture.take().map_or(Done::Nothing, |gesture| gesture.done(slice))
    }

    /// Gives up what is being done; `false` if nothing was.
    pub(crate) fn cancel(&mut self) -> bool {
        self.gesture.take().is_some()
    }

    /// Takes back the last click of a way, or gives up what is being done; `false` if nothing was.
    pub(crate) fn step_back(&mut self) -> bool {
        if let Some(Gesture::Way(way)) = &mut self.gesture
            && way.back()
        {
            return true;
        }
        self.cancel()
    }

    /// Forgets what is no longer there.
    pub(crate) fn forget_removed(&mut self, drawing_view: &DrawingView) {
        if self.selection.iter().any(|id| drawing_view.sketch.thing(*id).is_none()) {
            let there = self.selection.iter().filter(|id| drawing_view.sketch.thing(**id).is_some());
            self.selection = there.copied().collect();
        }
        let (width, height) = (drawing_view.sketch.width, drawing_view.sketch.height);
        self.cursor.x = self.cursor.x.min(width.saturating_sub(1));
        self.cursor.y = self.cursor.y.min(height.saturating_sub(1));
        if self.brush >= drawing_view.kit.brushes.len() {
            self.brush = 0;
        }
    }

    /// Goes on with a way: a click on its first cell ends it, the other button takes a click back.
    fn go_on(&mut self, mut way: Way, press: Press, slice: &DrawingSlice<'_>) -> Done {
        let erases = matches!(press.hand, Hand::Erase | Hand::EraseWide);
        let ends = match slice.cell(press.at) {
            Some(_) if erases => {
                way.back();
                false
            }
            Some(cell) => way.click(cell, slice),
            None => false,
        };
        if ends {
            return way.done(slice);
        }
        self.gesture = Some(Gesture::Way(way));
        Done::Nothing
    }

    fn pick(&mut self, at: Point, slice: &DrawingSlice<'_>) -> Done {
        let thing = slice.cell(at).and_then(|cell| slice.top(cell)).and_then(|id| slice.thing(id));
        let brush = thing.and_then(|thing| slice.drawing_view.kit.brush_of(thing));
        let brushes = slice.drawing_view.kit.brushes;
        if let Some(number) = brushes.iter().position(|each| Some(each.id) == brush.map(|brush| brush.id)) {
            self.take_brush(number, slice.drawing_view);
        }
        Done::Nothing
    }
}
