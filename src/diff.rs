//! What differs between two states, as a list of places with what was there before and after.
//!
//! Used by the command line and the editor on states of any game. Knows JSON and nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One place that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The place: keys joined by dots, members of lists by their id or number in brackets.
    pub path: String,
    /// What was there; nothing if it is new.
    pub before: Option<Value>,
    /// What is there now; nothing if it is gone.
    pub after: Option<Value>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => write!(f, "{}: {before} -> {after}", self.path),
            (None, Some(after)) => write!(f, "{}: new: {after}", self.path),
            (Some(before), None) => write!(f, "{}: gone: {before}", self.path),
            (None, None) => write!(f, "{}", self.path),
        }
    }
}

/// A place that an action changed, and the rule that changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// The place, as in [`Change`]; it stands for everything below it, too.
    pub path: String,
    /// The rule, in a few words.
    pub rule: String,
}

impl Cause {
    /// A place and the rule that changed it.
    pub fn new(path: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { path: path.into(), rule: rule.into() }
    }

    /// Whether this explains a change of that place.
    pub fn covers(&self, path: &str) -> bool {
        let rest = path.strip_prefix(self.path.as_str());
        rest.is_some_and(|rest| self.path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    }
}

/// Every place that differs, in the order of the first state, then of the second.
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(String::new(), Some(before), Some(after), &mut found);
    found
}

/// The values at a place that is written as in [`Change`]; `[*]` stands for every member of a list.
pub fn at<'v>(state: &'v Value, path: &str) -> Vec<&'v Value> {
    let keys = path.split('.').flat_map(|part| part.split('[')).map(|key| key.trim_end_matches(']'));
    keys.filter(|key| !key.is_empty())
        .fold(vec![state], |found, key| found.into_iter().flat_map(|value| below(value, key)).collect())
}

/// What a key leads to: an entry, a member by its id or by its number, or all members.
fn below<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    let Value::Array(list) = value else { return value.get(key).into_iter().collect() };
    if key == "*" {
        return list.iter().collect();
    }
    let by_id = list.iter().find(|member| id_of(member).is_some_and(|id| id == key));
    by_id.or_else(|| list.get(key.parse::<usize>().ok()?)).into_iter().collect()
}

fn compare(path: String, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<Change>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.for_each(|key| compare(join(&path, key), a.get(key), b.get(key), found));
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => compare_lists(&path, a, b, found),
        (before, after) => found.push(Change { path, before: before.cloned(), after: after.cloned() }),
    }
}

/// Members with ids are compared with those of the same id, wherever they stand; others with those in the same place.
fn compare_lists(path: &str, a: &[Value], b: &[Value], found: &mut Vec<Change>) {
    let ids = |list: &[Value]| list.iter().map(id_of).collect::<Option<Vec<_>>>();
    let (Some(ids_a), Some(ids_b)) = (ids(a), ids(b)) else {
        for place in 0..a.len().max(b.len()) {
            compare(format!("{path}[{place}]"), a.get(place), b.get(place), found);
        }
        return;
    };
    let place = |ids: &[String], id: &String| ids.iter().position(|other| other == id);
    for id in ids_a.iter().chain(ids_b.iter().filter(|id| !ids_a.contains(id))) {
        let member = |ids: &[String], list| place(ids, id).and_then(|at| <[Value]>::get(list, at));
        compare(format!("{path}[{id}]"), member(&ids_a, a), member(&ids_b, b), found);
    }
}

fn id_of(member: &Value) -> Option<String> {
    match member.get("id")? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(before: Value, after: Value, expected: &[&str]) {
        let found: Vec<_> = changes(&before, &after).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn equal_states_do_not_differ() {
        check(json!({"a": [1, {"id": 2}]}), json!({"a": [1, {"id": 2}]}), &[]);
    }

    #[test]
    fn values_are_named_by_their_path() {
        check(
            json!({"tick": 1, "at": {"x": 1}}),
            json!({"tick": 2, "at": {"x": 5}}),
            &["tick: 1 -> 2", "at.x: 1 -> 5"],
        );
    }

    #[test]
    fn members_with_ids_are_followed_wherever_they_stand() {
        check(
            json!([{"id": "A", "hp": 3}, {"id": "B", "hp": 4}, {"id": "C", "hp": 5}]),
            json!([{"id": "C", "hp": 5}, {"id": "A", "hp": 1}, {"id": "D", "hp": 9}]),
            &["[A].hp: 3 -> 1", "[B]: gone: {\"id\":\"B\",\"hp\":4}", "[D]: new: {\"id\":\"D\",\"hp\":9}"],
        );
    }

    #[test]
    fn a_place_that_changes_names_is_found_again() {
        let state =
            json!({"row": [1, 2], "men": [{"id": "B", "hp": 4}, {"id": "A", "hp": 3}], "at": {"x": 7}});
        let found = |path| at(&state, path).into_iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
        let places = ["at.x", "row[1]", "men[A].hp", "men[*].hp", "men[1].id", "row[9]", "at.y", "at.x.z"];
        assert_eq!(places.map(found), ["7", "2", "3", "4 3", "\"A\"", "", "", ""]);
    }

    #[test]
    fn lists_without_ids_are_compared_place_by_place() {
        check(json!({"row": [1, 2]}), json!({"row": [1, 3, 4]}), &["row[1]: 2 -> 3", "row[2]: new: 4"]);
    }
}
