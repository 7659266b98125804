//! Writes a changed level into the text of its file, and keeps everything else as its author wrote it.
//!
//! Used by [`crate::level_file`]. A merge has three texts: the old file, the plain text of its level, and the
//! plain text of the new level. Differences between the last two are applied to the first: comments, order,
//! spelling and omitted defaults stay. Knows values, not their meaning: the caller checks the result.

mod align;
mod forms;
mod json;
mod list;
mod removed;
mod value;

use std::collections::BTreeSet;

use serde_json::{Map, Value as Data};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike};

pub(crate) use forms::{Change, in_words_of, without_things};
pub(crate) use json::{complete as complete_json, merge as merge_json};
pub(crate) use removed::removes_something;

/// Returns the old text with the differences between two plain texts applied to it; `None` if one is not TOML.
pub(crate) fn merge_toml(old: &str, base: &str, new: &str) -> Option<String> {
    let (base, new) = (parse(base)?, parse(new)?);
    if table_data(base.as_table()) == table_data(new.as_table()) {
        return Some(old.to_owned());
    }
    // The TOML editor writes plain line ends.
    let has_crlf = old.contains("\r\n") && old.matches('\n').count() == old.matches("\r\n").count();
    let merged = merge_documents(parse(&old.replace("\r\n", "\n"))?, &base, &new);
    Some(if has_crlf { merged.replace('\n', "\r\n") } else { merged })
}

fn merge_documents(mut document: DocumentMut, base: &DocumentMut, new: &DocumentMut) -> String {
    let mut loose = String::new();
    merge_table(document.as_table_mut(), base.as_table(), new.as_table(), &mut loose);
    if !loose.is_empty() {
        let end = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing(loose + &end);
    }
    document.to_string()
}

/// Returns the old text completed with values that only the plain text of the same level has, mostly
/// defaults.
pub(crate) fn complete_toml(old: &str, base: &str) -> Option<String> {
    let mut document = parse(old)?;
    complete(document.as_table_mut(), parse(base)?.as_table());
    Some(document.to_string())
}

fn complete(old: &mut dyn TableLike, base: &dyn TableLike) {
    for (key, item) in base.iter() {
        match (old.get_mut(key), item.as_table_like()) {
            (None, _) => _ = old.insert(key, unplaced(item.clone())),
            (Some(own), Some(base)) => {
                own.as_table_like_mut().into_iter().for_each(|own| complete(own, base));
            }
            (Some(_), None) => {}
        }
    }
}

/// Counts the comment marks in a TOML text.
pub(crate) fn comment_marks(text: &str) -> usize {
    let in_texts = toml_data(text).map_or(0, |data| marks_in(&Data::Object(data)));
    text.matches('#').count().saturating_sub(in_texts)
}

fn marks_in(data: &Data) -> usize {
    match data {
        Data::String(text) => text.matches('#').count(),
        Data::Array(list) => list.iter().map(marks_in).sum(),
        Data::Object(table) => {
            table.iter().map(|(key, value)| key.matches('#').count() + marks_in(value)).sum()
        }
        _ => 0,
    }
}

/// Returns a TOML text as data, in its order.
pub(crate) fn toml_data(text: &str) -> Option<Map<String, Data>> {
    Some(table_data(parse(text)?.as_table()))
}

fn parse(text: &str) -> Option<DocumentMut> {
    text.parse().ok()
}

/// Applies the differences between two tables to a third. Adds comments of removed tables to `loose` if an
/// empty line separates them.
fn merge_table(old: &mut dyn TableLike, base: &dyn TableLike, new: &dyn TableLike, loose: &mut String) {
    for (key, _) in base.iter().filter(|(key, _)| !new.contains_key(key)) {
        if let Some(removed) = old.remove(key) {
            loose.push_str(&apart(&removed));
        }
    }
    for (key, item) in new.iter() {
        let before = base.get(key);
        if before.map(item_data) == Some(item_data(item)) {
            continue;
        }
        match old.get_mut(key) {
            Some(present) => merge_item(present, before, item, loose),
            None => _ = old.insert(key, unplaced(item.clone())),
        }
    }
}

