//! Four thousand boxes, each pushed once: the memory a push keeps when nearly everything has been moved.

use timeloom::rulesets::unseen::core::*;
use timeloom::rulesets::unseen::game::*;

use crate::{ALLOCATOR, after, at};

const BOXES_IN_A_LANE: i32 = 100;
const LANES: i32 = 40;

/// Creates lanes of three rows: one to walk in, one full of boxes, one to push them into. The end columns are free.
fn level() -> GameState {
    let mut cube = TimeCube::new(BOXES_IN_A_LANE + 2, 3 * LANES + 1, 20_000);
    cube.spawn(Entity::player(at(1, 0, 0))).expect("it is free");
    for lane in 0..LANES {
        for x in 1..=BOXES_IN_A_LANE {
            cube.spawn_and_propagate(Entity::pushable_box(at(x, 3 * lane + 1, 0))).expect("it is in bounds");
        }
    }
    GameState::from_cube(cube).expect("it has a player")
}

/// Pushes every box south, lane by lane, in alternating directions.
fn actions() -> impl Iterator<Item = Action> {
    (0..LANES).flat_map(|lane| {
        let along = if lane % 2 == 0 { Direction::East } else { Direction::West };
        let push = [Action::Push(Direction::South), Action::Move(Direction::North), Action::Move(along)];
        let down = [Action::Move(Direction::South); 3].into_iter().chain([Action::Move(along.opposite())]);
        (0..BOXES_IN_A_LANE).flat_map(move |_| push).chain(down)
    })
}

/// Returns the bytes that each push adds while all states are kept.
pub(crate) fn bytes_of_a_push() -> f64 {
    let mut states = vec![level()];
    let (mut bytes, mut pushes) = (0, 0);
    for action in actions() {
        let before = ALLOCATOR.allocated();
        let next = after(&states[states.len() - 1], action);
        if matches!(action, Action::Push(_)) {
            bytes += ALLOCATOR.allocated() - before;
            pushes += 1;
        }
        states.push(next);
    }
    assert_eq!(pushes, LANES * BOXES_IN_A_LANE);
    bytes as f64 / f64::from(pushes) + size_of::<GameState>() as f64
}
