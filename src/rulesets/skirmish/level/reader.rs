//! Takes values out of a TOML document and notes what is wrong with them, all of it, each with its line.
//!
//! Used by the level reader only. Knows TOML and line numbers; does not know what a level is.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault;
use crate::rules::Fault;

/// A value and where it stands in the text.
pub(super) type Entry<'t> = Spanned<DeValue<'t>>;

/// A place in the text: how many bytes come before it.
pub(super) type Offset = usize;

/// A list of faults that grows while a text is read.
pub(super) struct Reader {
    /// Where each line begins.
    lines: Vec<Offset>,
    faults: Vec<Fault>,
}

impl Reader {
    /// Begins to read a text.
    pub(super) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { lines: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(), faults: Vec::new() }
    }

    /// All faults that were noted, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| fault.line);
        self.faults
    }

    /// Whether nothing is wrong so far.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes what is wrong at a place.
    pub(super) fn fault(&mut self, at: Offset, message: impl Into<String>) {
        self.faults.push(Fault::at(self.lines.partition_point(|&start| start <= at), message));
    }

    /// Notes what is wrong with the whole.
    pub(super) fn whole(&mut self, message: impl Into<String>) {
        self.faults.push(Fault::new(message));
    }

    /// The document, as far as it can be read.
    pub(super) fn document<'t>(&mut self, text: &'t str) -> DeTable<'t> {
        let (document, errors) = DeTable::parse_recoverable(text);
        self.faults.extend(errors.iter().map(|error| fault::from_toml(text, error)));
        document.into_inner()
    }

    /// Notes every key that has no meaning here.
    pub(super) fn keys(&mut self, table: &DeTable<'_>, place: &str, known: &[&str]) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let (name, known) = (key.get_ref(), known.join(", "));
            self.fault(key.span().start, format!("`{name}` means nothing in {place}: the keys are {known}"));
        }
    }

    /// The table under a key, if it is there.
    pub(super) fn table<'d, 't>(&mut self, table: &'d DeTable<'t>, key: &str) -> Option<&'d DeTable<'t>> {
        let entry = table.get(key)?;
        let found = entry.get_ref().as_table();
        if found.is_none() {
            self.fault(
                entry.span().start,
                format!("`{key}` must be a table: write [{key}] on a line of its own"),
            );
        }
        found
    }

    /// The tables under a key, each with where it begins.
    pub(super) fn tables<'d, 't>(
        &mut self,
        table: &'d DeTable<'t>,
        key: &str,
    ) -> Vec<(Offset, &'d DeTable<'t>)> {
        let Some(entry) = table.get(key) else { return Vec::new() };
        let entries = entry.get_ref().as_array().map(|array| array.iter().collect::<Vec<_>>());
        let found = entries.and_then(|entries| {
            entries.into_iter().map(|each| Some((each.span().start, each.get_ref().as_table()?))).collect()
        });
        found.unwrap_or_else(|| {
            self.fault(
                entry.span().start,
                format!("`{key}` must be a list of tables: write [[{key}]] before each"),
            );
            Vec::new()
        })
    }

    /// The text under a key, if it is there, and where.
    pub(super) fn text<'d>(&mut self, table: &'d DeTable<'_>, key: &str) -> Option<(Offset, &'d str)> {
        let entry = table.get(key)?;
        let at = entry.span().start;
        let found = entry.get_ref().as_str();
        if found.is_none() {
            self.fault(at, format!("`{key}` must be text in quotes"));
        }
        found.map(|text| (at, text))
    }

    /// The whole number under a key, if it is there, and where.
    pub(super) fn number(
        &mut self,
        table: &DeTable<'_>,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Option<(Offset, i64)> {
        let entry = table.get(key)?;
        let at = entry.span().start;
        let found = whole_number(entry.get_ref()).filter(|number| range.contains(number));
        if found.is_none() {
            let (least, most) = (range.start(), range.end());
            self.fault(at, format!("`{key}` must be a whole number from {least} to {most}"));
        }
        found.map(|number| (at, number))
    }
}

/// The value as a whole number, if it is one.
pub(super) fn whole_number(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}
