//! The command line as scripts and people meet it: the binary is run, and only its output, its exit code and the files it
//! leaves are looked at.

mod apply;
mod azul;
mod bad_input;
mod damage;
mod desk;
mod divergence;
mod find;
mod fleet;
#[path = "../common/formats.rs"]
mod formats;
#[cfg(unix)]
mod full_disk;
mod look;
mod play;
mod sharing;
mod unseen;
mod usage;
mod workshop;
