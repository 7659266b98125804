//! Positions: a cell of the board at a moment of time, and the four directions from it.
//!
//! Used throughout this game. Knows no board: the cube decides what is out of bounds.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A position in the space-time cube: a cell at a moment.
///
/// The cube decides which are valid: `0 <= x < width`, `0 <= y < height`, `0 <= t < time_depth`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The column, from the west.
    pub x: i32,
    /// The row, from the north.
    pub y: i32,
    /// The moment, from the start of the level.
    pub t: i32,
}

/// A cell of the board, at no particular time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpatialPos {
    /// The column, from the west.
    pub x: i32,
    /// The row, from the north.
    pub y: i32,
}

/// The cardinal directions; there are no diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// y - 1
    North,
    /// y + 1
    South,
    /// x + 1
    East,
    /// x - 1
    West,
}

impl Position {
    /// Creates a position.
    pub const fn new(x: i32, y: i32, t: i32) -> Self {
        Self { x, y, t }
    }

    /// Returns the cell alone.
    pub const fn spatial(&self) -> SpatialPos {
        SpatialPos::new(self.x, self.y)
    }

    /// Returns the neighbour in a direction, at the same time.
    pub const fn move_dir(&self, dir: Direction) -> Self {
        self.spatial().move_dir(dir).at(self.t)
    }

    /// Returns the same cell, a moment later.
    pub const fn tick(&self) -> Self {
        Self::new(self.x, self.y, self.t.saturating_add(1))
    }

    /// Returns the neighbour in a direction, a moment later: the result of a move.
    pub const fn step(&self, dir: Direction) -> Self {
        self.move_dir(dir).tick()
    }

    /// Returns the position after waiting: another name for [`Position::tick`].
    pub const fn wait(&self) -> Self {
        self.tick()
    }

    /// Returns the number of steps between the cells; ignores time.
    pub fn manhattan_distance(&self, other: &Position) -> u32 {
        self.spatial().manhattan_distance(&other.spatial())
    }

    /// Returns whether cell and time are the same.
    pub const fn same_spacetime(&self, other: &Position) -> bool {
        self.same_space(other) && self.t == other.t
    }

    /// Returns whether the cell is the same; ignores time.
    pub const fn same_space(&self, other: &Position) -> bool {
        self.x == other.x && self.y == other.y
    }

    /// Returns whether the cells are neighbours; ignores time.
    pub fn is_adjacent(&self, other: &Position) -> bool {
        self.manhattan_distance(other) == 1
    }

    /// Returns whether a move or waiting leads here from `current`.
    pub fn is_valid_step_from(&self, current: &Position) -> bool {
        current.t.checked_add(1) == Some(self.t) && self.manhattan_distance(current) <= 1
    }
}

impl SpatialPos {
    /// Creates a cell.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns this cell at a moment.
    pub const fn at(&self, t: i32) -> Position {
        Position::new(self.x, self.y, t)
    }

    /// Returns the neighbour in a direction.
    pub const fn move_dir(&self, dir: Direction) -> Self {
        let (dx, dy) = dir.delta();
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }

    /// Returns the number of steps between the cells.
    pub fn manhattan_distance(&self, other: &SpatialPos) -> u32 {
        self.x.abs_diff(other.x).saturating_add(self.y.abs_diff(other.y))
    }

    /// Returns whether the cells are neighbours.
    pub fn is_adjacent(&self, other: &SpatialPos) -> bool {
        self.manhattan_distance(other) == 1
    }

    /// Returns the cell as one number in which neighbours are near each other (Z-order): entries of an ordered map
    /// that change together then share most of the path to them.
    pub(crate) const fn z_order(&self) -> u64 {
        spread(self.x) | spread(self.y) << 1
    }
}

/// Returns the bits of a coordinate, shifted so that order is kept, with a gap after each.
const fn spread(coordinate: i32) -> u64 {
    let mut bits = (coordinate.cast_unsigned() ^ 1 << 31) as u64;
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

/// The usual text form: `(3, 1) at t 1`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at t {}", self.spatial(), self.t)
    }
}

/// The usual text form: `(3, 1)`.
impl fmt::Display for SpatialPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::North => "north",
            Self::South => "south",
            Self::East => "east",
            Self::West => "west",
        })
    }
}

impl Direction {
    /// Changes of x and y.
    pub const fn delta(&self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::South => (0, 1),
            Self::East => (1, 0),
            Self::West => (-1, 0),
        }
    }

    /// Returns the opposite direction.
    pub const fn opposite(&self) -> Direction {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::East => Self::West,
            Self::West => Self::East,
        }
    }

    /// Returns all four, in their usual order.
    pub const fn all() -> [Direction; 4] {
        [Self::North, Self::South, Self::East, Self::West]
    }

    /// Returns the direction of a step of one cell.
    pub fn from_delta(dx: i32, dy: i32) -> Option<Direction> {
        Self::all().into_iter().find(|dir| dir.delta() == (dx, dy))
    }
}
