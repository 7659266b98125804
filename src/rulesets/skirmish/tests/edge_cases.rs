//! Section 7: edge cases of the rule.

use super::*;

#[test]
fn nobody_at_all_is_fine() {
    let result = resolve_movement(&[], 1, 77);
    assert_eq!(result, MovementResult { updated_characters: vec![], events: vec![], rng_state: 77 });
}

#[test]
fn chance_stays_where_it_was_when_it_is_not_needed() {
    let alone = [mover("A", (0, 0), (1, 0)), mover("B", (5, 5), (5, 6)), character("C", 9, 9)];
    assert_eq!(resolve_movement(&alone, 1, 77).rng_state, 77);
}

#[test]
fn chance_moves_on_when_it_is_needed() {
    assert_eq!(moved(&rivals(2), 1000).rng_state, 2_146_705_242);
}

#[test]
fn whoever_leaves_a_cell_still_blocks_it_in_that_tick() {
    let result = moved(&[mover("A", (0, 0), (1, 0)), mover("B", (1, 0), (2, 0))], 1000);
    assert_eq!((place(&result, "A"), place(&result, "B")), ((0, 0), (2, 0)));
    assert_eq!((event(&result, "A").collided, event(&result, "B").collided), (true, false));
}

#[test]
fn places_are_not_swapped_and_a_chain_does_not_move_up() {
    let rng_state = rng::init_rng(1000);
    let swap = moved(&[mover("A", (0, 0), (1, 0)), mover("B", (1, 0), (0, 0))], 1000);
    assert_eq!((place(&swap, "A"), place(&swap, "B"), swap.rng_state), ((0, 0), (1, 0), rng_state));
    let chain =
        moved(&[mover("A", (0, 0), (1, 0)), mover("B", (1, 0), (2, 0)), mover("C", (2, 0), (3, 0))], 1000);
    assert_eq!((place(&chain, "A"), place(&chain, "B"), place(&chain, "C")), ((0, 0), (1, 0), (3, 0)));
}

#[test]
fn all_but_the_position_is_preserved_and_the_input_is_untouched() {
    let before = Character { hp: 37, max_hp: 140, name: "Ann".into(), ..mover("A", (0, 0), (1, 0)) };
    let input = [before.clone()];
    let result = moved(&input, 1000);
    assert_eq!(result.updated_characters, [Character { position: Cell { x: 1, y: 0 }, ..before.clone() }]);
    assert_eq!(input, [before]);
}

#[test]
fn to_hold_is_to_stay_without_an_event() {
    let holds = mover("A", (5, 5), (5, 5));
    let result = moved(std::slice::from_ref(&holds), 1000);
    assert_eq!(result.updated_characters, [holds]);
    assert_eq!(result.events, []);
}

#[test]
fn impossible_crowds_and_far_cells_do_no_harm() {
    let far = (u32::MAX, u32::MAX);
    let crowd = [
        mover("A", (0, 0), far),
        mover("A", (0, 0), far),
        character("B", 0, 0),
        later(mover("C", far, (0, 0)), 0),
    ];
    let result = moved(&crowd, 1000);
    assert_eq!(result.events.len(), 2);
    assert!(result.events.iter().all(|event| event.collided), "C stands there");
}
