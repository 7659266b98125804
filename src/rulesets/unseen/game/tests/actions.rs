//! Tests of actions.

use super::*;

fn moves_to(direction: Direction, to: Position) {
    let state = game(&[]);
    let result = apply_action(&state, Action::Move(direction)).unwrap();
    assert_eq!(result.outcome, ActionOutcome::Moved { from: at(5, 5, 0), to });
    assert_eq!((result.state.player_position(), result.state.turn()), (to, 1));
    assert_eq!(state.player_position(), at(5, 5, 0));
}

#[test]
fn test_apply_move_north() {
    moves_to(N, at(5, 4, 1));
}

#[test]
fn test_apply_move_south() {
    moves_to(S, at(5, 6, 1));
}

#[test]
fn test_apply_move_east() {
    moves_to(E, at(6, 5, 1));
}

#[test]
fn test_apply_move_west() {
    moves_to(W, at(4, 5, 1));
}

#[test]
fn test_apply_move_blocked() {
    let wall = Entity::wall(at(6, 5, 0));
    let error = refusal(&game([wall.clone()]), Action::Move(E));
    let entity_type = "Wall".to_owned();
    let blocked = MoveError::Blocked { x: 6, y: 5, t: 1, entity_id: wall.id, entity_type };
    assert_eq!(error, ActionError::MoveBlocked(blocked));
    assert_eq!(error.to_string(), "Move blocked: Position blocked by Wall: (6, 5) at t 1");
}

#[test]
fn test_apply_move_out_of_bounds() {
    let state = GameState::from_cube(cube_of((3, 3, 2), at(0, 0, 0), &[])).unwrap();
    let outside = MoveError::OutOfBounds { x: -1, y: 0, t: 1 };
    assert_eq!(refusal(&state, Action::Move(W)), outside.into());
    let last = play(&state, &[Action::Wait]);
    let over = MoveError::TimeOverflow { t: 2, max_t: 1 };
    assert_eq!(refusal(&last, Action::Move(E)), over.clone().into());
    assert_eq!(refusal(&last, Action::Move(W)), over.clone().into());
    assert_eq!(refusal(&last, Action::Wait), over.into());
}

#[test]
fn test_apply_move_self_intersection() {
    let back = Entity::rift(at(6, 5, 0), at(4, 5, 0), false);
    let state = play(&game(&[back]), &[Action::Move(W), Action::Move(E), Action::Move(E), Action::UseRift]);
    assert_eq!(state.player_position(), at(4, 5, 0));
    let crossing = MoveError::SelfIntersection { x: 4, y: 5, t: 1 };
    assert_eq!(refusal(&state, Action::Wait), crossing.into());
    let rift = Entity::rift(at(6, 5, 0), at(7, 5, 0), false);
    let state = play(&game(&[rift]), &[Action::Move(E), Action::UseRift]);
    let crossing = MoveError::SelfIntersection { x: 6, y: 5, t: 1 };
    assert_eq!(refusal(&state, Action::Move(W)), crossing.into());
}

#[test]
fn test_apply_move_advances_time() {
    assert_eq!(play(&game(&[]), &[Action::Move(E), Action::Move(E)]).current_time(), 2);
}

#[test]
fn test_apply_move_extends_world_line() {
    let state = play(&game(&[]), &[Action::Move(E), Action::Move(S)]);
    assert_eq!(state.world_line().path(), [at(5, 5, 0), at(6, 5, 1), at(6, 6, 2)]);
    assert_eq!(state.history().to_vec(), [Action::Move(E), Action::Move(S)]);
    assert_eq!(state.history().last(), Some(Action::Move(S)));
}

#[test]
fn test_apply_wait() {
    let result = apply_action(&game(&[]), Action::Wait).unwrap();
    assert_eq!(result.outcome, ActionOutcome::Waited { at: at(5, 5, 1) });
    assert_eq!((result.state.turn(), result.state.history().to_vec()), (1, vec![Action::Wait]));
}

#[test]
fn test_apply_wait_extends_world_line_same_xy() {
    let state = play(&game(&[]), &[Action::Wait]);
    assert_eq!(state.world_line().path(), [at(5, 5, 0), at(5, 5, 1)]);
}

