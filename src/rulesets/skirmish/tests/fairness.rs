//! Section 6: draws favour nobody. Bounds are three standard deviations of 10,000 fair draws.

use super::*;

const FAIR: std::ops::RangeInclusive<usize> = 4850..=5150;

/// Number of wins of A against B over 10,000 seeds.
fn wins_of_a(a: &Character, b: &Character) -> usize {
    let pair = [a.clone(), b.clone()];
    (0..10_000).filter(|seed| winner(&moved(&pair, *seed)) == "A").count()
}

#[test]
fn two_rivals_each_win_half_of_ten_thousand_draws() {
    let wins = wins_of_a(&mover("A", (4, 5), (5, 5)), &mover("B", (5, 4), (5, 5)));
    assert_eq!((wins, 10_000 - wins), (5026, 4974));
    assert!(FAIR.contains(&wins));
}

#[test]
fn slots_give_no_advantage() {
    let first = mover("A", (4, 5), (5, 5));
    let last = Character { slot_position: 7, ..first.clone() };
    let other = mover("B", (5, 4), (5, 5));
    assert!(FAIR.contains(&wins_of_a(&first, &other)));
    assert_eq!(wins_of_a(&last, &other), 4974);
}

#[test]
fn factions_give_no_advantage() {
    let a = mover("A", (4, 5), (5, 5));
    let friend = mover("B", (5, 4), (5, 5));
    let foe = Character { faction: "blue".into(), ..friend.clone() };
    for seed in 0..1000 {
        let with_friend = moved(&[a.clone(), friend.clone()], seed);
        let with_foe = moved(&[a.clone(), foe.clone()], seed);
        assert_eq!(winner(&with_friend), winner(&with_foe), "seed {seed}");
    }
    assert!(FAIR.contains(&wins_of_a(&a, &foe)));
}
