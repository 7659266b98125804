//! The world of the game as data: positions, entities, slices of time, the cube they make, and the player's path.
//!
//! Used by the rules in [`super::game`] and by code that builds levels. Knows no rules of play, no files and no
//! screens.

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
