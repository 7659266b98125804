//! The sketch itself: things by id and by cell in persistent maps, so that a clone costs O(1) and an edit O(log n).
//!
//! Changed by [`crate::workshop`] and filled by rulesets. Knows no kit: it does not check whether a thing makes
//! sense.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Fields, Thing, ThingId};
use crate::codec;
use crate::collections::{DiffItem, OrdMap, Set};
use crate::scene::Cell;

/// A level being drawn. Cloning costs O(1).
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// Settings of the level. Keys that the kit does not name are kept as they are.
    pub settings: Arc<Fields>,
    /// Things by id; compared between versions.
    things: OrdMap<ThingId, Arc<Thing>>,
    /// Things by the cell in which they were placed.
    cells: Set<(Cell, ThingId)>,
    /// Things that walk.
    walkers: Set<ThingId>,
    /// Id of the next thing.
    next: u32,
    /// Sum of the fingerprints of all things.
    print: u64,
}

impl Sketch {
    /// Creates an empty board.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// Returns all things, in the order of their ids.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things.iter().map(|(id, thing)| (*id, &**thing))
    }

    /// Returns a thing.
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(&id).map(|thing| &**thing)
    }

    /// Returns the number of things.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Returns whether the board is empty.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Returns the things placed in a cell, in the order of their ids; the ruleset knows where they stand in a slice.
    pub fn placed(&self, cell: Cell) -> impl Iterator<Item = (ThingId, &Thing)> {
        let range = (cell, ThingId(0))..=(cell, ThingId(u32::MAX));
        self.cells.range(range).filter_map(|(_, id)| Some((*id, self.thing(*id)?)))
    }

    /// Returns the things that walk, in the order of their ids.
    pub fn walkers(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.walkers.iter().filter_map(|id| Some((*id, self.thing(*id)?)))
    }

    /// Returns whether a cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Returns the id of the next thing; all ids in use are smaller.
    pub fn next_id(&self) -> ThingId {
        ThingId(self.next)
    }

    /// Returns whether this is a clone of the other and neither was changed since. Costs O(1).
    pub fn is_same(&self, other: &Self) -> bool {
        (self.width, self.height, self.next) == (other.width, other.height, other.next)
            && Arc::ptr_eq(&self.settings, &other.settings)
            && self.things.ptr_eq(&other.things)
    }

    /// Returns the ids of all things that differ from another sketch: added, removed or changed.
    pub fn differing(&self, other: &Self) -> Vec<ThingId> {
        let id = |change| match change {
            DiffItem::Add(id, _) | DiffItem::Remove(id, _) | DiffItem::Update { new: (id, _), .. } => *id,
        };
        self.things.diff(&other.things).map(id).collect()
    }

    /// Adds a thing.
    pub fn add(&mut self, thing: Thing) -> ThingId {
        let id = ThingId(self.next);
        self.next += 1;
        self.insert(id, thing);
        id
    }

    /// Replaces a thing.
    pub fn put(&mut self, id: ThingId, thing: Thing) {
        if self.remove(id).is_some() {
            self.insert(id, thing);
        }
    }

    /// Removes a thing.
    pub fn remove(&mut self, id: ThingId) -> Option<Arc<Thing>> {
        let thing = self.things.remove(&id)?;
        self.cells.remove_mut(&(thing.spot.at, id));
        self.walkers.remove_mut(&id);
        self.print = self.print.wrapping_sub(print(id, &thing));
        Some(thing)
    }

    /// Replaces the things, the size and the settings by those of another sketch; ids continue from here.
    pub fn begin_anew(&mut self, other: &Self) {
        let mut new = Self {
            next: self.next,
            settings: other.settings.clone(),
            ..Self::new(other.width, other.height)
        };
        for (_, thing) in other.things() {
            new.add(thing.clone());
        }
        *self = new;
    }

    /// Returns the fingerprint of the sketch; updated by every change, and the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        codec::fingerprint(&(self.width, self.height, &self.settings, self.next, self.print))
    }

    /// Checks the invariants of a sketch.
    pub fn invariants(&self) -> Result<(), String> {
        let mut again =
            Self { next: self.next, settings: self.settings.clone(), ..Self::new(self.width, self.height) };
        for (id, thing) in self.things() {
            if !self.has(thing.spot.at) {
                return Err(format!("the {} {} is out of bounds", thing.kind, id.0));
            }
            if id.0 >= self.next {
                return Err(format!("the id {} has not been assigned yet", id.0));
            }
            again.insert(id, thing.clone());
        }
        let agree = again.cells == self.cells && again.walkers == self.walkers;
        if agree && again.fingerprint() == self.fingerprint() {
            return Ok(());
        }
        Err("the indexes do not agree with the things".to_owned())
    }

    fn insert(&mut self, id: ThingId, thing: Thing) {
        self.print = self.print.wrapping_add(print(id, &thing));
        self.cells.insert_mut((thing.spot.at, id));
        if thing.walks() {
            self.walkers.insert_mut(id);
        }
        self.things.insert(id, Arc::new(thing));
    }
}

fn print(id: ThingId, thing: &Thing) -> u64 {
    codec::fingerprint_part(id.0.into(), &codec::encode(thing))
}

impl PartialEq for Sketch {
    fn eq(&self, other: &Self) -> bool {
        let facts = |sketch: &Self| (sketch.width, sketch.height, sketch.next, sketch.print);
        self.is_same(other)
            || (facts(self) == facts(other) && self.settings == other.settings && self.things == other.things)
    }
}

/// Serialized form of a sketch: the things with their ids, and the next id.
#[derive(Serialize, Deserialize)]
struct SketchForm {
    width: u32,
    height: u32,
    settings: Arc<Fields>,
    next: u32,
    things: Vec<(ThingId, Arc<Thing>)>,
}

impl Serialize for Sketch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let things = self.things.iter().map(|(id, thing)| (*id, thing.clone())).collect();
        let Self { width, height, next, .. } = *self;
        SketchForm { width, height, settings: self.settings.clone(), next, things }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Sketch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SketchForm { width, height, settings, next, things } = SketchForm::deserialize(deserializer)?;
        let mut sketch = Self { settings, next, ..Self::new(width, height) };
        for (id, thing) in things {
            if sketch.thing(id).is_some() {
                return Err(D::Error::custom(format!("the id {} is used twice", id.0)));
            }
            sketch.insert(id, Arc::unwrap_or_clone(thing));
        }
        sketch.invariants().map_err(D::Error::custom)?;
        Ok(sketch)
    }
}
