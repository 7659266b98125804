//! The command line from the outside: runs the binary, and examines only its output, its exit code and the files it
//! leaves.

mod apply;
mod azul;
mod bad_input;
mod check;
mod damage;
mod divergence;
mod find;
mod fleet;
#[path = "../common/formats.rs"]
mod formats;
#[cfg(unix)]
mod full_disk;
mod hostile;
mod look;
#[cfg(unix)]
mod paths;
mod play;
#[cfg(unix)]
mod private;
#[cfg(unix)]
mod pulled_away;
#[cfg(unix)]
#[path = "../common/rounds.rs"]
mod rounds;
mod seats;
mod sharing;
mod solve;
mod test_dir;
mod unseen;
mod usage;
mod workshop;
