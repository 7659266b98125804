//! A ruleset whose levels can be drawn, with its types erased.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Ruleset, RulesetOf};
use crate::journal::record::{Header, Kind};
use crate::rules::{Fault, Level as _};
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
    plain_text: fn(&str) -> Result<String, Vec<Fault>>,
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
            plain_text: |text| Ok(R::Level::read(text)?.to_text()),
        }
    }

    /// Returns a sketch as an object that answers questions on any thread.
    pub fn questions(&self, sketch: Sketch) -> Box<dyn DrawnLevel> {
        (self.questions)(sketch)
    }

    /// Reads the text of a level, which need not be playable, as a sketch.
    pub fn sketch(&self, level: &str) -> Result<Sketch, Vec<Fault>> {
        (self.sketch)(level)
    }

    /// Returns the text of a level as its drawing would write it, without the comments of its author.
    pub fn plain_text(&self, level: &str) -> Result<String, Vec<Fault>> {
        (self.plain_text)(level)
    }

    /// Name of the ruleset, as written in saves.
    pub fn name(&self) -> &'static str {
        self.workshop.name()
    }

    /// The ruleset for drawing its levels.
    pub fn workshop(&self) -> &'static dyn Ruleset {
        self.workshop
    }

    /// Returns the header of a new drawing that starts from a small level that can be played at once. The
    /// level has the nearest possible size, and these settings.
    pub fn blank(&self, width: u32, height: u32, settings: Fields) -> Result<Header, Vec<Fault>> {
        (self.blank)(width, height, settings)
    }

    /// Returns the header of a new drawing that starts from a level, which need not be playable.
    pub fn begin(&self, level: &str) -> Result<Header, Vec<Fault>> {
        self.workshop.begin(level, 0)
    }
}
