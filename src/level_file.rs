//! The text of a level file: written anew, or into the text that is there, so that comments and order stay.
//!
//! Used by everything that writes levels: the editor and `timeloom export`. Reads and writes no files itself.

use std::path::Path;

use serde_json::{Map, Value};

use crate::catalog;
use crate::level_text::{self, Change};

/// Extension of the level files that Timeloom names.
pub const EXTENSION: &str = "toml";

/// Extension of level files in JSON.
const JSON: &str = "json";

/// Extensions of level files. A level file may have any other, or none; it is TOML then.
pub const EXTENSIONS: [&str; 2] = [EXTENSION, JSON];

/// A text to write, and what to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelText {
    /// The text.
    pub text: String,
    /// What of the old text could not be kept, if anything.
    pub note: Option<&'static str>,
}

/// Returns the text of a file with this path that holds a level, given as [`crate::game::Drawing::level_text`] writes
/// it. The form follows from the extension: `.json` is JSON, any other is TOML.
///
/// If there is an old text, only what differs from its level is changed in it: comments, order, spelling and values
/// left to their defaults stay, and the comments of removed tables go with them. What did not change stays where it is
/// written, in the map or in a list. The result is read again, and if it is not exactly the level, the text is written
/// anew. The error is a sentence.
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

/// Returns the old text with the new level in it and what was lost of it, or why that is not possible.
fn merged(old: &str, level: &str) -> Result<(String, Option<&'static str>), &'static str> {
    let (wanted, base) = plain(level, level)
        .zip(plain(old, level))
        .ok_or("nothing of its old text was kept, as that is not such a level")?;
    let is_right = |text: &String| plain(text, level).as_ref() == Some(&wanted);
    let sources = Sources { old, base: &base, level };
    let candidates = if is_object(old) { sources.json() } else { sources.toml() };
    let mut right = candidates.into_iter().flatten().enumerate().filter(|(_, text)| is_right(text));
    let (index, text) = right.next().ok_or("its comments and order could not be kept")?;
    // The best one removes only the comments of what was removed.
    let lost =
        index > 0 && !is_object(old) && level_text::comment_marks(&text) < level_text::comment_marks(old);
    Ok((text, lost.then_some("some of its comments could not be kept")))
}

/// Returns the plain text of a level of the same ruleset as another, if it is one.
fn plain(text: &str, other: &str) -> Option<String> {
    let name = catalog::declared(other);
    let begun = match catalog::drawable(&name) {
        Ok(drawable) => drawable.begin(text),
        Err(_) => catalog::find(&name).ok()?.begin(text, 0),
    };
    begun.ok().map(|header| header.level)
}

/// The texts of a merge: the file, the plain text of its level, and that of the new level.
struct Sources<'a> {
    old: &'a str,
    base: &'a str,
    level: &'a str,
}

impl Sources<'_> {
    /// Returns the old text with what differs from its plain text changed, the best first: once both are put into its
    /// words, if these are others; as they are; and with what differs from its own words.
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

    /// Returns the level before and after in the words of the file, given as data.
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
