//! Tests of validation.

use super::*;

/// Two steps east, then back in time to the cell west of the start.
fn returned() -> GameState {
    let rift = Entity::rift(at(7, 5, 0), at(4, 5, 0), false);
    play(&game(&[rift]), &[Action::Move(E), Action::Move(E), Action::UseRift])
}

#[test]
fn test_validate_move_target_valid() {
    assert_eq!(validate_move_target(&game(&[]), at(6, 5, 1)), Ok(()));
}

#[test]
fn test_validate_move_target_out_of_bounds() {
    let state = game(&[]);
    let outside = Err(MoveError::OutOfBounds { x: 10, y: 5, t: 1 });
    assert_eq!(validate_move_target(&state, at(10, 5, 1)), outside);
    let late = Err(MoveError::TimeOverflow { t: 20, max_t: 19 });
    assert_eq!(validate_move_target(&state, at(10, 5, 20)), late);
    assert!(matches!(validate_move_target(&state, at(1, 1, -1)), Err(MoveError::OutOfBounds { .. })));
}

#[test]
fn test_validate_move_target_blocked() {
    let (wall, other) = (Entity::wall(at(6, 5, 0)), Entity::pushable_box(at(6, 5, 0)));
    let lowest = wall.id.min(other.id);
    let error = validate_move_target(&game(&[wall, other]), at(6, 5, 3)).unwrap_err();
    assert!(matches!(error, MoveError::Blocked { entity_id, t: 3, .. } if entity_id == lowest));
}

#[test]
fn test_validate_move_target_self_intersection() {
    let crossing = Err(MoveError::SelfIntersection { x: 6, y: 5, t: 1 });
    assert_eq!(validate_move_target(&returned(), at(6, 5, 1)), crossing);
}

#[test]
fn test_validate_directional_move() {
    let state = game(&[Entity::wall(at(5, 4, 0))]);
    assert_eq!(validate_directional_move(&state, E), Ok(at(6, 5, 1)));
    assert!(matches!(validate_directional_move(&state, N), Err(MoveError::Blocked { .. })));
}

#[test]
fn test_validate_wait_valid() {
    assert_eq!(validate_wait(&game(&[])), Ok(at(5, 5, 1)));
}

#[test]
fn test_validate_wait_self_intersection() {
    let rift = Entity::rift(at(7, 5, 0), at(6, 5, 0), false);
    let state = play(&game(&[rift]), &[Action::Move(E), Action::Move(E), Action::UseRift]);
    assert_eq!(validate_wait(&state), Err(MoveError::SelfIntersection { x: 6, y: 5, t: 1 }));
}

#[test]
fn test_validate_rift_valid() {
    let state = game(&[Entity::rift(at(5, 5, 0), at(1, 1, 7), false)]);
    assert_eq!(validate_rift(&state), Ok(at(1, 1, 7)));
}

#[test]
fn test_validate_rift_no_rift() {
    assert_eq!(validate_rift(&game(&[])), Err(ActionError::NoRiftHere));
}

#[test]
fn test_validate_rift_self_intersection() {
    let state = play(&game(&[Entity::rift(at(6, 5, 0), at(5, 5, 0), false)]), &[Action::Move(E)]);
    let error = validate_rift(&state).unwrap_err();
    assert!(matches!(error, ActionError::InvalidRiftTarget { target, .. } if target == at(5, 5, 0)));
}

#[test]
fn test_validate_push_single() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let moved = vec![(wood.id, at(6, 5, 0), at(7, 5, 1))];
    assert_eq!(validate_push(&game(&[wood]), E), Ok(moved));
    assert_eq!(validate_push(&game(&[]), E), Err(ActionError::NothingToPush { direction: E }));
}

#[test]
fn test_validate_push_chain() {
    let boxes = [6, 7].map(|x| Entity::pushable_box(at(x, 5, 0)));
    let moved = vec![(boxes[0].id, at(6, 5, 0), at(7, 5, 1)), (boxes[1].id, at(7, 5, 0), at(8, 5, 1))];
    assert_eq!(validate_push(&game(&boxes), E), Ok(moved));
}

