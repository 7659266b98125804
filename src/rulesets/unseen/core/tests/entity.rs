//! Tests of entities, their factories and their builder.

use super::*;

fn of(components: Vec<Component>) -> Entity {
    Entity::new(at(1, 2, 3), components)
}

#[test]
fn test_entity_creation_generates_id() {
    let (one, other) = (of(vec![]), of(vec![]));
    assert_ne!(one.id, other.id);
    assert!(!one.id.is_nil());
    assert_eq!(one.position, at(1, 2, 3));
}

#[test]
fn test_entity_with_specific_id() {
    let id = EntityId::from_u128(7);
    assert_eq!(Entity::with_id(id, at(0, 0, 0), vec![Component::Exit]).id, id);
}

#[test]
fn test_entity_has_component() {
    let entity = of(vec![Component::Pushable, Component::Rift(RiftData::one_way(at(0, 0, 0)))]);
    assert!(entity.has_component(&Component::Pushable));
    assert!(entity.has_component(&Component::Rift(RiftData::one_way(at(9, 9, 9)))));
    assert!(!entity.has_component(&Component::Pullable));
    assert!(entity.has(|component| matches!(component, Component::Rift(_))));
    assert_eq!(entity.components().len(), 2);
}

#[test]
fn test_entity_blocks_movement() {
    assert!(of(vec![Component::BlocksMovement]).blocks_movement());
    assert!(!of(vec![Component::BlocksVision]).blocks_movement());
}

#[test]
fn test_entity_blocks_vision() {
    assert!(of(vec![Component::BlocksVision]).blocks_vision());
    assert!(!of(vec![Component::BlocksMovement]).blocks_vision());
}

#[test]
fn test_entity_is_time_persistent() {
    assert!(of(vec![Component::TimePersistent, Component::TimePersistent]).is_time_persistent());
    assert!(!of(vec![]).is_time_persistent());
}

#[test]
fn test_entity_is_player() {
    assert!(Entity::player(at(0, 0, 0)).is_player());
    assert!(!Entity::wall(at(0, 0, 0)).is_player());
    assert!(!Entity::player(at(0, 0, 0)).is_time_persistent());
}

#[test]
fn test_entity_is_enemy() {
    assert!(guard(0, 0, 1).is_enemy());
    assert!(!Entity::player(at(0, 0, 0)).is_enemy());
}

#[test]
fn test_entity_type_precedence_player() {
    // No builder makes such a player; data from elsewhere may.
    let components = vec![
        Component::Exit,
        Component::VisionCone(VisionData::omnidirectional(1)),
        Component::Pushable,
        Component::Player,
    ];
    let everything = Entity::unchecked(EntityId::from_u128(1), at(0, 0, 0), components, None);
    assert_eq!(everything.entity_type(), EntityType::Player);
}

#[test]
fn the_player_has_no_other_component() {
    let others = [
        Component::Pushable,
        Component::Exit,
        Component::TimePersistent,
        Component::Rift(RiftData::one_way(at(0, 0, 0))),
    ];
    for other in others {
        let both = EntityBuilder::new(at(0, 0, 0)).with_components([Component::Player, other.clone()]);
        let error = both.try_build().expect_err("the player comes alone");
        assert_eq!(error, EntityError::PlayerWithOthers { component: other.name() });
        assert!(error.to_string().contains("the player can have no other component"), "{error}");
    }
    let twice = EntityBuilder::new(at(0, 0, 0)).with_components([Component::Player, Component::Player]);
    assert!(twice.try_build().is_ok_and(|player| player.is_player()), "markers may come twice");
}

#[test]
fn test_entity_type_precedence_enemy() {
    let vision = Component::VisionCone(VisionData::omnidirectional(1));
    let enemy = of(vec![Component::Rift(RiftData::one_way(at(0, 0, 0))), vision, Component::BlocksMovement]);
    assert_eq!(enemy.entity_type(), EntityType::Enemy);
    assert_eq!(Entity::rift(at(0, 0, 0), at(1, 1, 1), false).entity_type(), EntityType::Rift);
    assert_eq!(Entity::exit(at(0, 0, 0)).entity_type(), EntityType::Exit);
    assert_eq!(Entity::pushable_box(at(0, 0, 0)).entity_type(), EntityType::Box);
}

