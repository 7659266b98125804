//! Differences between two states, as a list of paths with the values before and after.
//!
//! Used by the command line and the editor on states of any game. Knows only JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A path whose value differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The path: keys joined by dots, list members by their id or index in brackets.
    pub path: String,
    /// Value before; `None` if it is new.
    pub before: Option<Value>,
    /// Value after; `None` if it is gone.
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

/// A path that an action changed, and the rule that changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// The path, as in [`Change`]; covers everything below it.
    pub path: String,
    /// Short description of the rule.
    pub rule: String,
}

impl Cause {
    /// Creates a cause from a path and a rule.
    pub fn new(path: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { path: path.into(), rule: rule.into() }
    }
}

/// Returns every path that differs, in the order of the first state, then of the second.
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    each_change("", Some(before), Some(after), &mut |change| found.push(change));
    found
}

/// Calls `see` with every path below `path` that differs, in the same order: for states whose differences are too many
/// to be held.
pub fn each_change(path: &str, before: Option<&Value>, after: Option<&Value>, see: &mut dyn FnMut(Change)) {
    match (before, after) {
        (before, after) if before == after => {}
        (Some(Value::Object(_)), Some(Value::Object(_))) | (Some(Value::Array(_)), Some(Value::Array(_))) => {
            let parts = parts(before, after).into_iter();
            parts.for_each(|part| each_change(&part.path(path), part.before, part.after, see));
        }
        (before, after) => {
            see(Change { path: path.to_owned(), before: before.cloned(), after: after.cloned() });
        }
    }
}

/// Returns the values at a path written as in [`Change`]; `[*]` matches every member of a list.
pub fn at<'v>(state: &'v Value, path: &str) -> Vec<&'v Value> {
    let keys = path.split('.').flat_map(|part| part.split('[')).map(|key| key.trim_end_matches(']'));
    keys.filter(|key| !key.is_empty())
        .fold(vec![state], |found, key| found.into_iter().flat_map(|value| below(value, key)).collect())
}

/// Returns the values under a key: an entry, a member by its id or index, or all members.
fn below<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    let Value::Array(list) = value else { return value.get(key).into_iter().collect() };
    if key == "*" {
        return list.iter().collect();
    }
    let by_id = list.iter().find(|member| id_of(member).is_some_and(|id| id == key));
    by_id.or_else(|| list.get(key.parse::<usize>().ok()?)).into_iter().collect()
}

/// A member of two values that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<'v> {
    /// Key in an object; in a list the id or index, in brackets.
    pub key: String,
    /// Value before; `None` if it is new.
    pub before: Option<&'v Value>,
    /// Value after; `None` if it is gone.
    pub after: Option<&'v Value>,
}

impl Part<'_> {
    /// Returns its path, given the path of the value that contains it.
    pub fn path(&self, within: &str) -> String {
        if within.is_empty() || self.key.starts_with('[') {
            format!("{within}{}", self.key)
        } else {
            format!("{within}.{}", self.key)
        }
    }
}

/// Returns the members of two values of the same kind, or of one value without a counterpart: in the order of the
/// first, then of the second. Returns none for values without members, and none if a list became an object.
pub fn parts<'v>(before: Option<&'v Value>, after: Option<&'v Value>) -> Vec<Part<'v>> {
    match (before, after) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.map(|key| Part { key: key.clone(), before: a.get(key), after: b.get(key) }).collect()
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => members(a, b),
        (None | Some(Value::Null), Some(Value::Array(b))) => members(&[], b),
        (Some(Value::Array(a)), None | Some(Value::Null)) => members(a, &[]),
        (None | Some(Value::Null), Some(Value::Object(b))) => {
            b.iter().map(|(key, after)| Part { key: key.clone(), before: None, after: Some(after) }).collect()
        }
        (Some(Value::Object(a)), None | Some(Value::Null)) => a
            .iter()
            .map(|(key, before)| Part { key: key.clone(), before: Some(before), after: None })
            .collect(),
        _ => Vec::new(),
    }
}

/// Pairs list members with ids by id, wherever they are; others by index.
fn members<'v>(a: &'v [Value], b: &'v [Value]) -> Vec<Part<'v>> {
    let (Some(ids_a), Some(ids_b)) = (by_id(a), by_id(b)) else {
        let places = 0..a.len().max(b.len());
        return places
            .map(|place| Part { key: format!("[{place}]"), before: a.get(place), after: b.get(place) })
            .collect();
    };
    let ids = a.iter().chain(b).filter_map(id_of);
    let mut seen = BTreeSet::new();
    ids.filter(|id| seen.insert(id.clone()))
        .map(|id| Part {
            key: format!("[{id}]"),
            before: ids_a.get(&id).copied(),
            after: ids_b.get(&id).copied(),
        })
        .collect()
}

/// Maps the members of a list by id, keeping the first of each id; `None` unless all have one.
fn by_id(list: &[Value]) -> Option<BTreeMap<String, &Value>> {
    let mut ids = BTreeMap::new();
    for member in list {
        ids.entry(id_of(member)?).or_insert(member);
    }
    Some(ids)
}

fn id_of(member: &Value) -> Option<String> {
    match member.get("id")? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
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
    fn what_is_on_one_side_only_has_members_too() {
        let state = json!({"row": [1, {"id": 4}], "men": [{"id": "B"}]});
        let keys =
            |before, after| parts(before, after).into_iter().map(|part| part.path("at")).collect::<Vec<_>>();
        assert_eq!(keys(None, Some(&state)), ["at.row", "at.men"]);
        assert_eq!(keys(state.get("men"), None), ["at[B]"]);
        assert_eq!(keys(None, state.get("row")), ["at[0]", "at[1]"]);
        assert_eq!(keys(state.get("row"), state.pointer("/row/1")), Vec::<String>::new());
    }

    #[test]
    fn lists_without_ids_are_compared_place_by_place() {
        check(json!({"row": [1, 2]}), json!({"row": [1, 3, 4]}), &["row[1]: 2 -> 3", "row[2]: new: 4"]);
    }
}
