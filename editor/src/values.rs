//! The state of a game as rows of a foldable tree, each with its previous value.
//!
//! Built by the document from two states as JSON, when a panel needs it. Knows neither widgets nor games.

use std::collections::BTreeMap;

use serde_json::Value;
use timeloom::diff::{Part, parts};

/// Paths that the user folded or unfolded; the others are open if they contain a change.
pub type Folds = BTreeMap<String, bool>;

/// One value of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRow {
    /// Its path: keys joined by dots, members of lists in brackets.
    pub path: String,
    /// Its key.
    pub key: String,
    /// Depth in the tree.
    pub depth: usize,
    /// The value, abbreviated.
    pub now: String,
    /// The previous value, abbreviated, if it differs.
    pub before: Option<String>,
    /// Change since the previous turn.
    pub change: ValueChange,
    /// Whether its members are shown; `None` if it has none.
    pub open: Option<bool>,
}

/// Change of a value since the previous turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChange {
    /// Unchanged.
    Same,
    /// A member has changed.
    Inside,
    /// Changed.
    Changed,
    /// Added.
    New,
    /// Removed.
    Gone,
}

/// Returns the rows of a state; without a previous state, everything is unchanged.
pub fn rows(before: Option<&Value>, after: &Value, folds: &Folds) -> Vec<ValueRow> {
    let before = before.unwrap_or(after);
    let mut rows = Vec::new();
    let top = parts(Some(before), Some(after));
    if top.is_empty() && before != after {
        add(
            &Part { key: "state".to_owned(), before: Some(before), after: Some(after) },
            "",
            0,
            folds,
            &mut rows,
        );
    }
    top.iter().for_each(|part| add(part, "", 0, folds, &mut rows));
    rows
}

fn add(part: &Part<'_>, within: &str, depth: usize, folds: &Folds, rows: &mut Vec<ValueRow>) {
    let (path, change) = (part.path(within), change(part));
    let members = parts(part.before, part.after);
    let open = (!members.is_empty()).then(|| *folds.get(&path).unwrap_or(&(change == ValueChange::Inside)));
    let now = part.after.map(brief).unwrap_or_default();
    let differs = matches!(change, ValueChange::Changed | ValueChange::Gone);
    let before = part.before.filter(|_| differs).map(brief);
    rows.push(ValueRow { path: path.clone(), key: part.key.clone(), depth, now, before, change, open });
    if open == Some(true) {
        members.iter().for_each(|member| add(member, &path, depth + 1, folds, rows));
    }
}

fn change(part: &Part<'_>) -> ValueChange {
    match (part.before, part.after) {
        (None, _) => ValueChange::New,
        (_, None) => ValueChange::Gone,
        (before, after) if before == after => ValueChange::Same,
        (Some(before), Some(after)) if is_compared_inside(before, after) => ValueChange::Inside,
        _ => ValueChange::Changed,
    }
}

fn is_compared_inside(before: &Value, after: &Value) -> bool {
    (before.is_object() && after.is_object()) || (before.is_array() && after.is_array())
}

/// Abbreviates a value to a few characters.
pub fn brief(value: &Value) -> String {
    match value {
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) if list.len() <= 4 && list.iter().all(is_plain) => value.to_string(),
        Value::Array(list) => format!("{} entries", list.len()),
        Value::Object(map) => named(map).unwrap_or_else(|| format!("{} fields", map.len())),
        Value::String(text) => text.clone(),
        Value::Null => "nothing".to_owned(),
        other => other.to_string(),
    }
}

fn is_plain(value: &Value) -> bool {
    value.is_number() || value.is_boolean()
}

/// Returns the name of an object, or its few numbers.
fn named(map: &serde_json::Map<String, Value>) -> Option<String> {
    let name = ["name", "title", "kind", "type"].iter().find_map(|key| map.get(*key)?.as_str());
    let small = || map.len() <= 3 && map.values().all(is_plain);
    let pairs = || map.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ");
    name.map(str::to_owned).or_else(|| small().then(pairs))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(before: Option<Value>, after: Value, folds: &[(&str, bool)]) -> Vec<String> {
        let folds = folds.iter().map(|(path, open)| ((*path).to_owned(), *open)).collect();
        let rows = rows(before.as_ref(), &after, &folds);
        rows.iter()
            .map(|row| {
                let before = row.before.as_ref().map(|before| format!("{before} -> ")).unwrap_or_default();
                format!("{}{}: {before}{} {:?}", "  ".repeat(row.depth), row.key, row.now, row.change)
            })
            .collect()
    }

    #[test]
    fn what_changed_is_open_and_says_what_was_there() {
        let state = |hp: i32| json!({"turn": 3, "men": [{"id": "A", "hp": hp}, {"id": "B", "hp": 9}]});
        assert_eq!(
            shown(Some(state(5)), state(4), &[]),
            [
                "turn: 3 Same",
                "men: 2 entries Inside",
                "  [A]: 2 fields Inside",
                "    id: A Same",
                "    hp: 5 -> 4 Changed",
                "  [B]: 2 fields Same",
            ]
        );
    }

    #[test]
    fn a_person_folds_and_unfolds() {
        let state = json!({"at": {"x": 1, "y": 2}});
        assert_eq!(shown(None, state.clone(), &[]), ["at: x 1, y 2 Same"]);
        assert_eq!(shown(None, state, &[("at", true)]), ["at: x 1, y 2 Same", "  x: 1 Same", "  y: 2 Same"]);
    }

    #[test]
    fn what_is_new_and_what_is_gone_is_listed() {
        assert_eq!(
            shown(Some(json!({"row": [1], "old": true})), json!({"row": [1, 2]}), &[]),
            ["row: [1,2] Inside", "  [0]: 1 Same", "  [1]: 2 New", "old: true ->  Gone"]
        );
    }
}
