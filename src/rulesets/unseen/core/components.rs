//! Components of entities, and the data some of them carry.
//!
//! Used by entities and by code that makes them. Knows positions; knows neither entities nor the cube.

use serde::{Deserialize, Serialize};

use super::position::{Direction, Position, SpatialPos};

/// Identifies an entity; the same in every slice.
pub type EntityId = uuid::Uuid;

/// Default field of view of an enemy, in degrees.
pub const DEFAULT_FOV: u32 = 90;

/// A property or behaviour of an entity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Component {
    /// Blocks its cell for movement.
    BlocksMovement,
    /// Blocks the view through its cell.
    BlocksVision,
    /// Can be pushed by the player.
    Pushable,
    /// Can be pulled by the player.
    Pullable,
    /// Continues to exist; without this, an entity exists only in the slice where it was placed.
    TimePersistent,
    /// Walks a path that depends only on the time.
    Patrol(PatrolData),
    /// Looks for the player.
    VisionCone(VisionData),
    /// Takes the player elsewhere.
    Rift(RiftData),
    /// The player wins here.
    Exit,
    /// A box belongs here.
    Goal,
    /// The player; exactly one in a level.
    Player,
}

/// A path walked one cell per tick. The position follows from the time: `path[t % len]` when it loops, otherwise
/// `path[min(t, len - 1)]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatrolData {
    /// Cells, one per tick; never empty.
    pub path: Vec<SpatialPos>,
    /// Whether it starts again at the end, or stays there.
    pub loops: bool,
}

/// Vision of an enemy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisionData {
    /// Number of tiles that light travels per turn: that many are seen at once, the next as many one turn late.
    /// [`VisionData::UNSTATED`] uses the game's setting.
    pub light_speed: u32,
    /// Direction it looks in.
    pub facing: Direction,
    /// Field of view in degrees: 90, 180, 270 or 360.
    pub fov_degrees: u32,
}

/// Target of a rift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiftData {
    /// A cell at a moment, in the past or in the future.
    pub target: Position,
    /// Whether a second rift at the target leads back.
    pub bidirectional: bool,
}

impl Component {
    /// Returns whether it blocks movement.
    pub fn blocks_movement(&self) -> bool {
        matches!(self, Self::BlocksMovement)
    }

    /// Returns whether it blocks vision.
    pub fn blocks_vision(&self) -> bool {
        matches!(self, Self::BlocksVision)
    }

    /// Returns whether it makes an entity persistent.
    pub fn is_time_persistent(&self) -> bool {
        matches!(self, Self::TimePersistent)
    }

    /// Returns whether it carries data, so that an entity can have only one.
    pub(super) fn carries_data(&self) -> bool {
        matches!(self, Self::Patrol(_) | Self::VisionCone(_) | Self::Rift(_))
    }

    /// Returns the name of its variant.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::BlocksMovement => "BlocksMovement",
            Self::BlocksVision => "BlocksVision",
            Self::Pushable => "Pushable",
            Self::Pullable => "Pullable",
            Self::TimePersistent => "TimePersistent",
            Self::Patrol(_) => "Patrol",
            Self::VisionCone(_) => "VisionCone",
            Self::Rift(_) => "Rift",
            Self::Exit => "Exit",
            Self::Goal => "Goal",
            Self::Player => "Player",
        }
    }
}

impl PatrolData {
    /// Creates a path to walk.
    ///
    /// # Panics
    /// When the path is empty.
    pub fn new(path: Vec<SpatialPos>, loops: bool) -> Self {
        assert!(!path.is_empty(), "a patrol needs at least one cell to be in");
        Self { path, loops }
    }

    /// Returns the cell at time `t`.
    ///
    /// # Panics
    /// When `t` is negative.
    pub fn position_at(&self, t: i32) -> SpatialPos {
        let t = usize::try_from(t)
            .unwrap_or_else(|_| panic!("a patrol has no position at t={t}: time begins at 0"));
        let last = self.path.len() - 1;
        self.path[if self.loops { t % self.path.len() } else { t.min(last) }]
    }

    /// Returns the number of cells of the path.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Returns whether the path has no cells; never true of a patrol made by [`PatrolData::new`].
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }
}

impl VisionData {
    /// Light speed of an enemy that states none: the game's setting applies.
    pub const UNSTATED: u32 = 0;

    /// Returns the effective light speed in a game with this setting.
    pub fn speed_in(&self, default: u32) -> u32 {
        if self.light_speed == Self::UNSTATED { default } else { self.light_speed }
    }

    /// Looks in one direction with a field of view of [`DEFAULT_FOV`] degrees.
    pub fn new(light_speed: u32, facing: Direction) -> Self {
        Self::with_fov(light_speed, facing, DEFAULT_FOV)
    }

    /// Looks in one direction with this field of view.
    pub fn with_fov(light_speed: u32, facing: Direction, fov_degrees: u32) -> Self {
        Self { light_speed, facing, fov_degrees }
    }

    /// Looks all around.
    pub fn omnidirectional(light_speed: u32) -> Self {
        Self::with_fov(light_speed, Direction::North, 360)
    }
}

impl RiftData {
    /// Leads to the target, and not back.
    pub fn one_way(target: Position) -> Self {
        Self { target, bidirectional: false }
    }

    /// Leads to the target and back.
    pub fn bidirectional(target: Position) -> Self {
        Self { target, bidirectional: true }
    }
}
