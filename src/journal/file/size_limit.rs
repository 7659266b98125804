//! The limit on the size of files that a user can set for a program (`ulimit -f`).
//!
//! Called once, by the programs.

use std::io;

/// Makes a write beyond the limit fail like one on a full disk. Without this, the system kills the program
/// during the write.
#[cfg(unix)]
pub fn survive_size_limit() -> io::Result<()> {
    // Any handler will do: the write itself returns the error, so nobody reads the flag.
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).map(drop)
}

/// Does nothing: this platform has no such limit.
#[cfg(not(unix))]
pub fn survive_size_limit() -> io::Result<()> {
    Ok(())
}
