//! Reads values from the text of a level, TOML or JSON, and collects every fault with its line.
//!
//! Used by the level readers of the rulesets. Knows values and line numbers; does not know what a level is.

mod depth;
mod json;
mod merge;
mod near;
mod node;
mod rows;
mod settings;
mod write;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

pub(crate) use merge::{
    Change, comment_marks, complete_json, complete_toml, in_words_of, merge_json, merge_toml,
    removes_something, toml_data, without_things,
};
pub(crate) use near::{advice, quoted, shown};
pub(crate) use node::{Table, TextNode, Value};
pub use rows::Rows;
pub use settings::{from_settings, to_settings};
pub(crate) use write::to_toml;

use crate::fault::{self, Fault};
use crate::scene::skin;

/// A byte offset in the text.
pub(crate) type Offset = usize;

/// Maximum number of faults reported.
const MAX_FAULTS: usize = 200;

/// The texts of `[meta]`; each may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MetaTexts<'d> {
    /// Title.
    pub(crate) name: &'d str,
    /// Description by the author.
    pub(crate) description: &'d str,
    /// Name of the skin; see [`Reader::check_skin`].
    pub(crate) skin: &'d str,
    skin_at: Offset,
}

/// Collects faults and warnings while a text is read.
pub(crate) struct Reader {
    /// Offset of each line.
    lines: Vec<Offset>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
    /// Number of faults beyond the maximum.
    more: usize,
    /// Whether something unreadable was skipped, so that missing values may not be the author's mistake.
    incomplete: bool,
    /// Lines that are not valid TOML or JSON; other faults on them are consequences and are not reported.
    broken: BTreeSet<usize>,
    /// Subject of the current faults, if messages must name it.
    subject: Option<String>,
}

impl Reader {
    /// Creates a reader for a text.
    pub(crate) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let (faults, warnings, broken) = (vec![], vec![], BTreeSet::new());
        Self { lines, faults, warnings, more: 0, incomplete: false, broken, subject: None }
    }

    /// Returns all faults, in the order of the text.
    pub(crate) fn finish(self) -> Vec<Fault> {
        self.into_parts().0
    }

    /// Returns all faults and all warnings, both in the order of the text.
    pub(crate) fn into_parts(mut self) -> (Vec<Fault>, Vec<Fault>) {
        self.faults.sort_by_key(|fault| fault.line);
        self.warnings.sort_by_key(|warning| warning.line);
        if self.more > 0 {
            self.faults.push(Fault::new(format!("{} more errors follow: fix these first", self.more)));
        }
        (self.faults, self.warnings)
    }

    /// Whether there are no faults so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Records that something was skipped, so that its absence is not reported.
    pub(crate) fn leave_out(&mut self) {
        self.incomplete = true;
    }

    /// Reads something; every fault in it begins with the subject.
    pub(crate) fn about<T>(&mut self, subject: String, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.subject.replace(subject);
        let found = read(self);
        self.subject = outer;
        found
    }

    /// Reports a fault at an offset.
    pub(crate) fn fault(&mut self, at: Offset, message: impl Into<String>) {
        let line = self.line(at);
        let subject = self.subject.as_ref().map(|subject| format!("{subject}: ")).unwrap_or_default();
        if !self.broken.contains(&line) {
            self.note(Fault::at(line, subject + &message.into()));
        }
    }

    /// Reports that something is missing at an offset, unless it may have been skipped.
    pub(crate) fn missing(&mut self, at: Offset, message: impl Into<String>) {
        if !self.incomplete {
            self.fault(at, message);
        }
    }

    /// Reports a fault of the whole text.
    pub(crate) fn whole(&mut self, message: impl Into<String>) {
        self.note(Fault::new(message));
    }

    /// Reports a warning at an offset.
    pub(crate) fn warn(&mut self, at: Offset, message: impl Into<String>) {
        if self.warnings.len() < MAX_FAULTS {
            self.warnings.push(Fault::at(self.line(at), message));
        }
    }

    fn line(&self, at: Offset) -> usize {
        self.lines.partition_point(|&start| start <= at)
    }

    fn note(&mut self, fault: Fault) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else {
            self.more += 1;
        }
    }

    /// Parses the document as far as possible. A text that begins with a brace is JSON, any other is TOML.
    pub(crate) fn document(&mut self, text: &str) -> Table {
        let (document, faults) = match depth::too_deep(text) {
            Some(fault) => (Table::default(), vec![fault]),
            None if text.trim_start().starts_with('{') => json::read(text),
            None => node::read_toml(text),
        };
        self.incomplete |= !faults.is_empty();
        for fault in faults {
            self.broken.extend(fault.line);
            self.note(fault);
        }
        document
    }

    /// Reports every unknown key.
    pub(crate) fn keys(&mut self, table: &Table, place: &str, known: &[&str]) {
        for (key, at) in table.keys().filter(|(key, _)| !known.contains(key)) {
            let (name, names, advice) = (shown(key), known.join(", "), advice(key, known));
            self.fault(at, format!("`{name}` is unknown in {place}: the keys are {names}{advice}"));
        }
    }

    /// Reports a level that names another ruleset than this one.
    pub(crate) fn ruleset(&mut self, document: &Table, name: &str) {
        if let Some((at, other)) = self.text(document, "ruleset").filter(|(_, other)| *other != name) {
            self.fault(at, format!("this is a level of {}, not of {}", quoted(other), quoted(name)));
        }
    }

    /// Returns the texts of `[meta]`; each may be empty.
    pub(crate) fn meta<'d>(&mut self, document: &'d Table) -> MetaTexts<'d> {
        let Some(table) = self.table(document, "meta") else { return MetaTexts::default() };
        self.keys(table, "[meta]", &["name", "description", "skin"]);
        let name = self.text(table, "name").map_or("", |(_, text)| text);
        let description = self.text(table, "description").map_or("", |(_, text)| text);
        let (skin_at, skin) = self.text(table, "skin").unwrap_or_default();
        MetaTexts { name, description, skin, skin_at }
    }

    /// Reports a skin whose name cannot be that of a folder.
    pub(crate) fn check_skin(&mut self, meta: MetaTexts<'_>) {
        let checked = if meta.skin_at == 0 { Ok(()) } else { skin::check(meta.skin) };
        checked.unwrap_or_else(|sentence| self.fault(meta.skin_at, sentence));
    }

    /// Returns the table under a key, if any.
    pub(crate) fn table<'d>(&mut self, table: &'d Table, key: &str) -> Option<&'d Table> {
        let entry = table.get(key)?;
        let found = entry.as_table();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be a table: write [{key}] on a line of its own"));
            self.leave_out();
        }
        found
    }

    /// Returns the tables under a key, each with its offset.
    pub(crate) fn tables<'d>(&mut self, table: &'d Table, key: &str) -> Vec<(Offset, &'d Table)> {
        let Some(entry) = table.get(key) else { return Vec::new() };
        let found = entry.as_list().and_then(|list| {
            list.iter().map(|each| Some((each.at, each.as_table()?))).collect::<Option<Vec<_>>>()
        });
        found.unwrap_or_else(|| {
            self.fault(entry.at, format!("`{key}` must be a list of tables: write [[{key}]] before each"));
            self.leave_out();
            Vec::new()
        })
    }

    /// Returns the text under a key and its offset, if any.
    pub(crate) fn text<'d>(&mut self, table: &'d Table, key: &str) -> Option<(Offset, &'d str)> {
        let entry = table.get(key)?;
        let found = entry.as_text();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be text in quotes"));
        }
        found.map(|text| (entry.at, text))
    }

    /// Returns the integer under a key and its offset, if any.
    pub(crate) fn number(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Option<(Offset, i64)> {
        let entry = table.get(key)?;
        let found = entry.as_whole().filter(|number| range.contains(number));
        if found.is_none() {
            let (least, most) = (range.start(), range.end());
            self.fault(entry.at, format!("`{key}` must be a whole number from {least} to {most}"));
        }
        found.map(|number| (entry.at, number))
    }

    /// Returns the boolean under a key, if any.
    pub(crate) fn truth(&mut self, table: &Table, key: &str) -> Option<bool> {
        let entry = table.get(key)?;
        let found = entry.as_truth();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be true or false, without quotes"));
        }
        found
    }

    /// Returns the meaning of the word under a key, if it is present and one of `known`.
    pub(crate) fn word<T: Copy>(&mut self, table: &Table, key: &str, known: &[(&str, T)]) -> Option<T> {
        let (at, word) = self.text(table, key)?;
        let found = known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let (word, list, advice) = (shown(word), names.join(", "), advice(word, &names));
            self.fault(at, format!("`{key}` cannot be \"{word}\": it is one of {list}{advice}"));
        }
        found
    }
}

