//! Attacks the program as a bad day would: kills it while it writes, lets every system call fail, damages saves at every
//! place, and lets disks lie.
//!
//! A short run belongs to every test run. `scripts/attack` runs it for long, with counts; `ATTACK_ROUNDS` says how many
//! times as often each attack is made. Each test prints what it did, which `--nocapture` shows.

mod claims;
#[cfg(unix)]
mod commands;
mod damage;
mod disks;
mod kills;
mod sectors;

#[path = "../common/format_number.rs"]
mod format_number;
#[path = "../common/pebble.rs"]
mod pebble;
#[path = "../common/rounds.rs"]
mod rounds;

use rounds::rounds;
