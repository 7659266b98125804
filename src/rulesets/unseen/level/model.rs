//! The parts of a level as plain data: the contents of a level file, before any rule is applied.
//!
//! Read by `read`, written by `write`, checked by `validate`. Knows no rule and no text form.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::rulesets::unseen::core::Direction as Facing;
pub use crate::rulesets::unseen::game::{Detection, ParadoxMode as Paradox, WinMode as Win};

/// Metadata of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Unique id; the ids of unnamed things follow from it.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Author.
    pub author: Option<String>,
    /// The author's description.
    pub description: Option<String>,
    /// Name of the set of pictures that its things are painted with.
    pub skin: Option<String>,
}

impl Default for Meta {
    fn default() -> Self {
        Self { id: "unknown".into(), name: "Unnamed".into(), author: None, description: None, skin: None }
    }
}

/// Settings of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Number of slices.
    pub time_depth: i32,
    /// Number of tiles that light travels per turn, for enemies that state none.
    pub light_speed: u32,
    /// Most boxes that can be pushed at once.
    pub max_push_chain: u32,
    /// Distance over which an enemy sees, in tiles.
    pub vision_radius: u32,
    /// Detection by enemies.
    pub detection: Detection,
    /// Treatment of actions that contradict the past.
    pub paradox: Paradox,
    /// Condition for winning.
    pub win: Win,
    /// Whether a player may undo turns.
    pub allow_undo: bool,
}

impl World {
    /// Returns the default settings, with this many slices.
    pub fn with_depth(time_depth: i32) -> Self {
        Self {
            time_depth,
            light_speed: 3,
            max_push_chain: 3,
            vision_radius: 8,
            detection: Detection::LightCone,
            paradox: Paradox::Prevent,
            win: Win::Exit,
            allow_undo: true,
        }
    }
}

/// A position in the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LevelPosition {
    /// The column, from the west.
    pub x: i32,
    /// The row, from the north.
    pub y: i32,
    /// The slice.
    pub t: i32,
}

impl LevelPosition {
    /// Creates the position (x, y, t).
    pub const fn new(x: i32, y: i32, t: i32) -> Self {
        Self { x, y, t }
    }

    /// Returns its cell on the board.
    pub fn cell(self) -> Cell {
        (self.x, self.y)
    }
}

/// A cell of the board: column and row.
pub type Cell = (i32, i32);

/// Kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// The start of the player.
    Player,
    /// Blocks movement and vision.
    Wall,
    /// Blocks movement and can be pushed.
    Box,
    /// Watches, and may walk.
    Enemy,
    /// Leads to another position in space and time.
    Rift,
    /// The player's destination.
    Exit,
    /// A place for a box.
    Goal,
    /// Defined by its components.
    Custom,
}

/// A thing on the board. It exists from slice `at.t` on; a custom thing only if it persists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Its kind.
    pub kind: Kind,
    /// Its id, if the file gives one; see [`super::Level::ids`].
    pub id: Option<Uuid>,
    /// Display name.
    pub name: Option<Arc<str>>,
    /// Its position and first slice.
    pub at: LevelPosition,
    /// Whether a box can also be pulled.
    pub pullable: bool,
    /// The path it walks.
    pub patrol: Option<Arc<Patrol>>,
    /// Its vision.
    pub vision: Option<Vision>,
    /// Its target.
    pub rift: Option<Rift>,
    /// Components of a custom thing, sorted, each once.
    pub components: Vec<Flag>,
}

impl Thing {
    /// Creates a thing without special properties.
    pub fn new(kind: Kind, at: LevelPosition) -> Self {
        Self {
            kind,
            id: None,
            name: None,
            at,
            pullable: false,
            patrol: None,
            vision: None,
            rift: None,
            components: Vec::new(),
        }
    }

    /// Returns whether it blocks its cell for movement.
    pub fn blocks_movement(&self) -> bool {
        matches!(self.kind, Kind::Wall | Kind::Box) || self.has(Flag::BlocksMovement)
    }

    /// Returns whether it blocks the view through its cell.
    pub fn blocks_vision(&self) -> bool {
        self.kind == Kind::Wall || self.has(Flag::BlocksVision)
    }

    /// Returns whether it can be pushed.
    pub fn is_pushable(&self) -> bool {
        self.kind == Kind::Box || self.has(Flag::Pushable)
    }

    /// Returns whether it can be pulled.
    pub fn is_pullable(&self) -> bool {
        self.pullable || self.has(Flag::Pullable)
    }

    /// Returns whether it counts as a box on a goal.
    pub fn is_box(&self) -> bool {
        self.is_pushable() || self.is_pullable()
    }

    /// Returns whether it counts as an exit for winning.
    pub fn is_exit(&self) -> bool {
        self.kind == Kind::Exit || self.has(Flag::Exit)
    }

    /// Returns whether it needs a box.
    pub fn is_goal(&self) -> bool {
        self.kind == Kind::Goal || self.has(Flag::Goal)
    }

    /// Returns whether it still exists in later slices. The player does not: it makes its own way.
    pub fn persists(&self) -> bool {
        match self.kind {
            Kind::Player => false,
            Kind::Custom => self.has(Flag::Persistent),
            _ => true,
        }
    }

    /// Returns whether it exists in a slice.
    pub fn is_there(&self, t: i32) -> bool {
        if self.persists() { self.at.t <= t } else { self.at.t == t }
    }

    /// Returns its cell in a slice, before anything is moved.
    pub fn cell_at(&self, t: i32) -> Cell {
        self.patrol.as_ref().and_then(|patrol| patrol.cell_at(t)).unwrap_or(self.at.cell())
    }

    fn has(&self, flag: Flag) -> bool {
        self.components.contains(&flag)
    }
}

/// A walk, with a cell for every tick from t = 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patrol {
    /// The cells.
    pub path: Vec<Cell>,
    /// Whether it starts again after the last cell; otherwise it ends there.
    pub loops: bool,
}

impl Patrol {
    /// Returns the cell of the walk in a slice; `None` if it has no cells.
    pub fn cell_at(&self, t: i32) -> Option<Cell> {
        let (t, len) = (usize::try_from(t).ok()?, self.path.len());
        let index = if self.loops { t.checked_rem(len)? } else { t.min(len.checked_sub(1)?) };
        self.path.get(index).copied()
    }
}

/// Vision of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vision {
    /// Number of tiles that light travels per turn; `None` for the level's setting.
    pub light_speed: Option<u32>,
    /// Direction it looks in.
    pub facing: Facing,
    /// Field of view, in degrees.
    pub fov: u32,
}

/// Target of a rift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rift {
    /// The other end.
    pub target: LevelPosition,
    /// Whether it also leads back.
    pub bidirectional: bool,
}

/// Component of a custom thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flag {
    /// Blocks its cell for movement.
    BlocksMovement,
    /// Blocks the view through its cell.
    BlocksVision,
    /// Can be pushed.
    Pushable,
    /// Can be pulled.
    Pullable,
    /// Still exists in later slices.
    Persistent,
    /// Counts as an exit for winning.
    Exit,
    /// Needs a box.
    Goal,
}

/// A recorded solution, stored with the level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Display name.
    pub name: String,
    /// Actions as text, separated by single spaces.
    pub actions: String,
}

impl Solution {
    /// Iterates over the actions.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.actions.split_whitespace()
    }
}
