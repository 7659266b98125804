//! The law about requests from other programs: whatever a state says, it is refused or played, and nothing breaks.
//!
//! Run on the rulesets of the catalog and on the example. Knows no particular ruleset.

use serde_json::{Value, json};

use super::subject::Subject;

/// Most numbers of a state that are changed, each for itself.
const MOST_NUMBERS: usize = 60;

/// Numbers at which arithmetic goes wrong, and which fit into few types.
fn extremes() -> [Value; 8] {
    [
        json!(-1),
        json!(0),
        json!(255),
        json!(65_535),
        json!(u32::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.5),
    ]
}

pub(crate) fn a_state_from_elsewhere_is_refused_or_played_on(subject: &Subject) {
    subject.for_every_level(|level| {
        let first = (subject.answer)(json!({ "level": (subject.level_data)(level), "seed": 1 }));
        let state = first.get("state").unwrap_or_else(|| panic!("{}: {first}", subject.name)).clone();
        let numbers = numbers_in(&state);
        let step = numbers.len().div_ceil(MOST_NUMBERS).max(1);
        for place in numbers.iter().step_by(step) {
            for extreme in extremes() {
                let mut changed = state.clone();
                *changed.pointer_mut(place).expect("it was found there") = extreme;
                check_played(subject, level, &changed);
            }
        }
    });
}

/// Lists the actions of a state and plays the first of them, with and without the level.
fn check_played(subject: &Subject, level: &str, state: &Value) {
    for level in [None, Some((subject.level_data)(level))] {
        let ask = |mut request: Value| {
            request["state"] = state.clone();
            level.iter().for_each(|level| request["level"] = level.clone());
            (subject.answer)(request)
        };
        let listed = ask(json!({ "list": true }));
        assert!(listed.is_object());
        let actions = listed["actions"].as_array().cloned().unwrap_or_default();
        for action in actions.iter().take(3) {
            assert!(ask(json!({ "action": action })).is_object(), "{}: {action}", subject.name);
        }
    }
}

/// Returns where the numbers of a value are, as JSON pointers.
fn numbers_in(value: &Value) -> Vec<String> {
    let below = |key: String, value: &Value| {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        numbers_in(value).into_iter().map(move |place| format!("/{escaped}{place}")).collect::<Vec<_>>()
    };
    match value {
        Value::Number(_) => vec![String::new()],
        Value::Array(members) => {
            members.iter().enumerate().flat_map(|(at, member)| below(at.to_string(), member)).collect()
        }
        Value::Object(entries) => entries.iter().flat_map(|(key, entry)| below(key.clone(), entry)).collect(),
        _ => Vec::new(),
    }
}
