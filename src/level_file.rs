//! The text of a level file: written anew, or into the text that is there, so that comments and order stay.
//!
//! Used by everything that writes levels: the editor and `timeloom export`. Reads and writes no files itself.

use std::path::Path;

use crate::catalog;
use crate::level_text;

/// A text to write, and what to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelText {
    /// The text.
    pub text: String,
    /// Why nothing of the old text was kept, if so.
    pub note: Option<&'static str>,
}

/// Returns the text of a file with this path that holds a level, given as [`crate::game::Drawing::level_text`] writes
/// it. The form follows from the extension: `.json` is JSON, any other is TOML.
///
/// If there is an old text, only what differs from its level is changed in it: comments, order, spelling and values
/// left to their defaults stay, and the comments of removed tables go with them. The result is read again, and if it
/// is not exactly the level, the text is written anew. The error is a sentence.
pub fn text_for(path: &Path, level: &str, old: Option<&str>) -> Result<LevelText, String> {
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let fresh = if is_json { to_json(level)? } else { level.to_owned() };
    let (text, note) = match old.filter(|old| is_json == is_object(old)) {
        None => (fresh, None),
        Some(old) => match merged(old, level) {
            Ok(text) => (text, None),
            Err(note) => (fresh, Some(note)),
        },
    };
    Ok(LevelText { text, note })
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Returns the old text with the new level in it, or why that is not possible.
fn merged(old: &str, level: &str) -> Result<String, &'static str> {
    let (wanted, base) = plain(level, level)
        .zip(plain(old, level))
        .ok_or("nothing of its old text was kept, as that is not such a level")?;
    let candidates =
        if is_object(old) { json_candidates(old, &base, level) } else { toml_candidates(old, &base, level) };
    let is_right = |text: &String| plain(text, level).as_ref() == Some(&wanted);
    candidates.into_iter().flatten().find(is_right).ok_or("its comments and order could not be kept")
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

/// Returns the old text with what differs from its plain text changed; and, if that does not fit because it says the
/// same in other words, with what differs from its own words.
fn toml_candidates(old: &str, base: &str, level: &str) -> [Option<String>; 2] {
    let own = level_text::complete_toml(old, base);
    [level_text::merge_toml(old, base, level), own.and_then(|own| level_text::merge_toml(old, &own, level))]
}

/// Does the same for JSON.
fn json_candidates(old: &str, base: &str, level: &str) -> [Option<String>; 2] {
    let [base, new] = [base, level].map(|text| level_text::toml_data(text).unwrap_or_default());
    let own = serde_json::from_str(old).ok().map(|own| level_text::complete_json(&own, &base));
    [level_text::merge_json(old, &base, &new), own.and_then(|own| level_text::merge_json(old, &own, &new))]
}

fn to_json(level: &str) -> Result<String, String> {
    let data = level_text::toml_data(level).ok_or("this level cannot be written as JSON")?;
    let json = serde_json::to_string_pretty(&data).map_err(|error| error.to_string())?;
    Ok(format!("{json}\n"))
}
