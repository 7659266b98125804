//! Merges lists of tables that are written as one value: `entity = [ { .. }, { .. } ]`.
//!
//! Part of the merge. A table that can be matched keeps its comments, above it and after it on its line; the
//! comments of a removed one are removed, except those that an empty line separates from it.

use toml_edit::{Array, Decor, Value};

use super::align::align;
use super::value::{self, prefix};

/// An element and its comments.
struct Element {
    /// White space and comments before it, from the end of the line before.
    above: String,
    value: Value,
    /// The comment after it on its line.
    behind: String,
}

/// Whether all elements are tables.
pub(super) fn is_of_tables(list: &Array) -> bool {
    list.iter().all(Value::is_inline_table)
}

/// Applies the differences between two lists of tables to a third.
pub(super) fn merge(old: &mut Array, base: Option<&Array>, new: &Array) {
    let own = old.clone();
    let before = base.filter(|base| base.len() == own.len() && is_of_tables(base)).unwrap_or(&own);
    let matches = align(&tables(before), &tables(new));
    let (opening, elements, end) = split(&own);
    let space = elements.last().map_or("\n  ".to_owned(), |last| last_line(&last.above).to_owned());
    let mut merged: Vec<Element> = Vec::new();
    let mut carried = carried_to(&elements, &matches);
    for (new, matched) in new.iter().zip(matches) {
        merged.push(
            match matched.and_then(|index| Some((index, elements.get(index)?, before.get(index)?))) {
                Some((index, own, before)) => {
                    let mut value = own.value.clone();
                    value::merge(&mut value, Some(before), new);
                    let above = std::mem::take(&mut carried[index]) + &own.above;
                    Element { above, value, behind: own.behind.clone() }
                }
                None => Element { above: space.clone(), value: new.clone(), behind: String::new() },
            },
        );
    }
    let left = carried.pop().unwrap_or_default();
    join(old, &opening, merged, &(left + &end));
}

fn tables(list: &Array) -> Vec<serde_json::Map<String, serde_json::Value>> {
    list.iter().filter_map(|value| value::data(value).as_object().cloned()).collect()
}

/// Returns, for each element and for the end, the separate comments of removed elements before it.
fn carried_to(elements: &[Element], matches: &[Option<usize>]) -> Vec<String> {
    let mut carried = vec![String::new(); elements.len() + 1];
    let mut left = String::new();
    for (index, element) in elements.iter().enumerate() {
        if matches.contains(&Some(index)) {
            carried[index] = std::mem::take(&mut left);
        } else if let Some(end) =
            element.above.rfind("\n\n").filter(|end| element.above[..*end].contains('#'))
        {
            left.push_str(&element.above[..=end]);
        }
    }
    carried[elements.len()] = left;
    carried
}

/// Splits a list into the text after its opening bracket, the elements, and the text before its closing
/// bracket.
fn split(list: &Array) -> (String, Vec<Element>, String) {
    let end = list.trailing().as_str().unwrap_or_default().to_owned();
    let mut spaces: Vec<(String, String)> =
        list.iter().map(prefix).chain([end]).map(|space| at_line_end(&space)).collect();
    let (_, end) = spaces.last().cloned().unwrap_or_default();
    let opening = spaces.first().map(|(opening, _)| opening.clone()).unwrap_or_default();
    // A comment after an element is parsed as part of the next one.
    let behind: Vec<String> = spaces.iter().skip(1).map(|(behind, _)| behind.clone()).collect();
    let parts = list.iter().zip(spaces.drain(..)).zip(behind);
    let elements =
        parts.map(|((value, (_, above)), behind)| Element { above, value: value.clone(), behind }).collect();
    (opening, elements, end)
}

/// Splits white space and comments at the first end of line, if there is one.
fn at_line_end(space: &str) -> (String, String) {
    let (behind, above) = space.split_at(space.find('\n').unwrap_or(0));
    (behind.to_owned(), above.to_owned())
}

fn last_line(space: &str) -> &str {
    space.rfind('\n').map_or(space, |line| &space[line..])
}

/// Joins the parts of a list again.
fn join(list: &mut Array, opening: &str, elements: Vec<Element>, end: &str) {
    list.clear();
    let mut behind = opening.to_owned();
    for Element { above, mut value, behind: next } in elements {
        let suffix = value.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default().to_owned();
        *value.decor_mut() = Decor::new(after_comment(&behind, &above), suffix);
        list.push_formatted(value);
        behind = next;
    }
    list.set_trailing(after_comment(&behind, end));
}

/// Returns the text after an element and the text before the next one; a comment ends with its line.
fn after_comment(behind: &str, above: &str) -> String {
    let end = if behind.contains('#') && !above.starts_with('\n') { "\n" } else { "" };
    [behind, end, above].concat()
}
