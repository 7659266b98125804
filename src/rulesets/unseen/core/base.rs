//! The level before anything has been moved: each entity once, with the times at which it exists.
//!
//! Owned by the cube, which shares it between all states of a game and copies it only while a level is being built.
//! Knows nothing of the player's actions.
//!
//! Entities are numbered internally ([`Thing`]). A thing has records, one for each interval of time in which it is
//! unchanged; a patrol is one record, and its cell follows from the time. Cells are indexed by what stands there
//! ([`Stays`]) and by what passes through periodically ([`Rounds`]).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::cell_index::{Rounds, Stays};
use super::components::{EntityId, PatrolData};
use super::entity::{Entity, EntityType};
use super::position::{Position, SpatialPos};
use super::traits::Traits;

/// Number of an entity inside one cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Thing(pub(crate) u32);

/// An interval of time in which a thing is unchanged.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) from: i32,
    pub(crate) until: i32,
    /// The entity as it was placed.
    pub(crate) entity: Entity,
    pub(crate) traits: Traits,
    pub(crate) kind: EntityType,
    /// Whether it has a path and walks it; otherwise it stands where it was placed.
    pub(crate) walks: bool,
}

impl Record {
    /// Returns the path it walks, if it does.
    pub(crate) fn path(&self) -> Option<&PatrolData> {
        if self.walks { self.entity.patrol_data() } else { None }
    }
}

/// The level. See the module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Base {
    width: i32,
    height: i32,
    things: Vec<(EntityId, Vec<Record>)>,
    numbers: BTreeMap<EntityId, Thing>,
    cells: BTreeMap<u64, (Stays, Rounds)>,
    /// Far ends of rifts that lead both ways, and where they lead back to.
    returns: BTreeMap<(Position, EntityId), Position>,
    enemies: BTreeSet<(EntityId, Thing)>,
    goals: BTreeSet<(EntityId, Thing)>,
    players: BTreeSet<(EntityId, Thing)>,
}