#[test]
fn test_apply_rift_success() {
    let state = game(&[Entity::rift(at(5, 5, 0), at(2, 2, 9), false)]);
    let result = apply_action(&state, Action::UseRift).unwrap();
    assert_eq!(result.outcome, ActionOutcome::Rifted { from: at(5, 5, 0), to: at(2, 2, 9) });
    assert_eq!((result.state.turn(), result.state.current_time()), (1, 9));
    assert_eq!(result.state.history().to_vec(), [Action::UseRift]);
}

#[test]
fn test_apply_rift_no_rift() {
    assert_eq!(refusal(&game(&[]), Action::UseRift), ActionError::NoRiftHere);
}

#[test]
fn test_apply_rift_self_intersection() {
    let state = play(&game(&[Entity::rift(at(6, 5, 0), at(5, 5, 0), false)]), &[Action::Move(E)]);
    let error = refusal(&state, Action::UseRift);
    let reason = "Self-intersection: player already visited (5, 5) at t 0".to_owned();
    assert_eq!(error, ActionError::InvalidRiftTarget { target: at(5, 5, 0), reason });
}

#[test]
fn a_rift_to_nowhere_is_refused_with_the_reason() {
    for (target, word) in
        [(at(1, 1, 99), "Time overflow"), (at(-1, 1, 3), "bounds"), (at(2, 2, 3), "blocked")]
    {
        let state = game(&[Entity::rift(at(5, 5, 0), target, false), Entity::wall(at(2, 2, 0))]);
        let error = refusal(&state, Action::UseRift);
        assert!(matches!(error, ActionError::InvalidRiftTarget { target: to, .. } if to == target));
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn a_rift_both_ways_leads_back_to_where_it_was_placed() {
    let state = game(&[Entity::rift(at(6, 5, 0), at(2, 2, 9), true)]);
    let state = play(&state, &[Action::Move(E), Action::UseRift, Action::UseRift]);
    assert_eq!(state.world_line().path()[2..], [at(2, 2, 9), at(6, 5, 0)]);
    let state =
        play(&game(&[Entity::rift(at(6, 5, 0), at(2, 2, 9), true)]), &[Action::Move(E), Action::UseRift]);
    assert_eq!(refusal(&play(&state, &[Action::Wait]), Action::UseRift), ActionError::NoRiftHere);
}

#[test]
fn test_apply_push_single_box() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let state = game([wood.clone()]);
    let result = apply_action(&state, Action::Push(E)).unwrap();
    let pushed = vec![(wood.id, at(7, 5, 1))];
    assert_eq!(result.outcome, ActionOutcome::Pushed { player_to: at(6, 5, 1), pushed });
    assert_eq!(times_of(&result.state, wood.id, 6, 5), [0]);
    assert_eq!(times_of(&result.state, wood.id, 7, 5), (1..20).collect::<Vec<_>>());
    assert_eq!(times_of(&state, wood.id, 6, 5), (0..20).collect::<Vec<_>>());
}

#[test]
fn test_apply_push_chain() {
    let boxes = [6, 7, 8].map(|x| Entity::pushable_box(at(x, 5, 0)));
    let result = apply_action(&game(&boxes), Action::Push(E)).unwrap();
    let pushed = boxes.iter().zip(7..).map(|(wood, x)| (wood.id, at(x, 5, 1))).collect();
    assert_eq!(result.outcome, ActionOutcome::Pushed { player_to: at(6, 5, 1), pushed });
    for (wood, x) in boxes.iter().zip(7..) {
        assert_eq!(result.state.cube().entity_at_time(wood.id, 19).unwrap().position, at(x, 5, 19));
    }
}

#[test]
fn test_apply_push_chain_too_long() {
    let boxes = [5, 6, 7, 8].map(|x| Entity::pushable_box(at(x, 5, 0)));
    let state = GameState::from_cube(cube_of((10, 10, 20), at(4, 5, 0), &boxes)).unwrap();
    let error = ActionError::PushChainTooLong { chain_length: 4, max: 3 };
    assert_eq!(refusal(&state, Action::Push(E)), error);
    let config = GameConfig { max_push_chain: 0, ..Default::default() };
    let error = ActionError::PushChainTooLong { chain_length: 1, max: 0 };
    assert_eq!(refusal(&game_with(&[Entity::pushable_box(at(6, 5, 0))], config), Action::Push(E)), error);
}

#[test]
fn test_apply_push_blocked_by_wall() {
    let state = game(&[Entity::pushable_box(at(6, 5, 0)), Entity::wall(at(7, 5, 0))]);
    assert_eq!(refusal(&state, Action::Push(E)), ActionError::PushBlocked { blocked_at: at(7, 5, 1) });
    assert_eq!(refusal(&state, Action::Push(W)), ActionError::NothingToPush { direction: W });
    let edge =
        GameState::from_cube(cube_of((3, 3, 9), at(1, 1, 0), &[Entity::pushable_box(at(2, 1, 0))])).unwrap();
    assert_eq!(refusal(&edge, Action::Push(E)), ActionError::PushBlocked { blocked_at: at(3, 1, 1) });
}

#[test]
fn test_apply_pull_success() {
    let wood = Entity::pullable_box(at(4, 5, 0));
    let result = apply_action(&game([wood.clone()]), Action::Pull(E)).unwrap();
    let pulled_to = at(5, 5, 1);
    assert_eq!(
        result.outcome,
        ActionOutcome::Pulled { player_to: at(6, 5, 1), pulled_id: wood.id, pulled_to }
    );
    assert_eq!(times_of(&result.state, wood.id, 5, 5), (1..20).collect::<Vec<_>>());
    assert_eq!(result.state.history().to_vec(), [Action::Pull(E)]);
}

#[test]
fn test_apply_pull_nothing_to_pull() {
    assert_eq!(refusal(&game(&[]), Action::Pull(E)), ActionError::NothingToPull { direction: E });
    let exit = game(&[Entity::exit(at(4, 5, 0))]);
    assert_eq!(refusal(&exit, Action::Pull(E)), ActionError::NothingToPull { direction: E });
}

#[test]
fn test_apply_pull_not_pullable() {
    let wood = Entity::pushable_box(at(4, 5, 0));
    let error = ActionError::NotPullable { entity_id: wood.id };
    assert_eq!(refusal(&game(&[wood]), Action::Pull(E)), error);
}

#[test]
fn test_apply_restart() {
    let start = game(&[Entity::pushable_box(at(6, 5, 0))]);
    let state = play(&start, &[Action::Push(E), Action::Wait]);
    let result = apply_action(&state, Action::Restart).unwrap();
    assert_eq!(result.outcome, ActionOutcome::Restarted);
    assert_eq!(result.state, start);
    assert_eq!((result.state.turn(), result.state.player_position()), (0, at(5, 5, 0)));
    assert!(result.state.history().is_empty() && result.state.cube().blocks_movement(at(6, 5, 9)));
}

#[test]
fn test_action_result_moved_entities() {
    let boxes = [6, 7].map(|x| Entity::pushable_box(at(x, 5, 0)));
    let state = game(&boxes);
    let result = apply_action(&state, Action::Push(E)).unwrap();
    let moved = [
        (state.player_id(), at(5, 5, 0), at(6, 5, 1)),
        (boxes[0].id, at(6, 5, 0), at(7, 5, 1)),
        (boxes[1].id, at(7, 5, 0), at(8, 5, 1)),
    ];
    assert_eq!(result.moved_entities, moved);
    let waited = apply_action(&state, Action::Restart).unwrap();
    assert!(waited.moved_entities.is_empty());
}

#[test]
fn test_action_result_propagation() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let result = apply_action(&game([wood.clone()]), Action::Push(E)).unwrap();
    let propagation = result.propagation.unwrap();
    assert_eq!((propagation.context.dirty_from, propagation.context.slices_updated), (1, 19));
    assert!(propagation.context.affected_entities.contains(&wood.id) && propagation.warnings.is_empty());
    assert!(apply_action(&game(&[]), Action::Wait).unwrap().propagation.is_none());
}

