//! Determines whether a change removes something from a level, or only writes it elsewhere.
//!
//! Used by [`crate::level_file`]: the comments of a removed thing go with it, but a comment that is lost
//! although everything is still there must be reported. Knows lists of tables and maps with `rows`, not the
//! meaning of letters.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Letters of the floor: whatever is put on it replaces them.
const FLOOR: [char; 2] = ['.', ' '];

/// Whether a level has fewer things of some kind, or fewer keys, than another.
pub(crate) fn removes_something(base: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    count(base, "", &mut before);
    count(new, "", &mut after);
    before.iter().any(|(what, number)| after.get(what).is_none_or(|left| left < number))
}

fn count(table: &Map<String, Value>, path: &str, found: &mut BTreeMap<String, usize>) {
    for (key, value) in table {
        let path = format!("{path}.{key}");
        match value {
            Value::Object(table) => count(table, &path, found),
            Value::Array(list) if key == "rows" => count_letters(list, found),
            Value::Array(list) => list.iter().for_each(|entry| count_one(&path, entry, found)),
            _ => *found.entry(path).or_default() += 1,
        }
    }
}

/// Counts an entry of a list by its kind, if it has one.
fn count_one(path: &str, entry: &Value, found: &mut BTreeMap<String, usize>) {
    let kind = entry.get("kind").and_then(Value::as_str).unwrap_or_default();
    *found.entry(format!("{path} {kind}")).or_default() += 1;
}

fn count_letters(rows: &[Value], found: &mut BTreeMap<String, usize>) {
    let letters = rows.iter().filter_map(Value::as_str).flat_map(str::chars);
    letters.filter(|letter| !FLOOR.contains(letter)).for_each(|letter| {
        *found.entry(letter.to_string()).or_default() += 1;
    });
}
