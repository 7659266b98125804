//! Ten thousand games, twice: nothing breaks, and the same seeds lead to the same states.
//!
//! Takes half a minute, so it runs only when asked:
//! `cargo test --lib azul::tests::marathon -- --ignored --nocapture`.

use super::*;
use crate::rng::Mulberry32;

const GAMES: u64 = 10_000;

/// Plays a whole random game; one fingerprint over all its states.
fn fingerprint(seed: u64) -> u64 {
    let rules = Azul::new(Level::new(2 + (seed % 3) as u8)).expect("playable");
    let (mut state, mut rng) = (rules.start(seed), Mulberry32::new(seed as u32));
    let mut all = rules.fingerprint(&state);
    while rules.result(&state).is_none() {
        let listed = rules.actions(&state);
        let action = listed[rng.below(listed.len() as u32) as usize];
        state = rules.apply(&state, &action).expect("listed").0;
        assert_eq!(rules.invariants(&state), Ok(()), "seed {seed}");
        all = all.rotate_left(1) ^ rules.fingerprint(&state);
    }
    all
}

fn marathon(games: u64) -> u64 {
    (0..games).fold(0, |all: u64, seed| all.rotate_left(1) ^ fingerprint(seed))
}

#[test]
#[ignore = "takes half a minute; the command stands at the top of the file"]
fn ten_thousand_games_keep_the_invariants_and_repeat_themselves() {
    let first = marathon(GAMES);
    println!("{GAMES} games of azul: {first:016x}");
    assert_eq!(marathon(GAMES), first);
}

#[test]
fn a_hundred_games_lead_where_they_always_led() {
    assert_eq!(format!("{:016x}", marathon(100)), "b2f020c9405581e1");
}