#[test]
fn test_preview_action() {
    let state = game(&[Entity::pushable_box(at(6, 5, 0)), Entity::exit(at(5, 6, 0))]);
    let before = state.clone();
    for action in Action::all() {
        assert_eq!(
            preview_action(&state, action).ok(),
            apply_action(&state, action).ok().map(|done| done.outcome)
        );
    }
    assert_eq!(preview_action(&state, Action::Move(S)), Ok(ActionOutcome::Won { at: at(5, 6, 1) }));
    assert_eq!(state, before);
}

#[test]
fn test_validate_action() {
    let state = game(&[Entity::wall(at(6, 5, 0))]);
    assert_eq!(validate_action(&state, Action::Move(W)), Ok(()));
    assert!(validate_action(&state, Action::Move(E)).is_err());
    assert_eq!(validate_action(&state, Action::Restart), Ok(()));
}

#[test]
fn test_game_not_active_error() {
    let won = play(&game(&[Entity::exit(at(6, 5, 0))]), &[Action::Move(E)]);
    for action in Action::all().filter(|action| *action != Action::Restart) {
        assert_eq!(refusal(&won, action), ActionError::GameNotActive { phase: GamePhase::Won });
    }
    assert_eq!(won.valid_actions(), [Action::Restart]);
    assert!(won.reachable_positions().is_empty());
    assert!(play(&won, &[Action::Restart]).is_active());
}

