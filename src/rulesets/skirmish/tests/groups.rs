//! Section 8: several collisions in one tick.

use super::*;

/// A and B want (2, 0); C and D want (1, 5); E and F want (8, 5).
fn three_groups() -> Vec<Character> {
    vec![
        mover("E", (7, 5), (8, 5)),
        mover("F", (9, 5), (8, 5)),
        mover("C", (0, 5), (1, 5)),
        mover("D", (1, 4), (1, 5)),
        mover("A", (1, 0), (2, 0)),
        mover("B", (3, 0), (2, 0)),
    ]
}

fn winners(result: &MovementResult) -> String {
    let free = result.events.iter().filter(|event| !event.collided);
    free.map(|event| event.character.to_string()).collect()
}

#[test]
fn groups_are_resolved_independently() {
    let result = moved(&three_groups(), 1000);
    assert_eq!(winners(&result).len(), 3);
    let mut with_blocker = three_groups();
    with_blocker.push(character("G", 2, 0));
    let result = moved(&with_blocker, 1000);
    assert!(event(&result, "A").collided && event(&result, "B").collided);
    assert_eq!(winners(&result).len(), 2);
}

#[test]
fn every_contested_group_draws_for_itself() {
    let start = rng::init_rng(1000);
    assert_eq!(moved(&three_groups(), 1000).rng_state, drawn(start, 3));
    // The draws of seed 1000 go to the first, the second and the first of their groups.
    let picks = [2_146_705_242_u32, 3_172_368_062, 544_380_577].map(|draw| draw >> 31);
    assert_eq!(picks, [0, 1, 0]);
    assert_eq!(winners(&moved(&three_groups(), 1000)), "ADE");
}

#[test]
fn the_order_of_the_list_does_not_matter() {
    let mut characters = three_groups();
    let first = moved(&characters, 1000);
    characters.reverse();
    let second = moved(&characters, 1000);
    assert_eq!(first.events, second.events);
    let order: String = first.events.iter().map(|event| event.character.to_string()).collect();
    assert_eq!(order, "ABCDEF", "by target row, then column, then slot");
}
