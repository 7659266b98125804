//! The world at one moment, as a value of its own.
//!
//! Taken from a cube, which it shares, or created empty. Changes are kept on top of the view it was taken from: the
//! cube itself does not change, see [`TimeCube::update_slice`] for that. Lists are in the order of ids.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use super::components::EntityId;
use super::entity::Entity;
use super::position::{Position, SpatialPos};
use super::time_cube::TimeCube;
use crate::collections::Map;

/// A two-dimensional view of the world at time `t`. Cloning costs O(1).
#[derive(Debug, Clone)]
pub struct TimeSlice {
    /// The moment.
    pub t: i32,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    view: Option<TimeCube>,
    /// Differences from the view: the entity an id is here now, or `None` if it was removed.
    edits: Map<EntityId, Option<Entity>>,
    /// Whether an entity in `edits` is in a cell.
    cells: Map<(SpatialPos, EntityId), bool>,
}

impl TimeSlice {
    /// Creates an empty slice.
    pub fn new(t: i32, width: i32, height: i32) -> Self {
        Self { t, width, height, view: None, edits: Map::new_sync(), cells: Map::new_sync() }
    }

    pub(super) fn of(cube: TimeCube, t: i32) -> Self {
        Self { view: Some(cube), ..Self::new(t, 0, 0) }.sized()
    }

    fn sized(mut self) -> Self {
        if let Some(view) = &self.view {
            (self.width, self.height) = (view.width, view.height);
        }
        self
    }

    /// Returns whether a cell is on the board.
    pub fn in_bounds(&self, pos: SpatialPos) -> bool {
        (0..self.width).contains(&pos.x) && (0..self.height).contains(&pos.y)
    }

    /// Returns the ids of the entities in a cell, ascending.
    pub fn entity_ids_at(&self, pos: SpatialPos) -> Vec<EntityId> {
        let seen = self.view.iter().flat_map(|view| view.entity_ids_at(pos.at(self.t)));
        let mut ids: Vec<_> =
            seen.filter(|id| self.edits.get(id).is_none()).chain(self.edited_at(pos)).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns the entities in a cell, by id.
    pub fn entities_at(&self, pos: SpatialPos) -> Vec<Entity> {
        self.entity_ids_at(pos).into_iter().filter_map(|id| self.entity(id)).collect()
    }

    /// Returns the entity with an id.
    pub fn entity(&self, id: EntityId) -> Option<Entity> {
        match self.edits.get(&id) {
            Some(edit) => edit.clone(),
            None => self.view.as_ref()?.entity_at_time(id, self.t),
        }
    }

    /// Returns mutable access to the entity with an id. When the borrow ends, the slice indexes it at its new cell.
    pub fn entity_mut(&mut self, id: EntityId) -> Option<EntityMut<'_>> {
        let entity = self.remove_entity(id)?;
        Some(EntityMut { slice: self, entity })
    }

    /// Adds an entity, and replaces one with the same id.
    pub fn add_entity(&mut self, entity: Entity) {
        self.forget_cell(entity.id);
        self.cells.insert_mut((entity.position.spatial(), entity.id), true);
        self.edits.insert_mut(entity.id, Some(entity));
    }

    /// Removes an entity and returns it.
    pub fn remove_entity(&mut self, id: EntityId) -> Option<Entity> {
        let entity = self.entity(id)?;
        self.forget_cell(id);
        self.edits.insert_mut(id, None);
        Some(entity)
    }

    /// Moves an entity to another cell of this slice; `false` if it is not here. Does not check for blockers.
    pub fn move_entity(&mut self, id: EntityId, to: SpatialPos) -> bool {
        let Some(entity) = self.entity(id) else { return false };
        self.add_entity(entity.at_position(to.at(self.t)));
        true
    }

    /// Returns whether movement into a cell is blocked.
    pub fn blocks_movement_at(&self, pos: SpatialPos) -> bool {
        self.any_at(pos, Entity::blocks_movement)
    }

    /// Returns whether the view through a cell is blocked.
    pub fn blocks_vision_at(&self, pos: SpatialPos) -> bool {
        self.any_at(pos, Entity::blocks_vision)
    }

    /// Returns whether a cell is on the board and nothing blocks it.
    pub fn is_walkable(&self, pos: SpatialPos) -> bool {
        self.in_bounds(pos) && !self.blocks_movement_at(pos)
    }

