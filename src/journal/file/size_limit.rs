//! The limit on the size of files that a user can set for a program (`ulimit -f`).
//!
//! Called once, by the programs.

use std::io;

/// Makes a write beyond the limit fail like one on a full disk. Without this, the system ends the program in the
/// middle of it.
#[cfg(unix)]
pub fn survive_size_limit() -> io::Result<()> {
    // Any handler will do: nobody reads the flag, as the write itself returns the error.
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).map(drop)
}

/// There is no such limit on this platform.
#[cfg(not(unix))]
pub fn survive_size_limit() -> io::Result<()> {
    Ok(())
}
