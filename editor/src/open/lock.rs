//! Waits for the lock of a file: a program that was just killed holds it for a moment more.
//!
//! Used for opening, on the thread of that work, so that the window does not wait. Knows locks, not contents.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use crate::jobs::JobProgress;

/// Number of further attempts, and the time between two of them: a second in all.
const TRIES: u32 = 20;
const WAIT: Duration = Duration::from_millis(50);

/// Makes an attempt, and repeats it for about a second while a lock prevents it.
pub(super) fn patiently<T, E>(
    pace: &JobProgress,
    is_locked: impl Fn(&E) -> bool,
    attempt: impl Fn() -> Result<T, E>,
) -> Result<T, E> {
    for _ in 0..TRIES {
        match attempt() {
            Err(error) if is_locked(&error) && !pace.is_stopped() => std::thread::sleep(WAIT),
            done => return done,
        }
    }
    attempt()
}

/// Whether another window or program holds the lock of this file.
pub fn is_locked(path: &Path) -> bool {
    // On other platforms, a lock would prevent reading the file, even by ourselves.
    let file = if cfg!(unix) { File::open(path).ok() } else { None };
    matches!(file.as_ref().map(File::try_lock), Some(Err(TryLockError::WouldBlock)))
}
