//! A ruleset whose levels can be drawn, with its types erased.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Ruleset, RulesetOf};
use crate::journal::record::{Header, Kind};
use crate::rules::Fault;
use crate::session;
use crate::show::Show;
use crate::sketch::{Drawn, Fields, Kit, Sketch};
use crate::workshop::questions::{self, DrawnLevel};
use crate::workshop::{Draft, Workshop};

/// A ruleset whose levels can be drawn.
pub struct Drawable {
    pub(super) workshop: &'static dyn Ruleset,
    /// The brushes and fields for drawing.
    pub kit: &'static Kit,
    blank: fn(u32, u32, Fields) -> Result<Header, Vec<Fault>>,
    questions: fn(Sketch) -> Box<dyn DrawnLevel>,
    sketch: fn(&str) -> Result<Sketch, Vec<Fault>>,
}

impl Drawable {
    pub(super) const fn of<R: Show<Level: Drawn>>() -> Self {
        let blank = |width, height, settings: Fields| {
            let mut sketch = R::Level::blank(width, height).sketch();
            Arc::make_mut(&mut sketch.settings).extend(settings);
            let header = session::begin::<Workshop<R>>(Draft(R::Level::level(&sketch)), 0)?;
            Ok(Header { kind: Kind::Workshop, ..header })
        };
        Self {
            workshop: &RulesetOf::<Workshop<R>>(Kind::Workshop, PhantomData),
            kit: R::Level::KIT,
            blank,
            questions: questions::drawn_level::<R>,
            sketch: |text| Ok(R::Level::read(text)?.sketch()),
        }
    }

    /// Returns the questions about a sketch, to be asked on any thread.
    pub fn questions(&self, sketch: Sketch) -> Box<dyn DrawnLevel> {
        (self.questions)(sketch)
    }

    /// Returns the sketch of the text of a level, which need not be playable.
    pub fn sketch(&self, level: &str) -> Result<Sketch, Vec<Fault>> {
        (self.sketch)(level)
    }

    /// Name of the ruleset, as written in saves.
    pub fn name(&self) -> &'static str {
        self.workshop.name()
    }

    /// The ruleset for drawing its levels.
    pub fn workshop(&self) -> &'static dyn Ruleset {
        self.workshop
    }

    /// Returns the header of a new drawing that starts from a small level, which can be played at once: its size is the
    /// nearest possible one, and it has these settings.
    pub fn blank(&self, width: u32, height: u32, settings: Fields) -> Result<Header, Vec<Fault>> {
        (self.blank)(width, height, settings)
    }

    /// Returns the header of a new drawing that starts from a level, which need not be playable.
    pub fn begin(&self, level: &str) -> Result<Header, Vec<Fault>> {
        self.workshop.begin(level, 0)
    }
}
