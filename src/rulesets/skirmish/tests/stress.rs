//! Section 10: many at once.

use super::*;

#[test]
fn of_eight_rivals_one_wins_and_seven_stay() {
    let mut winners = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let result = moved(&rivals(8), seed);
        assert_eq!(result.events.iter().filter(|event| event.collided).count(), 7);
        assert_eq!(result.rng_state, drawn(rng::init_rng(seed), 1));
        winners.insert(winner(&result));
    }
    assert_eq!(winners.into_iter().collect::<String>(), "ABCDEFGH");
}

#[test]
fn a_hundred_thousand_are_moved_in_a_moment() {
    let crowd: Vec<Character> = (0..100_000).map(|n| mover("A", (n, 1), (n / 2, 0))).collect();
    let result = moved(&crowd, 1000);
    assert_eq!(result.events.iter().filter(|event| !event.collided).count(), 50_000);
}
