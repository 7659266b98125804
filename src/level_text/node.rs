//! The values of a level text with their offsets: the same for TOML and JSON.
//!
//! Produced by the reader. Owns its texts, knows no game.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Offset;
use crate::fault::Fault;

/// A value and its offset in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TextNode {
    /// Offset of its first byte.
    pub(crate) at: Offset,
    /// The value.
    pub(crate) value: Value,
}

/// A value that can occur in a level text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// An integer.
    Whole(i64),
    /// A boolean.
    Truth(bool),
    /// A list of values.
    List(Vec<TextNode>),
    /// Named values.
    Table(Table),
    /// An integer that is out of range.
    Huge,
    /// A value that no level uses: fractions, dates, null.
    Strange,
}

/// Named values in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table(pub(super) Vec<(String, Offset, TextNode)>);

impl Table {
    /// Returns the value with this name.
    pub(crate) fn get(&self, key: &str) -> Option<&TextNode> {
        self.0.iter().find(|(name, ..)| name == key).map(|(.., node)| node)
    }

    /// Iterates over all names with their offsets.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, Offset)> {
        self.0.iter().map(|(name, at, _)| (name.as_str(), *at))
    }
}

impl Value {
    /// Returns the integer, if it is one.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        if let Value::Whole(number) = self { Some(*number) } else { None }
    }
}

impl TextNode {
    /// Returns the text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// Returns the integer, if it is one.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        self.value.as_whole()
    }

    /// Returns the boolean, if it is one.
    pub(crate) fn as_truth(&self) -> Option<bool> {
        if let Value::Truth(truth) = self.value { Some(truth) } else { None }
    }

    /// Returns the list, if it is one.
    pub(crate) fn as_list(&self) -> Option<&[TextNode]> {
        if let Value::List(list) = &self.value { Some(list) } else { None }
    }

    /// Returns the table, if it is one.
    pub(crate) fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }
}

/// Reads TOML as far as possible, and returns its faults.
pub(super) fn read_toml(text: &str) -> (Table, Vec<Fault>) {
    let (document, errors) = DeTable::parse_recoverable(text);
    (table(document.into_inner()), super::faults_of(text, &errors))
}

fn table(entries: DeTable<'_>) -> Table {
    let named = |(key, entry): (Spanned<_>, _)| {
        let at = key.span().start;
        (std::borrow::Cow::into_owned(key.into_inner()), at, node(entry))
    };
    Table(entries.into_iter().map(named).collect())
}

fn node(entry: Spanned<DeValue<'_>>) -> TextNode {
    let at = entry.span().start;
    let value = match entry.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Huge, Value::Whole)
        }
        DeValue::Boolean(truth) => Value::Truth(truth),
        DeValue::Array(list) => Value::List(list.into_iter().map(node).collect()),
        DeValue::Table(entries) => Value::Table(table(entries)),
        DeValue::Float(_) | DeValue::Datetime(_) => Value::Strange,
    };
    TextNode { at, value }
}
