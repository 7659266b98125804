//! Tests of slices.

use super::*;

fn slice() -> TimeSlice {
    TimeSlice::new(2, 10, 8)
}

fn with(entities: impl AsRef<[Entity]>) -> TimeSlice {
    let mut slice = slice();
    entities.as_ref().iter().for_each(|entity| slice.add_entity(entity.clone()));
    slice
}

#[test]
fn test_time_slice_creation() {
    let slice = slice();
    assert_eq!((slice.t, slice.width, slice.height, slice.entity_count()), (2, 10, 8, 0));
}

#[test]
fn test_in_bounds() {
    let slice = slice();
    assert!(slice.in_bounds(cell(0, 0)) && slice.in_bounds(cell(9, 7)));
    assert!(!slice.in_bounds(cell(10, 0)) && !slice.in_bounds(cell(0, 8)) && !slice.in_bounds(cell(-1, 0)));
}

#[test]
fn test_add_entity() {
    let wall = Entity::wall(at(3, 3, 2));
    let mut slice = with([wall.clone()]);
    assert_eq!(slice.entity(wall.id), Some(wall.clone()));
    slice.add_entity(wall.at_position(at(4, 4, 2)));
    assert_eq!(slice.entity_count(), 1);
    assert!(slice.entities_at(cell(3, 3)).is_empty());
    assert_eq!(slice.entity_ids_at(cell(4, 4)), [wall.id]);
}

#[test]
fn test_remove_entity() {
    let wall = Entity::wall(at(3, 3, 2));
    let mut slice = with([wall.clone()]);
    assert_eq!(slice.remove_entity(wall.id), Some(wall.clone()));
    assert_eq!(slice.remove_entity(wall.id), None);
    assert!(slice.is_walkable(cell(3, 3)));
}

#[test]
fn test_entity_ids_at_empty_returns_empty_vec() {
    assert!(slice().entity_ids_at(cell(1, 1)).is_empty());
}

#[test]
fn test_entity_ids_at_multiple() {
    let (floor, exit) = (Entity::floor(at(1, 1, 2)), Entity::exit(at(1, 1, 2)));
    let mut ids = [floor.id, exit.id];
    ids.sort();
    assert_eq!(with(&[floor, exit, Entity::wall(at(2, 1, 2))]).entity_ids_at(cell(1, 1)), ids);
}

#[test]
fn test_entities_at() {
    let exit = Entity::exit(at(1, 1, 2));
    assert_eq!(with([exit.clone()]).entities_at(cell(1, 1)), [exit]);
    assert!(slice().entities_at(cell(1, 1)).is_empty());
}

#[test]
fn test_move_entity_updates_index() {
    let wall = Entity::wall(at(3, 3, 2));
    let mut slice = with([wall.clone()]);
    assert!(slice.move_entity(wall.id, cell(5, 5)));
    assert!(slice.entity_ids_at(cell(3, 3)).is_empty());
    assert_eq!(slice.entity_ids_at(cell(5, 5)), [wall.id]);
    assert_eq!(slice.entity(wall.id).unwrap().position, at(5, 5, 2));
    assert!(!slice.move_entity(EntityId::nil(), cell(1, 1)));
}

#[test]
fn test_blocks_movement_at() {
    let slice = with(&[Entity::pushable_box(at(1, 1, 2)), Entity::exit(at(2, 2, 2))]);
    assert!(slice.blocks_movement_at(cell(1, 1)));
    assert!(!slice.blocks_movement_at(cell(2, 2)));
}

#[test]
fn test_blocks_vision_at() {
    let slice = with(&[Entity::pushable_box(at(1, 1, 2)), Entity::wall(at(2, 2, 2))]);
    assert!(!slice.blocks_vision_at(cell(1, 1)));
    assert!(slice.blocks_vision_at(cell(2, 2)));
}

