//! Tests of the world, a module for each source file.

mod components;
mod entity;
mod position;
mod propagation;
mod time_cube;
mod time_slice;
mod world_line;

use super::*;

fn at(x: i32, y: i32, t: i32) -> Position {
    Position::new(x, y, t)
}

fn cell(x: i32, y: i32) -> SpatialPos {
    SpatialPos::new(x, y)
}

/// A patrol along one row, from column `from` to column `to`.
fn row_patrol(y: i32, from: i32, to: i32, loops: bool) -> PatrolData {
    PatrolData::new((from..=to).map(|x| cell(x, y)).collect(), loops)
}

fn guard(y: i32, from: i32, to: i32) -> Entity {
    Entity::enemy(at(from, y, 0), row_patrol(y, from, to, true), VisionData::new(3, Direction::South))
}
