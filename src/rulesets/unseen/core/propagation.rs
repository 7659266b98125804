//! Propagation: carries the contents of one slice to the later ones.
//!
//! Called while a level is built, and by the cube's own shorthands. A persistent entity is stored once for all its
//! slices, so the cost depends on the number of entities, not on the depth of time; only patrols that block are
//! checked tick by tick, because they might collide. Knows no player and no rules of the game.

use std::collections::BTreeSet;
use std::ops::Range;

use super::base::{Record, Thing};
use super::components::EntityId;
use super::entity::Entity;
use super::position::{Position, SpatialPos};
use super::time_cube::{CubeError, TimeCube};
use super::traits::Traits;

/// Result of a propagation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropagationContext {
    /// The earliest slice that changed.
    pub dirty_from: i32,
    /// Entities that were propagated.
    pub affected_entities: BTreeSet<EntityId>,
    /// Number of slices they were put into.
    pub slices_updated: usize,
}

/// Result of a propagation, with warnings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropagationResult {
    /// The changes.
    pub context: PropagationContext,
    /// The warnings, by id.
    pub warnings: Vec<PropagationWarning>,
}

/// Reason why an entity was not propagated, or what it collides with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropagationWarning {
    /// It blocks a cell that something else blocks too. An entity that is propagated while a level is built stays as
    /// it is; a box that is pushed or pulled stays where it was put, and both are in the cell.
    EntityCollision {
        /// The propagated entity.
        entity_a: EntityId,
        /// The entity in its way.
        entity_b: EntityId,
        /// First position of the collision.
        at: Position,
    },
    /// Its path leaves the board; it does not exist while it is outside.
    OutOfBounds {
        /// The entity.
        entity_id: EntityId,
        /// First position out of bounds.
        attempted: Position,
    },
}

/// Options of a propagation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PropagationOptions {
    /// Only these entities, instead of all persistent ones.
    pub only_entities: Option<BTreeSet<EntityId>>,
    /// Last slice to propagate to, instead of the last of the cube.
    pub stop_at: Option<i32>,
    /// Skip entities that would collide, with a warning, instead of failing as a whole.
    pub skip_collisions: bool,
}

/// Propagates all persistent entities from slice `from_t` to all later ones.
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
    let mut work =
        Propagation { cube: cube.clone(), times: from_t + 1..last + 1, result: nothing_done(from_t) };
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

/// Removes an entity from slice `from_t` and all later ones; returns the number of slices it was in.
pub fn depropagate_entity(cube: &mut TimeCube, entity_id: EntityId, from_t: i32) -> Result<usize, CubeError> {
    let thing = cube.base().thing(entity_id).ok_or(CubeError::EntityNotFound(entity_id))?;
    let gone = cube.base_mut().cut(thing, from_t, i32::MAX);
    Ok(gone.iter().map(|record| (record.until - record.from) as usize).sum())
}

/// Returns the entity as it is in slice `target_t`; `None` if it is not persistent or is the player.
pub fn compute_propagated_entity(entity: &Entity, target_t: i32) -> Option<Entity> {
    if !entity.is_time_persistent() || entity.is_player() {
        return None;
    }
    let cell = entity.patrol_data().map_or(entity.position.spatial(), |patrol| patrol.position_at(target_t));
    Some(entity.at_position(cell.at(target_t)))
}

/// Returns whether two entities would block each other.
pub fn would_collide(a: &Entity, b: &Entity) -> bool {
    a.blocks_movement() && b.blocks_movement() && a.position.same_spacetime(&b.position)
}

impl TimeCube {
    /// Propagates all persistent entities from slice `from_t` to the next; returns their number.
    pub fn propagate_slice(&mut self, from_t: i32) -> Result<usize, CubeError> {
        let options = PropagationOptions { stop_at: Some(from_t.saturating_add(1)), ..Default::default() };
        let result = propagate_from_with_options(self, from_t, options)?;
        Ok(result.context.affected_entities.len())
    }

    /// Propagates all persistent entities from slice 0 to all others.
    pub fn propagate_all(&mut self) -> Result<PropagationResult, CubeError> {
        propagate_from(self, 0)
    }
}

fn nothing_done(from_t: i32) -> PropagationResult {
    let context =
        PropagationContext { dirty_from: from_t + 1, affected_entities: BTreeSet::new(), slices_updated: 0 };
    PropagationResult { context, warnings: Vec::new() }
}

struct Propagation {
    cube: TimeCube,
    times: Range<i32>,
    result: PropagationResult,
}

impl Propagation {
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

    /// Returns a warning about the first position of a path off the board.
    fn clipped(&self, entity: &Entity) -> Option<PropagationWarning> {
        let patrol = entity.patrol_data()?;
        let once_around = self.times.clone().take(patrol.len());
        let mut places = once_around.map(|t| patrol.position_at(t).at(t));
        let attempted = places.find(|place| !self.cube.in_bounds(*place))?;
        Some(PropagationWarning::OutOfBounds { entity_id: entity.id, attempted })
    }

    /// Returns the first thing that blocks an entity, and where.
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

/// Returns the first thing that blocks a cell within a range of times, of those that count, and when; of several at
/// once the one with the lowest id. The cost depends on what is ever in the cell, not on the number of times.
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

/// Returns the first of some times at which a thing is in a cell by this record, unless it was moved before.
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
