//! Somebody who draws levels at random, for tests of every ruleset whose levels can be drawn.

use timeloom::rng::Mulberry32;
use timeloom::scene::Cell;
use timeloom::sketch::{Edit, Field, Form, Spot, Studio, ThingId, Worth, shifted};

/// Somebody who draws at random, with what the kit offers.
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

    fn cell(&mut self, studio: &Studio) -> Cell {
        Cell { x: self.0.below(studio.sketch.width), y: self.0.below(studio.sketch.height) }
    }

    fn spot(&mut self, studio: &Studio) -> Spot {
        Spot { at: self.cell(studio), t: self.0.below(studio.slices.min(6)) }
    }

    pub(crate) fn things(&mut self, studio: &Studio) -> Vec<ThingId> {
        let ids: Vec<ThingId> = studio.sketch.things().map(|(id, _)| id).collect();
        (0..1 + self.below(3)).filter_map(|_| self.pick(&ids).copied()).collect()
    }

    fn worth(&mut self, studio: &Studio, field: &Field) -> Option<Worth> {
        Some(match field.form {
            _ if self.below(6) == 0 => return None,
            Form::Flag => Worth::Flag(self.below(2) == 0),
            Form::Number(least, most) => Worth::Number((least + self.below(40) as i64).min(most)),
            Form::Text => Worth::Text(format!("word {}", self.below(9)).into()),
            Form::Choice(words) => Worth::Text((*self.pick(words)?).into()),
            Form::Path => Worth::Path((0..1 + self.below(4)).map(|_| self.cell(studio)).collect()),
            Form::Spot => Worth::Spot(self.spot(studio)),
        })
    }

    pub(crate) fn edit(&mut self, studio: &Studio) -> Option<Edit> {
        let (spot, things) = (self.spot(studio), self.things(studio));
        let cells = (0..1 + self.below(5)).map(|_| self.cell(studio)).collect();
        let mut by = || self.0.below(3) as i32 - 1;
        let (dx, dy) = (by(), by());
        Some(match self.below(9) {
            0..=2 => Edit::Paint { brush: self.pick(studio.kit.brushes)?.id.into(), cells, t: spot.t },
            3 => Edit::Erase { cells, t: spot.t },
            4 => Edit::Move { things, dx, dy, dt: 0 },
            5 => {
                let copied: Vec<_> =
                    things.iter().filter_map(|id| studio.sketch.thing(*id).cloned()).collect();
                Edit::Paste { things: shifted(&copied, dx, dy, 0)? }
            }
            6 => {
                let field = self.pick(studio.kit.settings)?;
                Edit::Setting { key: field.key.into(), worth: self.worth(studio, field) }
            }
            7 if self.below(4) == 0 => {
                let (width, height) = (studio.sketch.width + 1, studio.sketch.height);
                Edit::Resize { width, height, dx: dx.max(0), dy: 0 }
            }
            _ => {
                let id = *things.first()?;
                let field = self.pick(studio.kit.brush_of(studio.sketch.thing(id)?)?.fields)?;
                Edit::Set { things: vec![id], key: field.key.into(), worth: self.worth(studio, field) }
            }
        })
    }
}
