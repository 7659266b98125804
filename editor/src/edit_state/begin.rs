//! Starts the gesture of each tool.
//!
//! Part of the edit state.

use timeloom::collections::OrdSet;
use timeloom::scene::Cell;
use timeloom::sketch::{Brush, Form, Spot, ThingId};

use super::{EditState, Press, PressKind, Tool, leads};
use crate::gesture::cells::clamped;
use crate::gesture::{
    Area, AreaAction, DrawingSlice, Gesture, GestureResult, LinkGesture, Move, PathGesture, Stroke, Target,
    put,
};

impl EditState {
    /// Handles a press while no gesture is in progress.
    pub(super) fn begin(&mut self, press: Press, slice: &DrawingSlice<'_>) -> GestureResult {
        let (at, corner) = (press.at, clamped(press.at, slice.width(), slice.height()));
        let Some(brush) = self.brush(slice.drawing_view) else { return GestureResult::Nothing };
        let area = |what| Gesture::Area(Area { what, from: corner, to: corner });
        let gesture = match (press.hand, self.tool) {
            (PressKind::EraseWide, _) | (PressKind::Wide, Tool::Eraser) => area(AreaAction::Erase),
            (PressKind::Erase, Tool::Rectangle) => area(AreaAction::Erase),
            (PressKind::Erase, Tool::Fill) => return flood(None, press, slice),
            (PressKind::Erase, _) | (_, Tool::Eraser) => Gesture::Stroke(Stroke::new(None, at, slice)),
            (_, Tool::Fill) => return flood(Some(brush), press, slice),
            (_, Tool::Pick) => return self.pick(at, slice),
            (hand, Tool::Select) => return self.select(corner, hand == PressKind::Wide, slice),
            (_, Tool::Path) => return self.walk(corner, slice),
            (_, Tool::Link) => return self.link(corner, brush, slice),
            (PressKind::Plain, Tool::Brush) if leads(brush).is_some() => {
                return self.link(corner, brush, slice);
            }
            (_, Tool::Rectangle) | (PressKind::Wide, Tool::Brush) => area(AreaAction::Paint(brush)),
            (_, Tool::Brush) => Gesture::Stroke(Stroke::new(Some(brush), at, slice)),
        };
        self.gesture = Some(gesture);
        GestureResult::Nothing
    }

    /// Starts drawing the path of a thing at its cell.
    pub(crate) fn walk_with(&mut self, thing: ThingId, key: &'static str, at: Cell) {
        self.selection = OrdSet::unit(thing);
        self.tool = Tool::Path;
        self.gesture = Some(Gesture::Way(PathGesture::new(thing, key, at)));
    }

    fn walk(&mut self, at: Cell, slice: &DrawingSlice<'_>) -> GestureResult {
        let walker = slice.at(at).find_map(|id| Some((id, slice.field(id, |form| form == Form::Path)?.key)));
        if let Some((thing, key)) = walker {
            self.walk_with(thing, key, at);
        }
        GestureResult::Nothing
    }

    fn select(&mut self, at: Cell, adds: bool, slice: &DrawingSlice<'_>) -> GestureResult {
        let chosen = slice.at(at).find(|id| self.selection.contains(id));
        match chosen.or_else(|| slice.top(at)) {
            Some(id) if adds => self.toggle(id),
            Some(id) => self.grab(id, at, slice),
            None if !adds && self.hold_target(at, slice) => {}
            None => {
                let before = if adds { self.selection.clone() } else { OrdSet::new() };
                self.selection.clone_from(&before);
                self.gesture =
                    Some(Gesture::Area(Area { what: AreaAction::Select(before), from: at, to: at }));
            }
        }
        GestureResult::Nothing
    }

    /// Starts a new link, unless one already begins or ends here.
    fn link(&mut self, at: Cell, brush: &'static Brush, slice: &DrawingSlice<'_>) -> GestureResult {
        let kit = slice.drawing_view.kit;
        let fits = |brush: &&'static Brush| leads(brush).is_some();
        let Some(brush) = Some(brush).filter(fits).or_else(|| kit.brushes.iter().find(fits)) else {
            return GestureResult::Nothing;
        };
        let is_it = |id: &ThingId| slice.thing(*id).is_some_and(|thing| *thing.kind == *brush.kind);
        if let Some(id) = slice.at(at).find(is_it) {
            self.selection.clear();
            self.grab(id, at, slice);
        } else if !self.hold_target(at, slice) {
            let here = Spot { at, t: slice.t };
            let key = leads(brush).unwrap_or_default();
            self.gesture = Some(Gesture::Link(LinkGesture { brush, key, from: here, to: here }));
        }
        GestureResult::Nothing
    }

    /// Grabs the target of a link, if it is here.
    fn hold_target(&mut self, at: Cell, slice: &DrawingSlice<'_>) -> bool {
        let Some((thing, key)) = slice.leading_to(at) else { return false };
        let here = Spot { at, t: slice.t };
        self.selection = OrdSet::unit(thing);
        self.gesture = Some(Gesture::Target(Target { thing, key, from: here, to: here }));
        true
    }

    fn toggle(&mut self, id: ThingId) {
        if self.selection.remove(&id).is_none() {
            self.selection.insert(id);
        }
    }

    /// Grabs a thing, together with the rest of the selection.
    fn grab(&mut self, held: ThingId, at: Cell, slice: &DrawingSlice<'_>) {
        if !self.selection.contains(&held) {
            self.selection = OrdSet::unit(held);
        }
        let here = Spot { at, t: slice.t };
        let things = self.selection.iter().copied().collect();
        self.gesture = Some(Gesture::Move(Move { things, held, from: here, to: here }));
    }
}

fn flood(brush: Option<&Brush>, press: Press, slice: &DrawingSlice<'_>) -> GestureResult {
    let cells = slice.cell(press.at).map(|cell| slice.region(cell));
    put(brush, cells.unwrap_or_default(), slice)
}
