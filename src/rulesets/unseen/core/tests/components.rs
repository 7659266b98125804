//! Tests of components and their data.

use super::*;

#[test]
fn test_component_blocks_movement() {
    assert!(Component::BlocksMovement.blocks_movement());
    assert!(!Component::BlocksVision.blocks_movement());
    assert!(!Component::Pushable.blocks_movement());
}

#[test]
fn test_component_blocks_vision() {
    assert!(Component::BlocksVision.blocks_vision());
    assert!(!Component::BlocksMovement.blocks_vision());
}

#[test]
fn test_component_is_time_persistent() {
    assert!(Component::TimePersistent.is_time_persistent());
    assert!(!Component::Player.is_time_persistent());
}

#[test]
fn test_patrol_position_at_loops() {
    let patrol = row_patrol(0, 0, 2, true);
    let columns: Vec<i32> = (0..7).map(|t| patrol.position_at(t).x).collect();
    assert_eq!(columns, [0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn test_patrol_position_at_no_loop() {
    let patrol = row_patrol(0, 0, 2, false);
    let columns: Vec<i32> = (0..5).map(|t| patrol.position_at(t).x).collect();
    assert_eq!(columns, [0, 1, 2, 2, 2]);
}

#[test]
fn test_patrol_position_at_zero() {
    assert_eq!(row_patrol(4, 2, 3, true).position_at(0), cell(2, 4));
    assert_eq!(row_patrol(4, 2, 3, false).position_at(0), cell(2, 4));
}

#[test]
#[should_panic(expected = "at least one cell")]
fn test_patrol_empty_panics() {
    PatrolData::new(Vec::new(), true);
}

#[test]
fn test_patrol_is_empty() {
    assert!(!row_patrol(0, 0, 2, true).is_empty());
    assert_eq!(row_patrol(0, 0, 2, true).len(), 3);
    assert!(PatrolData { path: Vec::new(), loops: true }.is_empty());
}

#[test]
#[should_panic(expected = "time begins at 0")]
fn a_patrol_is_nowhere_before_time_begins() {
    row_patrol(0, 0, 2, true).position_at(-1);
}

#[test]
fn test_vision_data_default_fov() {
    let vision = VisionData::new(3, Direction::East);
    assert_eq!(vision, VisionData { light_speed: 3, facing: Direction::East, fov_degrees: 90 });
    assert_eq!(VisionData::with_fov(3, Direction::East, 180).fov_degrees, 180);
}

#[test]
fn test_vision_data_omnidirectional() {
    let vision = VisionData::omnidirectional(5);
    assert_eq!((vision.light_speed, vision.fov_degrees), (5, 360));
}

#[test]
fn test_rift_one_way() {
    assert_eq!(RiftData::one_way(at(1, 2, 3)), RiftData { target: at(1, 2, 3), bidirectional: false });
}

#[test]
fn test_rift_bidirectional() {
    assert_eq!(RiftData::bidirectional(at(1, 2, 3)), RiftData { target: at(1, 2, 3), bidirectional: true });
}
