//! Levels of other programs: read into level files of ours, and written back.
//!
//! Used by `timeloom import` and `export`. A format is a few functions over text; which ruleset it belongs to stands here
//! and nowhere else. Knows no paths.

use crate::rules::{Fault, Level as _, Recorded};
use crate::rulesets::unseen::level::{Level, Solution};
use crate::rulesets::unseen::sokoban;

/// A format of another program.
pub struct Format {
    /// What people call it.
    pub name: &'static str,
    /// The endings of files that are read.
    pub endings: &'static [&'static str],
    /// The endings under which levels are written; the usual one first.
    pub written_endings: &'static [&'static str],
    /// The ruleset whose levels it can hold.
    pub ruleset: &'static str,
    /// Our level files, with what each is called, from the text of a file.
    pub import: fn(&str) -> Result<Vec<Imported>, Vec<Fault>>,
    /// The text of a file from one of our level files and recorded ways through it.
    pub export: fn(&str, Vec<Recorded>) -> Result<String, Vec<Fault>>,
}

/// A level that was read.
pub struct Imported {
    /// What people call it.
    pub title: String,
    /// The text of our level file.
    pub text: String,
}

/// All formats.
pub static FORMATS: &[Format] = &[Format {
    name: "Sokoban (XSB, SOK)",
    endings: &["xsb", "sok", "txt"],
    written_endings: &["xsb", "sok"],
    ruleset: "unseen",
    import: import_sokoban,
    export: export_sokoban,
}];

/// The format of files with this ending.
pub fn by_ending(ending: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.endings.contains(&ending.to_lowercase().as_str()))
}

/// The format that is written into files with this ending.
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
