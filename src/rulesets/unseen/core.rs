//! The world of the game as data: positions, entities, slices of time, the cube they make, and the player's path.
//!
//! Used by the rules in [`super::game`] and by code that builds levels. Knows no rules of play, no files and no
//! screens.
//!
//! The public methods are those of the specification, so that a level can be built and inspected in code as it says
//! (`examples/unseen_world.rs`). Some, such as [`TimeSlice::move_entity`] or [`TimeCube::enemies_at`], are not needed
//! by the rules: tests check them, and nothing else here calls them.

mod base;
mod cell_index;
pub mod components;
pub mod entity;
mod euclid;
mod factory;
mod fresh;
mod mark;
mod overlay;
mod path_index;
pub mod position;
pub mod propagation;
mod spawning;
#[cfg(test)]
mod tests;
pub mod time_cube;
pub mod time_slice;
mod traits;
mod what_if;
pub mod world_line;

pub use components::{Component, EntityId, PatrolData, RiftData, VisionData};
pub use entity::{Entity, EntityBuilder, EntityError, EntityType};
pub use position::{Direction, Position, SpatialPos};
pub use propagation::{PropagationContext, PropagationOptions, PropagationResult, PropagationWarning};
pub use time_cube::{CubeError, TimeCube};
pub use time_slice::{EntityMut, TimeSlice};
pub use world_line::{WorldLine, WorldLineError};

pub(crate) use base::{Record, Thing};
pub(crate) use overlay::{Overlay, Shift};
pub(crate) use propagation::first_blocker;
pub(crate) use traits::Traits;
pub(crate) use what_if::{Planned, WhatIf};
