//! Tests of the cube.

use super::*;
use crate::rulesets::unseen::core::propagation::depropagate_entity;

fn cube() -> TimeCube {
    TimeCube::new(10, 8, 6)
}

fn with(entity: Entity) -> TimeCube {
    let mut cube = cube();
    cube.spawn_and_propagate(entity).unwrap();
    cube
}

/// The times at which something holds.
fn times(holds: impl Fn(i32) -> bool) -> Vec<i32> {
    (0..6).filter(|t| holds(*t)).collect()
}

#[test]
fn test_cube_creation() {
    let cube = cube();
    assert_eq!((cube.width, cube.height, cube.time_depth), (10, 8, 6));
    assert_eq!(cube.slices().map(|slice| slice.t).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert!(cube.slice(6).is_none() && cube.slice(-1).is_none());
    assert_eq!((cube.slice(5).unwrap().width, cube.slice(5).unwrap().entity_count()), (10, 0));
}

#[test]
fn test_cube_in_bounds_valid() {
    assert!(cube().in_bounds(at(0, 0, 0)));
    assert!(cube().in_bounds(at(9, 7, 5)));
}

#[test]
fn test_cube_in_bounds_invalid_negative() {
    assert!([at(-1, 0, 0), at(0, -1, 0), at(0, 0, -1)].iter().all(|pos| !cube().in_bounds(*pos)));
}

#[test]
fn test_cube_in_bounds_invalid_overflow() {
    assert!([at(10, 0, 0), at(0, 8, 0), at(0, 0, 6)].iter().all(|pos| !cube().in_bounds(*pos)));
}

#[test]
fn test_validate_position_error_message() {
    assert_eq!(cube().validate_position(at(1, 1, 1)), Ok(()));
    let error = cube().validate_position(at(10, 2, 3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Position out of bounds: (10, 2, 3) - valid range: x=[0,10), y=[0,8), t=[0,6)"
    );
}

#[test]
fn test_spawn_entity() {
    let mut cube = cube();
    let wall = Entity::wall(at(1, 2, 3));
    assert_eq!(cube.spawn(wall.clone()), Ok(wall.id));
    assert_eq!(cube.entity_at_time(wall.id, 3), Some(wall));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 2, t))), [3]);
}

#[test]
fn what_is_placed_in_one_slice_stands_where_it_is_placed() {
    let mut cube = cube();
    let walker = guard(1, 0, 2);
    cube.spawn(walker.at_position(at(7, 7, 4))).unwrap();
    assert_eq!(cube.entity_ids_at(at(7, 7, 4)), [walker.id]);
    cube.propagate_slice(4).unwrap();
    assert_eq!(cube.enemies_at(5)[0].position, at(2, 1, 5));
    let mut cube = with(walker.clone());
    cube.update_slice(2, |slice| slice.move_entity(walker.id, cell(9, 7))).unwrap().unwrap();
    let places: Vec<_> = (0..6).map(|t| cube.enemies_at(t)[0].position.spatial()).collect();
    assert_eq!(places, [cell(0, 1), cell(1, 1), cell(9, 7), cell(0, 1), cell(1, 1), cell(2, 1)]);
    assert!(cube.entities_at(at(2, 1, 2)).is_empty());
}

#[test]
fn test_spawn_entity_already_exists() {
    let mut cube = cube();
    let wall = Entity::wall(at(1, 2, 3));
    cube.spawn(wall.clone()).unwrap();
    let again = cube.spawn(wall.at_position(at(5, 5, 3)));
    assert_eq!(again, Err(CubeError::EntityAlreadyExists { id: wall.id, t: 3 }));
    assert_eq!(cube.spawn(wall.at_time(4)), Ok(wall.id));
}

#[test]
fn test_spawn_out_of_bounds() {
    let error = cube().spawn(Entity::wall(at(0, 0, 6))).unwrap_err();
    assert!(matches!(error, CubeError::OutOfBounds { t: 6, max_t: 6, .. }));
}

#[test]
fn test_spawn_and_propagate() {
    let cube = with(Entity::wall(at(1, 2, 2)));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 2, t))), [2, 3, 4, 5]);
    assert_eq!(cube.entities_at(at(1, 2, 4))[0].position, at(1, 2, 4));
    let cube = with(Entity::floor(at(1, 2, 2)));
    assert_eq!(times(|t| !cube.entities_at(at(1, 2, t)).is_empty()), [2]);
    let cube = with(guard(1, 0, 2));
    let columns: Vec<i32> = (0..6).map(|t| cube.enemies_at(t)[0].position.x).collect();
    assert_eq!(columns, [0, 1, 2, 0, 1, 2]);
}

