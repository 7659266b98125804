//! Level formats of other programs: imported to our level files, and exported from them.
//!
//! Used by `timeloom import` and `export`. A format is a few functions over text; only this module knows which
//! ruleset it belongs to. Knows no paths.

use crate::rules::{Fault, Level as _, Recorded};
use crate::rulesets::unseen::level::{Level, Solution};
use crate::rulesets::unseen::sokoban;

/// A level format of another program.
pub struct Format {
    /// Name of the format.
    pub name: &'static str,
    /// File extensions that can be read.
    pub endings: &'static [&'static str],
    /// File extensions that can be written; the usual one first.
    pub written_endings: &'static [&'static str],
    /// Ruleset whose levels it can hold.
    pub ruleset: &'static str,
    /// Converts the text of a file to our level files.
    pub import: fn(&str) -> Result<Vec<Imported>, Vec<Fault>>,
    /// Converts one of our level files and recorded runs to the text of a file.
    pub export: fn(&str, Vec<Recorded>) -> Result<String, Vec<Fault>>,
}

/// An imported level.
pub struct Imported {
    /// Title of the level.
    pub title: String,
    /// Text of our level file.
    pub text: String,
}

/// All formats.
pub static FORMATS: &[Format] = &[Format {
    name: "Sokoban (XSB, SOK)",
    endings: &["xsb", "sok", "txt"],
    written_endings: &["xsb", "sok"],
    ruleset: Level::RULESET,
    import: import_sokoban,
    export: export_sokoban,
}];

/// Returns the format for reading files with this extension.
pub fn by_ending(ending: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.endings.contains(&ending.to_lowercase().as_str()))
}

/// Returns the format for writing files with this extension.
pub fn by_written_ending(ending: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.written_endings.contains(&ending))
}

fn import_sokoban(text: &str) -> Result<Vec<Imported>, Vec<Fault>> {
    let levels = sokoban::import(text)?;
    Ok(levels.iter().map(|level| Imported { title: level.title(), text: level.to_text() }).collect())
}

fn export_sokoban(level: &str, ways: Vec<Recorded>) -> Result<String, Vec<Fault>> {
    let level = Level::parse(level)?;
    let played = ways.into_iter().map(|way| Solution { name: way.name, actions: way.actions.join(" ") });
    let solutions = level.solutions().iter().cloned().chain(played).collect();
    sokoban::export(&[level.with_solutions(solutions)])
}
