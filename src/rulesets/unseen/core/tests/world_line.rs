//! Tests of the world line.

use super::*;

/// The path of the specification's example: two steps east, then a rift back to t = 0.
fn travelled() -> WorldLine {
    let mut line = WorldLine::new(at(5, 5, 0));
    line.extend(at(6, 5, 1)).unwrap();
    line.extend(at(7, 5, 2)).unwrap();
    line.extend_via_rift(at(3, 3, 0)).unwrap();
    line
}

#[test]
fn test_world_line_new() {
    let line = WorldLine::new(at(5, 5, 0));
    assert_eq!((line.len(), line.is_empty()), (1, false));
    assert_eq!((line.current(), line.start()), (Some(at(5, 5, 0)), Some(at(5, 5, 0))));
    assert_eq!(line.path(), [at(5, 5, 0)]);
}

#[test]
fn test_world_line_empty() {
    let mut line = WorldLine::empty();
    assert!(line.is_empty() && line.current().is_none() && line.start().is_none());
    assert_eq!((line.time_range(), line.current_turn()), (None, None));
    assert_eq!(line.extend(at(0, 0, 1)), Err(WorldLineError::Empty));
    assert_eq!(line.extend_via_rift(at(0, 0, 1)), Err(WorldLineError::Empty));
}

#[test]
fn test_world_line_extend_valid() {
    let mut line = WorldLine::new(at(5, 5, 0));
    assert_eq!(line.extend(at(5, 4, 1)), Ok(()));
    assert_eq!(line.extend(at(5, 4, 2)), Ok(()));
    assert_eq!(line.path(), [at(5, 5, 0), at(5, 4, 1), at(5, 4, 2)]);
}

#[test]
fn test_world_line_extend_self_intersection() {
    let mut line = travelled();
    line.extend_via_rift(at(6, 4, 0)).unwrap();
    let crossing = line.extend(at(6, 5, 1));
    assert_eq!(crossing, Err(WorldLineError::SelfIntersection { x: 6, y: 5, t: 1 }));
    assert_eq!(line.len(), 5);
    let text = crossing.unwrap_err().to_string();
    assert_eq!(text, "Self-intersection: position (6, 5, 1) already in world line");
}

#[test]
fn test_world_line_extend_invalid_step_wrong_time() {
    let mut line = WorldLine::new(at(5, 5, 0));
    let step = WorldLineError::InvalidStep { fx: 5, fy: 5, ft: 0, tx: 6, ty: 5, tt: 2 };
    assert_eq!(line.extend(at(6, 5, 2)), Err(step));
    assert!(line.extend(at(6, 5, 0)).is_err());
}

#[test]
fn test_world_line_extend_invalid_step_not_adjacent() {
    let mut line = WorldLine::new(at(5, 5, 0));
    assert!(matches!(line.extend(at(7, 5, 1)), Err(WorldLineError::InvalidStep { tx: 7, .. })));
    assert!(matches!(line.extend(at(6, 6, 1)), Err(WorldLineError::InvalidStep { .. })));
    assert_eq!(line.len(), 1);
}

#[test]
fn test_world_line_extend_via_rift_to_past() {
    let line = travelled();
    assert_eq!((line.current(), line.current_time()), (Some(at(3, 3, 0)), Some(0)));
}

#[test]
fn test_world_line_extend_via_rift_to_future() {
    let mut line = WorldLine::new(at(5, 5, 0));
    assert_eq!(line.extend_via_rift(at(1, 1, 500)), Ok(()));
    assert_eq!(line.current_time(), Some(500));
    assert!(line.contains(at(1, 1, 500)) && line.contains(at(5, 5, 0)));
}

#[test]
fn test_world_line_rift_then_normal_move() {
    let mut line = travelled();
    assert_eq!(line.extend(at(4, 3, 1)), Ok(()));
    assert_eq!(line.current_turn(), Some(4));
}

#[test]
fn test_world_line_would_intersect() {
    let line = WorldLine::new(at(5, 5, 0));
    assert!(line.would_intersect(at(5, 5, 0)));
    assert!(!line.would_intersect(at(5, 5, 1)));
}

#[test]
fn test_world_line_would_intersect_after_rift() {
    let line = travelled();
    assert!(line.would_intersect(at(6, 5, 1)));
    assert!(!line.would_intersect(at(4, 3, 1)));
}

#[test]
fn test_world_line_is_valid_step() {
    let line = travelled();
    assert!(line.is_valid_step(at(3, 3, 1)) && line.is_valid_step(at(3, 2, 1)));
    assert!(!line.is_valid_step(at(3, 3, 0)) && !line.is_valid_step(at(8, 5, 3)));
    assert!(!WorldLine::empty().is_valid_step(at(0, 0, 0)));
}

#[test]
fn test_world_line_contains() {
    let line = travelled();
    assert!(line.path().iter().all(|pos| line.contains(*pos)));
    assert!(!line.contains(at(5, 5, 1)));
}

