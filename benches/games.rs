//! Whole games: random games per second, and the cost of keeping a state.
//!
//! `cargo bench --bench games` prints the table and fails if a law does not hold. A ruleset takes one line of `main`.

#[path = "shared/cpu.rs"]
mod cpu;
#[path = "games/crowd.rs"]
mod crowd;
#[path = "shared/table.rs"]
mod table;

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cap::Cap;
use table::Table;
use timeloom::rng::Mulberry32;
use timeloom::rules::{Level as _, Rules};
use timeloom::rulesets::azul::Azul;
use timeloom::rulesets::fleet::Fleet;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Playing time of each ruleset.
const ENOUGH: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let mut table = Table::begin();
    measure::<Azul>(&mut table, "azul, 2 players", "players = 2", Some(20_000.0));
    measure::<Azul>(&mut table, "azul, 4 players", "players = 4", None);
    let captains = include_str!("../saves/levels/fleet-two-captains.toml");
    measure::<Fleet>(&mut table, "fleet", captains, None);
    crowd::measure(&mut table);
    table.end()
}

/// Measures playing and cloning on one level; `least` is the required number of random games per minute.
fn measure<R: Rules>(table: &mut Table, name: &str, level: &str, least: Option<f64>) {
    let level = R::Level::parse(level).unwrap_or_else(|faults| panic!("{faults:?}"));
    let rules = R::new(level).unwrap_or_else(|faults| panic!("{faults:?}"));
    playing(table, name, &rules, least);
    cloning(table, name, &rules);
}

fn playing<R: Rules>(table: &mut Table, name: &str, rules: &R, least: Option<f64>) {
    let (since, mut games, mut turns) = (Instant::now(), 0, 0);
    while since.elapsed() < ENOUGH {
        turns += random_game(rules, games).1;
        games += 1;
    }
    let seconds = since.elapsed().as_secs_f64();
    let (per_second, per_minute) = (games as f64 / seconds, games as f64 * 60.0 / seconds);
    let law = least.map(|least| (per_minute >= least, format!(">= {least} a minute")));
    let law = law.as_ref().map(|(holds, law)| (*holds, law.as_str()));
    table.row(&format!("{name}: random games a second, one core"), per_second, "", None);
    table.row(&format!("{name}: random games a minute"), per_minute, "", law);
    table.row(&format!("{name}: turns of such a game"), f64::from(turns) / games as f64, "", None);
    table.row(&format!("{name}: one turn, with its list"), seconds * 1e6 / f64::from(turns), "us", None);
}

/// Lists, picks and applies actions until the game is over; returns the last state and the number of turns.
fn random_game<R: Rules>(rules: &R, seed: u64) -> (R::State, u32) {
    let (mut state, mut rng) = (rules.start(seed), Mulberry32::new(seed as u32));
    let mut turns = 0;
    while rules.result(&state).is_none() {
        let listed = rules.actions(&state);
        let action = &listed[rng.below(listed.len() as u32) as usize];
        state = rules.apply(&state, action).unwrap_or_else(|refused| panic!("{refused}")).0;
        turns += 1;
    }
    (state, turns)
}

/// Measures cloning: a late state costs no more than an early one, and hardly more than a shared number.
fn cloning<R: Rules>(table: &mut Table, name: &str, rules: &R) {
    let (first, last, number) = (rules.start(1), random_game(rules, 1).0, Arc::new(1u64));
    let (early, late) = (clone_cost(&first), clone_cost(&last));
    let least = clone_cost(&number);
    table.row(&format!("{name}: cloning the first state"), early, "ns", None);
    table.row(&format!("{name}: cloning the last state"), late, "ns", None);
    table.row("  ratio", late / early, "x", Some((late <= 1.5 * early + 5.0, "O(1): <= 1.5 x")));
    table.row("  against cloning one shared number", late / least, "x", None);
}

/// Returns nanoseconds per clone; the median of nine rounds.
fn clone_cost<T: Clone>(value: &T) -> f64 {
    const TIMES: u32 = 200_000;
    let rounds = (0..9).map(|_| {
        let since = Instant::now();
        (0..TIMES).for_each(|_| drop(black_box(value.clone())));
        since.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
    });
    let mut rounds: Vec<f64> = rounds.collect();
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}
