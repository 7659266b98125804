//! What an entity can be: its components, and the data some of them carry.
//!
//! Used by entities and by whoever makes them. Knows positions; knows neither entities nor the cube.

use serde::{Deserialize, Serialize};

use super::position::{Direction, Position, SpatialPos};

/// Tells entities apart; the same in every slice.
pub type EntityId = uuid::Uuid;

/// The angle that an enemy sees if nothing is said.
pub const DEFAULT_FOV: u32 = 90;

/// Something an entity is or does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Component {
    /// Nobody can enter its cell.
    BlocksMovement,
    /// Nobody sees through its cell.
    BlocksVision,
    /// The player can push it.
    Pushable,
    /// The player can pull it.
    Pullable,
    /// It goes on existing; without this, an entity is there only in the slice where it was placed.
    TimePersistent,
    /// It walks a path that follows from the time alone.
    Patrol(PatrolData),
    /// It looks for the player.
    VisionCone(VisionData),
    /// It takes the player elsewhere.
    Rift(RiftData),
    /// The player wins here.
    Exit,
    /// A box belongs here.
    Goal,
    /// The player; exactly one in a level.
    Player,
}

/// A path walked one cell per tick. Where one is follows from the time: `path[t % len]` when it loops, otherwise
/// `path[min(t, len - 1)]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatrolData {
    /// The cells, one per tick; never empty.
    pub path: Vec<SpatialPos>,
    /// Whether it starts again at the end, or stays there.
    pub loops: bool,
}

/// How an enemy sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisionData {
    /// Tiles that light travels in a turn: so many are seen at once, the next as many one turn late.
    /// [`VisionData::UNSTATED`] is as many as the game's settings say.
    pub light_speed: u32,
    /// Where it looks.
    pub facing: Direction,
    /// How wide, in degrees: 90, 180, 270 or 360.
    pub fov_degrees: u32,
}

/// Where a rift leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiftData {
    /// A cell at a moment, in the past or in the future.
    pub target: Position,
    /// Whether a second rift at the target leads back.
    pub bidirectional: bool,
}

impl Component {
    /// Whether nobody can enter.
    pub fn blocks_movement(&self) -> bool {
        matches!(self, Self::BlocksMovement)
    }

    /// Whether nobody sees through.
    pub fn blocks_vision(&self) -> bool {
        matches!(self, Self::BlocksVision)
    }

    /// Whether this makes an entity last.
    pub fn is_time_persistent(&self) -> bool {
        matches!(self, Self::TimePersistent)
    }

    /// Whether it carries data, so that an entity has one at most.
    pub(super) fn carries_data(&self) -> bool {
        matches!(self, Self::Patrol(_) | Self::VisionCone(_) | Self::Rift(_))
    }

    /// The name of its variant.
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
    /// A path to walk.
    ///
    /// # Panics
    /// When the path is empty.
    pub fn new(path: Vec<SpatialPos>, loops: bool) -> Self {
        assert!(!path.is_empty(), "a patrol needs at least one cell to be in");
        Self { path, loops }
    }

    /// The cell at time `t`.
    ///
    /// # Panics
    /// When `t` is negative.
    pub fn position_at(&self, t: i32) -> SpatialPos {
        let t = usize::try_from(t)
            .unwrap_or_else(|_| panic!("a patrol has no position at t={t}: time begins at 0"));
        let last = self.path.len() - 1;
        self.path[if self.loops { t % self.path.len() } else { t.min(last) }]
    }

    /// How many cells the path has.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Whether there is no cell; never true of a patrol made by [`PatrolData::new`].
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }
}

impl VisionData {
    /// The light speed of an enemy that states none: the one in the settings of the game holds.
    pub const UNSTATED: u32 = 0;

    /// Looks in one direction, over so many degrees, and states no light speed.
    pub fn unstated(facing: Direction, fov_degrees: u32) -> Self {
        Self::with_fov(Self::UNSTATED, facing, fov_degrees)
    }

    /// The light speed that holds in a game whose settings have this one.
    pub fn speed_in(&self, default: u32) -> u32 {
        if self.light_speed == Self::UNSTATED { default } else { self.light_speed }
    }

    /// Looks in one direction, over [`DEFAULT_FOV`] degrees.
    pub fn new(light_speed: u32, facing: Direction) -> Self {
        Self::with_fov(light_speed, facing, DEFAULT_FOV)
    }

    /// Looks in one direction, over so many degrees.
    pub fn with_fov(light_speed: u32, facing: Direction, fov_degrees: u32) -> Self {
        Self { light_speed, facing, fov_degrees }
    }

    /// Looks all around.
    pub fn omnidirectional(light_speed: u32) -> Self {
        Self::with_fov(light_speed, Direction::North, 360)
    }
}

impl RiftData {
    /// Leads there, and not back.
    pub fn one_way(target: Position) -> Self {
        Self { target, bidirectional: false }
    }

    /// Leads there and back.
    pub fn bidirectional(target: Position) -> Self {
        Self { target, bidirectional: true }
    }
}
