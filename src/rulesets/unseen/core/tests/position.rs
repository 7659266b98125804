//! Tests of positions and directions.

use super::*;

#[test]
fn test_position_creation() {
    let position = at(1, 2, 3);
    assert_eq!((position.x, position.y, position.t), (1, 2, 3));
    assert_eq!(position.spatial(), cell(1, 2));
}

#[test]
fn test_move_direction_north_south_east_west() {
    let from = at(5, 5, 7);
    assert_eq!(from.move_dir(Direction::North), at(5, 4, 7));
    assert_eq!(from.move_dir(Direction::South), at(5, 6, 7));
    assert_eq!(from.move_dir(Direction::East), at(6, 5, 7));
    assert_eq!(from.move_dir(Direction::West), at(4, 5, 7));
}

#[test]
fn test_tick_advances_time_only() {
    assert_eq!(at(5, 6, 7).tick(), at(5, 6, 8));
}

#[test]
fn test_step_moves_and_ticks() {
    assert_eq!(at(5, 5, 0).step(Direction::East), at(6, 5, 1));
}

#[test]
fn test_wait_equals_tick() {
    assert_eq!(at(5, 6, 7).wait(), at(5, 6, 7).tick());
}

#[test]
fn test_manhattan_distance() {
    assert_eq!(at(1, 2, 0).manhattan_distance(&at(4, -2, 9)), 7);
    assert_eq!(cell(1, 2).manhattan_distance(&cell(1, 2)), 0);
}

#[test]
fn test_euclidean_distance() {
    assert_eq!(at(0, 0, 0).euclidean_distance(&at(3, 4, 9)), 5.0);
}

#[test]
fn test_same_spacetime() {
    assert!(at(1, 2, 3).same_spacetime(&at(1, 2, 3)));
    assert!(!at(1, 2, 3).same_spacetime(&at(1, 2, 4)));
    assert!(!at(1, 2, 3).same_spacetime(&at(2, 2, 3)));
}

#[test]
fn test_same_space_different_time() {
    assert!(at(1, 2, 3).same_space(&at(1, 2, 4)));
    assert!(!at(1, 2, 3).same_space(&at(1, 3, 3)));
}

#[test]
fn test_is_adjacent() {
    assert!(at(1, 1, 0).is_adjacent(&at(1, 2, 5)));
    assert!(!at(1, 1, 0).is_adjacent(&at(2, 2, 0)));
    assert!(!at(1, 1, 0).is_adjacent(&at(1, 1, 0)));
    assert!(cell(1, 1).is_adjacent(&cell(0, 1)));
}

#[test]
fn test_is_valid_step_from() {
    let from = at(5, 5, 3);
    assert!(at(5, 5, 4).is_valid_step_from(&from));
    assert!(at(5, 4, 4).is_valid_step_from(&from));
    assert!(!at(6, 4, 4).is_valid_step_from(&from));
    assert!(!at(5, 4, 3).is_valid_step_from(&from));
    assert!(!at(5, 4, 5).is_valid_step_from(&from));
}

#[test]
fn test_direction_delta() {
    let deltas = Direction::all().map(|direction| direction.delta());
    assert_eq!(deltas, [(0, -1), (0, 1), (1, 0), (-1, 0)]);
}

#[test]
fn test_direction_opposite() {
    for direction in Direction::all() {
        let ((dx, dy), back) = (direction.delta(), direction.opposite().delta());
        assert_eq!(back, (-dx, -dy));
    }
}

#[test]
fn test_direction_from_delta() {
    for direction in Direction::all() {
        let (dx, dy) = direction.delta();
        assert_eq!(Direction::from_delta(dx, dy), Some(direction));
    }
    assert_eq!(Direction::from_delta(1, 1), None);
    assert_eq!(Direction::from_delta(0, 0), None);
}

#[test]
fn z_order_tells_all_cells_apart() {
    let cells = (-3..3).flat_map(|x| (-3..3).map(move |y| cell(x, y).z_order()));
    assert_eq!(cells.collect::<std::collections::BTreeSet<_>>().len(), 36);
    assert!(cell(0, 0).z_order().abs_diff(cell(1, 1).z_order()) == 3);
}