    /// Returns whether a rift leads away from a cell.
    pub fn has_rift_at(&self, pos: SpatialPos) -> bool {
        self.rift_target_at(pos).is_some()
    }

    /// Returns whether the player wins in a cell.
    pub fn is_exit_at(&self, pos: SpatialPos) -> bool {
        self.any_at(pos, Entity::is_exit)
    }

    /// Returns the target of the rift in a cell; of several, the one with the lowest id.
    pub fn rift_target_at(&self, pos: SpatialPos) -> Option<Position> {
        let ends = self.view.iter().flat_map(|view| view.base().returns(pos.at(self.t)));
        let rifts = self.entities_at(pos).into_iter();
        let rifts = rifts.filter_map(|entity| Some((entity.id, entity.rift_data()?.target)));
        rifts.chain(ends).min_by_key(|(id, _)| *id).map(|(_, target)| target)
    }

    /// Returns all entities, by id.
    pub fn all_entities(&self) -> impl Iterator<Item = Entity> {
        let seen = self.view.iter().flat_map(|view| view.entities(self.t));
        let seen = seen.filter(|entity| self.edits.get(&entity.id).is_none());
        let mut all: Vec<Entity> = seen.chain(self.added().cloned()).collect();
        all.sort_by_key(|entity| entity.id);
        all.into_iter()
    }

    /// Returns the ids of all entities, ascending.
    pub fn all_entity_ids(&self) -> impl Iterator<Item = EntityId> {
        self.all_entities().map(|entity| entity.id)
    }

    /// Returns all cells with entities, ascending.
    pub fn occupied_positions(&self) -> impl Iterator<Item = SpatialPos> {
        let cells: BTreeSet<_> = self.all_entities().map(|entity| entity.position.spatial()).collect();
        cells.into_iter()
    }

    /// Returns the number of entities.
    pub fn entity_count(&self) -> usize {
        self.all_entities().count()
    }

    /// Removes all entities.
    pub fn clear(&mut self) {
        let ids: Vec<EntityId> = self.all_entity_ids().collect();
        ids.into_iter().for_each(|id| drop(self.remove_entity(id)));
    }

    /// Returns the player, if present.
    pub fn player(&self) -> Option<Entity> {
        self.all_entities().find(Entity::is_player)
    }

    /// Returns all enemies, by id.
    pub fn enemies(&self) -> Vec<Entity> {
        self.all_entities().filter(Entity::is_enemy).collect()
    }

    /// Returns the entities added or changed since the slice was taken, by id.
    pub(super) fn added(&self) -> impl Iterator<Item = &Entity> {
        self.edits.iter().filter_map(|(_, edit)| edit.as_ref())
    }

    /// Returns the ids of entities removed since the slice was taken, ascending.
    pub(super) fn removed(&self) -> impl Iterator<Item = EntityId> {
        self.edits.iter().filter(|(_, edit)| edit.is_none()).map(|(id, _)| *id)
    }

    fn edited_at(&self, pos: SpatialPos) -> impl Iterator<Item = EntityId> {
        let keys = (pos, EntityId::nil())..=(pos, EntityId::max());
        self.cells.range(keys).filter(|(_, here)| **here).map(|((_, id), _)| *id)
    }

    fn any_at(&self, pos: SpatialPos, predicate: impl Fn(&Entity) -> bool) -> bool {
        self.entities_at(pos).iter().any(predicate)
    }

    fn forget_cell(&mut self, id: EntityId) {
        if let Some(Some(entity)) = self.edits.get(&id) {
            let cell = entity.position.spatial();
            self.cells.insert_mut((cell, id), false);
        }
    }
}

/// A mutable borrow of an entity of a slice.
#[derive(Debug)]
pub struct EntityMut<'a> {
    slice: &'a mut TimeSlice,
    entity: Entity,
}

impl Deref for EntityMut<'_> {
    type Target = Entity;

    fn deref(&self) -> &Entity {
        &self.entity
    }
}

impl DerefMut for EntityMut<'_> {
    fn deref_mut(&mut self) -> &mut Entity {
        &mut self.entity
    }
}

impl Drop for EntityMut<'_> {
    fn drop(&mut self) {
        self.slice.add_entity(self.entity.clone());
    }
}
