//! An entity: an id, a position and components. Its components determine what it is.
//!
//! Made by factories, builders and levels, kept by the cube. Knows no other entity and no board.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::components::{Component, EntityId, PatrolData, RiftData, VisionData};
use super::position::Position;
use super::{factory, fresh};

pub use factory::EntityBuilder;

/// An entity in the world. The same id in several slices is the same thing at several times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Unique id.
    pub id: EntityId,
    /// Its position.
    pub position: Position,
    components: Arc<[Component]>,
    /// Display name.
    pub name: Option<String>,
}

/// Type of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EntityType {
    /// Has `Player`.
    Player,
    /// Has `VisionCone`.
    Enemy,
    /// Has `Rift`.
    Rift,
    /// Has `Exit`.
    Exit,
    /// Can be pushed or pulled.
    Box,
    /// Blocks movement and vision.
    Wall,
    /// Has `Goal`.
    Goal,
    /// Blocks nothing.
    Floor,
    /// None of these.
    Custom,
}

impl fmt::Display for EntityType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player => "Player",
            Self::Enemy => "Enemy",
            Self::Rift => "Rift",
            Self::Exit => "Exit",
            Self::Box => "Box",
            Self::Wall => "Wall",
            Self::Goal => "Goal",
            Self::Floor => "Floor",
            Self::Custom => "Custom",
        })
    }
}

/// Reason why components do not form an entity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntityError {
    /// Components that carry data are unique.
    #[error("an entity can have only one {component} component, but it was given {count}")]
    DuplicateComponent {
        /// The component.
        component: &'static str,
        /// Number of times it was given.
        count: usize,
    },
    /// The player can have no other component.
    #[error(
        "the player can have no other component, but it was given {component}: make that an entity of its own"
    )]
    PlayerWithOthers {
        /// The first other component.
        component: &'static str,
    },
}

impl Entity {
    /// Creates an entity with a new id.
    ///
    /// # Panics
    /// When the components do not go together; see [`EntityBuilder::try_build`].
    pub fn new(position: Position, components: Vec<Component>) -> Self {
        Self::with_id(fresh::id(), position, components)
    }

    /// Creates an entity with an existing id.
    ///
    /// # Panics
    /// When the components do not go together; see [`EntityBuilder::try_build`].
    pub fn with_id(id: EntityId, position: Position, components: Vec<Component>) -> Self {
        EntityBuilder::new(position).with_id(id).with_components(components).build()
    }

    pub(super) fn unchecked(
        id: EntityId,
        position: Position,
        components: Vec<Component>,
        name: Option<String>,
    ) -> Self {
        Self { id, position, components: components.into(), name }
    }

    /// Returns its components, in the order in which they were given.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Returns whether a component satisfies this predicate.
    pub fn has<F>(&self, predicate: F) -> bool
    where
        F: Fn(&Component) -> bool,
    {
        self.components.iter().any(predicate)
    }

    /// Returns whether it has a component of the same variant; the data may differ.
    pub fn has_component(&self, component: &Component) -> bool {
        let variant = std::mem::discriminant(component);
        self.has(|own| std::mem::discriminant(own) == variant)
    }

    /// Returns whether it blocks its cell for movement.
    pub fn blocks_movement(&self) -> bool {
        self.has(Component::blocks_movement)
    }

    /// Returns whether it blocks the view through its cell.
    pub fn blocks_vision(&self) -> bool {
        self.has(Component::blocks_vision)
    }

    /// Returns whether it continues to exist.
    pub fn is_time_persistent(&self) -> bool {
        self.has(Component::is_time_persistent)
    }

    /// Returns whether it is the player.
    pub fn is_player(&self) -> bool {
        self.has_component(&Component::Player)
    }

    /// Returns whether it looks for the player.
    pub fn is_enemy(&self) -> bool {
        self.vision_data().is_some()
    }

    /// Returns whether it is a rift.
    pub fn is_rift(&self) -> bool {
        self.rift_data().is_some()
    }

    /// Returns whether the player wins here.
    pub fn is_exit(&self) -> bool {
        self.has_component(&Component::Exit)
    }

    /// Returns whether a box belongs here.
    pub fn is_goal(&self) -> bool {
        self.has_component(&Component::Goal)
    }

    /// Returns whether the player can push it.
    pub fn is_pushable(&self) -> bool {
        self.has_component(&Component::Pushable)
    }

    /// Returns whether the player can pull it.
    pub fn is_pullable(&self) -> bool {
        self.has_component(&Component::Pullable)
    }

    /// Returns its type: the first that fits.
    pub fn entity_type(&self) -> EntityType {
        let wall = self.blocks_movement() && self.blocks_vision();
        let floor = !self.blocks_movement() && !self.blocks_vision();
        let order = [
            (self.is_player(), EntityType::Player),
            (self.is_enemy(), EntityType::Enemy),
            (self.is_rift(), EntityType::Rift),
            (self.is_exit(), EntityType::Exit),
            (self.is_pushable() || self.is_pullable(), EntityType::Box),
            (wall, EntityType::Wall),
            (self.is_goal(), EntityType::Goal),
            (floor, EntityType::Floor),
        ];
        order.into_iter().find(|(fits, _)| *fits).map_or(EntityType::Custom, |(_, kind)| kind)
    }

    /// Returns its target, if it is a rift.
    pub fn rift_data(&self) -> Option<&RiftData> {
        self.components.iter().find_map(|own| if let Component::Rift(data) = own { Some(data) } else { None })
    }

    /// Returns the path it walks, if any.
    pub fn patrol_data(&self) -> Option<&PatrolData> {
        self.components
            .iter()
            .find_map(|own| if let Component::Patrol(data) = own { Some(data) } else { None })
    }

    /// Returns its vision, if any.
    pub fn vision_data(&self) -> Option<&VisionData> {
        self.components
            .iter()
            .find_map(|own| if let Component::VisionCone(data) = own { Some(data) } else { None })
    }

    /// Returns the same entity at another position.
    pub fn at_position(&self, pos: Position) -> Self {
        Self { position: pos, ..self.clone() }
    }

    /// Returns the same entity in the same cell, a moment later.
    pub fn propagate_to_next_time(&self) -> Self {
        self.at_position(self.position.tick())
    }

    /// Returns the same entity in the same cell, at another time.
    pub fn at_time(&self, t: i32) -> Self {
        self.at_position(self.position.spatial().at(t))
    }
}
