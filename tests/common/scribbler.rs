//! Draws levels at random, for tests of every ruleset whose levels can be drawn.

use timeloom::rng::Mulberry32;
use timeloom::scene::Cell;
use timeloom::sketch::{DrawingView, Edit, Field, FieldValue, Form, Spot, ThingId, shifted};

/// Generates random edits from what the kit offers.
pub(crate) struct Scribbler(Mulberry32);

impl Scribbler {
    pub(crate) fn new(seed: u32) -> Self {
        Self(Mulberry32::new(seed))
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.below(count.max(1) as u32) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = self.below(from.len());
        from.get(index)
    }

    fn cell(&mut self, drawing_view: &DrawingView) -> Cell {
        Cell { x: self.0.below(drawing_view.sketch.width), y: self.0.below(drawing_view.sketch.height) }
    }

    fn spot(&mut self, drawing_view: &DrawingView) -> Spot {
        Spot { at: self.cell(drawing_view), t: self.0.below(drawing_view.slices.min(6)) }
    }

    pub(crate) fn things(&mut self, drawing_view: &DrawingView) -> Vec<ThingId> {
        let ids: Vec<ThingId> = drawing_view.sketch.things().map(|(id, _)| id).collect();
        (0..1 + self.below(3)).filter_map(|_| self.pick(&ids).copied()).collect()
    }

    fn value(&mut self, drawing_view: &DrawingView, field: &Field) -> Option<FieldValue> {
        Some(match field.form {
            _ if self.below(6) == 0 => return None,
            Form::Flag => FieldValue::Flag(self.below(2) == 0),
            Form::Number(least, most) => FieldValue::Number((least + self.below(40) as i64).min(most)),
            Form::Text => FieldValue::Text(format!("word {}", self.below(9)).into()),
            Form::Choice(words) => FieldValue::Text((*self.pick(words)?).into()),
            Form::Path => FieldValue::Path((0..1 + self.below(4)).map(|_| self.cell(drawing_view)).collect()),
            Form::Spot => FieldValue::Spot(self.spot(drawing_view)),
        })
    }

    pub(crate) fn edit(&mut self, drawing_view: &DrawingView) -> Option<Edit> {
        let (spot, things) = (self.spot(drawing_view), self.things(drawing_view));
        let cells = (0..1 + self.below(5)).map(|_| self.cell(drawing_view)).collect();
        let mut by = || self.0.below(3) as i32 - 1;
        let (dx, dy) = (by(), by());
        Some(match self.below(9) {
            0..=2 => Edit::Paint { brush: self.pick(drawing_view.kit.brushes)?.id.into(), cells, t: spot.t },
            3 => Edit::Erase { cells, t: spot.t },
            4 => Edit::Move { things, dx, dy, dt: 0 },
            5 => {
                let copied: Vec<_> =
                    things.iter().filter_map(|id| drawing_view.sketch.thing(*id).cloned()).collect();
                Edit::Paste { things: shifted(&copied, dx, dy, 0)? }
            }
            6 => {
                let field = self.pick(drawing_view.kit.settings)?;
                Edit::Setting { key: field.key.into(), value: self.value(drawing_view, field) }
            }
            7 if self.below(4) == 0 => {
                let (width, height) = (drawing_view.sketch.width + 1, drawing_view.sketch.height);
                Edit::Resize { width, height, dx: dx.max(0), dy: 0 }
            }
            _ => {
                let id = *things.first()?;
                let field = self.pick(drawing_view.kit.brush_of(drawing_view.sketch.thing(id)?)?.fields)?;
                Edit::Set { things: vec![id], key: field.key.into(), value: self.value(drawing_view, field) }
            }
        })
    }
}
