//! Faults: errors in a level or a state, in messages with the position and advice.
//!
//! Used by the level readers of all rulesets. Knows text and line numbers, but no games or file names.

use std::fmt::{self, Display};

use serde::Serialize;

/// One thing that is wrong with a level or a state, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Line in the level file, counted from 1, if known.
    pub line: Option<usize>,
    /// The message, one sentence.
    pub message: String,
}

impl Fault {
    /// Creates a fault without a line.
    pub fn new(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into() }
    }

    /// Creates a fault on a line of the level file.
    pub fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), message: message.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It may quote a key or name with a line break, which must not look like another message.
        let message = self.message.replace(['\n', '\r'], "\u{240a}");
        match self.line {
            Some(line) => write!(f, "line {line}: {message}"),
            None => f.write_str(&message),
        }
    }
}

/// Returns the line, counted from 1, that contains a byte offset of `text`.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&b| b == b'\n').count()
}

/// Converts an error of the TOML parser to a fault with its line.
pub fn from_toml(text: &str, error: &toml::de::Error) -> Fault {
    let message = error.message().trim().replace('\n', "; ");
    Fault { line: error.span().map(|span| line_of(text, span.start)), message }
}

/// Formats faults of one file, one per line, each with the file's name.
pub fn listing_of(file: &str, faults: &[Fault]) -> String {
    listing(faults).lines().map(|line| format!("{file}: {line}")).collect::<Vec<_>>().join("\n")
}

/// Formats faults, one per line, in the order of the file.
pub fn listing(faults: &[Fault]) -> String {
    let mut faults: Vec<&Fault> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.line);
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
