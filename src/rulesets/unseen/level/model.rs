//! The parts of a level as plain data: what a level file says, before any rule looks at it.
//!
//! Read by `read`, written by `write`, judged by `judge`. Knows no rule and no text form.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::rulesets::unseen::core::Direction as Facing;
pub use crate::rulesets::unseen::game::{Detection, ParadoxMode as Paradox, WinMode as Win};

/// What a level is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Tells the level from all others; the ids of unnamed things follow from it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Who made it.
    pub author: Option<String>,
    /// What its author says about it.
    pub description: Option<String>,
}

impl Default for Meta {
    fn default() -> Self {
        Self { id: "unknown".into(), name: "Unnamed".into(), author: None, description: None }
    }
}

/// The settings of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// How many slices there are.
    pub time_depth: i32,
    /// Tiles that light crosses in a turn, for enemies that do not say.
    pub light_speed: u32,
    /// How many boxes can be pushed at once.
    pub max_push_chain: u32,
    /// How far an enemy sees, in tiles.
    pub vision_radius: u32,
    /// How an enemy sees.
    pub detection: Detection,
    /// What happens to an action that contradicts the past.
    pub paradox: Paradox,
    /// What it takes to win.
    pub win: Win,
    /// Whether a player may take turns back.
    pub allow_undo: bool,
}

impl World {
    /// The usual settings, with so many slices.
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

/// A place in the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The column, from the west.
    pub x: i32,
    /// The row, from the north.
    pub y: i32,
    /// The slice.
    pub t: i32,
}

impl Place {
    /// The place (x, y, t).
    pub const fn new(x: i32, y: i32, t: i32) -> Self {
        Self { x, y, t }
    }

    /// Where it is on the board.
    pub fn cell(self) -> Cell {
        (self.x, self.y)
    }
}

/// A place on the board: column and row.
pub type Cell = (i32, i32);

/// What a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// Where the player starts.
    Player,
    /// Blocks movement and vision.
    Wall,
    /// Blocks movement and can be pushed.
    Box,
    /// Watches, and may walk.
    Enemy,
    /// Leads to another place and time.
    Rift,
    /// Where the player wants to go.
    Exit,
    /// Where a box is wanted.
    Goal,
    /// Whatever its components say.
    Custom,
}

/// Something on the board. It stands there from slice `at.t` on; a custom thing only if it persists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// What it is.
    pub kind: Kind,
    /// Its id, if the file gives one; see [`super::Level::ids`].
    pub id: Option<Uuid>,
    /// What people call it.
    pub name: Option<Arc<str>>,
    /// Where and from when on it stands.
    pub at: Place,
    /// Whether a box can also be pulled.
    pub pullable: bool,
    /// Where it walks.
    pub patrol: Option<Arc<Patrol>>,
    /// How it sees.
    pub vision: Option<Vision>,
    /// Where it leads.
    pub rift: Option<Rift>,
    /// What a custom thing is made of, sorted, each once.
    pub components: Vec<Flag>,
}

impl Thing {
    /// A thing with nothing special about it.
    pub fn new(kind: Kind, at: Place) -> Self {
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

    /// Whether nothing can enter its cell.
    pub fn blocks_movement(&self) -> bool {
        matches!(self.kind, Kind::Wall | Kind::Box) || self.has(Flag::BlocksMovement)
    }

    /// Whether nobody sees through its cell.
    pub fn blocks_vision(&self) -> bool {
        self.kind == Kind::Wall || self.has(Flag::BlocksVision)
    }

    /// Whether it can be pushed.
    pub fn is_pushable(&self) -> bool {
        self.kind == Kind::Box || self.has(Flag::Pushable)
    }

    /// Whether it can be pulled.
    pub fn is_pullable(&self) -> bool {
        self.pullable || self.has(Flag::Pullable)
    }

    /// Whether it is what a goal waits for.
    pub fn is_box(&self) -> bool {
        self.is_pushable() || self.is_pullable()
    }

    /// Whether reaching it can win.
    pub fn is_exit(&self) -> bool {
        self.kind == Kind::Exit || self.has(Flag::Exit)
    }

    /// Whether it waits for a box.
    pub fn is_goal(&self) -> bool {
        self.kind == Kind::Goal || self.has(Flag::Goal)
    }

    /// Whether it is still there in later slices. The player is not: it makes its own way.
    pub fn persists(&self) -> bool {
        match self.kind {
            Kind::Player => false,
            Kind::Custom => self.has(Flag::Persistent),
            _ => true,
        }
    }

    /// Whether it is there in a slice.
    pub fn is_there(&self, t: i32) -> bool {
        if self.persists() { self.at.t <= t } else { self.at.t == t }
    }

    /// Where it stands in a slice, before anybody moves it.
    pub fn cell_at(&self, t: i32) -> Cell {
        self.patrol.as_ref().and_then(|patrol| patrol.cell_at(t)).unwrap_or(self.at.cell())
    }

    fn has(&self, flag: Flag) -> bool {
        self.components.contains(&flag)
    }
}

/// A walk, a cell for every tick from t = 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patrol {
    /// The cells.
    pub path: Vec<Cell>,
    /// Whether it starts again after the last cell; if not, it ends there.
    pub loops: bool,
}

impl Patrol {
    /// Where the walk is in a slice; nowhere if it has no cells.
    pub fn cell_at(&self, t: i32) -> Option<Cell> {
        let (t, len) = (usize::try_from(t).ok()?, self.path.len());
        let index = if self.loops { t.checked_rem(len)? } else { t.min(len.checked_sub(1)?) };
        self.path.get(index).copied()
    }
}

/// How something sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vision {
    /// Tiles that light crosses in a turn; if nothing is said, the level's.
    pub light_speed: Option<u32>,
    /// Where it looks.
    pub facing: Facing,
    /// How wide it looks, in degrees.
    pub fov: u32,
}

/// Where a rift leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rift {
    /// The other end.
    pub target: Place,
    /// Whether one can come back.
    pub bidirectional: bool,
}

/// What a custom thing can be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flag {
    /// Nothing can enter its cell.
    BlocksMovement,
    /// Nobody sees through its cell.
    BlocksVision,
    /// It can be pushed.
    Pushable,
    /// It can be pulled.
    Pullable,
    /// It is still there in later slices.
    Persistent,
    /// Reaching it can win.
    Exit,
    /// It waits for a box.
    Goal,
}

/// A way to win that travels with the level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// What people call it.
    pub name: String,
    /// The actions as text, one space between them.
    pub actions: String,
}

impl Solution {
    /// The actions, one by one.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.actions.split_whitespace()
    }
}
