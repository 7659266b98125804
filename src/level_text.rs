//! Takes values out of the text of a level, TOML or JSON, and notes what is wrong with them: all of it, each with its line.
//!
//! Used by the level readers of the rulesets. Knows values and line numbers; does not know what a level is.

mod json;
mod near;
mod node;
mod write;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

pub(crate) use near::{advice, quoted, shown};
pub(crate) use node::{Node, Table, Value};
pub(crate) use write::to_toml;

use crate::fault::{self, Fault};

/// A place in the text: how many bytes come before it.
pub(crate) type Offset = usize;

/// More faults than this help nobody.
const MAX_FAULTS: usize = 200;

/// Two lists that grow while a text is read: what is wrong, and what is odd.
pub(crate) struct Reader {
    /// Where each line begins.
    lines: Vec<Offset>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
    /// How many faults were not kept.
    more: usize,
    /// Whether something was left out because it could not be read, so that gaps may not be the author's.
    incomplete: bool,
    /// The lines that are not even TOML or JSON: whatever else is wrong there follows from that.
    broken: BTreeSet<usize>,
    /// What the faults noted now are about, if sentences have to say so.
    subject: Option<String>,
}

impl Reader {
    /// Begins to read a text.
    pub(crate) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let (faults, warnings, broken) = (vec![], vec![], BTreeSet::new());
        Self { lines, faults, warnings, more: 0, incomplete: false, broken, subject: None }
    }

    /// All faults that were noted, in the order of the text.
    pub(crate) fn finish(self) -> Vec<Fault> {
        self.into_parts().0
    }

    /// All faults and all warnings, both in the order of the text.
    pub(crate) fn into_parts(mut self) -> (Vec<Fault>, Vec<Fault>) {
        self.faults.sort_by_key(|fault| fault.line);
        self.warnings.sort_by_key(|warning| warning.line);
        if self.more > 0 {
            self.faults.push(Fault::new(format!("{} more faults follow: mend these first", self.more)));
        }
        (self.faults, self.warnings)
    }

    /// Whether nothing is wrong so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes that something is left out, so that nobody complains about the gap.
    pub(crate) fn leave_out(&mut self) {
        self.incomplete = true;
    }

    /// Reads something whose every fault begins with what it is about.
    pub(crate) fn about<T>(&mut self, subject: String, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.subject.replace(subject);
        let found = read(self);
        self.subject = outer;
        found
    }

    /// Notes what is wrong at a place.
    pub(crate) fn fault(&mut self, at: Offset, message: impl Into<String>) {
        let line = self.line(at);
        let subject = self.subject.as_ref().map(|subject| format!("{subject}: ")).unwrap_or_default();
        if !self.broken.contains(&line) {
            self.note(Fault::at(line, subject + &message.into()));
        }
    }

    /// Notes that something is missing at a place, unless it may have been left out here.
    pub(crate) fn missing(&mut self, at: Offset, message: impl Into<String>) {
        if !self.incomplete {
            self.fault(at, message);
        }
    }

    /// Notes what is wrong with the whole.
    pub(crate) fn whole(&mut self, message: impl Into<String>) {
        self.note(Fault::new(message));
    }

    /// Notes what is odd at a place, but does no harm.
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

    /// The document, as far as it can be read. A text that begins with a brace is JSON, every other is TOML.
    pub(crate) fn document(&mut self, text: &str) -> Table {
        let (document, faults) =
            if text.trim_start().starts_with('{') { json::read(text) } else { node::read_toml(text) };
        self.incomplete |= !faults.is_empty();
        for fault in faults {
            self.broken.extend(fault.line);
            self.note(fault);
        }
        document
    }

    /// Notes every key that has no meaning here.
    pub(crate) fn keys(&mut self, table: &Table, place: &str, known: &[&str]) {
        for (key, at) in table.keys().filter(|(key, _)| !known.contains(key)) {
            let (name, names, advice) = (shown(key), known.join(", "), advice(key, known));
            self.fault(at, format!("`{name}` means nothing in {place}: the keys are {names}{advice}"));
        }
    }

    /// Notes it if the level names another ruleset than this one.
    pub(crate) fn ruleset(&mut self, document: &Table, name: &str) {
        if let Some((at, other)) = self.text(document, "ruleset").filter(|(_, other)| *other != name) {
            self.fault(at, format!("this is a level of {}, not of {}", quoted(other), quoted(name)));
        }
    }

    /// What a level is called and what its author wrote about it, under `[meta]`; both may be empty.
    pub(crate) fn meta<'d>(&mut self, document: &'d Table) -> (&'d str, &'d str) {
        let Some(table) = self.table(document, "meta") else { return ("", "") };
        self.keys(table, "[meta]", &["name", "description"]);
        let name = self.text(table, "name").map_or("", |(_, text)| text);
        let description = self.text(table, "description").map_or("", |(_, text)| text);
        (name, description)
    }

    /// The table under a key, if it is there.
    pub(crate) fn table<'d>(&mut self, table: &'d Table, key: &str) -> Option<&'d Table> {
        let entry = table.get(key)?;
        let found = entry.as_table();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be a table: write [{key}] on a line of its own"));
            self.leave_out();
        }
        found
    }

    /// The tables under a key, each with where it begins.
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

    /// The text under a key, if it is there, and where.
    pub(crate) fn text<'d>(&mut self, table: &'d Table, key: &str) -> Option<(Offset, &'d str)> {
        let entry = table.get(key)?;
        let found = entry.as_text();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be text in quotes"));
        }
        found.map(|text| (entry.at, text))
    }

    /// The whole number under a key, if it is there, and where.
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

    /// The yes or no under a key, if it is there.
    pub(crate) fn truth(&mut self, table: &Table, key: &str) -> Option<bool> {
        let entry = table.get(key)?;
        let found = entry.as_truth();
        if found.is_none() {
            self.fault(entry.at, format!("`{key}` must be true or false, without quotes"));
        }
        found
    }

    /// What the word under a key stands for, if it is there and one of those known.
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

/// Reads a level file of at most so many bytes, or says all that is wrong with it.
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

/// Reads a level file of at most so many bytes as far as it goes, and says all that is wrong with it.
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
    // What was made of a broken document is not worth judging: its gaps would be reported as the author's.
    let level = if reader.is_clean() { read(&mut reader, &document) } else { None };
    (level, reader.finish())
}

/// What to say about a text that is too long to be read at all.
pub(crate) fn too_long(what: &str, text: &str, most: usize) -> Option<Fault> {
    let bytes = text.len();
    (bytes > most).then(|| Fault::new(format!("{what} takes at most {most} bytes; this has {bytes}")))
}

/// What the TOML reader found wrong, once for each line.
fn faults_of(text: &str, errors: &[toml::de::Error]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = errors.iter().take(MAX_FAULTS).map(|error| fault_of(text, error)).collect();
    faults.dedup_by_key(|fault| fault.line);
    faults
}

fn fault_of(text: &str, error: &toml::de::Error) -> Fault {
    let mut fault = fault::from_toml(text, error);
    let found = error.span().and_then(|span| text.get(span));
    // A bare word where a value should be is nearly always text that lacks its quotes.
    if found.is_some_and(|found| found.starts_with(char::is_alphabetic)) && !fault.message.contains("quote") {
        fault.message.push_str("; text must be in quotes");
    }
    fault
}
