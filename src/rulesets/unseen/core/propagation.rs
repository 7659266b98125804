//! How what is in one slice comes to be in the later ones.
//!
//! Called while a level is built, and by the cube's own shorthands. What lasts is stored once for all the slices it is
//! in, so this costs what there is to propagate, not what there is of time; only patrols that block are looked at tick
//! by tick, because they might run into something. Knows no player and no rules of the game.

use std::collections::BTreeSet;
use std::ops::Range;

use super::base::{Record, Thing};
use super::components::EntityId;
use super::entity::Entity;
use super::position::{Position, SpatialPos};
use super::time_cube::{CubeError, TimeCube};
use super::traits::Traits;

/// What a propagation did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropagationContext {
    /// The earliest slice that changed.
    pub dirty_from: i32,
    /// The entities that were propagated.
    pub affected_entities: BTreeSet<EntityId>,
    /// How many slices they were put into.
    pub slices_updated: usize,
}

/// What a propagation did, and what was odd about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropagationResult {
    /// What was done.
    pub context: PropagationContext,
    /// What was not, by id.
    pub warnings: Vec<PropagationWarning>,
}

/// Why an entity was not propagated, or what it meets where it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropagationWarning {
    /// It blocks where something else does. An entity that is propagated while a level is built is left as it is; a box
    /// that is pushed or pulled stays where it was put, and both are in the cell.
    EntityCollision {
        /// The entity that is propagated.
        entity_a: EntityId,
        /// The entity that is in its way.
        entity_b: EntityId,
        /// Where and when first.
        at: Position,
    },
    /// Its path leaves the board; it is nowhere while it is outside.
    OutOfBounds {
        /// Which entity.
        entity_id: EntityId,
        /// Where it would have been first.
        attempted: Position,
    },
}

/// How to propagate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PropagationOptions {
    /// Only these, instead of all that last.
    pub only_entities: Option<BTreeSet<EntityId>>,
    /// The last slice to propagate to, instead of the last there is.
    pub stop_at: Option<i32>,
    /// Leave out what would collide, with a warning, instead of failing as a whole.
    pub skip_collisions: bool,
}

/// Propagates everything that lasts from slice `from_t` to all later ones.
pub fn propagate_from(cube: &mut TimeCube, from_t: i32) -> Result<PropagationResult, CubeError> {
    propagate_from_with_options(cube, from_t, PropagationOptions::default())
}

/// Propagates from slice `from_t`, in the order of ids. On an error nothing is changed.
pub fn propagate_from_with_options(
    cube: &mut TimeCube,
    from_t: i32,
    options: PropagationOptions,
) -> Result<PropagationResult, CubeError> {
    if !cube.has_time(from_t) {
        return Err(CubeError::TimeSliceNotFound(from_t));
    }
    let last = options.stop_at.unwrap_or(i32::MAX).min(cube.time_depth - 1);
    let mut work = Work { cube: cube.clone(), times: from_t + 1..last + 1, result: nothing_done(from_t) };
    let wanted = |id: &EntityId| options.only_entities.as_ref().is_none_or(|only| only.contains(id));
    let all: Vec<Entity> = cube.entities(from_t).filter(|entity| wanted(&entity.id)).collect();
    for entity in all.iter().filter_map(|entity| compute_propagated_entity(entity, from_t)) {
        work.propagate(entity, options.skip_collisions)?;
    }
    *cube = work.cube;
    Ok(work.result)
}

/// Propagates one entity from slice `from_t` to all later ones.
pub fn propagate_entity(
    cube: &mut TimeCube,
    entity_id: EntityId,
    from_t: i32,
) -> Result<PropagationResult, CubeError> {
    cube.entity_at_time(entity_id, from_t).ok_or(CubeError::EntityNotFound(entity_id))?;
    let only_entities = Some(BTreeSet::from([entity_id]));
    propagate_from_with_options(cube, from_t, PropagationOptions { only_entities, ..Default::default() })
}

/// Takes an entity out of slice `from_t` and all later ones; the number of slices it was in.
pub fn depropagate_entity(cube: &mut TimeCube, entity_id: EntityId, from_t: i32) -> Result<usize, CubeError> {
    let thing = cube.base().thing(entity_id).ok_or(CubeError::EntityNotFound(entity_id))?;
    let gone = cube.base_mut().cut(thing, from_t, i32::MAX);
    Ok(gone.iter().map(|record| (record.until - record.from) as usize).sum())
}

/// The entity as it is in slice `target_t`; nothing if it does not last or is the player.
pub fn compute_propagated_entity(entity: &Entity, target_t: i32) -> Option<Entity> {
    if !entity.is_time_persistent() || entity.is_player() {
        return None;
    }
    let cell = entity.patrol_data().map_or(entity.position.spatial(), |patrol| patrol.position_at(target_t));
    Some(entity.at_position(cell.at(target_t)))
}

