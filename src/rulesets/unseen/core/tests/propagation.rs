//! Tests of propagation.

use std::collections::BTreeSet;

use super::*;
use crate::rulesets::unseen::core::propagation::*;

fn cube() -> TimeCube {
    TimeCube::new(10, 8, 6)
}

fn with(entities: impl AsRef<[Entity]>) -> TimeCube {
    let mut cube = cube();
    for entity in entities.as_ref() {
        cube.spawn(entity.clone()).unwrap();
    }
    cube
}

fn times(cube: &TimeCube, id: EntityId) -> Vec<i32> {
    (0..6).filter(|t| cube.entity_at_time(id, *t).is_some()).collect()
}

#[test]
fn test_propagate_from_single_entity() {
    let wall = Entity::wall(at(1, 1, 1));
    let mut cube = with([wall.clone()]);
    let result = propagate_from(&mut cube, 1).unwrap();
    assert_eq!(result.context.dirty_from, 2);
    assert_eq!(result.context.affected_entities, BTreeSet::from([wall.id]));
    assert_eq!((result.context.slices_updated, result.warnings.len()), (4, 0));
    assert_eq!(times(&cube, wall.id), [1, 2, 3, 4, 5]);
}

#[test]
fn test_propagate_from_multiple_entities() {
    let walls = [Entity::wall(at(1, 1, 0)), Entity::wall(at(2, 1, 0)), Entity::wall(at(3, 1, 2))];
    let mut cube = with(&walls);
    assert_eq!(propagate_from(&mut cube, 0).unwrap().context.affected_entities.len(), 2);
    assert_eq!(times(&cube, walls[1].id).len(), 6);
    assert_eq!(times(&cube, walls[2].id), [2]);
}

#[test]
fn test_propagate_skips_non_persistent() {
    let floor = Entity::floor(at(1, 1, 0));
    let mut cube = with([floor.clone()]);
    let result = propagate_from(&mut cube, 0).unwrap();
    assert_eq!((result.context.affected_entities.len(), result.context.slices_updated), (0, 0));
    assert_eq!(times(&cube, floor.id), [0]);
}

#[test]
fn test_propagate_skips_player() {
    // No builder makes such a player; data from elsewhere may.
    let lasting = vec![Component::Player, Component::TimePersistent];
    let player = Entity::unchecked(EntityId::from_u128(1), at(1, 1, 0), lasting, None);
    let mut cube = with([player.clone()]);
    propagate_from(&mut cube, 0).unwrap();
    assert_eq!(times(&cube, player.id), [0]);
}

#[test]
fn test_propagate_patrol_updates_position() {
    let guard = guard(1, 0, 2);
    let mut cube = with([guard.clone()]);
    propagate_from(&mut cube, 0).unwrap();
    let columns: Vec<_> = (0..6).map(|t| cube.entity_at_time(guard.id, t).unwrap().position.x).collect();
    assert_eq!(columns, [0, 1, 2, 0, 1, 2]);
}

#[test]
fn test_propagate_slice_returns_count() {
    let mut cube = with(&[Entity::wall(at(1, 1, 0)), Entity::wall(at(2, 1, 0)), Entity::floor(at(3, 1, 0))]);
    assert_eq!(cube.propagate_slice(0), Ok(2));
    assert_eq!(cube.slice(1).unwrap().entity_count(), 2);
    assert_eq!(cube.slice(2).unwrap().entity_count(), 0);
    assert_eq!(cube.propagate_slice(5), Ok(0));
}

#[test]
fn test_propagate_all() {
    let wall = Entity::wall(at(1, 1, 0));
    let mut cube = with([wall.clone()]);
    assert_eq!(cube.propagate_all().unwrap().context.slices_updated, 5);
    assert_eq!(times(&cube, wall.id).len(), 6);
    assert!(cube.propagate_all().is_ok());
}

#[test]
fn test_propagate_entity_specific() {
    let walls = [Entity::wall(at(1, 1, 0)), Entity::wall(at(2, 1, 0))];
    let mut cube = with(&walls);
    propagate_entity(&mut cube, walls[1].id, 0).unwrap();
    assert_eq!(times(&cube, walls[0].id), [0]);
    assert_eq!(times(&cube, walls[1].id).len(), 6);
    let missing = propagate_entity(&mut cube, walls[0].id, 3);
    assert_eq!(missing, Err(CubeError::EntityNotFound(walls[0].id)));
}

