//! Tests of paradoxes.

use super::*;

fn broken(state: &GameState, action: Action) -> usize {
    match refusal(state, action) {
        ActionError::Paradox { broken_turn, .. } => broken_turn,
        other => panic!("{other}"),
    }
}

/// The player waits at (5, 5) until t = 4 and returns to (3, 4) at t = 1.
fn waited(things: impl AsRef<[Entity]>) -> GameState {
    let rift = Entity::rift(at(5, 5, 0), at(3, 4, 1), false);
    let things: Vec<_> = things.as_ref().iter().cloned().chain([rift]).collect();
    play(&game(&things), &[Action::Wait, Action::Wait, Action::Wait, Action::Wait, Action::UseRift])
}

#[test]
fn a_box_cannot_be_put_where_the_player_will_have_stood() {
    let state = waited(&[Entity::pushable_box(at(4, 5, 0))]);
    let state = play(&state, &[Action::Move(S)]);
    assert_eq!(refusal(&state, Action::Push(E)), ActionError::PushBlocked { blocked_at: at(5, 5, 3) });
    let things = [Entity::pushable_box(at(4, 4, 0)), Entity::rift(at(6, 4, 0), at(3, 4, 0), false)];
    let start = game(&things);
    let state = play(&start, &[Action::Move(E), Action::Wait, Action::Move(N), Action::Wait]);
    let state = play(&state, &[Action::Move(W), Action::Move(E), Action::UseRift]);
    assert_eq!(state.player_position(), at(3, 4, 0));
    assert_eq!(broken(&state, Action::Push(E)), 5);
}

#[test]
fn a_box_that_somebody_moves_at_this_moment_cannot_be_moved_another_way() {
    let wood = Entity::pushable_box(at(6, 5, 0));
    let rift = Entity::rift(at(6, 5, 0), at(6, 4, 0), false);
    let state = play(&game(&[wood, rift]), &[Action::Push(E), Action::UseRift]);
    assert_eq!(state.player_position(), at(6, 4, 0));
    assert_eq!(broken(&state, Action::Push(S)), 1);
}

#[test]
fn a_box_put_behind_a_chain_would_have_made_it_longer() {
    let boxes = [Entity::pushable_box(at(6, 5, 0)), Entity::pushable_box(at(7, 4, 0))];
    let rift = Entity::rift(at(6, 5, 0), at(7, 2, 0), false);
    let things = [boxes[0].clone(), boxes[1].clone(), rift];
    let state =
        play(&game(&things), &[Action::Wait, Action::Wait, Action::Wait, Action::Push(E), Action::UseRift]);
    let state = play(&state, &[Action::Move(S)]);
    assert_eq!(state.player_position(), at(7, 3, 1));
    assert_eq!(broken(&state, Action::Push(S)), 4);
}

#[test]
fn what_contradicts_nothing_is_allowed() {
    let wood = Entity::pushable_box(at(3, 5, 0));
    let state = play(&waited([wood.clone()]), &[Action::Push(S)]);
    assert_eq!(times_of(&state, wood.id, 3, 6), (2..20).collect::<Vec<_>>());
    assert!(state.is_active());
}

#[test]
fn a_level_may_let_paradoxes_happen() {
    let things = [Entity::pushable_box(at(6, 5, 0)), Entity::rift(at(6, 5, 0), at(6, 4, 0), false)];
    let config = GameConfig { paradox: ParadoxMode::Lose, ..Default::default() };
    let first = [Action::Wait, Action::Wait, Action::Push(E), Action::UseRift];
    let state = play(&game_with(&things, config), &first);
    let result = apply_action(&state, Action::Push(S)).unwrap();
    assert!(matches!(result.outcome, ActionOutcome::Paradox { broken_turn: 3, .. }));
    assert_eq!(result.state.phase(), GamePhase::Paradox);
    assert_eq!(times_of(&result.state, things[0].id, 6, 6), [1, 2]);
    assert_eq!(times_of(&result.state, things[0].id, 7, 5), (3..20).collect::<Vec<_>>());
    assert_eq!(result.state.valid_actions(), [Action::Restart]);
}

#[test]
fn a_rift_that_was_used_must_stay() {
    let data = Component::Rift(RiftData::one_way(at(4, 6, 0)));
    let rift = EntityBuilder::new(at(5, 6, 0)).with_component(data).pushable().persistent().build();
    let state = play(&game(&[rift]), &[Action::Wait, Action::Move(S), Action::UseRift]);
    assert_eq!(state.player_position(), at(4, 6, 0));
    assert_eq!(broken(&state, Action::Push(E)), 3);
}
