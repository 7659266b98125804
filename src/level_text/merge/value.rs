//! Merges single values: lists element by element, rows of a map cell by cell, and texts in their own quotes.

use serde_json::Value as Data;
use toml_edit::{Array, Decor, InlineTable, Value};

use super::list;
use crate::level_text::write::quoted;

/// Applies the difference between two values to a third.
pub(super) fn merge(old: &mut Value, base: Option<&Value>, new: &Value) {
    match (&mut *old, new) {
        (Value::Array(old), Value::Array(new)) if list::is_of_tables(old) && list::is_of_tables(new) => {
            list::merge(old, base.and_then(Value::as_array), new);
        }
        (Value::Array(old), Value::Array(new)) => merge_array(old, base.and_then(Value::as_array), new),
        (Value::InlineTable(old), Value::InlineTable(new)) => {
            let none = InlineTable::new();
            let base = base.and_then(Value::as_inline_table).unwrap_or(&none);
            let count = old.len();
            super::merge_table(old, base, new, &mut String::new());
            if old.len() != count {
                old.fmt(); // the white space around the values belongs to other places now
            }
        }
        (Value::String(text), Value::String(new)) => {
            let (own, new) = (text.value().clone(), new.value());
            let merged = base.and_then(Value::as_str).and_then(|base| merge_cells(&own, base, new));
            set_text(old, merged.as_deref().unwrap_or(new));
        }
        _ => set(old, new.clone()),
    }
}

/// Applies the difference between two lists to a third. New elements copy the format of those before them.
fn merge_array(old: &mut Array, base: Option<&Array>, new: &Array) {
    let base = base.filter(|base| base.len() == old.len() && base.len() == new.len());
    for (index, (own, value)) in old.iter_mut().zip(new).enumerate() {
        let before = base.and_then(|base| base.get(index));
        if before.map_or_else(|| data(own), data) != data(value) {
            merge(own, before, value);
        }
    }
    while old.len() > new.len() {
        pop(old);
    }
    for value in new.iter().skip(old.len()) {
        push(old, value.clone());
    }
}

/// Removes the last element and the comment after it; the previous element keeps its own.
fn pop(list: &mut Array) {
    let removed = list.remove(list.len() - 1);
    let (before, end) = (prefix(&removed), list.trailing().as_str().unwrap_or_default());
    if let (Some(line), Some(last)) = (before.rfind('\n'), end.rfind('\n')) {
        list.set_trailing([&before[..line], &end[last..]].concat());
    }
}

/// Adds an element in the format of the last one, whose comment stays on its line.
fn push(list: &mut Array, mut value: Value) {
    let end = list.trailing().as_str().unwrap_or_default().to_owned();
    let before = list.iter().last().map(prefix).unwrap_or_default();
    let space = before.rfind('\n').map_or(before.as_str(), |line| &before[line..]);
    let (comment, end) = end.split_at(end.rfind('\n').filter(|_| list.trailing_comma()).unwrap_or(0));
    *value.decor_mut() = Decor::new([comment, space].concat(), "");
    list.set_trailing(end);
    list.push_formatted(value);
}

/// Returns white space and comments before a value.
pub(super) fn prefix(value: &Value) -> String {
    value.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned()
}

/// Changes only those characters of a text that differ between two others, if it agrees with them there: a
/// row of a map may be shorter than in the plain text, or lack letters of things that the file lists.
fn merge_cells(old: &str, base: &str, new: &str) -> Option<String> {
    let [mut cells, base, new] = [old, base, new].map(|text| text.chars().collect::<Vec<_>>());
    if cells == base || base.len() != new.len() || cells.len() > base.len() {
        return None;
    }
    let last = (0..base.len()).rfind(|&at| base[at] != new[at])?;
    if cells.len() <= last {
        cells.extend(&base[cells.len()..=last]);
    }
    for at in (0..=last).filter(|&at| base[at] != new[at]) {
        if cells[at] != base[at] {
            return None;
        }
        cells[at] = new[at];
    }
    Some(cells.into_iter().collect())
}

/// Replaces a value, and keeps the white space and the comments around it.
fn set(old: &mut Value, mut new: Value) {
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

fn set_text(old: &mut Value, text: &str) {
    let spelled = old.to_string();
    let candidates = [spelled_like(spelled.trim(), text), Some(quoted(text))];
    let read = candidates.into_iter().flatten().filter_map(|candidate| candidate.parse::<Value>().ok());
    let same = read.into_iter().find(|value| value.as_str() == Some(text));
    set(old, same.unwrap_or_else(|| text.into()));
}

/// Returns a text in the quotes of another, if these are not the default ones.
fn spelled_like(other: &str, text: &str) -> Option<String> {
    let escaped = || text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    let after = |quotes: &str| if other[quotes.len()..].starts_with('\n') { "\n" } else { "" };
    match other {
        _ if other.starts_with("\"\"\"") => Some(format!("\"\"\"{}{}\"\"\"", after("\"\"\""), escaped())),
        _ if other.starts_with("'''") => Some(format!("'''{}{text}'''", after("'''"))),
        _ if other.starts_with('\'') => Some(format!("'{text}'")),
        _ => None,
    }
}

/// Returns a value without its spelling.
pub(super) fn data(value: &Value) -> Data {
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Integer(number) => (*number.value()).into(),
        Value::Float(number) => (*number.value()).into(),
        Value::Boolean(truth) => (*truth.value()).into(),
        Value::Datetime(time) => time.value().to_string().into(),
        Value::Array(list) => Data::Array(list.iter().map(data).collect()),
        Value::InlineTable(table) => Data::Object(super::table_data(table)),
    }
}