#[test]
fn test_spawn_and_propagate_conflict() {
    let mut cube = cube();
    let wall = Entity::wall(at(1, 1, 0));
    cube.spawn(wall.at_position(at(3, 3, 4))).unwrap();
    let conflict = cube.spawn_and_propagate(wall.clone());
    assert_eq!(conflict, Err(CubeError::EntityAlreadyExists { id: wall.id, t: 4 }));
    assert_eq!(times(|t| cube.entity_at_time(wall.id, t).is_some()), [4]);
    let outside = Entity::enemy(at(8, 0, 0), row_patrol(0, 8, 10, true), VisionData::omnidirectional(1));
    assert!(matches!(cube.spawn_and_propagate(outside), Err(CubeError::OutOfBounds { x: 10, t: 2, .. })));
    assert!(cube.enemies_at(0).is_empty());
}

#[test]
fn test_spawn_or_replace() {
    let mut cube = with(Entity::wall(at(1, 1, 0)));
    let id = cube.entity_ids_at(at(1, 1, 0))[0];
    let exit = Entity::with_id(id, at(4, 4, 2), vec![Component::Exit, Component::TimePersistent]);
    assert_eq!(cube.spawn_or_replace(exit), Ok(id));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 1, t))), [0, 1, 3, 4, 5]);
    assert_eq!(times(|t| cube.is_exit(at(4, 4, t))), [2]);
}

#[test]
fn test_despawn_at() {
    let mut cube = with(Entity::wall(at(1, 1, 0)));
    let id = cube.entity_ids_at(at(1, 1, 0))[0];
    assert_eq!(cube.despawn_at(id, 3).unwrap().position, at(1, 1, 3));
    assert_eq!(cube.despawn_at(id, 3), Err(CubeError::EntityNotFound(id)));
    assert_eq!(cube.despawn_at(id, 6), Err(CubeError::TimeSliceNotFound(6)));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 1, t))), [0, 1, 2, 4, 5]);
}

#[test]
fn test_despawn_all() {
    let mut cube = with(Entity::wall(at(1, 1, 2)));
    let id = cube.entity_ids_at(at(1, 1, 2))[0];
    let gone: Vec<i32> = cube.despawn_all(id).iter().map(|entity| entity.position.t).collect();
    assert_eq!(gone, [2, 3, 4, 5]);
    assert!(cube.despawn_all(id).is_empty());
    assert!(cube.slices().all(|slice| slice.entity_count() == 0));
}

#[test]
fn test_entities_at() {
    let mut cube = with(Entity::exit(at(1, 1, 0)));
    cube.spawn(Entity::floor(at(1, 1, 3))).unwrap();
    assert_eq!(cube.entities_at(at(1, 1, 2)).len(), 1);
    let both = cube.entities_at(at(1, 1, 3));
    assert_eq!(both.iter().map(|entity| entity.id).collect::<Vec<_>>(), cube.entity_ids_at(at(1, 1, 3)));
    assert!(both.len() == 2 && both[0].id < both[1].id);
    assert!(cube.entities_at(at(99, 1, 3)).is_empty());
}

#[test]
fn test_blocks_movement() {
    let cube = with(Entity::pushable_box(at(1, 1, 0)));
    assert!(cube.blocks_movement(at(1, 1, 5)));
    assert!(!cube.blocks_movement(at(2, 1, 5)));
}

#[test]
fn test_blocks_vision() {
    let mut cube = with(Entity::wall(at(1, 1, 0)));
    cube.spawn_and_propagate(Entity::pushable_box(at(2, 1, 0))).unwrap();
    assert!(cube.blocks_vision(at(1, 1, 5)));
    assert!(!cube.blocks_vision(at(2, 1, 5)));
}

#[test]
fn test_is_walkable() {
    let cube = with(Entity::wall(at(1, 1, 0)));
    assert!(!cube.is_walkable(at(1, 1, 3)));
    assert!(cube.is_walkable(at(2, 1, 3)));
    assert!(!cube.is_walkable(at(2, 1, 6)));
}