/// Whether two entities would be in each other's way.
pub fn would_collide(a: &Entity, b: &Entity) -> bool {
    a.blocks_movement() && b.blocks_movement() && a.position.same_spacetime(&b.position)
}

impl TimeCube {
    /// Propagates everything that lasts from slice `from_t` to the next; how many that were.
    pub fn propagate_slice(&mut self, from_t: i32) -> Result<usize, CubeError> {
        let options = PropagationOptions { stop_at: Some(from_t.saturating_add(1)), ..Default::default() };
        let result = propagate_from_with_options(self, from_t, options)?;
        Ok(result.context.affected_entities.len())
    }

    /// Propagates everything that lasts from slice 0 to all others.
    pub fn propagate_all(&mut self) -> Result<PropagationResult, CubeError> {
        propagate_from(self, 0)
    }
}

fn nothing_done(from_t: i32) -> PropagationResult {
    let context =
        PropagationContext { dirty_from: from_t + 1, affected_entities: BTreeSet::new(), slices_updated: 0 };
    PropagationResult { context, warnings: Vec::new() }
}

struct Work {
    cube: TimeCube,
    times: Range<i32>,
    result: PropagationResult,
}

impl Work {
    fn propagate(&mut self, entity: Entity, skip_collisions: bool) -> Result<(), CubeError> {
        if self.times.is_empty() {
            return Ok(());
        }
        if let Some((other, at)) = self.collision(&entity) {
            let Position { x, y, t } = at;
            let (entity_a, entity_b) = (entity.id, self.cube.base().id(other));
            self.result.warnings.push(PropagationWarning::EntityCollision { entity_a, entity_b, at });
            return if skip_collisions { Ok(()) } else { Err(CubeError::PositionBlocked { x, y, t }) };
        }
        let context = &mut self.result.context;
        context.affected_entities.insert(entity.id);
        context.slices_updated = self.times.len();
        self.result.warnings.extend(self.clipped(&entity));
        self.cube.base_mut().put(entity, self.times.start, self.times.end);
        Ok(())
    }

    /// The first place off the board that a path leads to.
    fn clipped(&self, entity: &Entity) -> Option<PropagationWarning> {
        let patrol = entity.patrol_data()?;
        let once_around = self.times.clone().take(patrol.len());
        let mut places = once_around.map(|t| patrol.position_at(t).at(t));
        let attempted = places.find(|place| !self.cube.in_bounds(*place))?;
        Some(PropagationWarning::OutOfBounds { entity_id: entity.id, attempted })
    }

    /// What blocks the way of an entity first, and where.
    fn collision(&self, entity: &Entity) -> Option<(Thing, Position)> {
        if !entity.blocks_movement() {
            return None;
        }
        match entity.patrol_data() {
            Some(patrol) => {
                let mut places = self.times.clone().map(|t| patrol.position_at(t).at(t));
                places.find_map(|place| Some((self.blocker(entity, place)?, place)))
            }
            None => {
                let others = |thing| self.cube.base().id(thing) != entity.id;
                first_blocker(&self.cube, entity.position.spatial(), self.times.clone(), others)
            }
        }
    }

    fn blocker(&self, entity: &Entity, place: Position) -> Option<Thing> {
        let base = self.cube.base();
        self.cube.lowest(place, Traits::BLOCKS_MOVEMENT, |thing| base.id(thing) != entity.id)
    }
}

/// What blocks a cell first at some times, of things that count, and when; of several at once the one with the lowest id.
/// Costs what is ever in the cell, not how many times there are.
pub(crate) fn first_blocker(
    cube: &TimeCube,
    cell: SpatialPos,
    times: Range<i32>,
    counts: impl Fn(Thing) -> bool,
) -> Option<(Thing, Position)> {
    let base = cube.base();
    let things = base.ever_in(cell).into_iter().filter(|thing| counts(*thing));
    let records = things.flat_map(|thing| base.records(thing).iter().map(move |record| (thing, record)));
    let blocking = records.filter(|(_, record)| record.traits.meets(Traits::BLOCKS_MOVEMENT));
    let firsts = blocking.filter_map(|(thing, record)| {
        let t = first_meeting(cube, (thing, record), cell, &times)?;
        Some((t, base.id(thing), thing))
    });
    firsts.min().map(|(t, _, thing)| (thing, cell.at(t)))
}

/// The first of some times at which a thing is in a cell by this record, unless it was moved before.
fn first_meeting(
    cube: &TimeCube,
    (thing, record): (Thing, &Record),
    cell: SpatialPos,
    times: &Range<i32>,
) -> Option<i32> {
    let times = record.from.max(times.start)..record.until.min(times.end);
    let period = record.path().map_or(1, |patrol| patrol.len());
    times.take(period).find(|t| cube.place_of(thing, record, *t) == Some(cell))
}
