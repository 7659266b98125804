//! Section 9: how the random state changes.

use super::*;

/// The random state from which the next draw is the largest possible.
const BEFORE_THE_LARGEST: u32 = 1_080_371_100;

#[test]
fn the_updated_state_is_returned() {
    let start = rng::init_rng(12345);
    assert_eq!(moved(&rivals(2), 12345).rng_state, drawn(start, 1));
}

#[test]
fn chance_goes_on_from_tick_to_tick() {
    let first = moved(&rivals(2), 1000);
    let second = resolve_movement(&rivals(2), 2, first.rng_state);
    let third = resolve_movement(&rivals(2), 3, second.rng_state);
    assert_eq!(
        [first.rng_state, second.rng_state, third.rng_state],
        [2_146_705_242, 3_172_368_062, 544_380_577]
    );
    assert_eq!([winner(&first), winner(&second), winner(&third)], ["A", "B", "A"]);
}

#[test]
fn a_collision_draws_exactly_once() {
    assert_eq!(resolve_movement(&rivals(2), 1, 1).rng_state, 63);
}

#[test]
fn a_collision_of_many_draws_once_and_not_once_for_each() {
    for count in 2..=8 {
        assert_eq!(resolve_movement(&rivals(count), 1, 1).rng_state, 63, "{count} rivals");
    }
}

#[test]
fn nothing_is_drawn_when_a_blocker_wins() {
    let mut crowd = rivals(8);
    crowd.push(character("z", 5, 5));
    assert_eq!(resolve_movement(&crowd, 1, 1).rng_state, 1);
}

#[test]
fn the_smallest_and_the_largest_draw_pick_the_first_and_the_last() {
    assert_eq!(drawn(0, 1), 0);
    assert_eq!(drawn(BEFORE_THE_LARGEST, 1), u32::MAX);
    for count in 2..=8 {
        let last = &"ABCDEFGH"[count as usize - 1..count as usize];
        assert_eq!(winner(&resolve_movement(&rivals(count), 1, 0)), "A");
        assert_eq!(winner(&resolve_movement(&rivals(count), 1, BEFORE_THE_LARGEST)), last);
    }
}