#[test]
fn test_depropagate_entity() {
    let wall = Entity::wall(at(1, 1, 0));
    let mut cube = cube();
    cube.spawn_and_propagate(wall.clone()).unwrap();
    assert_eq!(depropagate_entity(&mut cube, wall.id, 2), Ok(4));
    assert_eq!(times(&cube, wall.id), [0, 1]);
    let nobody = EntityId::nil();
    assert_eq!(depropagate_entity(&mut cube, nobody, 0), Err(CubeError::EntityNotFound(nobody)));
}

#[test]
fn test_propagation_collision_warning() {
    let (wall, late) = (Entity::wall(at(1, 1, 0)), Entity::wall(at(1, 1, 3)));
    let mut cube = with(&[wall.clone(), late.clone()]);
    let strict = propagate_from(&mut cube, 0);
    assert_eq!(strict, Err(CubeError::PositionBlocked { x: 1, y: 1, t: 3 }));
    assert_eq!(times(&cube, wall.id), [0]);
    let options = PropagationOptions { skip_collisions: true, ..Default::default() };
    let result = propagate_from_with_options(&mut cube, 0, options).unwrap();
    let (entity_a, entity_b) = (wall.id, late.id);
    let warning = PropagationWarning::EntityCollision { entity_a, entity_b, at: at(1, 1, 3) };
    assert_eq!(result.warnings, [warning]);
    assert_eq!(times(&cube, wall.id), [0]);
}

#[test]
fn patrols_that_block_collide_tick_by_tick() {
    let patrol = Component::Patrol(row_patrol(1, 0, 3, true));
    let walker = EntityBuilder::new(at(0, 1, 0)).with_component(patrol).blocking().persistent().build();
    let mut cube = with(&[walker.clone(), Entity::wall(at(2, 1, 1)), Entity::wall(at(1, 1, 5))]);
    let strict = propagate_entity(&mut cube, walker.id, 0);
    assert_eq!(strict, Err(CubeError::PositionBlocked { x: 1, y: 1, t: 5 }));
    assert!(propagate_from(&mut cube, 1).is_ok());
}

#[test]
fn test_propagation_out_of_bounds_warning() {
    let patrol = row_patrol(0, 8, 10, true);
    let guard = Entity::enemy(at(8, 0, 0), patrol, VisionData::omnidirectional(1));
    let mut cube = with([guard.clone()]);
    let result = propagate_from(&mut cube, 0).unwrap();
    let warning = PropagationWarning::OutOfBounds { entity_id: guard.id, attempted: at(10, 0, 2) };
    assert_eq!(result.warnings, [warning]);
    assert_eq!(times(&cube, guard.id), [0, 1, 3, 4]);
}

#[test]
fn test_propagation_options_only_entities() {
    let walls = [Entity::wall(at(1, 1, 0)), Entity::wall(at(2, 1, 0))];
    let mut cube = with(&walls);
    let only_entities = Some(BTreeSet::from([walls[0].id]));
    let options = PropagationOptions { only_entities, ..Default::default() };
    propagate_from_with_options(&mut cube, 0, options).unwrap();
    assert_eq!((times(&cube, walls[0].id).len(), times(&cube, walls[1].id).len()), (6, 1));
}

#[test]
fn test_propagation_options_stop_at() {
    let wall = Entity::wall(at(1, 1, 0));
    let mut cube = with([wall.clone()]);
    let options = PropagationOptions { stop_at: Some(3), ..Default::default() };
    let result = propagate_from_with_options(&mut cube, 0, options).unwrap();
    assert_eq!(result.context.slices_updated, 3);
    assert_eq!(times(&cube, wall.id), [0, 1, 2, 3]);
}

#[test]
fn test_compute_propagated_entity_persistent() {
    let wall = Entity::wall(at(1, 2, 0));
    let later = compute_propagated_entity(&wall, 4).unwrap();
    assert_eq!((later.id, later.position), (wall.id, at(1, 2, 4)));
}

#[test]
fn test_compute_propagated_entity_not_persistent() {
    assert_eq!(compute_propagated_entity(&Entity::floor(at(1, 2, 0)), 4), None);
    assert_eq!(compute_propagated_entity(&Entity::player(at(1, 2, 0)), 4), None);
}

#[test]
fn test_compute_propagated_entity_patrol() {
    let later = compute_propagated_entity(&guard(1, 0, 2), 4).unwrap();
    assert_eq!(later.position, at(1, 1, 4));
}

#[test]
fn test_would_collide() {
    let (wall, other) = (Entity::wall(at(1, 1, 0)), Entity::pushable_box(at(1, 1, 0)));
    assert!(would_collide(&wall, &other));
    assert!(!would_collide(&wall, &other.at_time(1)));
    assert!(!would_collide(&wall, &other.at_position(at(2, 1, 0))));
    assert!(!would_collide(&wall, &Entity::exit(at(1, 1, 0))));
}