fn merge_item(old: &mut Item, base: Option<&Item>, new: &Item, loose: &mut String) {
    let value = |item: &Item| item.clone().into_value().ok();
    match (&mut *old, new.as_table_like(), new) {
        (Item::ArrayOfTables(old), _, Item::ArrayOfTables(new)) => {
            merge_tables(old, base.and_then(Item::as_array_of_tables), new, loose);
        }
        (Item::Table(old), Some(new), _) => {
            let none = Table::new();
            merge_table(old, base.and_then(Item::as_table_like).unwrap_or(&none), new, loose);
        }
        (Item::Value(old), ..) => {
            if let Some(new) = value(new) {
                value::merge(old, base.and_then(value).as_ref(), &new);
            }
        }
        _ => *old = unplaced(new.clone()),
    }
}

/// Applies the differences between two lists of tables to a third. A table that can be matched keeps its
/// comments.
fn merge_tables(
    old: &mut ArrayOfTables,
    base: Option<&ArrayOfTables>,
    new: &ArrayOfTables,
    loose: &mut String,
) {
    let was = old.clone();
    // If the file lists other tables than its plain text, compare with those of the file.
    let before = base.filter(|base| base.len() == was.len()).unwrap_or(&was);
    let data = |list: &ArrayOfTables| list.iter().map(|table| table_data(table)).collect::<Vec<_>>();
    let matches = align::align(&data(before), &data(new));
    let kept = keep_comments(&was, &matches, loose);
    let mut places = was.iter().filter_map(Table::position).collect::<Vec<_>>().into_iter();
    old.clear();
    for (table, matched) in new.iter().zip(matches) {
        let mut merged = match matched.and_then(|index| Some((kept.get(index)?.clone(), before.get(index)?)))
        {
            Some((mut own, before)) => {
                merge_table(&mut own, before, table, loose);
                own
            }
            None => unplaced_table(table.clone()),
        };
        put_at(&mut merged, places.next());
        old.push(merged);
    }
}

/// Returns the tables, with separate comments of removed ones moved to the next table that stays.
fn keep_comments(was: &ArrayOfTables, matches: &[Option<usize>], loose: &mut String) -> Vec<Table> {
    let stays: BTreeSet<usize> = matches.iter().copied().flatten().collect();
    let mut carried = String::new();
    let mut kept: Vec<Table> = was.iter().cloned().collect();
    for (index, table) in kept.iter_mut().enumerate() {
        if !stays.contains(&index) {
            carried.push_str(&apart_from(table));
        } else if !carried.is_empty() {
            let prefix = std::mem::take(&mut carried) + &prefix(table);
            table.decor_mut().set_prefix(prefix);
        }
    }
    loose.push_str(&carried);
    kept
}

fn prefix(table: &Table) -> String {
    table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned()
}

/// Returns the comments before an item that an empty line separates from it: they are about more than the
/// item.
fn apart(item: &Item) -> String {
    match item {
        Item::Table(table) => apart_from(table),
        Item::ArrayOfTables(tables) => tables.iter().map(apart_from).collect(),
        _ => String::new(),
    }
}

fn apart_from(table: &Table) -> String {
    let prefix = prefix(table);
    let end = prefix.rfind("\n\n").filter(|end| prefix[..*end].contains('#'));
    end.map(|end| prefix[..=end].to_owned()).unwrap_or_default()
}

/// Sets the position of a table in the file; its contents follow it.
fn put_at(table: &mut Table, place: Option<isize>) {
    if table.position() != place || place.is_none() {
        forget_places(table);
        table.set_position(place);
    }
}

fn unplaced(mut item: Item) -> Item {
    match &mut item {
        Item::Table(table) => forget_places(table),
        Item::ArrayOfTables(tables) => tables.iter_mut().for_each(forget_places),
        _ => {}
    }
    item
}

fn unplaced_table(mut table: Table) -> Table {
    forget_places(&mut table);
    table
}

/// Clears the old positions of a table and its contents, so that they follow the entries before them in this
/// file.
fn forget_places(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => forget_places(inner),
            Item::ArrayOfTables(inner) => inner.iter_mut().for_each(forget_places),
            _ => {}
        }
    }
}

fn table_data(table: &dyn TableLike) -> Map<String, Data> {
    table.iter().map(|(key, item)| (key.to_owned(), item_data(item))).collect()
}

fn item_data(item: &Item) -> Data {
    match item {
        Item::None => Data::Null,
        Item::Value(value) => value::data(value),
        Item::Table(table) => Data::Object(table_data(table)),
        Item::ArrayOfTables(tables) => {
            Data::Array(tables.iter().map(|table| Data::Object(table_data(table))).collect())
        }
    }
}
