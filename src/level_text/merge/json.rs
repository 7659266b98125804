//! Merges levels in JSON, which has no comments, and keeps the order of the keys.

use serde_json::{Map, Value};

use super::align::align;

/// Returns the old text with the differences between two levels applied to it; `None` if it is not a JSON object.
pub(crate) fn merge(old: &str, base: &Map<String, Value>, new: &Map<String, Value>) -> Option<String> {
    if base == new {
        return Some(old.to_owned());
    }
    let mut level: Map<String, Value> = serde_json::from_str(old).ok()?;
    merge_object(&mut level, base, new);
    Some(format!("{}\n", serde_json::to_string_pretty(&level).ok()?))
}

/// Returns a level completed with values that only the plain one has, mostly defaults.
pub(crate) fn complete(old: &Map<String, Value>, base: &Map<String, Value>) -> Map<String, Value> {
    let mut completed = old.clone();
    for (key, value) in base {
        match (completed.get_mut(key), value) {
            (None, _) => _ = completed.insert(key.clone(), value.clone()),
            (Some(Value::Object(own)), Value::Object(base)) => *own = complete(own, base),
            (Some(_), _) => {}
        }
    }
    completed
}

fn merge_object(old: &mut Map<String, Value>, base: &Map<String, Value>, new: &Map<String, Value>) {
    old.retain(|key, _| new.contains_key(key) || !base.contains_key(key));
    for (key, value) in new.iter().filter(|(key, value)| base.get(*key) != Some(value)) {
        match old.get_mut(key) {
            Some(own) => merge_value(own, base.get(key), value),
            None => _ = old.insert(key.clone(), value.clone()),
        }
    }
}

fn merge_value(old: &mut Value, base: Option<&Value>, new: &Value) {
    match (&mut *old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let none = Map::new();
            merge_object(old, base.and_then(Value::as_object).unwrap_or(&none), new);
        }
        (Value::Array(list), Value::Array(new)) => match (objects(list), objects(new)) {
            (Some(own), Some(new)) => *list = merge_list(&own, base, &new),
            _ => list.clone_from(new),
        },
        _ => old.clone_from(new),
    }
}

fn merge_list(own: &[Map<String, Value>], base: Option<&Value>, new: &[Map<String, Value>]) -> Vec<Value> {
    let base = base.and_then(Value::as_array).and_then(|list| objects(list));
    let before = base.filter(|base| base.len() == own.len()).unwrap_or_else(|| own.to_vec());
    let merged = align(&before, new).into_iter().zip(new).map(|(matched, new)| match matched {
        Some(index) => {
            let mut object = own[index].clone();
            merge_object(&mut object, &before[index], new);
            Value::Object(object)
        }
        None => Value::Object(new.clone()),
    });
    merged.collect()
}

fn objects(list: &[Value]) -> Option<Vec<Map<String, Value>>> {
    list.iter().map(|value| value.as_object().cloned()).collect()
}