#[test]
fn test_validate_push_blocked() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let blocked = Err(ActionError::PushBlocked { blocked_at: at(7, 5, 1) });
    assert_eq!(validate_push(&game(&[wood.clone(), Entity::wall(at(7, 5, 0))]), E), blocked);
    assert_eq!(validate_push(&game(&[wood.clone(), brief_wall(at(7, 5, 1))]), E), blocked);
    assert!(validate_push(&game(&[wood.clone(), brief_wall(at(7, 5, 2))]), E).is_ok());
    let entered = validate_push(&game(&[wood, brief_wall(at(6, 5, 1))]), E);
    assert!(matches!(entered, Err(ActionError::MoveBlocked(MoveError::Blocked { x: 6, t: 1, .. }))));
}

#[test]
fn test_validate_push_chain_limit() {
    let boxes = [6, 7, 8].map(|x| Entity::pushable_box(at(x, 5, 0)));
    assert!(validate_push(&game(&boxes), E).is_ok());
    let config = GameConfig { max_push_chain: 2, ..Default::default() };
    let error = Err(ActionError::PushChainTooLong { chain_length: 3, max: 2 });
    assert_eq!(validate_push(&game_with(&boxes, config), E), error);
}

#[test]
fn test_validate_pull_valid() {
    let wood = Entity::pullable_box(at(4, 5, 0));
    assert_eq!(validate_pull(&game([wood.clone()]), E), Ok((wood.id, at(4, 5, 0), at(5, 5, 1))));
    let blocked = validate_pull(&game(&[wood, Entity::wall(at(6, 5, 0))]), E);
    assert!(matches!(blocked, Err(ActionError::MoveBlocked(MoveError::Blocked { x: 6, .. }))));
}

#[test]
fn test_validate_pull_no_entity() {
    assert_eq!(validate_pull(&game(&[]), N), Err(ActionError::NothingToPull { direction: N }));
}

#[test]
fn test_validate_pull_not_pullable() {
    let wall = Entity::wall(at(4, 5, 0));
    assert_eq!(validate_pull(&game([wall.clone()]), E), Err(ActionError::NotPullable { entity_id: wall.id }));
}

#[test]
fn test_would_self_intersect() {
    let state = returned();
    assert!(would_self_intersect(&state, at(6, 5, 1)));
    assert!(!would_self_intersect(&state, at(6, 5, 2)));
}

#[test]
fn test_find_reachable_positions() {
    let state = game(&[Entity::wall(at(5, 4, 0)), Entity::rift(at(5, 5, 0), at(1, 1, 3), false)]);
    let all = [
        (at(5, 6, 1), Action::Move(S)),
        (at(6, 5, 1), Action::Move(E)),
        (at(4, 5, 1), Action::Move(W)),
        (at(5, 5, 1), Action::Wait),
        (at(1, 1, 3), Action::UseRift),
    ];
    assert_eq!(find_reachable_positions(&state), all);
}

#[test]
fn test_compute_push_chain_empty() {
    assert!(compute_push_chain(&cube(&[Entity::wall(at(6, 5, 0))]), at(5, 5, 0), E, 3).is_empty());
}

#[test]
fn test_compute_push_chain_single() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let cube = cube(&[wood.clone(), Entity::pushable_box(at(8, 5, 0))]);
    assert_eq!(compute_push_chain(&cube, at(5, 5, 0), E, 3), [(wood.id, at(6, 5, 0))]);
}

#[test]
fn test_compute_push_chain_multiple() {
    let boxes = [6, 7, 8].map(|x| Entity::pushable_box(at(x, 5, 0)));
    let chain = [(boxes[0].id, at(6, 5, 2)), (boxes[1].id, at(7, 5, 2)), (boxes[2].id, at(8, 5, 2))];
    assert_eq!(compute_push_chain(&cube(&boxes), at(5, 5, 2), E, 3), chain);
    assert_eq!(compute_push_chain(&cube(&boxes), at(5, 5, 2), E, 1), chain[..2]);
}
