//! Changes a sketch step by step, and records which things were added, removed or changed.
//!
//! Used by the edits, which check legality first. A thing that is added or moved replaces whatever cannot
//! share its cell.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::objection::Objection;
use crate::sketch::{Drawn, Sketch, Thing, ThingId};

/// Result of an edit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EditOutcome {
    /// Short description.
    #[serde(rename = "told")]
    pub summary: Arc<str>,
    /// Added things.
    pub added: Arc<[ThingId]>,
    /// Removed things.
    pub removed: Arc<[ThingId]>,
    /// Changed things.
    pub changed: Arc<[ThingId]>,
}

impl EditOutcome {
    /// Whether no thing was changed.
    pub(super) fn is_idle(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// A sketch that is being changed.
pub(super) struct SketchEditor<L> {
    pub(super) sketch: Sketch,
    /// Things added, removed or changed on the way; some may have their old values again.
    pub(super) touched: BTreeSet<ThingId>,
    level: PhantomData<fn() -> L>,
}

impl<L: Drawn> SketchEditor<L> {
    pub(super) fn new(sketch: &Sketch) -> Self {
        Self { sketch: sketch.clone(), touched: BTreeSet::new(), level: PhantomData }
    }

    /// Returns the differences between two sketches, without a description.
    pub(super) fn done(&self, before: &Sketch) -> EditOutcome {
        let touched = |is: fn(Option<&Thing>, Option<&Thing>) -> bool| {
            let ids = self.touched.iter().copied();
            ids.filter(|id| is(before.thing(*id), self.sketch.thing(*id))).collect()
        };
        EditOutcome {
            summary: "".into(),
            added: touched(|before, after| before.is_none() && after.is_some()),
            removed: touched(|before, after| before.is_some() && after.is_none()),
            changed: touched(|before, after| before.is_some() && after.is_some() && before != after),
        }
    }

    /// Returns a thing, which must exist.
    pub(super) fn thing(&self, id: ThingId) -> Result<&Thing, Objection> {
        self.sketch.thing(id).ok_or(Objection::UnknownThing { thing: id })
    }

    pub(super) fn remove(&mut self, id: ThingId) {
        if self.sketch.remove(id).is_some() {
            self.touched.insert(id);
        }
    }

    /// Adds a thing and removes whatever cannot share its place.
    pub(super) fn add(&mut self, thing: Thing) -> ThingId {
        self.make_way(&thing, &BTreeSet::new());
        let id = self.sketch.add(thing);
        self.touched.insert(id);
        id
    }

    /// Changes a thing. If it moved, removes whatever cannot share its new place, except the things in
    /// `stay`.
    pub(super) fn change(&mut self, id: ThingId, thing: Thing, stay: &BTreeSet<ThingId>) {
        let Some(old) = self.sketch.thing(id).filter(|old| **old != thing) else { return };
        if old.spot != thing.spot {
            self.make_way(&thing, stay);
        }
        self.sketch.put(id, thing);
        self.touched.insert(id);
    }

    fn make_way(&mut self, new: &Thing, stay: &BTreeSet<ThingId>) {
        let there = self.sketch.placed(new.spot.at).chain(self.sketch.walkers());
        let clashing = there.filter(|(id, old)| !stay.contains(id) && L::clash(new, old));
        let gone: Vec<ThingId> = clashing.map(|(id, _)| id).collect();
        gone.into_iter().for_each(|id| self.remove(id));
    }
}
