//! What is wrong with a level or a state, in sentences that say where and what to do.
//!
//! Used by every ruleset's level reader. Knows text and line numbers, no game and no file names.

use std::fmt::{self, Display};

use serde::Serialize;

/// One thing that is wrong with a level or a state, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line of the level file, where there is one; the first line is 1.
    pub line: Option<usize>,
    /// A sentence.
    pub message: String,
}

impl Fault {
    /// A fault of the whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into() }
    }

    /// A fault on a line of the level file.
    pub fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), message: message.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The line, from 1, that a byte of `text` stands on.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&b| b == b'\n').count()
}

/// What the TOML reader found wrong, as one fault with its line.
pub fn from_toml(text: &str, error: &toml::de::Error) -> Fault {
    let message = error.message().trim().replace('\n', "; ");
    Fault { line: error.span().map(|span| line_of(text, span.start)), message }
}

/// Several faults of one file as one text: each line begins with the file's name.
pub fn listing_of(file: &str, faults: &[Fault]) -> String {
    listing(faults).lines().map(|line| format!("{file}: {line}")).collect::<Vec<_>>().join("\n")
}

/// Several faults as one text, a line each, in the order of the file.
pub fn listing(faults: &[Fault]) -> String {
    let mut faults: Vec<&Fault> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.line);
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
