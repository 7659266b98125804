//! The whole of space and time: what is where at which moment.
//!
//! Built by levels through spawning, queried throughout, changed in play only by the game's actions. Knows no rules.
//!
//! A cube is a shared level (`Base`), the few things that were moved since (`Overlay`), and the player's position.
//! Nothing is stored per slice: cloning a cube costs O(1), and the cost of a query does not depend on the depth of
//! time or on the number of entities elsewhere. Lists are in the order of ids.

use std::sync::Arc;

use super::base::{Base, Record, Thing};
use super::components::EntityId;
use super::entity::Entity;
use super::overlay::{Overlay, Shift};
use super::position::{Position, SpatialPos};
use super::time_slice::TimeSlice;
use super::traits::Traits;
use super::world_line::WorldLineError;

/// The space-time cube. Valid positions are `0 <= x < width`, `0 <= y < height`, `0 <= t < time_depth`.
#[derive(Debug, Clone)]
pub struct TimeCube {
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// Number of slices of time.
    pub time_depth: i32,
    pub(super) base: Arc<Base>,
    overlay: Overlay,
    /// Position of the player; `None` if it is where the level has it.
    player: Option<Position>,
}

/// Error of an operation on a cube.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CubeError {
    /// The position is out of bounds.
    #[error(
        "Position out of bounds: ({x}, {y}, {t}) - valid range: x=[0,{max_x}), y=[0,{max_y}), t=[0,{max_t})"
    )]
    OutOfBounds {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
        /// The first column that is out of bounds.
        max_x: i32,
        /// The first row that is out of bounds.
        max_y: i32,
        /// The first moment that is out of bounds.
        max_t: i32,
    },
    /// No entity has this id there.
    #[error("Entity not found: {0}")]
    EntityNotFound(EntityId),
    /// An entity already has this id there.
    #[error("Entity already exists: {id} at t={t}")]
    EntityAlreadyExists {
        /// Its id.
        id: EntityId,
        /// The slice.
        t: i32,
    },
    /// The slice does not exist.
    #[error("Time slice not found: t={0}")]
    TimeSliceNotFound(i32),
    /// A path cannot be extended: so that a program that builds a cube and walks through it has one error type.
    #[error(transparent)]
    WorldLine(#[from] WorldLineError),
    /// Two blocking entities would be in one cell.
    #[error("Position blocked: ({x}, {y}, {t})")]
    PositionBlocked {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
}

impl TimeCube {
    /// Creates an empty cube.
    pub fn new(width: i32, height: i32, time_depth: i32) -> Self {
        let base = Arc::new(Base::new(width, height));
        Self { width, height, time_depth, base, overlay: Overlay::default(), player: None }
    }

    /// Returns whether a position is in bounds.
    pub fn in_bounds(&self, pos: Position) -> bool {
        self.base.in_bounds(pos.spatial()) && self.has_time(pos.t)
    }

    /// Checks that a position is in bounds.
    pub fn validate_position(&self, pos: Position) -> Result<(), CubeError> {
        if self.in_bounds(pos) {
            return Ok(());
        }
        let (Position { x, y, t }, max_x, max_y) = (pos, self.width, self.height);
        Err(CubeError::OutOfBounds { x, y, t, max_x, max_y, max_t: self.time_depth })
    }

    /// Returns the world at one moment.
    pub fn slice(&self, t: i32) -> Option<TimeSlice> {
        self.has_time(t).then(|| TimeSlice::of(self.clone(), t))
    }

    /// Returns every slice, in the order of time.
    pub fn slices(&self) -> impl Iterator<Item = TimeSlice> {
        (0..self.time_depth).map(|t| TimeSlice::of(self.clone(), t))
    }

    /// Returns an entity at a time.
    pub fn entity_at_time(&self, id: EntityId, t: i32) -> Option<Entity> {
        self.entity(self.base.thing(id)?, t)
    }

    /// Returns the entities in a cell at a moment, by id.
    pub fn entities_at(&self, pos: Position) -> Vec<Entity> {
        let things = self.things_in(pos).into_iter();
        things.map(|(thing, _)| self.record_at(thing, pos.t).entity.at_position(pos)).collect()
    }

    /// Returns the ids of the entities in a cell at a moment, ascending.
    pub fn entity_ids_at(&self, pos: Position) -> Vec<EntityId> {
        self.things_in(pos).into_iter().map(|(_, id)| id).collect()
    }

    /// Returns whether movement into the cell is blocked.
    pub fn blocks_movement(&self, pos: Position) -> bool {
        self.meets(pos, Traits::BLOCKS_MOVEMENT)
    }

    /// Returns whether the view through the cell is blocked.
    pub fn blocks_vision(&self, pos: Position) -> bool {
        self.meets(pos, Traits::BLOCKS_VISION)
    }

    /// Returns whether it is in bounds and nothing blocks.
    pub fn is_walkable(&self, pos: Position) -> bool {
        self.in_bounds(pos) && !self.blocks_movement(pos)
    }

    /// Returns whether a rift leads away from here.
    pub fn has_rift(&self, pos: Position) -> bool {
        self.rift(pos).is_some()
    }

    /// Returns the target of the rift here; of several, the one with the lowest id.
    pub fn rift_target(&self, pos: Position) -> Option<Position> {
        self.rift(pos).map(|(_, target)| target)
    }

    /// Returns whether the player wins here.
    pub fn is_exit(&self, pos: Position) -> bool {
        self.meets(pos, Traits::EXIT)
    }

    /// Returns the player, if present at this time.
    pub fn player_at(&self, t: i32) -> Option<Entity> {
        self.base.players().find_map(|thing| self.entity(thing, t).filter(Entity::is_player))
    }

    /// Returns all enemies at this time, by id.
    pub fn enemies_at(&self, t: i32) -> Vec<Entity> {
        self.base.enemies().filter_map(|thing| self.entity(thing, t)).filter(Entity::is_enemy).collect()
    }
}

/// Queries and changes used only by the rules.
impl TimeCube {
    pub(crate) fn has_time(&self, t: i32) -> bool {
        (0..self.time_depth).contains(&t)
    }

    pub(crate) fn base(&self) -> &Base {
        &self.base
    }

    pub(crate) fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Returns the cell of a thing at a time, if it exists then.
    pub(crate) fn place(&self, thing: Thing, t: i32) -> Option<SpatialPos> {
        self.place_of(thing, self.base.record(thing, t)?, t)
    }

    /// Returns the cell of a thing at a time of this record.
    pub(crate) fn place_of(&self, thing: Thing, record: &Record, t: i32) -> Option<SpatialPos> {
        self.moved(thing, record, t).or_else(|| self.base.place(record, t))
    }

    /// Calls `meet` with everything in a cell at a time, in no particular order.
    pub(crate) fn visit(&self, pos: Position, mut meet: impl FnMut(Thing, Traits)) {
        let (cell, t) = (pos.spatial(), pos.t);
        self.base.visit(cell, t, &mut |thing, record| {
            let elsewhere = self.moved(thing, record, t).is_some() || self.is_moved_player(record);
            if !elsewhere {
                meet(thing, record.traits);
            }
        });
        for thing in self.overlay.boxes(cell, t) {
            if let Some(record) = self.base.record(thing, t) {
                meet(thing, record.traits);
            }
        }
        if self.player == Some(pos) {
            self.base.players().take(1).for_each(|thing| meet(thing, Traits::PLAYER));
        }
    }

    /// Returns whether a thing with these traits is in a cell.
    pub(crate) fn meets(&self, pos: Position, wanted: Traits) -> bool {
        let mut found = false;
        self.visit(pos, |_, traits| found |= traits.meets(wanted));
        found
    }

    /// Returns the thing with these traits in a cell that has the lowest id, of those that count.
    pub(crate) fn lowest(
        &self,
        pos: Position,
        wanted: Traits,
        counts: impl Fn(Thing) -> bool,
    ) -> Option<Thing> {
        let mut found: Option<Thing> = None;
        self.visit(pos, |thing, traits| {
            let lower = found.is_none_or(|found| self.base.id(thing) < self.base.id(found));
            if lower && traits.meets(wanted) && counts(thing) {
                found = Some(thing);
            }
        });
        found
    }

    /// Returns the rift that leads away from here and its target; of several, the one with the lowest id.
    pub(crate) fn rift(&self, pos: Position) -> Option<(EntityId, Position)> {
        let here = self.lowest(pos, Traits::RIFT, |_| true).and_then(|thing| {
            let record = self.base.record(thing, pos.t)?;
            Some((record.entity.id, record.entity.rift_data()?.target))
        });
        here.into_iter().chain(self.base.returns(pos)).min_by_key(|(id, _)| *id)
    }

    /// Moves boxes from `start` on; `cause` is the turn that does it.
    pub(crate) fn shift(&mut self, shifts: &[Shift], start: i32, cause: u32) {
        self.overlay.shift(shifts, start, cause);
    }

    /// Sets the player's only position.
    pub(crate) fn put_player(&mut self, pos: Position) {
        self.player = Some(pos);
    }

    /// Returns the level alone: nothing moved, the player where the level has it.
    pub(crate) fn untouched(&self) -> Self {
        Self { overlay: Overlay::default(), player: None, ..self.clone() }
    }

    pub(super) fn entity(&self, thing: Thing, t: i32) -> Option<Entity> {
        let player = self.player.filter(|_| self.base.players().next() == Some(thing));
        if let Some(pos) = player {
            let record = self.base.records(thing).first().filter(|_| pos.t == t)?;
            return Some(record.entity.at_position(pos));
        }
        let cell = self.place(thing, t)?;
        Some(self.record_at(thing, t).entity.at_position(cell.at(t)))
    }

    /// Returns all entities that exist at a time, by id.
    pub(super) fn entities(&self, t: i32) -> impl Iterator<Item = Entity> {
        self.base.things().filter_map(move |(_, thing)| self.entity(thing, t))
    }

    /// Returns all things that exist at a time except the player, with their cells; in the order of placing.
    pub(crate) fn standing(&self, t: i32) -> impl Iterator<Item = (Thing, &Record, SpatialPos)> {
        self.base.placed().filter_map(move |thing| {
            let record = self.base.record(thing, t).filter(|record| !record.traits.meets(Traits::PLAYER))?;
            Some((thing, record, self.place_of(thing, record, t)?))
        })
    }

    /// Returns mutable access to the base: moves are merged into it first.
    pub(super) fn base_mut(&mut self) -> &mut Base {
        if !self.overlay.is_empty() || self.player.is_some() {
            self.settle();
        }
        Arc::make_mut(&mut self.base)
    }

    fn settle(&mut self) {
        let (overlay, player) = (std::mem::take(&mut self.overlay), self.player.take());
        let base = Arc::make_mut(&mut self.base);
        for (thing, start, cell) in overlay.tracks() {
            for record in base.cut(thing, start, i32::MAX) {
                let entity = record.entity.at_position(cell.at(record.from));
                base.put(entity, record.from, record.until);
            }
        }
        let moved = player.zip(base.players().next());
        if let Some((pos, thing)) = moved {
            let entity = base.cut(thing, i32::MIN, i32::MAX).swap_remove(0).entity;
            base.put_at(entity.at_position(pos));
        }
    }

    fn moved(&self, thing: Thing, record: &Record, t: i32) -> Option<SpatialPos> {
        if record.traits.meets(Traits::BOX) { self.overlay.place(thing, t) } else { None }
    }

    fn is_moved_player(&self, record: &Record) -> bool {
        self.player.is_some() && record.traits.meets(Traits::PLAYER)
    }

    fn record_at(&self, thing: Thing, t: i32) -> &Record {
        let record = self.base.record(thing, t).or_else(|| self.base.records(thing).first());
        record.expect("a thing that was found has a record")
    }

    /// Returns the things in a cell, by id.
    fn things_in(&self, pos: Position) -> Vec<(Thing, EntityId)> {
        let mut found = Vec::new();
        self.visit(pos, |thing, _| found.push((thing, self.base.id(thing))));
        found.sort_unstable_by_key(|(_, id)| *id);
        found
    }
}