/// Reads a level file of at most `most` bytes, or returns all its faults.
pub(crate) fn parse<T>(
    text: &str,
    most: usize,
    read: impl FnOnce(&mut Reader, &Table) -> T,
) -> Result<T, Vec<Fault>> {
    match reading(text, most, |reader, document| Some(read(reader, document))) {
        (Some(level), faults) if faults.is_empty() => Ok(level),
        (_, faults) => Err(faults),
    }
}

/// Reads a level file of at most `most` bytes as far as possible, and returns all its faults.
pub(crate) fn reading<T>(
    text: &str,
    most: usize,
    read: impl FnOnce(&mut Reader, &Table) -> Option<T>,
) -> (Option<T>, Vec<Fault>) {
    if let Some(fault) = too_long("a level file", text, most) {
        return (None, vec![fault]);
    }
    let mut reader = Reader::new(text);
    let document = reader.document(text);
    // Do not judge a level from a broken document: its gaps would be reported as the author's.
    let level = if reader.is_clean() { read(&mut reader, &document) } else { None };
    (level, reader.finish())
}

/// Returns the fault of a text that is too long to be read.
pub(crate) fn too_long(what: &str, text: &str, most: usize) -> Option<Fault> {
    let bytes = text.len();
    (bytes > most).then(|| Fault::new(format!("{what} takes at most {most} bytes; this has {bytes}")))
}

/// Converts the errors of the TOML parser to faults, one for each line.
fn faults_of(text: &str, errors: &[toml::de::Error]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = errors.iter().take(MAX_FAULTS).map(|error| fault_of(text, error)).collect();
    faults.dedup_by_key(|fault| fault.line);
    faults
}

fn fault_of(text: &str, error: &toml::de::Error) -> Fault {
    let fault = fault::from_toml(text, error);
    match error.span().and_then(|span| bare_word(text, span.start)) {
        Some(word) => {
            let message = format!("`{}` is not a value; text must be in quotes", shown(word));
            Fault { message, ..fault }
        }
        None => fault,
    }
}

/// Returns the word at an offset if it stands in place of a value, or is the first in a list: nearly always it is text
/// without quotes.
fn bare_word(text: &str, at: Offset) -> Option<&str> {
    let (before, rest) = text.split_at_checked(at)?;
    let is_value = before.trim_end().trim_end_matches('[').trim_end().ends_with('=');
    let end = rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|word| is_value && word.starts_with(char::is_alphabetic))
}
