//! Section 4: two who want the same free cell.

use super::*;

fn a_and_b(seed: u64) -> MovementResult {
    moved(&[mover("A", (4, 5), (5, 5)), mover("B", (5, 4), (5, 5))], seed)
}

#[test]
fn exactly_one_of_two_wins() {
    for seed in 0..32 {
        assert!(["A", "B"].contains(&winner(&a_and_b(seed)).as_str()), "seed {seed}");
    }
}

#[test]
fn the_loser_stays_in_place() {
    let result = a_and_b(1000);
    assert_eq!((place(&result, "A"), place(&result, "B")), ((5, 5), (5, 4)));
}

#[test]
fn only_the_loser_has_collided() {
    let result = a_and_b(1000);
    assert_eq!((event(&result, "A").collided, event(&result, "B").collided), (false, true));
}

#[test]
fn both_movers_have_their_event() {
    let result = a_and_b(1000);
    let ids: Vec<String> = result.events.iter().map(|event| event.character.to_string()).collect();
    assert_eq!(ids, ["A", "B"]);
}

#[test]
fn the_same_chance_gives_the_same_winner() {
    assert_eq!(a_and_b(1000), a_and_b(1000));
    assert_eq!(winner(&a_and_b(1000)), "A");
    assert_eq!(a_and_b(1000).rng_state, 2_146_705_242);
}

#[test]
fn different_chance_gives_different_winners() {
    let winners: String = (0..32).map(|seed| if winner(&a_and_b(seed)) == "A" { '0' } else { '1' }).collect();
    assert_eq!(winners, "01011110100111100101001101000011");
}
