//! Attacks the real window: while a simulated user draws, plays, undoes and saves, it is killed at random
//! moments, its files are moved or deleted, or its system calls fail. Everything that it showed as saved is
//! on disk, the level file is old or new, and files of others stay.
//!
//! The window reports what it shows as saved (`--report-saved`). Needs Xvfb, xdotool and strace, which
//! `scripts/attack` installs; without them the tests print a message and do nothing. `ATTACK_ROUNDS` requests
//! a long run.

#[cfg(unix)]
mod check;
#[cfg(unix)]
#[path = "../common/display.rs"]
mod display;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod person;
#[cfg(unix)]
mod pulls;
#[cfg(unix)]
#[path = "../../../tests/common/rounds.rs"]
mod rounds;
#[cfg(unix)]
mod session;