impl Base {
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self { width, height, ..Self::default() }
    }

    pub(crate) fn in_bounds(&self, cell: SpatialPos) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    pub(crate) fn thing(&self, id: EntityId) -> Option<Thing> {
        self.numbers.get(&id).copied()
    }

    pub(crate) fn id(&self, thing: Thing) -> EntityId {
        self.things[thing.0 as usize].0
    }

    pub(crate) fn records(&self, thing: Thing) -> &[Record] {
        &self.things[thing.0 as usize].1
    }

    /// Returns the record of a thing at a time, if it exists then.
    pub(crate) fn record(&self, thing: Thing, t: i32) -> Option<&Record> {
        let records = self.records(thing);
        let after = records.partition_point(|record| record.from <= t);
        records[..after].last().filter(|record| t < record.until)
    }

    /// Returns the cell of a record at a time within it, according to the level; `None` while its path is out of
    /// bounds.
    pub(crate) fn place(&self, record: &Record, t: i32) -> Option<SpatialPos> {
        match record.path() {
            Some(patrol) => Some(patrol.position_at(t)).filter(|cell| self.in_bounds(*cell)),
            None => Some(record.entity.position.spatial()),
        }
    }

    /// Calls `meet` with everything that the level has in a cell at a time.
    pub(crate) fn visit<'a>(&'a self, cell: SpatialPos, t: i32, meet: &mut impl FnMut(Thing, &'a Record)) {
        let Some((stays, rounds)) = self.cells.get(&cell.z_order()) else { return };
        stays.visit(t, &mut |thing| meet_at(self.record(thing, t), thing, meet));
        rounds.visit(t, &mut |thing| {
            let here = self.record(thing, t).filter(|record| is_round(record));
            meet_at(here.filter(|record| self.place(record, t) == Some(cell)), thing, meet);
        });
    }

    /// Returns the things that stand in or pass through a cell at any time.
    pub(crate) fn ever_in(&self, cell: SpatialPos) -> BTreeSet<Thing> {
        self.cells
            .get(&cell.z_order())
            .map(|(stays, rounds)| stays.all().chain(rounds.all()).collect())
            .unwrap_or_default()
    }

    /// Returns the targets of the far ends of rifts at a position, by the rifts' ids.
    pub(crate) fn returns(&self, pos: Position) -> impl Iterator<Item = (EntityId, Position)> {
        let ends = self.returns.range((pos, EntityId::nil())..=(pos, EntityId::max()));
        ends.map(|((_, id), back)| (*id, *back))
    }

    /// Returns all things, by id.
    pub(crate) fn things(&self) -> impl Iterator<Item = (EntityId, Thing)> {
        self.numbers.iter().map(|(id, thing)| (*id, *thing))
    }

    /// Returns all things, in the order in which they were first placed.
    pub(crate) fn placed(&self) -> impl Iterator<Item = Thing> {
        (0..).map(Thing).take(self.things.len())
    }

    /// Returns all things that ever look for the player, by id.
    pub(crate) fn enemies(&self) -> impl Iterator<Item = Thing> {
        self.enemies.iter().map(|(_, thing)| *thing)
    }

    /// Returns all goals for boxes, by id.
    pub(crate) fn goals(&self) -> impl Iterator<Item = Thing> {
        self.goals.iter().map(|(_, thing)| *thing)
    }

    /// Returns all things that ever are a player, by id.
    pub(crate) fn players(&self) -> impl Iterator<Item = Thing> {
        self.players.iter().map(|(_, thing)| *thing)
    }

    /// Puts an entity into one slice, where it stands, and replaces its record there.
    pub(crate) fn put_at(&mut self, entity: Entity) -> Thing {
        let t = entity.position.t;
        self.add(entity, t..t + 1, false)
    }

    /// Puts an entity into `from..until`, and replaces its records there. One with a path walks it.
    pub(crate) fn put(&mut self, entity: Entity, from: i32, until: i32) -> Thing {
        self.add(entity, from..until, true)
    }

    fn add(&mut self, entity: Entity, Range { start: from, end: until }: Range<i32>, walks: bool) -> Thing {
        let thing = self.number(entity.id);
        self.cut(thing, from, until);
        let (traits, kind) = (Traits::of(&entity), entity.entity_type());
        let walks = walks && entity.patrol_data().is_some();
        let record = Record { from, until, entity, traits, kind, walks };
        self.enrol(thing, &record);
        self.index(thing, &record);
        let records = &mut self.things[thing.0 as usize].1;
        let at = records.partition_point(|other| other.from < from);
        records.insert(at, record);
        thing
    }

    /// Removes a thing from `from..until`; returns the removed parts, in the order of time.
    pub(crate) fn cut(&mut self, thing: Thing, from: i32, until: i32) -> Vec<Record> {
        let records = &mut self.things[thing.0 as usize].1;
        let first = records.partition_point(|record| record.until <= from);
        let after = records.partition_point(|record| record.from < until);
        let affected: Vec<Record> = records[first..after.max(first)].to_vec();
        let clip = |record: &Record, from: i32, until: i32| {
            let (from, until) = (record.from.max(from), record.until.min(until));
            (from < until).then(|| Record { from, until, ..record.clone() })
        };
        let kept: Vec<Record> = affected
            .iter()
            .flat_map(|r| [clip(r, i32::MIN, from), clip(r, until, i32::MAX)])
            .flatten()
            .collect();
        records.splice(first..after.max(first), kept.iter().cloned());
        affected.iter().for_each(|record| self.unindex(thing, record));
        kept.iter().for_each(|record| self.index(thing, record));
        self.index_returns(thing);
        affected.iter().filter_map(|record| clip(record, from, until)).collect()
    }

    fn number(&mut self, id: EntityId) -> Thing {
        let next =
            Thing(u32::try_from(self.things.len()).expect("four billion entities do not fit into memory"));
        let thing = *self.numbers.entry(id).or_insert(next);
        if thing == next {
            self.things.push((id, Vec::new()));
        }
        thing
    }

    fn enrol(&mut self, thing: Thing, record: &Record) {
        let entry = (record.entity.id, thing);
        let rolls = [
            (Traits::ENEMY, &mut self.enemies),
            (Traits::GOAL, &mut self.goals),
            (Traits::PLAYER, &mut self.players),
        ];
        for (meaning, roll) in rolls {
            if record.traits.meets(meaning) {
                roll.insert(entry);
            }
        }
    }

    fn index(&mut self, thing: Thing, record: &Record) {
        self.index_return(&record.entity);
        match record.path().filter(|patrol| patrol.loops) {
            Some(patrol) => {
                let period = patrol.len() as u32;
                for (cell, phase) in patrol.path.iter().zip(0..) {
                    self.cells.entry(cell.z_order()).or_default().1.add(period, phase, thing);
                }
            }
            None => stretches(record).for_each(|(cell, from, until)| {
                self.cells.entry(cell.z_order()).or_default().0.add(from, until, thing);
            }),
        }
    }

    fn index_return(&mut self, entity: &Entity) {
        if let Some(rift) = entity.rift_data().filter(|rift| rift.bidirectional) {
            self.returns.insert((rift.target, entity.id), entity.position);
        }
    }

    /// Several records of a rift may share a far end: it exists as long as one of them does.
    fn index_returns(&mut self, thing: Thing) {
        let rifts = self.records(thing).iter().filter(|record| record.traits.meets(Traits::RIFT));
        let rifts: Vec<Entity> = rifts.map(|record| record.entity.clone()).collect();
        rifts.iter().for_each(|entity| self.index_return(entity));
    }

    /// Rounds stay indexed: queries check whether the thing is really there.
    fn unindex(&mut self, thing: Thing, record: &Record) {
        if let Some(rift) = record.entity.rift_data() {
            self.returns.remove(&(rift.target, record.entity.id));
        }
        if !is_round(record) {
            stretches(record).for_each(|(cell, from, until)| {
                self.cells.entry(cell.z_order()).or_default().0.remove(from, until, thing);
            });
        }
    }
}

fn meet_at<'a>(record: Option<&'a Record>, thing: Thing, meet: &mut impl FnMut(Thing, &'a Record)) {
    if let Some(record) = record {
        meet(thing, record);
    }
}

/// Returns whether a record walks in a loop.
fn is_round(record: &Record) -> bool {
    record.path().is_some_and(|patrol| patrol.loops)
}

/// Returns the cells in which a record that does not walk in a loop stands, each with its start and end.
fn stretches(record: &Record) -> impl Iterator<Item = (SpatialPos, i32, i32)> {
    let Record { from, until, entity, .. } = record;
    let path = record.path().map_or_else(|| vec![entity.position.spatial()], |patrol| patrol.path.clone());
    let last = path.len() as i32 - 1;
    let stretch = move |(cell, index): (SpatialPos, i32)| {
        let start = if index == 0 { i32::MIN } else { index };
        let end = if index == last { i32::MAX } else { index + 1 };
        (cell, start.max(*from), end.min(*until))
    };
    path.into_iter().zip(0..).map(stretch).filter(|(_, start, end)| start < end)
}
