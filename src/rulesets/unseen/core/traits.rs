//! Traits of an entity, computed once from its components: queries are then bit operations.
//!
//! Used by the level's records and by every query of the cube. Knows entities, no board.

use super::components::Component;
use super::entity::Entity;

/// A set of traits of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub(crate) struct Traits(u16);

impl Traits {
    pub(crate) const BLOCKS_MOVEMENT: Self = Self(1);
    pub(crate) const BLOCKS_VISION: Self = Self(1 << 1);
    pub(crate) const PUSHABLE: Self = Self(1 << 2);
    pub(crate) const PULLABLE: Self = Self(1 << 3);
    pub(crate) const EXIT: Self = Self(1 << 4);
    pub(crate) const GOAL: Self = Self(1 << 5);
    pub(crate) const RIFT: Self = Self(1 << 6);
    pub(crate) const ENEMY: Self = Self(1 << 7);
    pub(crate) const PLAYER: Self = Self(1 << 8);
    pub(crate) const PATROLS: Self = Self(1 << 9);
    /// Can be pushed or pulled.
    pub(crate) const BOX: Self = Self(Self::PUSHABLE.0 | Self::PULLABLE.0);
    /// Blocks movement, or can be pushed or pulled.
    pub(crate) const SOLID: Self = Self(Self::BLOCKS_MOVEMENT.0 | Self::BOX.0);
    /// Any entity.
    pub(crate) const ANY: Self = Self(u16::MAX);

    /// Returns the traits of an entity. One that walks a path cannot be moved otherwise, so it cannot be pushed or
    /// pulled.
    pub(crate) fn of(entity: &Entity) -> Self {
        let all = entity.components().iter().fold(0, |bits, component| bits | Self::meaning(component).0);
        let fixed = all & (Self::PATROLS.0 | Self::PLAYER.0) != 0;
        Self(if fixed { all & !Self::BOX.0 } else { all })
    }

    fn meaning(component: &Component) -> Self {
        match component {
            Component::BlocksMovement => Self::BLOCKS_MOVEMENT,
            Component::BlocksVision => Self::BLOCKS_VISION,
            Component::Pushable => Self::PUSHABLE,
            Component::Pullable => Self::PULLABLE,
            Component::TimePersistent => Self(0),
            Component::Patrol(_) => Self::PATROLS,
            Component::VisionCone(_) => Self::ENEMY,
            Component::Rift(_) => Self::RIFT,
            Component::Exit => Self::EXIT,
            Component::Goal => Self::GOAL,
            Component::Player => Self::PLAYER,
        }
    }

    /// Returns whether any of `wanted` is among these. Every entity meets [`Traits::ANY`].
    pub(crate) fn meets(self, wanted: Self) -> bool {
        wanted == Self::ANY || self.0 & wanted.0 != 0
    }
}