#[test]
fn test_has_rift() {
    let cube = with(Entity::rift(at(1, 1, 1), at(5, 5, 0), false));
    assert_eq!(times(|t| cube.has_rift(at(1, 1, t))), [1, 2, 3, 4, 5]);
    assert!(!cube.has_rift(at(5, 5, 0)));
}

#[test]
fn test_rift_target() {
    let cube = with(Entity::rift(at(1, 1, 1), at(5, 5, 3), true));
    assert_eq!(cube.rift_target(at(1, 1, 4)), Some(at(5, 5, 3)));
    assert_eq!(cube.rift_target(at(5, 5, 3)), Some(at(1, 1, 1)));
    assert_eq!(times(|t| cube.has_rift(at(5, 5, t))), [3]);
    assert_eq!(cube.slice(3).unwrap().rift_target_at(cell(5, 5)), Some(at(1, 1, 1)));
}

#[test]
fn test_is_exit() {
    let cube = with(Entity::exit(at(1, 1, 0)));
    assert!(cube.is_exit(at(1, 1, 5)));
    assert!(!cube.is_exit(at(1, 2, 5)));
}

#[test]
fn test_player_at() {
    let cube = with(Entity::player(at(1, 1, 2)));
    assert_eq!(cube.player_at(2).unwrap().position, at(1, 1, 2));
    assert_eq!(times(|t| cube.player_at(t).is_some()), [2]);
}

#[test]
fn test_enemies_at() {
    let mut cube = with(guard(1, 0, 2));
    cube.spawn_and_propagate(guard(2, 0, 2)).unwrap();
    let enemies = cube.enemies_at(4);
    assert!(enemies.len() == 2 && enemies[0].id < enemies[1].id);
    assert!(enemies.iter().all(|enemy| enemy.position.x == 1 && enemy.position.t == 4));
}

#[test]
fn test_propagate_slice() {
    let mut cube = cube();
    cube.spawn(Entity::wall(at(1, 1, 0))).unwrap();
    cube.spawn(Entity::floor(at(2, 1, 0))).unwrap();
    assert_eq!(cube.propagate_slice(0), Ok(1));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 1, t))), [0, 1]);
    assert_eq!(cube.propagate_slice(6), Err(CubeError::TimeSliceNotFound(6)));
}

#[test]
fn test_propagate_all() {
    let mut cube = cube();
    cube.spawn(Entity::wall(at(1, 1, 0))).unwrap();
    cube.spawn(guard(2, 0, 2)).unwrap();
    let result = cube.propagate_all().unwrap();
    assert_eq!((result.context.affected_entities.len(), result.context.slices_updated), (2, 5));
    assert_eq!(times(|t| cube.blocks_movement(at(1, 1, t))).len(), 6);
    assert_eq!(cube.enemies_at(5)[0].position, at(2, 2, 5));
}

#[test]
fn a_clone_keeps_what_it_had() {
    let mut cube = with(Entity::wall(at(1, 1, 0)));
    let before = cube.clone();
    cube.spawn_and_propagate(Entity::wall(at(2, 2, 0))).unwrap();
    assert!(before.is_walkable(at(2, 2, 3)) && !cube.is_walkable(at(2, 2, 3)));
}

#[test]
fn a_million_slices_cost_no_more_than_a_few() {
    let mut cube = TimeCube::new(10, 10, 1_000_000);
    cube.spawn_and_propagate(Entity::wall(at(1, 1, 0))).unwrap();
    cube.spawn_and_propagate(guard(2, 0, 2)).unwrap();
    let box_id = cube.spawn_and_propagate(Entity::pushable_box(at(3, 3, 0))).unwrap();
    assert_eq!(cube.enemies_at(999_999)[0].position, at(0, 2, 999_999));
    assert_eq!(depropagate_entity(&mut cube, box_id, 10), Ok(999_990));
    assert!(cube.blocks_movement(at(3, 3, 9)) && !cube.blocks_movement(at(3, 3, 10)));
}

#[test]
fn what_blinks_is_there_at_its_times_only() {
    let mut cube = TimeCube::new(3, 3, 2000);
    for t in (0..2000).step_by(3) {
        cube.spawn(Entity::wall(at(1, 1, t))).unwrap();
    }
    cube.spawn_and_propagate(Entity::exit(at(1, 1, 700))).unwrap();
    assert!((0..2000).all(|t| cube.blocks_movement(at(1, 1, t)) == (t % 3 == 0)));
    assert!((0..2000).all(|t| cube.is_exit(at(1, 1, t)) == (t >= 700)));
}