#[test]
fn test_is_walkable() {
    let slice = with(&[Entity::wall(at(1, 1, 2))]);
    assert!(!slice.is_walkable(cell(1, 1)));
    assert!(slice.is_walkable(cell(2, 1)));
    assert!(!slice.is_walkable(cell(-1, 1)));
}

#[test]
fn test_has_rift_at() {
    let slice = with(&[Entity::rift(at(1, 1, 2), at(5, 5, 0), false)]);
    assert!(slice.has_rift_at(cell(1, 1)));
    assert!(!slice.has_rift_at(cell(5, 5)));
}

#[test]
fn test_rift_target_at() {
    let slice = with(&[Entity::rift(at(1, 1, 2), at(5, 5, 0), false)]);
    assert_eq!(slice.rift_target_at(cell(1, 1)), Some(at(5, 5, 0)));
    assert_eq!(slice.rift_target_at(cell(2, 1)), None);
}

#[test]
fn test_is_exit_at() {
    let slice = with(&[Entity::exit(at(1, 1, 2))]);
    assert!(slice.is_exit_at(cell(1, 1)));
    assert!(!slice.is_exit_at(cell(2, 1)));
}

#[test]
fn test_player_lookup() {
    let player = Entity::player(at(1, 1, 2));
    assert_eq!(with(&[Entity::wall(at(0, 0, 2)), player.clone()]).player(), Some(player));
    assert_eq!(slice().player(), None);
}

#[test]
fn test_enemies_lookup() {
    let guards = [guard(1, 1, 3), guard(2, 1, 3)];
    let slice = with(&[guards[0].clone(), Entity::wall(at(0, 0, 2)), guards[1].clone()]);
    let mut ids = guards.map(|guard| guard.id);
    ids.sort();
    assert_eq!(slice.enemies().iter().map(|enemy| enemy.id).collect::<Vec<_>>(), ids);
}

#[test]
fn test_clear() {
    let mut slice = with(&[Entity::wall(at(1, 1, 2)), Entity::exit(at(2, 1, 2))]);
    assert_eq!(slice.occupied_positions().collect::<Vec<_>>(), [cell(1, 1), cell(2, 1)]);
    slice.clear();
    assert_eq!(slice.entity_count(), 0);
    assert_eq!(slice.all_entity_ids().count(), 0);
    assert!(slice.is_walkable(cell(1, 1)));
}

#[test]
fn a_slice_of_a_cube_changes_alone() {
    let mut cube = TimeCube::new(5, 5, 4);
    let wall = cube.spawn_and_propagate(Entity::wall(at(1, 1, 0))).unwrap();
    let mut slice = cube.slice(2).unwrap();
    assert!(slice.move_entity(wall, cell(3, 3)));
    assert!(slice.is_walkable(cell(1, 1)) && !slice.is_walkable(cell(3, 3)));
    assert!(!cube.is_walkable(at(1, 1, 2)));
    cube.update_slice(2, |slice| slice.move_entity(wall, cell(3, 3))).unwrap().unwrap();
    let blocked: Vec<_> = (0..4).filter(|t| !cube.is_walkable(at(1, 1, *t))).collect();
    assert_eq!(blocked, [0, 1, 3]);
    assert!(!cube.is_walkable(at(3, 3, 2)));
    (0..4).for_each(|t| cube.update_slice(t, TimeSlice::clear).unwrap().unwrap());
    assert!(cube.slices().all(|slice| slice.entity_count() == 0));
}

#[test]
fn a_loan_is_known_where_it_ends() {
    let wall = Entity::wall(at(3, 3, 2));
    let mut slice = with([wall.clone()]);
    slice.entity_mut(wall.id).unwrap().position = at(4, 3, 2);
    slice.entity_mut(wall.id).unwrap().name = Some("north".to_owned());
    assert_eq!(slice.entity_ids_at(cell(4, 3)), [wall.id]);
    assert_eq!(slice.entity(wall.id).unwrap().name.as_deref(), Some("north"));
    assert!(slice.entity_mut(EntityId::nil()).is_none());
}
