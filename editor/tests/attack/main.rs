//! Attacks the real window: while a person draws, plays, undoes and saves, it is killed at any instant, its files are
//! pulled away, or its system calls fail. Everything that it had shown as saved is on disk, the level file is old or new, and files of others stay.
//!
//! The window tells what it shows as saved (`--report-saved`). Needs Xvfb, xdotool and strace, which `scripts/attack` installs;
//! without them nothing is tried, and that is said. `ATTACK_ROUNDS` asks for a long run.

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
