//! Attacks the program: kills it while it writes, makes every system call fail, damages saves at every place,
//! and simulates disks that lose writes.
//!
//! A short run is part of every test run. `scripts/attack` runs it for long, with counts; `ATTACK_ROUNDS`
//! multiplies the number of attacks. Each test prints a summary, which `--nocapture` shows.

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
