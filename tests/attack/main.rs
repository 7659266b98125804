//! Attacks the program as a bad day would: kills it while it writes, damages saves at every place, and lets disks lie.
//!
//! A short run belongs to every test run. `scripts/attack` runs it for long, with counts; `ATTACK_ROUNDS` says how many
//! times as often each attack is made. Each test prints what it did, which `--nocapture` shows.

mod damage;
mod disks;
mod kills;

#[path = "../common/pebble.rs"]
mod pebble;

/// How often an attack is made: so many times, or as many times more as the long run asks for.
fn rounds(few: usize) -> usize {
    let factor = std::env::var("ATTACK_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    few * factor.unwrap_or(1)
}
