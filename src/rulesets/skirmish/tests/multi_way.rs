//! Section 5: three or more who want the same free cell.

use super::*;

#[test]
fn one_of_three_wins() {
    for seed in 0..32 {
        assert_eq!(winner(&moved(&rivals(3), seed)).len(), 1, "seed {seed}");
    }
}

#[test]
fn all_losers_stay_in_place() {
    let result = moved(&rivals(3), 1000);
    let winner = winner(&result);
    for (loser, x) in [("A", 0), ("B", 1), ("C", 2)].into_iter().filter(|(id, _)| *id != winner) {
        assert_eq!(place(&result, loser), (x, 9));
        assert!(event(&result, loser).collided);
    }
}

#[test]
fn one_of_four_wins_and_each_can() {
    let winners: std::collections::BTreeSet<String> =
        (0..64).map(|seed| winner(&moved(&rivals(4), seed))).collect();
    assert_eq!(winners.into_iter().collect::<String>(), "ABCD");
}

#[test]
fn three_rivals_win_equally_often() {
    let mut wins = [0; 3];
    for seed in 0..10_000 {
        let place = "ABC".find(&winner(&moved(&rivals(3), seed))).expect("one winner");
        wins[place] += 1;
    }
    assert_eq!(wins, [3360, 3298, 3342]);
}
