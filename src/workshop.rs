//! Level editing as a ruleset: the state is a [`Sketch`], an action is an [`Edit`], and undo, branches, crash safety
//! and scrubbing are those of every game.
//!
//! Set up by [`crate::catalog`] on the level of any ruleset that can be [`Drawn`]. Knows kits and sketches; knows no
//! particular ruleset, no file and no history.
//!
//! [`Rules::actions`] is empty, because it would have to list every cell, brush and field.

mod describe;
mod edits;
mod objection;
pub mod questions;
mod sketch_editor;
#[cfg(test)]
mod tests;
mod values;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use objection::Objection;
pub use sketch_editor::EditOutcome;

use crate::codec::DecodeError;
use crate::rules::{Fault, GameResult, Level, Recorded, Rules};
use crate::scene::cube::Cube;
use crate::scene::{Cell, Layer, Scene, View};
use crate::show::{DrawingRules, Show, SpaceTimeRules, StateData};
use crate::sketch::{DrawingView, Drawn, Edit, FieldValue, Fields, Problem, Sketch, Spot, Thing, ThingId};

/// Level of a drawing, which need not be playable yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Draft<L>(pub L);

impl<L: Drawn> Level for Draft<L> {
    const RULESET: &'static str = L::RULESET;

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        L::read(text).map(Self)
    }

    fn to_text(&self) -> String {
        self.0.to_text()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn description(&self) -> Option<String> {
        self.0.description()
    }

    fn solutions(&self) -> Vec<Recorded> {
        self.0.solutions()
    }

    fn warnings(text: &str) -> Vec<Fault> {
        L::warnings(text)
    }
}

/// Rules for drawing the levels of a ruleset.
pub struct Workshop<R: Rules<Level: Drawn>> {
    level: Draft<R::Level>,
    start: Sketch,
    /// Cache of the last analysed sketch; it only saves time.
    last: Mutex<Option<Seen<R::Level>>>,
}

/// A sketch and its analysis.
type Seen<L> = (Sketch, Arc<<L as Drawn>::Analysis>);

/// Precomputed effect of an edit: the sketch after it, and a description.
pub struct PlannedEdit {
    sketch: Sketch,
    done: EditOutcome,
}

impl<R: Rules<Level: Drawn>> Rules for Workshop<R> {
    const VERSION: u16 = R::Level::DRAWING;

    type Level = Draft<R::Level>;
    type State = Sketch;
    type Action = Edit;
    type Effect = PlannedEdit;
    type Outcome = EditOutcome;
    type Illegal = Objection;

    fn for_version(level: Draft<R::Level>, _version: u16) -> Result<Self, Vec<Fault>> {
        let start = level.0.sketch();
        Ok(Self { level, start, last: Mutex::default() })
    }

    fn resume(state: &Sketch) -> Result<Self, Vec<Fault>> {
        Self::new(Draft(R::Level::level(state)))
    }

    fn level(&self) -> &Draft<R::Level> {
        &self.level
    }

    /// Drawing has no random numbers; every seed gives the same start.
    fn start(&self, _seed: u64) -> Sketch {
        self.start.clone()
    }

    /// Returns nothing: there are too many edits to list.
    fn actions(&self, _state: &Sketch) -> Vec<Edit> {
        Vec::new()
    }

    fn check(&self, state: &Sketch, edit: &Edit) -> Result<PlannedEdit, Objection> {
        edits::work_out::<R::Level>(state, edit)
    }

    fn apply_effect(&self, _state: Sketch, planned: PlannedEdit) -> (Sketch, EditOutcome) {
        (planned.sketch, planned.done)
    }

    /// A drawing is never finished.
    fn result(&self, _state: &Sketch) -> Option<GameResult> {
        None
    }

    fn invariants(&self, state: &Sketch) -> Result<(), String> {
        state.invariants()
    }

    fn fingerprint(&self, state: &Sketch) -> u64 {
        state.fingerprint()
    }

