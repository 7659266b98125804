//! Spawning: places entities in slices of a cube, and removes them again.
//!
//! Called by levels, the editor and tests, never during play. A cube that shares its level with others copies it at
//! the first change, once.

use super::components::EntityId;
use super::entity::Entity;
use super::position::Position;
use super::propagation;
use super::time_cube::{CubeError, TimeCube};
use super::time_slice::TimeSlice;

impl TimeCube {
    /// Places an entity in the slice of its position, and only there. It stands where it is placed, even if it has a
    /// path.
    pub fn spawn(&mut self, entity: Entity) -> Result<EntityId, CubeError> {
        self.validate_position(entity.position)?;
        let (id, t) = (entity.id, entity.position.t);
        if self.entity_at_time(id, t).is_some() {
            return Err(CubeError::EntityAlreadyExists { id, t });
        }
        self.base_mut().put_at(entity);
        Ok(id)
    }

    /// Places an entity in the slice of its position and, if it is persistent, in all later ones. A patrol stands at
    /// `position_at(t)` in each of them. All or nothing.
    pub fn spawn_and_propagate(&mut self, entity: Entity) -> Result<EntityId, CubeError> {
        let (id, from) = (entity.id, entity.position.t);
        self.validate_position(entity.position)?;
        let lasts = propagation::compute_propagated_entity(&entity, from).is_some();
        let until = if lasts { self.time_depth } else { from + 1 };
        self.validate_patrol(&entity, until)?;
        if let Some(t) = self.first_time(id, from, until) {
            return Err(CubeError::EntityAlreadyExists { id, t });
        }
        self.base_mut().put(entity, from, until);
        Ok(id)
    }

    /// Places an entity in the slice of its position, and replaces one with the same id there. Later slices stay as
    /// they are.
    pub fn spawn_or_replace(&mut self, entity: Entity) -> Result<EntityId, CubeError> {
        self.validate_position(entity.position)?;
        let id = entity.id;
        self.base_mut().put_at(entity);
        Ok(id)
    }

    /// Removes an entity from one slice.
    pub fn despawn_at(&mut self, id: EntityId, t: i32) -> Result<Entity, CubeError> {
        if !self.has_time(t) {
            return Err(CubeError::TimeSliceNotFound(t));
        }
        let entity = self.entity_at_time(id, t).ok_or(CubeError::EntityNotFound(id))?;
        self.cut(id, t, t + 1);
        Ok(entity)
    }

    /// Removes an entity from all slices; returns one for each slice, in the order of time.
    pub fn despawn_all(&mut self, id: EntityId) -> Vec<Entity> {
        let gone = (0..self.time_depth).filter_map(|t| self.entity_at_time(id, t)).collect();
        self.cut(id, i32::MIN, i32::MAX);
        gone
    }

    /// Changes one slice: applies to the cube whatever `update` does to the slice. `None` if there is no such slice.
    ///
    /// # Errors
    /// When something was put out of bounds; then nothing is changed.
    pub fn update_slice<T>(
        &mut self,
        t: i32,
        update: impl FnOnce(&mut TimeSlice) -> T,
    ) -> Option<Result<T, CubeError>> {
        let mut slice = self.slice(t)?;
        let answer = update(&mut slice);
        Some(self.take_over(&slice).map(|()| answer))
    }

    fn take_over(&mut self, slice: &TimeSlice) -> Result<(), CubeError> {
        let mut changed = self.clone();
        for id in slice.removed() {
            changed.cut(id, slice.t, slice.t + 1);
        }
        for entity in slice.added() {
            changed.spawn_or_replace(entity.at_time(slice.t))?;
        }
        *self = changed;
        Ok(())
    }

    pub(super) fn cut(&mut self, id: EntityId, from: i32, until: i32) {
        if let Some(thing) = self.base.thing(id) {
            self.base_mut().cut(thing, from, until);
        }
    }

    /// Returns the first slice in `from..until` that contains an entity.
    fn first_time(&self, id: EntityId, from: i32, until: i32) -> Option<i32> {
        let thing = self.base.thing(id)?;
        let records = self.base.records(thing).iter();
        let meets = records.map(|record| (record.from.max(from), record.until.min(until)));
        meets.filter(|(from, until)| from < until).map(|(from, _)| from).min()
    }

    /// Checks that a patrol stays on the board while it lasts.
    fn validate_patrol(&self, entity: &Entity, until: i32) -> Result<(), CubeError> {
        let Some(patrol) = entity.patrol_data() else { return Ok(()) };
        let from = entity.position.t;
        let once_around = from.saturating_add(i32::try_from(patrol.len()).unwrap_or(i32::MAX));
        let times = from..until.min(once_around);
        times.into_iter().try_for_each(|t| {
            let cell = patrol.position_at(t);
            self.validate_position(Position::new(cell.x, cell.y, t))
        })
    }
}
