//! One JSON request in, one JSON answer out: a stateless interface to a ruleset for bots, other languages and tests.
//!
//! Used by `timeloom apply`. Requests are untrusted: every request gets an answer, and errors say what is wrong.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::fault;
use crate::rules::{Fault, Refusal, Refused, Rules};

/// Answers a request, which is one of
/// `{"level": .., "seed": n}` (returns the first state),
/// `{"state": .., "action": ..}` (returns the next state and the outcome) and
/// `{"state": .., "list": true}` (returns the legal actions). A request with a state may also include its level.
pub fn answer<R: Rules>(request: Value) -> Value {
    match reply::<R>(request) {
        Ok(answer) => answer,
        Err(error) => json!({ "error": error }),
    }
}

/// Returns the answer to a line that is not JSON.
pub fn unreadable(reason: &str) -> Value {
    json!({ "error": refused("BadRequest", format!("the line is not a JSON object: {reason}")) })
}

fn reply<R: Rules>(request: Value) -> Result<Value, Box<Refused>> {
    let Value::Object(mut request) = request else {
        return Err(refused("BadRequest", FORMS));
    };
    let level = take::<R::Level>(&mut request, "level", "BadLevel")?;
    let Some(state) = take::<R::State>(&mut request, "state", "BadState")? else {
        return first_state::<R>(level, request);
    };
    let rules = match level {
        Some(level) => R::new(level).map_err(|faults| faulty("BadLevel", &faults))?,
        None => R::resume(&state).map_err(|faults| faulty("BadState", &faults))?,
    };
    rules.invariants(&state).map_err(|what| refused("BadState", what))?;
    match take::<R::Action>(&mut request, "action", "BadAction")? {
        Some(action) => next_state(&rules, &state, &action),
        None if request.get("list") == Some(&Value::Bool(true)) => {
            Ok(json!({ "actions": rules.actions(&state) }))
        }
        None => Err(refused("BadRequest", FORMS)),
    }
}

const FORMS: &str =
    "a request is {\"level\":..,\"seed\":n}, {\"state\":..,\"action\":..} or {\"state\":..,\"list\":true}";

fn first_state<R: Rules>(
    level: Option<R::Level>,
    mut request: Map<String, Value>,
) -> Result<Value, Box<Refused>> {
    let level = level.ok_or_else(|| refused("BadRequest", FORMS))?;
    let seed = take::<u64>(&mut request, "seed", "BadRequest")?.unwrap_or(0);
    let rules = R::new(level).map_err(|faults| faulty("BadLevel", &faults))?;
    Ok(json!({ "state": rules.start(seed) }))
}

fn next_state<R: Rules>(rules: &R, state: &R::State, action: &R::Action) -> Result<Value, Box<Refused>> {
    let (state, outcome) = rules.apply(state, action).map_err(|reason| Box::new(reason.report()))?;
    Ok(json!({ "state": state, "outcome": outcome }))
}

/// Takes a field out of the request; `None` if it is missing or null.
fn take<T: DeserializeOwned>(
    request: &mut Map<String, Value>,
    key: &'static str,
    code: &'static str,
) -> Result<Option<T>, Box<Refused>> {
    match request.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => serde_path_to_error::deserialize(value).map(Some).map_err(|error| {
            let path = error.path().to_string();
            let place = if path == "." { key.to_owned() } else { format!("{key}.{path}") };
            let message = format!("{place}: {}", error.inner());
            bad_request(code, message, json!({ "path": place }))
        }),
    }
}

fn refused(code: &str, message: impl Into<String>) -> Box<Refused> {
    bad_request(code, message.into(), json!({}))
}

fn faulty(code: &str, faults: &[Fault]) -> Box<Refused> {
    bad_request(code, fault::listing(faults).replace('\n', "; "), json!({ "faults": faults }))
}

fn bad_request(code: &str, message: String, context: Value) -> Box<Refused> {
    Box::new(Refused::new(code, message, context))
}