    fn pack(&self, edit: &Edit) -> Vec<u8> {
        edit.to_bytes()
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Edit, DecodeError> {
        Edit::from_bytes(bytes)
    }
}

impl<R: Rules<Level: Drawn>> Show for Workshop<R> {
    fn scene(&self, state: &Sketch, view: View) -> Scene {
        R::Level::scene(&self.analysis(state), view)
    }

    fn tell(&self, done: &EditOutcome) -> String {
        done.summary.to_string()
    }

    fn space_time(&self) -> Option<&dyn SpaceTimeRules<Sketch>> {
        Some(self)
    }

    fn drawing(&self) -> Option<&dyn DrawingRules<Sketch>> {
        Some(self)
    }

    fn layers(&self) -> &'static [Layer] {
        R::Level::LAYERS
    }

    fn state_data(&self) -> Option<&dyn StateData<Sketch>> {
        Some(self)
    }
}

impl<R: Rules<Level: Drawn>> StateData<Sketch> for Workshop<R> {
    fn data(&self, state: &Sketch, _view: View) -> Value {
        let things = state.things().map(|(id, thing)| thing_data(id, thing));
        json!({
            "width": state.width,
            "height": state.height,
            "settings": fields_data(&state.settings),
            "things": things.collect::<Vec<_>>(),
        })
    }
}

impl<R: Rules<Level: Drawn>> SpaceTimeRules<Sketch> for Workshop<R> {
    fn cube(&self, state: &Sketch, slices: Range<u32>) -> Option<Cube> {
        R::Level::cube(&self.analysis(state), slices)
    }
}

impl<R: Rules<Level: Drawn>> DrawingRules<Sketch> for Workshop<R> {
    fn view(&self, state: &Sketch, view: View) -> DrawingView {
        let slices = R::Level::slices(state);
        let t = view.t.unwrap_or_default().min(slices.saturating_sub(1));
        DrawingView {
            kit: R::Level::KIT,
            sketch: state.clone(),
            slices,
            standing: standing::<R::Level>(state, t),
        }
    }

    fn problems(&self, state: &Sketch) -> Vec<Problem> {
        let mut problems = R::Level::problems(&self.analysis(state));
        problems.sort_by_key(|problem| !problem.is_error);
        problems
    }

    fn level_text(&self, state: &Sketch) -> String {
        R::Level::analyzed_level(&self.analysis(state)).to_text()
    }
}

impl<R: Rules<Level: Drawn>> Workshop<R> {
    /// Returns the analysis of a sketch, computed once for all queries about it.
    fn analysis(&self, sketch: &Sketch) -> Arc<<R::Level as Drawn>::Analysis> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, look)) = last.as_ref().filter(|(known, _)| known.is_same(sketch)) {
            debug_assert_eq!(known, sketch);
            return look.clone();
        }
        let look = Arc::new(R::Level::analyze(sketch));
        *last = Some((sketch.clone(), look.clone()));
        look
    }
}

fn standing<L: Drawn>(sketch: &Sketch, t: u32) -> Vec<(Cell, ThingId)> {
    sketch.things().filter_map(|(id, thing)| Some((L::stands(thing, t)?, id))).collect()
}

fn thing_data(id: ThingId, thing: &Thing) -> Value {
    let Spot { at, t } = thing.spot;
    let mut data = json!({ "id": id.0, "kind": thing.kind, "x": at.x, "y": at.y, "t": t });
    if !thing.fields.is_empty() {
        data["fields"] = fields_data(&thing.fields);
    }
    data
}

fn fields_data(fields: &Fields) -> Value {
    let plain = |value: &FieldValue| match value {
        FieldValue::Flag(flag) => json!(flag),
        FieldValue::Number(number) => json!(number),
        FieldValue::Text(text) => json!(text),
        FieldValue::Path(path) => json!(path.iter().map(|at| [at.x, at.y]).collect::<Vec<_>>()),
        FieldValue::Spot(Spot { at, t }) => json!([at.x, at.y, t]),
    };
    Value::Object(fields.iter().map(|(key, value)| (key.to_string(), plain(value))).collect())
}