#[test]
fn test_entity_type_precedence_wall() {
    let wall = of(vec![Component::BlocksMovement, Component::BlocksVision]);
    assert_eq!(wall.entity_type(), EntityType::Wall);
    let opaque_box = of(vec![Component::BlocksMovement, Component::BlocksVision, Component::Pullable]);
    assert_eq!(opaque_box.entity_type(), EntityType::Box);
}

#[test]
fn test_entity_type_precedence_floor() {
    assert_eq!(Entity::floor(at(0, 0, 0)).entity_type(), EntityType::Floor);
    assert_eq!(of(vec![Component::TimePersistent]).entity_type(), EntityType::Floor);
    assert_eq!(Entity::goal(at(0, 0, 0)).entity_type(), EntityType::Goal);
}

#[test]
fn test_entity_type_custom() {
    assert_eq!(of(vec![Component::BlocksVision]).entity_type(), EntityType::Custom);
    assert_eq!(of(vec![Component::BlocksMovement]).entity_type(), EntityType::Custom);
}

#[test]
fn test_entity_at_position_preserves_id() {
    let wall = Entity::wall(at(1, 2, 3));
    let moved = wall.at_position(at(4, 5, 6));
    assert_eq!((moved.id, moved.position), (wall.id, at(4, 5, 6)));
    assert_eq!(moved.components(), wall.components());
    assert_eq!(wall.at_time(9).position, at(1, 2, 9));
}

#[test]
fn test_entity_propagate_increments_time() {
    let wall = Entity::wall(at(1, 2, 3));
    let next = wall.propagate_to_next_time();
    assert_eq!((next.id, next.position), (wall.id, at(1, 2, 4)));
}

#[test]
fn test_factory_wall_components() {
    let wall = Entity::wall(at(0, 0, 0));
    assert!(wall.blocks_movement() && wall.blocks_vision() && wall.is_time_persistent());
    let pushable = Entity::pushable_box(at(0, 0, 0));
    assert!(pushable.blocks_movement() && pushable.is_pushable() && pushable.is_time_persistent());
    assert!(!pushable.blocks_vision() && !pushable.is_pullable());
}

#[test]
fn test_factory_enemy_components() {
    let enemy = guard(3, 1, 2);
    assert_eq!(enemy.patrol_data(), Some(&row_patrol(3, 1, 2, true)));
    assert_eq!(enemy.vision_data(), Some(&VisionData::new(3, Direction::South)));
    assert!(enemy.is_time_persistent() && !enemy.blocks_movement());
    assert_eq!(enemy.rift_data(), None);
}

#[test]
fn test_builder_chaining() {
    let id = EntityId::from_u128(1);
    let builder = EntityBuilder::new(at(1, 1, 0)).with_id(id).with_name("crate").blocking().opaque();
    let built = builder.persistent().pushable().pullable().with_component(Component::Exit).build();
    assert_eq!((built.id, built.name.as_deref()), (id, Some("crate")));
    assert!(built.blocks_movement() && built.blocks_vision() && built.is_time_persistent());
    assert!(built.is_pushable() && built.is_pullable() && built.is_exit());
}

#[test]
fn a_component_with_data_comes_once_only() {
    let rift = Component::Rift(RiftData::one_way(at(0, 0, 0)));
    let twice = EntityBuilder::new(at(0, 0, 0)).with_component(rift.clone()).with_component(rift);
    let error = EntityError::DuplicateComponent { component: "Rift", count: 2 };
    assert_eq!(twice.try_build(), Err(error));
}

#[test]
#[should_panic(expected = "only one Patrol component")]
fn building_panics_with_the_same_words() {
    let patrol = || Component::Patrol(row_patrol(0, 0, 1, true));
    Entity::new(at(0, 0, 0), vec![patrol(), patrol()]);
}