#[test]
fn test_world_line_positions_at_time_single() {
    assert_eq!(travelled().positions_at_time(1), [at(6, 5, 1)]);
}

#[test]
fn test_world_line_positions_at_time_multiple() {
    assert_eq!(travelled().positions_at_time(0), [at(5, 5, 0), at(3, 3, 0)]);
}

#[test]
fn test_world_line_positions_at_time_none() {
    assert!(travelled().positions_at_time(3).is_empty());
    assert!(WorldLine::empty().positions_at_time(0).is_empty());
}

#[test]
fn test_world_line_time_range() {
    let mut line = WorldLine::new(at(5, 5, 2));
    line.extend(at(5, 5, 3)).unwrap();
    assert_eq!(line.time_range(), Some((2, 3)));
}

#[test]
fn test_world_line_time_range_non_monotonic() {
    let mut line = travelled();
    line.extend_via_rift(at(0, 0, 90)).unwrap();
    line.extend_via_rift(at(0, 0, 40)).unwrap();
    assert_eq!(line.time_range(), Some((0, 90)));
}

#[test]
fn test_world_line_visited_times() {
    let mut line = travelled();
    line.extend_via_rift(at(0, 0, 90)).unwrap();
    assert_eq!(line.visited_times(), [0, 1, 2, 90]);
}

#[test]
fn test_world_line_current_time() {
    assert_eq!(WorldLine::new(at(1, 1, 4)).current_time(), Some(4));
    assert_eq!(WorldLine::empty().current_time(), None);
}

#[test]
fn test_world_line_current_turn() {
    assert_eq!(travelled().current_turn(), Some(3));
}

#[test]
fn test_world_line_position_at_turn() {
    let line = travelled();
    assert_eq!(line.position_at_turn(2), Some(at(7, 5, 2)));
    assert_eq!(line.position_at_turn(3), Some(at(3, 3, 0)));
    assert_eq!(line.position_at_turn(4), None);
}

#[test]
fn test_world_line_reset() {
    let mut line = travelled();
    line.reset(at(1, 1, 0));
    assert_eq!(line.path(), [at(1, 1, 0)]);
    assert!(!line.contains(at(5, 5, 0)));
}

#[test]
fn test_world_line_clear() {
    let mut line = travelled();
    line.clear();
    assert!(line.is_empty() && !line.contains(at(5, 5, 0)) && line.positions_at_time(0).is_empty());
}

#[test]
fn test_world_line_try_extend() {
    let mut line = travelled();
    assert!(line.try_extend(at(3, 4, 1)));
    assert!(!line.try_extend(at(9, 9, 2)));
    assert_eq!(line.len(), 5);
}

#[test]
fn test_world_line_iteration_order() {
    let line = travelled();
    let all = [at(5, 5, 0), at(6, 5, 1), at(7, 5, 2), at(3, 3, 0)];
    assert!(line.iter().eq(all.iter()));
    assert_eq!(line.iter().len(), 4);
}

/// Walks back and forth over several stretches with rifts in between, and compares every answer with a plain list.
#[test]
fn the_indexes_agree_with_the_path() {
    let mut line = WorldLine::new(at(0, 0, 240));
    for turn in 1..900 {
        let here = line.current().unwrap();
        let step = if turn % 3 == 0 { here.wait() } else { here.step(Direction::all()[turn / 7 % 4]) };
        let jump = at(turn as i32, 0, (turn * 37 % 300) as i32);
        let added = if turn % 141 == 0 { line.extend_via_rift(jump) } else { line.extend(step) };
        if added.is_err() {
            line.extend_via_rift(jump).unwrap();
        }
    }
    let path = line.path();
    for t in 0..700 {
        let there: Vec<_> = path.iter().copied().filter(|pos| pos.t == t).collect();
        assert_eq!(line.positions_at_time(t), there);
    }
    for (turn, pos) in path.iter().enumerate() {
        assert!(line.contains(*pos));
        assert_eq!(line.turn_at(*pos), Some(turn));
        let mut times: Vec<_> =
            path.iter().filter(|other| other.same_space(pos)).map(|other| other.t).collect();
        times.retain(|t| (50..300).contains(t));
        times.sort();
        let mut found: Vec<_> = line.times_in_cell(pos.spatial(), 50, 300).collect();
        found.sort();
        assert_eq!(found, times);
        for times in [50..600, 0..300, 256..400, 0..512] {
            let turns = path.iter().enumerate().filter(|(_, other)| other.same_space(pos));
            let first = turns.filter(|(_, other)| times.contains(&other.t)).map(|(turn, _)| turn).min();
            assert_eq!(line.first_turn_in(pos.spatial(), times.start, times.end), first, "{times:?}");
        }
        let beside = pos.move_dir(Direction::South);
        assert_eq!(line.contains(beside), path.contains(&beside));
    }
}
