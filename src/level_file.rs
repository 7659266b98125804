//! The text of a level file: written anew, or merged into the existing text, so that comments and order stay.
//!
//! Used by everything that writes levels: the editor and `timeloom export`. Uses a path only for its
//! extension; reads and writes no files itself.

use std::path::Path;

use serde_json::{Map, Value};

use crate::catalog;
use crate::level_text::{self, Change};

/// Extension of the level files that Timeloom names.
pub const EXTENSION: &str = "toml";

/// Extension of level files in JSON.
const JSON: &str = "json";

/// Extensions of level files. A file with any other extension, or none, is TOML.
pub const EXTENSIONS: [&str; 2] = [EXTENSION, JSON];

/// A text to write, with a note for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelText {
    /// The text.
    pub text: String,
    /// The part of the old text that could not be kept, if any.
    pub note: Option<&'static str>,
}

impl LevelText {
    /// Whether a file with this text has something to keep that the new text lacks: comments, or what is no
    /// level. Its writer keeps the file under another name.
    pub fn loses_from(&self, old: &str) -> bool {
        let has_more = || level_text::comment_marks(&self.text) < level_text::comment_marks(old);
        self.note.is_some() && (has_more() || plain(old, &self.text).is_none())
    }
}

/// Returns the text of a file with this path that holds a level, given in the format of
/// [`crate::game::Drawing::level_text`]. The extension decides the form: `.json` is JSON, any other is TOML.
///
/// An old text is changed only where its level differs: comments, order, spelling and omitted defaults stay,
/// and comments of removed tables are removed with them. Unchanged entries stay where they are, in the map or
/// in a list. The result is read again; if it is not exactly the level, the text is written anew, with a note.
/// The error is a sentence.
pub fn text_for(path: &Path, level: &str, old: Option<&str>) -> Result<LevelText, String> {
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(JSON));
    let fresh = if is_json { to_json(level)? } else { level.to_owned() };
    let (text, note) = match old.filter(|old| is_json == is_object(old)) {
        None => (fresh, None),
        Some(old) => match merged(old, level) {
            Ok(merged) => merged,
            Err(note) => (fresh, Some(note)),
        },
    };
    Ok(LevelText { text, note })
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Merges a new level into the old text. Returns the text and a note about losses, or the reason why a merge
/// is not possible.
fn merged(old: &str, level: &str) -> Result<(String, Option<&'static str>), &'static str> {
    let (wanted, base) = plain(level, level)
        .zip(plain(old, level))
        .ok_or("its old text was not kept, because it is not a level of this ruleset")?;
    let is_right = |text: &String| plain(text, level).as_ref() == Some(&wanted);
    let sources = Sources { old, base: &base, level };
    let candidates = if is_object(old) { sources.json() } else { sources.toml() };
    let mut right = candidates.into_iter().flatten().enumerate().filter(|(_, text)| is_right(text));
    let (index, text) = right.next().ok_or("its comments and order could not be kept")?;
    // The best candidate loses only comments of removed entries, or of those that it finds nowhere.
    let fewer = !is_object(old) && level_text::comment_marks(&text) < level_text::comment_marks(old);
    let lost = fewer && (index > 0 || !sources.removes_something());
    Ok((text, lost.then_some("some of its comments could not be kept")))
}

/// Returns the plain text of a level, if it is one of the same ruleset as `other`.
fn plain(text: &str, other: &str) -> Option<String> {
    let name = catalog::declared(other);
    let begun = match catalog::drawable(&name) {
        Ok(drawable) => drawable.begin(text),
        Err(_) => catalog::find(&name).ok()?.begin(text, 0),
    };
    begun.ok().map(|header| header.level)
}

/// The texts of a merge: the file, the plain text of its level, and the plain text of the new level.
struct Sources<'a> {
    old: &'a str,
    base: &'a str,
    level: &'a str,
}

impl Sources<'_> {
    /// Returns the candidates for the merged text, the best first. Each replaces the differences between two
    /// texts: the old and the new level, both in the style of the file; both in plain style; the file itself
    /// and the new level.
    fn toml(&self) -> [Option<String>; 3] {
        let Self { old, base, level } = *self;
        let own = level_text::complete_toml(old, base);
        let reworded = level_text::toml_data(old).and_then(|own| self.reworded(&own));
        let reworded =
            reworded.map(|Change { base, new }| (level_text::to_toml(&base), level_text::to_toml(&new)));
        [
            reworded.and_then(|(base, new)| level_text::merge_toml(old, &base, &new)),
            level_text::merge_toml(old, base, level),
            own.and_then(|own| level_text::merge_toml(old, &own, level)),
        ]
    }

    /// Does the same for JSON.
    fn json(&self) -> [Option<String>; 3] {
        let [base, new] = [self.base, self.level].map(|text| level_text::toml_data(text).unwrap_or_default());
        let own: Option<Map<String, Value>> = serde_json::from_str(self.old).ok();
        let reworded = own.as_ref().and_then(|own| self.reworded(own));
        let own = own.map(|own| level_text::complete_json(&own, &base));
        [
            reworded.and_then(|change| level_text::merge_json(self.old, &change.base, &change.new)),
            level_text::merge_json(self.old, &base, &new),
            own.and_then(|own| level_text::merge_json(self.old, &own, &new)),
        ]
    }

    /// Whether the new level lacks something that the old one has, so that its comments go with it.
    fn removes_something(&self) -> bool {
        let data = [self.base, self.level].map(level_text::toml_data);
        matches!(data, [Some(base), Some(new)] if level_text::removes_something(&base, &new))
    }

    /// Returns the old and the new level in the style of the file, given as data.
    fn reworded(&self, old: &Map<String, Value>) -> Option<Change> {
        let data = |text: &str| level_text::toml_data(text);
        let drawn = plain(&level_text::to_toml(&level_text::without_things(old)), self.level);
        let drawn = drawn.as_deref().map_or_else(|| Some(old.clone()), data)?;
        level_text::in_words_of(old, &drawn, Change { base: data(self.base)?, new: data(self.level)? })
    }
}

fn to_json(level: &str) -> Result<String, String> {
    let data = level_text::toml_data(level).ok_or("this level cannot be written as JSON")?;
    let json = serde_json::to_string_pretty(&data).map_err(|error| error.to_string())?;
    Ok(format!("{json}\n"))
}
