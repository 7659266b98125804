//! Creates entities: a factory for each common kind, and a builder for all others.
//!
//! Called by levels, tools and tests. Each call generates a new id unless one is given; knows no board.

use super::components::{Component, EntityId, PatrolData, RiftData, VisionData};
use super::entity::{Entity, EntityError};
use super::fresh;
use super::position::Position;

impl Entity {
    /// Creates a wall: blocks movement and vision, and is persistent.
    pub fn wall(position: Position) -> Self {
        EntityBuilder::new(position).blocking().opaque().persistent().build()
    }

    /// Creates a piece of floor: blocks nothing, and is not persistent.
    pub fn floor(position: Position) -> Self {
        EntityBuilder::new(position).build()
    }

    /// Creates the player, who is not persistent: the world line has the player's position.
    pub fn player(position: Position) -> Self {
        EntityBuilder::new(position).with_component(Component::Player).build()
    }

    /// Creates an enemy that walks and looks, and is persistent. It does not block.
    pub fn enemy(position: Position, patrol: PatrolData, vision: VisionData) -> Self {
        let walking = EntityBuilder::new(position).with_component(Component::Patrol(patrol));
        walking.with_component(Component::VisionCone(vision)).persistent().build()
    }

    /// Creates a box to push: blocks movement, and is persistent.
    pub fn pushable_box(position: Position) -> Self {
        EntityBuilder::new(position).blocking().pushable().persistent().build()
    }

    /// Creates a box to push and to pull: blocks movement, and is persistent.
    pub fn pullable_box(position: Position) -> Self {
        EntityBuilder::new(position).blocking().pushable().pullable().persistent().build()
    }

    /// Creates a rift, which is persistent.
    pub fn rift(position: Position, target: Position, bidirectional: bool) -> Self {
        let data = Component::Rift(RiftData { target, bidirectional });
        EntityBuilder::new(position).with_component(data).persistent().build()
    }

    /// Creates the exit, which is persistent.
    pub fn exit(position: Position) -> Self {
        EntityBuilder::new(position).with_component(Component::Exit).persistent().build()
    }

    /// Creates a place where a box belongs, which is persistent.
    pub fn goal(position: Position) -> Self {
        EntityBuilder::new(position).with_component(Component::Goal).persistent().build()
    }
}

/// Builds an entity of any combination of components.
#[derive(Debug, Clone)]
pub struct EntityBuilder {
    id: Option<EntityId>,
    position: Position,
    components: Vec<Component>,
    name: Option<String>,
}

impl EntityBuilder {
    /// Starts with only a position.
    pub fn new(position: Position) -> Self {
        Self { id: None, position, components: Vec::new(), name: None }
    }

    /// Sets the id, instead of a new one.
    pub fn with_id(self, id: EntityId) -> Self {
        Self { id: Some(id), ..self }
    }

    /// Sets the name.
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Adds a component.
    pub fn with_component(mut self, component: Component) -> Self {
        self.components.push(component);
        self
    }

    /// Adds several components.
    pub fn with_components(mut self, components: impl IntoIterator<Item = Component>) -> Self {
        self.components.extend(components);
        self
    }

    /// Adds `BlocksMovement`.
    pub fn blocking(self) -> Self {
        self.with_component(Component::BlocksMovement)
    }

    /// Adds `BlocksVision`.
    pub fn opaque(self) -> Self {
        self.with_component(Component::BlocksVision)
    }

    /// Adds `TimePersistent`.
    pub fn persistent(self) -> Self {
        self.with_component(Component::TimePersistent)
    }

    /// Adds `Pushable`.
    pub fn pushable(self) -> Self {
        self.with_component(Component::Pushable)
    }

    /// Adds `Pullable`.
    pub fn pullable(self) -> Self {
        self.with_component(Component::Pullable)
    }

    /// Builds the entity, or says why it is invalid: a component that carries data may occur only once, and the
    /// player has no other component.
    pub fn try_build(self) -> Result<Entity, EntityError> {
        check_unique(&self.components)?;
        check_player(&self.components)?;
        let id = self.id.unwrap_or_else(fresh::id);
        Ok(Entity::unchecked(id, self.position, self.components, self.name))
    }

    /// Builds the entity.
    ///
    /// # Panics
    /// When the components do not go together; see [`EntityBuilder::try_build`].
    pub fn build(self) -> Entity {
        self.try_build().unwrap_or_else(|error| panic!("{error}"))
    }
}

fn check_unique(components: &[Component]) -> Result<(), EntityError> {
    for component in components.iter().filter(|own| own.carries_data()).map(Component::name) {
        let count = components.iter().filter(|own| own.name() == component).count();
        if count > 1 {
            return Err(EntityError::DuplicateComponent { component, count });
        }
    }
    Ok(())
}

/// The player has no other component: it would not follow the player through time.
fn check_player(components: &[Component]) -> Result<(), EntityError> {
    let other = components.iter().find(|component| **component != Component::Player);
    match other.filter(|_| components.contains(&Component::Player)) {
        Some(other) => Err(EntityError::PlayerWithOthers { component: other.name() }),
        None => Ok(()),
    }
}
