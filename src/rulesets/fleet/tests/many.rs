//! Ten thousand random matches, twice: `cargo test --release -p timeloom --lib fleet -- --ignored --nocapture`.

use super::*;
use crate::rng::Mulberry32;
use std::time::Instant;

const MATCHES: u64 = 10_000;

/// Plays a random match on one of the samples; returns the fingerprint of everything that happened and the number of
/// actions.
fn play(rules: &Fleet, seed: u64, sound: bool) -> (u64, u32) {
    let mut rng = Mulberry32::new(seed as u32);
    let (mut state, mut actions, mut trace) = (rules.start(seed), 0, 0u64);
    loop {
        let legal = rules.actions(&state);
        let Some(action) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else { break };
        let effect = rules.check(&state, action).expect("listed");
        state = rules.apply_effect(state, effect).0;
        if sound {
            assert_eq!(rules.invariants(&state), Ok(()), "seed {seed} after {action}");
            trace = trace.rotate_left(7) ^ rules.fingerprint(&state);
        }
        actions += 1;
        assert!(actions < 20_000, "seed {seed} never ends");
    }
    assert!(rules.result(&state).is_some());
    (trace ^ rules.fingerprint(&state), actions)
}

#[test]
#[ignore = "takes a while: run it in release"]
fn ten_thousand_random_matches_break_nothing_and_are_the_same_again() {
    let samples = samples();
    let all =
        |sound| (0..MATCHES).map(|seed| play(&samples[seed as usize % 2], seed, sound)).collect::<Vec<_>>();
    let (first, again) = (all(true), all(true));
    assert_eq!(first, again);
    let since = Instant::now();
    let actions: u32 = all(false).iter().map(|(_, actions)| actions).sum();
    let seconds = since.elapsed().as_secs_f64();
    let sum = first.iter().fold(0, |sum: u64, (trace, _)| sum.rotate_left(1) ^ trace);
    println!(
        "{MATCHES} matches, {actions} actions, fingerprint {sum:016x}, {:.0} matches/s",
        MATCHES as f64 / seconds
    );
}
