//! The values of a level text, each with its place: the same whether it was written as TOML or as JSON.
//!
//! Made by the reader. Owns its texts, knows no game.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Offset;
use crate::fault::Fault;

/// A value and where it stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Where it begins.
    pub(crate) at: Offset,
    /// What it is.
    pub(crate) value: Value,
}

/// What can stand in a level text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// Yes or no.
    Truth(bool),
    /// Several values.
    List(Vec<Node>),
    /// Values with names.
    Table(Table),
    /// A whole number beyond all bounds.
    Huge,
    /// What no level has a use for: fractions, dates, null.
    Strange,
}

/// Values with names, in some order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table(pub(super) Vec<(String, Offset, Node)>);

impl Table {
    /// The value of this name.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|(name, ..)| name == key).map(|(.., node)| node)
    }

    /// All names, each with where it stands.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, Offset)> {
        self.0.iter().map(|(name, at, _)| (name.as_str(), *at))
    }
}

impl Value {
    /// The whole number, if it is one.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        if let Value::Whole(number) = self { Some(*number) } else { None }
    }
}

impl Node {
    /// The text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The whole number, if it is one.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        self.value.as_whole()
    }

    /// The yes or no, if it is one.
    pub(crate) fn as_truth(&self) -> Option<bool> {
        if let Value::Truth(truth) = self.value { Some(truth) } else { None }
    }

    /// The list, if it is one.
    pub(crate) fn as_list(&self) -> Option<&[Node]> {
        if let Value::List(list) = &self.value { Some(list) } else { None }
    }

    /// The table, if it is one.
    pub(crate) fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }
}

/// Reads TOML as far as it goes, and says what is wrong with it.
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

fn node(entry: Spanned<DeValue<'_>>) -> Node {
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
    Node { at, value }
}