#[test]
fn test_win_on_exit() {
    let state = game(&[Entity::exit(at(6, 5, 0))]);
    let result = apply_action(&state, Action::Move(E)).unwrap();
    assert_eq!(result.outcome, ActionOutcome::Won { at: at(6, 5, 1) });
    assert!(result.state.has_won());
}

#[test]
fn boxes_on_goals_win_where_the_level_says_so() {
    let things = [Entity::pushable_box(at(6, 5, 0)), Entity::goal(at(7, 5, 0)), Entity::exit(at(6, 6, 0))];
    let with = |win| game_with(&things, GameConfig { win, ..Default::default() });
    assert!(play(&with(WinMode::Goals), &[Action::Push(E)]).has_won());
    assert!(!play(&with(WinMode::Exit), &[Action::Push(E)]).has_won());
    assert!(play(&with(WinMode::Both), &[Action::Push(E), Action::Move(S)]).has_won());
    assert!(!play(&with(WinMode::Both), &[Action::Move(S), Action::Move(E)]).has_won());
    let none = game_with(&[], GameConfig { win: WinMode::Goals, ..Default::default() });
    assert!(play(&none, &[Action::Wait]).is_active());
}

#[test]
fn a_push_onto_a_cell_where_something_blocks_later_warns_of_it() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let warnings = |things: &[Entity]| {
        let pushed = apply_action(&game(things), Action::Push(E)).unwrap();
        pushed.propagation.unwrap().warnings
    };
    let collision = |other: &Entity, t| PropagationWarning::EntityCollision {
        entity_a: wood.id,
        entity_b: other.id,
        at: at(7, 5, t),
    };
    let wall = brief_wall(at(7, 5, 9));
    assert_eq!(warnings(&[wood.clone(), wall.clone()]), [collision(&wall, 9)]);
    let patrol = PatrolData::new([9, 8, 7, 8].map(|x| SpatialPos::new(x, 5)).to_vec(), true);
    let cart =
        EntityBuilder::new(at(9, 5, 0)).blocking().persistent().with_component(Component::Patrol(patrol));
    let cart = cart.build();
    assert_eq!(warnings(&[wood.clone(), cart.clone()]), [collision(&cart, 2)]);
    assert_eq!(
        warnings(&[wood.clone(), brief_wall(at(8, 5, 9)), brief_wall(at(7, 5, 0))]),
        [],
        "not in its way"
    );
    assert_eq!(warnings(std::slice::from_ref(&wood)), []);
}

#[test]
fn what_players_are_told_has_no_debug_format() {
    let state =
        game([Entity::wall(at(6, 5, 0)), Entity::pushable_box(at(5, 6, 0)), Entity::wall(at(5, 7, 0))]);
    let said = |action| refusal(&state, action).to_string();
    assert_eq!(said(Action::Push(N)), "Nothing to push to the north");
    assert_eq!(said(Action::Push(S)), "Cannot push: blocked at (5, 7) at t 1");
    assert_eq!(said(Action::Move(E)), "Move blocked: Position blocked by Wall: (6, 5) at t 1");
    let over = ActionError::GameNotActive { phase: GamePhase::Detected };
    assert_eq!(over.to_string(), "The game is over (lost: seen by an enemy): only Restart is left");
}
