//! State of the level editor: tool, brush, selection, cursor, the gesture in progress, and the camera.
//!
//! Owned by the workspace, read by panels, changed by `handlers`. Turns presses and releases into edits; the workshop
//! decides whether these are allowed. Knows kits, but no ruleset.

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

use crate::canvas::{BoardCamera, BoardPoint, Viewport};
use crate::gesture::{DrawingSlice, Gesture, GestureResult, PathGesture};

/// A press on the board, by mouse or by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// Position.
    pub at: BoardPoint,
    /// Button and modifiers.
    pub hand: PressKind,
}

/// Button and modifiers of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressKind {
    /// No modifiers: applies the tool.
    Plain,
    /// Shift: applies the tool to a rectangle, or adds to the selection.
    Wide,
    /// Secondary button: erases.
    Erase,
    /// Secondary button with Shift: erases a rectangle.
    EraseWide,
    /// Alt: picks the brush.
    Pick,
}

/// State of the level editor.
#[derive(Clone, Debug, Default)]
pub struct EditState {
    pub(crate) tool: Tool,
    pub(crate) brush: usize,
    pub(crate) selection: OrdSet<ThingId>,
    pub(crate) gesture: Option<Gesture>,
    pub(crate) cursor: Cell,
    /// Start of a selection made with Shift and the arrow keys.
    pub(crate) anchor: Option<Cell>,
    /// Whether the cursor was last moved by the keyboard.
    pub(crate) by_keys: bool,
    pub(crate) hover: Option<Cell>,
    pub(crate) camera: BoardCamera,
    pub(crate) stage: Option<Viewport>,
    pub(crate) flash: Option<Flash>,
    /// Whether new things exist from the shown slice on, rather than from the start.
    pub(crate) from_here: bool,
}

impl EditState {
    /// Returns the view of a slice of the drawing that gestures use.
    pub fn slice<'a>(&self, drawing_view: &'a DrawingView, t: u32) -> DrawingSlice<'a> {
        DrawingSlice { drawing_view, t, since: if self.from_here { t } else { 0 } }
    }

    /// Whether new things exist from the shown slice on, rather than from the start.
    pub fn is_from_here(&self) -> bool {
        self.from_here
    }

    /// The selected tool.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Index of the selected brush in the palette.
    pub fn brush_number(&self) -> usize {
        self.brush
    }

    /// The selected brush.
    pub fn brush(&self, drawing_view: &DrawingView) -> Option<&'static Brush> {
        drawing_view.kit.brushes.get(self.brush).or(drawing_view.kit.brushes.first())
    }

    /// The selected things.
    pub fn selection(&self) -> &OrdSet<ThingId> {
        &self.selection
    }

    /// The gesture in progress.
    pub fn gesture(&self) -> Option<&Gesture> {
        self.gesture.as_ref()
    }

    /// Cell of the keyboard cursor.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// Whether the keyboard was used last.
    pub fn by_keys(&self) -> bool {
        self.by_keys
    }

    /// Cell under the mouse.
    pub fn hover(&self) -> Option<Cell> {
        self.hover
    }

    /// Cell that the status bar describes: under the mouse, or under the keyboard cursor.
    pub fn here(&self) -> Option<Cell> {
        if self.by_keys { Some(self.cursor) } else { self.hover }
    }

    /// Camera of the board.
    pub fn camera(&self) -> BoardCamera {
        self.camera
    }

    /// Size and area of the board as last shown.
    pub fn stage(&self) -> Option<&Viewport> {
        self.stage.as_ref()
    }

    /// Cells that just changed.
    pub fn flash(&self) -> Option<&Flash> {
        self.flash.as_ref()
    }

    /// Moves the view to a cell, unless it is already visible.
    pub(crate) fn keep_in_view(&mut self, cell: Cell) {
        self.camera = self.stage.map_or(self.camera, |stage| self.camera.showing(&stage, cell));
    }

    /// Selects a tool.
    pub(crate) fn take(&mut self, tool: Tool) {
        self.gesture = None;
        self.tool = tool;
    }

    /// Selects a brush, and a tool to use it with.
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

    /// Handles a press on the board.
    pub(crate) fn press(&mut self, press: Press, slice: &DrawingSlice<'_>) -> GestureResult {
        self.anchor = None;
        if let Some(cell) = slice.cell(press.at) {
            self.cursor = cell;
        }
        if press.hand == PressKind::Pick {
            return self.pick(press.at, slice);
        }
        match self.gesture.take() {
            Some(Gesture::Way(way)) => self.go_on(way, press, slice),
            // A second button during a drag cancels it.
            Some(_) => GestureResult::Nothing,
            None => self.begin(press, slice),
        }
    }

    /// Handles the pointer moving to another cell.
    pub(crate) fn drag_to(&mut self, at: BoardPoint, slice: &DrawingSlice<'_>) {
        if let Some(cell) = slice.cell(at) {
            self.cursor = cell;
        }
        if let Some(gesture) = &mut self.gesture {
            gesture.move_to(at, slice);
        }
    }

    /// Handles a release.
    pub(crate) fn release(&mut self, slice: &DrawingSlice<'_>) -> GestureResult {
        match self.gesture.take_if(|gesture| !gesture.outlasts_release()) {
            Some(gesture) => gesture.done(slice),
            None => GestureResult::Nothing,
        }
    }

    /// Completes the gesture in progress.
    pub(crate) fn conclude(&mut self, slice: &DrawingSlice<'_>) -> GestureResult {
        self.gesture.take().map_or(GestureResult::Nothing, |gesture| gesture.done(slice))
    }

    /// Cancels the gesture in progress; `false` if there was none.
    pub(crate) fn cancel(&mut self) -> bool {
        self.gesture.take().is_some()
    }

    /// Undoes the last click of a path, or cancels the gesture; `false` if there was none.
    pub(crate) fn step_back(&mut self) -> bool {
        if let Some(Gesture::Way(way)) = &mut self.gesture
            && way.back()
        {
            return true;
        }
        self.cancel()
    }

    /// Drops references to things and cells that no longer exist.
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

    /// Continues a path: a click on its first cell ends it, the secondary button undoes a click.
    fn go_on(&mut self, mut way: PathGesture, press: Press, slice: &DrawingSlice<'_>) -> GestureResult {
        let erases = matches!(press.hand, PressKind::Erase | PressKind::EraseWide);
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
        GestureResult::Nothing
    }

    fn pick(&mut self, at: BoardPoint, slice: &DrawingSlice<'_>) -> GestureResult {
        let thing = slice.cell(at).and_then(|cell| slice.top(cell)).and_then(|id| slice.thing(id));
        let brush = thing.and_then(|thing| slice.drawing_view.kit.brush_of(thing));
        let brushes = slice.drawing_view.kit.brushes;
        if let Some(number) = brushes.iter().position(|each| Some(each.id) == brush.map(|brush| brush.id)) {
            self.take_brush(number, slice.drawing_view);
        }
        GestureResult::Nothing
    }
}
