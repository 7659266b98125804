//! Output for commands whose exit code is an answer: a closed pipe costs the output, not the answer.
//!
//! Used by [`super::output`]. Knows nothing about what is written.

use std::io::{self, ErrorKind, Write};

/// Discards everything after the reader of a pipe has closed it.
pub(super) struct Unread<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> Unread<W> {
    /// Creates a writer on top of another one.
    pub(super) fn new(out: W) -> Self {
        Self { out, is_closed: false }
    }

    fn unless_closed<T>(
        &mut self,
        otherwise: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.is_closed {
            return Ok(otherwise);
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(otherwise)
            }
            written => written,
        }
    }
}

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), W::flush)
    }
}
