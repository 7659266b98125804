//! The golden cases.

use super::*;
use crate::rulesets::unseen::vision::{delay, line_of_sight};

fn small(player: Position, entities: impl AsRef<[Entity]>) -> GameState {
    GameState::from_cube(cube_of((5, 5, 5), player, entities)).unwrap()
}

#[test]
fn case_1_a_step_a_wait_and_no_rift() {
    let state = small(at(1, 1, 0), &[]);
    assert_eq!(play(&state, &[Action::Move(E)]).player_position(), at(2, 1, 1));
    assert_eq!(play(&state, &[Action::Wait]).player_position(), at(1, 1, 1));
    assert_eq!(refusal(&state, Action::UseRift), ActionError::NoRiftHere);
}

#[test]
fn case_2_a_pushed_box_is_elsewhere_from_then_on() {
    let wood = Entity::pushable_box(at(2, 1, 0));
    let state = play(&small(at(1, 1, 0), [wood.clone()]), &[Action::Push(E)]);
    assert_eq!(state.player_position(), at(2, 1, 1));
    assert_eq!(times_of(&state, wood.id, 3, 1), [1, 2, 3, 4]);
    assert_eq!(times_of(&state, wood.id, 2, 1), [0]);
}

#[test]
fn case_3_a_wall_that_is_there_for_a_moment_stops_a_push() {
    let state = small(at(1, 1, 0), &[Entity::pushable_box(at(2, 1, 0)), brief_wall(at(3, 1, 1))]);
    assert_eq!(refusal(&state, Action::Push(E)), ActionError::PushBlocked { blocked_at: at(3, 1, 1) });
}

#[test]
fn case_4_a_pulled_box_follows() {
    let wood = Entity::pullable_box(at(1, 1, 0));
    let state = play(&small(at(2, 1, 0), [wood.clone()]), &[Action::Pull(E)]);
    assert_eq!(state.player_position(), at(3, 1, 1));
    assert_eq!(state.cube().entity_at_time(wood.id, 1).unwrap().position, at(2, 1, 1));
}

#[test]
fn case_5_a_rift_into_the_past_is_a_turn() {
    let rift = Entity::rift(at(7, 5, 0), at(7, 5, 0), false);
    let state = play(&game(&[rift]), &[Action::Move(E), Action::Move(E), Action::UseRift]);
    assert_eq!((state.turn(), state.current_time()), (3, 0));
    assert_eq!(state.world_line().iter().map(|pos| pos.t).collect::<Vec<_>>(), [0, 1, 2, 0]);
}

#[test]
fn case_6_a_box_cannot_be_taken_away_from_a_later_push() {
    let things = [Entity::pushable_box(at(6, 5, 0)), Entity::rift(at(6, 5, 0), at(6, 3, 2), false)];
    let waits = [Action::Wait; 6];
    let state = play(&game(&things), &waits);
    let state = play(&state, &[Action::Push(E), Action::UseRift, Action::Move(S)]);
    assert_eq!(state.player_position(), at(6, 4, 3));
    let error = refusal(&state, Action::Push(S));
    assert!(matches!(error, ActionError::Paradox { broken_turn: 7, .. }), "{error}");
}

#[test]
fn case_7_lines_of_sight_are_the_same_both_ways() {
    let line = |from: (i32, i32), to: (i32, i32)| {
        let ends = (SpatialPos::new(from.0, from.1), SpatialPos::new(to.0, to.1));
        line_of_sight(ends.0, ends.1).map(|cell| (cell.x, cell.y)).collect::<Vec<_>>()
    };
    assert_eq!(line((0, 0), (3, 1)), [(1, 0), (2, 1)]);
    assert_eq!(line((0, 0), (4, 2)), [(1, 0), (2, 1), (3, 1)]);
    assert_eq!(line((4, 2), (0, 0)), [(1, 0), (2, 1), (3, 1)]);
    assert_eq!(line((0, 0), (1, 1)), []);
    assert_eq!(line((2, 2), (2, 2)), []);
}

#[test]
fn case_8_light_needs_time() {
    let delays: Vec<u32> = (0..10).map(|distance| delay(distance, 3).unwrap()).collect();
    assert_eq!(delays, [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
    assert_eq!((delay(0, 0), delay(1, 0)), (Some(0), None));
}
