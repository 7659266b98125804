//! Opens a file onto the desk: a log as a game or a drawing, a level as a drawing with the game on it.
//!
//! Beside a level lie the log of its drawing and the game played on it ([`crate::beside`]); both become files with the
//! first thing that happens in them. Where the file and the log disagree, nothing is lost. Asks the catalog, which knows
//! the rulesets; runs beside the window when it takes long.

mod level;
mod log;

use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::sketch::Edit;

pub use level::{draft, hold, plain};
pub use log::lazy;

use crate::beside;
use crate::command::Blank;
use crate::desk::{Desk, Mode, Paper};
use crate::document::Document;
use crate::jobs::Pace;
use crate::shelf::Shelf;

/// How to open.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Change nothing on disk, and keep nobody from doing so.
    pub only_look: bool,
    /// What to do first; otherwise what the file is for.
    pub mode: Option<Mode>,
}

/// What was opened, and what is to be said about it.
pub struct Opened {
    /// What lies on the desk now.
    pub desk: Desk,
    /// Sentences for small notices.
    pub said: Vec<String>,
}

/// Opens any file; the error is a sentence.
pub fn file(path: &Path, how: How, pace: &Pace) -> Result<Opened, String> {
    let mut opened = if path.extension().is_some_and(|ending| ending == "loom") {
        log(path, how, pace)?
    } else {
        level::open(path, how, pace)?
    };
    if let Some(mode) = how.mode {
        opened.desk.set_mode(mode);
    }
    Ok(opened)
}

/// Opens a save to go on with it, or to look at it where it cannot be written to; the error is a sentence.
pub fn save(path: &Path) -> Result<Desk, String> {
    Ok(log(path, How::default(), &Pace::default())?.desk)
}

/// A log is a game; that of a drawing stands for the level it lies beside.
fn log(path: &Path, how: How, pace: &Pace) -> Result<Opened, String> {
    if let Some(level) = beside::level_of_drawing(path) {
        return level::open(&level, how, pace);
    }
    let (game, note) = log::open(path, how.into(), pace).map_err(|error| error.to_string())?;
    let is_drawing = game.about().drawing;
    let document = Document::new(game, note);
    let desk = if is_drawing { bare(document, path) } else { Desk::play(document, Some(path.to_owned())) };
    Ok(Opened { desk, said: Vec::new() })
}

/// The log of a drawing that lies beside no level.
fn bare(drawing: Document, path: &Path) -> Desk {
    let paper = Paper { level: Some(path.with_extension("toml")), ..Paper::default() };
    Desk::new(Some(path.to_owned()), Some(drawing), None, paper)
}

/// A new level that lies in no file; its logs will lie on the shelf. The error is a sentence.
pub fn blank(blank: &Blank, shelf: &Shelf) -> Result<Desk, String> {
    let easel = catalog::easel(blank.ruleset).map_err(|error| error.to_string())?;
    let text = named(easel, blank)?;
    untitled(&text, blank.ruleset, &blank.name, shelf)
}

/// A level that lies in no file yet, ready to be drawn; its logs will lie on the shelf. The error is a sentence.
pub fn untitled(text: &str, ruleset: &str, name: &str, shelf: &Shelf) -> Result<Desk, String> {
    let level = shelf.unused(name);
    let log = level.as_deref().map(beside::drawing);
    let drawing = draft(text, ruleset, name, |head| log::lazy(head, log.clone()))?;
    let paper = Paper { play: level.as_deref().map(beside::play), level, ..Paper::default() };
    Ok(Desk::new(None, Some(Document::new(drawing, None)), None, paper))
}

/// The text of a new level with its name and depth.
fn named(easel: &catalog::Easel, blank: &Blank) -> Result<String, String> {
    let text = easel.blank(blank.width, blank.height);
    let mut game =
        catalog::draw_text("a new level", &text, Some(easel.name())).map_err(|error| error.to_string())?;
    let has = |key: &str| easel.kit.settings.iter().any(|field| field.key == key);
    for edit in settings(blank).into_iter().filter(|(key, _)| has(key)).map(|(_, edit)| edit) {
        let bytes = timeloom::game::ActionBytes(edit.to_bytes());
        game.act(&bytes).map_err(|error| error.to_string())?;
    }
    Ok(game.drawn(game.cursor()).unwrap_or(text))
}

fn settings(blank: &Blank) -> [(&'static str, Edit); 2] {
    use timeloom::sketch::Worth;
    let set = |key: &'static str, worth| (key, Edit::Setting { key: key.into(), worth: Some(worth) });
    [
        set("name", Worth::Text(blank.name.trim().into())),
        set("time_depth", Worth::Number(i64::from(blank.depth))),
    ]
}

/// The text of a level as a file of this name holds it.
pub fn in_form_of(path: &Path, text: &str) -> Result<String, String> {
    if path.extension().is_none_or(|ending| ending != "json") {
        return Ok(text.to_owned());
    }
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let json = serde_json::to_string_pretty(&table).map_err(|error| error.to_string())?;
    Ok(format!("{json}\n"))
}

/// The path with the ending of a level, if it has none that a level can have.
pub fn with_level_ending(path: &Path) -> PathBuf {
    let known = path.extension().is_some_and(|ending| ending == "toml" || ending == "json");
    if known { path.to_owned() } else { PathBuf::from(format!("{}.toml", path.display())) }
}
