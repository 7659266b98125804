//! `apply`: a ruleset as a filter over JSON lines, valid or not.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::test_dir::{TestDir, json_lines};

fn answers(lines: &[String]) -> Vec<Value> {
    answers_of("skirmish", lines)
}

/// Sends these lines to a ruleset and returns one answer per line.
pub(crate) fn answers_of(ruleset: &str, lines: &[String]) -> Vec<Value> {
    let mut command = TestDir::new().command(["apply", ruleset]);
    command.current_dir(".").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut stdin, text) = (child.stdin.take().unwrap(), lines.join("\n"));
    let writer = thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), [].as_slice()));
    let answers = json_lines(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(answers.len(), lines.len());
    answers
}

fn answer(request: &Value) -> Value {
    answers(&[request.to_string()]).remove(0)
}

/// A fighter that is about to move.
fn mover(id: &str, slot: u32, from: (u32, u32), to: (u32, u32)) -> Value {
    json!({ "id": id, "name": id, "faction": id, "position": { "x": from.0, "y": from.1 }, "hp": 100, "max_hp": 100,
        "slot_position": slot,
        "current_action": { "type": "move", "target_cell": { "x": to.0, "y": to.1 }, "ticks_remaining": 1 } })
}

/// State of the generator after `init(1000)`.
const CHANCE: u32 = 678881977;

fn state(characters: &[Value]) -> Value {
    json!({ "width": 12, "height": 12, "tick": 0, "rng_state": CHANCE, "characters": characters })
}

/// Two fighters that want the same cell.
fn contest() -> Value {
    state(&[mover("A", 0, (4, 5), (5, 5)), mover("B", 1, (5, 4), (5, 5))])
}

fn level() -> Value {
    json!({ "width": 5, "height": 1, "characters": [
        { "id": "A", "faction": "red", "at": { "x": 0, "y": 0 } },
        { "id": "b", "faction": "blue", "at": { "x": 4, "y": 0 } } ] })
}

fn places(answer: &Value) -> Vec<(u64, u64)> {
    let at = |character: &Value| {
        (character["position"]["x"].as_u64().unwrap(), character["position"]["y"].as_u64().unwrap())
    };
    answer["state"]["characters"].as_array().unwrap().iter().map(at).collect()
}

#[test]
fn a_level_and_a_seed_give_the_first_state() {
    let first = answer(&json!({ "level": level(), "seed": 1000 }));
    assert_eq!(places(&first), [(0, 0), (4, 0)]);
    let state = &first["state"];
    assert_eq!((&state["width"], &state["height"], &state["tick"]), (&5.into(), &1.into(), &0.into()));
    assert_eq!(state["rng_state"], CHANCE);
    assert_eq!(answer(&json!({ "level": level() })), answer(&json!({ "level": level(), "seed": 0 })));
}

#[test]
fn the_legal_actions_of_a_state_are_listed_and_each_of_them_works() {
    let first = answer(&json!({ "level": level(), "seed": 1 }));
    let listed = answer(&json!({ "state": first["state"], "list": true }));
    let actions = listed["actions"].as_array().unwrap();
    assert_eq!(actions[0], "Tick");
    assert!(
        actions.contains(&json!({ "Order": { "character": "A", "intent": { "Move": "East" } } })),
        "{listed}"
    );
    assert_eq!(actions.len(), 1 + 2 * 4, "each may hold, move, strike and strike hard, to one side only");
    let tried = actions.iter().map(|action| json!({ "state": first["state"], "action": action }).to_string());
    for (answer, action) in answers(&tried.collect::<Vec<_>>()).iter().zip(actions) {
        assert!(answer["state"].is_object() && answer["outcome"].is_object(), "{action}: {answer}");
    }
}

#[test]
fn two_who_want_the_same_cell_draw_for_it_once() {
    let after = answer(&json!({ "state": contest(), "action": "Tick" }));
    assert_eq!(after["state"]["rng_state"], 2146705242);
    assert_eq!(places(&after), [(5, 5), (5, 4)], "A wins");
    let events = after["outcome"]["Ticked"]["events"].as_array().unwrap();
    let collided: Vec<_> = events.iter().map(|event| event["Moved"]["collided"].as_bool().unwrap()).collect();
    assert_eq!(collided, [false, true]);
    assert_eq!(after["state"]["characters"][1]["current_action"], Value::Null);
}

#[test]
fn a_swap_is_blocked_without_a_draw() {
    let swap = state(&[mover("A", 0, (0, 0), (1, 0)), mover("B", 0, (1, 0), (0, 0))]);
    let after = answer(&json!({ "state": swap, "action": "Tick" }));
    assert_eq!(places(&after), [(0, 0), (1, 0)]);
    assert_eq!((&after["state"]["rng_state"], &after["state"]["tick"]), (&CHANCE.into(), &1.into()));
}

#[test]
fn whoever_leaves_still_blocks_and_whoever_is_alone_draws_nothing() {
    let chain = state(&[mover("A", 0, (0, 0), (1, 0)), mover("B", 0, (1, 0), (2, 0))]);
    let after = answer(&json!({ "state": chain, "action": "Tick" }));
    assert_eq!(places(&after), [(0, 0), (2, 0)]);
    assert_eq!(after["state"]["rng_state"], CHANCE);
}

#[test]
fn a_refused_action_gives_code_message_and_context() {
    let order = json!({ "Order": { "character": "A", "intent": "Hold" } });
    let error = &answer(&json!({ "state": contest(), "action": order }))["error"];
    assert_eq!((&error["code"], &error["context"]["character"]), (&json!("Busy"), &json!("A")));
    assert!(error["message"].as_str().unwrap().contains("A is busy"), "{error}");
}

/// The state with one part replaced.
fn with(path: &str, value: Value) -> Value {
    let mut state = contest();
    *state.pointer_mut(path).unwrap() = value;
    json!({ "state": state, "action": "Tick" })
}

fn without(key: &str) -> Value {
    let mut state = contest();
    state["characters"][0].as_object_mut().unwrap().remove(key).unwrap();
    json!({ "state": state, "action": "Tick" })
}

/// Bad requests, each with its error code and words of its message.
fn bad_requests() -> Vec<(String, &'static str, &'static str)> {
    let deep = |open: &str, close: &str| open.repeat(10_000) + "1" + &close.repeat(10_000);
    let huge = with("/rng_state", 1.into()).to_string().replace("\"rng_state\":1", "\"rng_state\":1e999");
    let json = |request: Value| request.to_string();
    vec![
        ("nonsense".into(), "BadRequest", "not a JSON object"),
        ("{\"state\":".into(), "BadRequest", "not a JSON object"),
        ("[]".into(), "BadRequest", "a request is"),
        ("{}".into(), "BadRequest", "a request is"),
        ("null".into(), "BadRequest", "a request is"),
        (deep("[", "]"), "BadRequest", "recursion limit"),
        (deep("{\"state\":", "}"), "BadRequest", "recursion limit"),
        (huge, "BadRequest", "number out of range"),
        (json(json!({ "state": contest() })), "BadRequest", "a request is"),
        (json(json!({ "state": contest(), "list": false })), "BadRequest", "a request is"),
        (json(json!({ "state": 5, "action": "Tick" })), "BadState", "state: invalid type"),
        (json(json!({ "state": {}, "action": "Tick" })), "BadState", "missing field `width`"),
        (json(json!({ "state": [], "action": "Tick" })), "BadState", "state"),
        (json(json!({ "state": contest(), "action": "Jump" })), "BadAction", "unknown variant `Jump`"),
        (json(json!({ "state": contest(), "action": 5 })), "BadAction", "action"),
        (
            json(json!({ "state": contest(), "action": { "Order": {} } })),
            "BadAction",
            "action.Order: missing field",
        ),
        (json(without("position")), "BadState", "state.characters[0]: missing field `position`"),
        (json(without("hp")), "BadState", "state.characters[0]: missing field `hp`"),
        (json(with("/tick", json!("one"))), "BadState", "state.tick: invalid type"),
        (json(with("/characters", json!({}))), "BadState", "state.characters: invalid type"),
        (json(with("/rng_state", json!(1.5))), "BadState", "state.rng_state: invalid type"),
        (json(with("/rng_state", json!(u64::MAX))), "BadState", "state.rng_state: invalid value"),
        (json(with("/width", json!(-1))), "BadState", "state.width: invalid value"),
        (json(with("/width", json!(u32::MAX))), "BadState", "both sides take 1 to 1024"),
        (json(with("/height", json!(0))), "BadState", "both sides take 1 to 1024"),
        (json(with("/characters/0/position/x", json!(12))), "BadState", "outside the 12 x 12 board"),
        (json(with("/characters/0/position", json!({ "x": 5, "y": 4 }))), "BadState", "both stand at (5, 4)"),
        (json(with("/characters/0/id", json!("B"))), "BadState", "the id B is used twice"),
        (json(with("/characters/0/hp", json!(0))), "BadState", "0 hit points"),
        (json(with("/characters/0/hp", json!(101))), "BadState", "more than its 100"),
        (
            json(with("/characters/0/current_action/ticks_remaining", json!(0))),
            "BadState",
            "0 ticks remaining",
        ),
        (json(with("/characters/0/current_action/type", json!("fly"))), "BadState", "unknown variant `fly`"),
        (json(json!({ "level": { "characters": [] }, "seed": 1 })), "BadLevel", "there are no fighters"),
        (json(json!({ "level": { "width": 3 } })), "BadLevel", "missing field `characters`"),
        (json(json!({ "level": "ruleset = 1" })), "BadLevel", "expected a level"),
        (json(json!({ "level": level(), "seed": -1 })), "BadRequest", "seed"),
        (json(json!({ "level": level(), "seed": "x" })), "BadRequest", "seed"),
    ]
}

/// Sends each request followed by a valid one, and checks that both are answered, the bad one with its code and
/// words.
pub(crate) fn check_each_is_answered(
    ruleset: &str,
    requests: &[(String, &'static str, &'static str)],
    good: &Value,
) {
    let lines: Vec<String> =
        requests.iter().flat_map(|(line, ..)| [line.clone(), good.to_string()]).collect();
    let answers = answers_of(ruleset, &lines);
    let expected = answers_of(ruleset, &[good.to_string()]).remove(0);
    for (pair, (line, code, words)) in answers.chunks(2).zip(requests) {
        let line = &line[..line.len().min(300)];
        let error = &pair[0]["error"];
        let message = error["message"].as_str().unwrap_or_else(|| panic!("{line} gives {}", pair[0]));
        assert_eq!(error["code"], *code, "{line} gives {message}");
        assert!(message.contains(words), "no '{words}' in: {message}");
        assert!(!message.contains("struct ") && !message.contains('\n'), "{message}");
        assert!(error["context"].is_object(), "{error}");
        assert_eq!(pair[1], expected, "after {line}");
    }
}

#[test]
fn whatever_is_asked_there_is_an_answer_and_the_next_line_is_answered_too() {
    check_each_is_answered("skirmish", &bad_requests(), &json!({ "state": contest(), "action": "Tick" }));
}

#[test]
fn empty_lines_are_passed_over_and_the_last_line_needs_no_end() {
    let request = json!({ "level": level(), "seed": 3 }).to_string();
    let got = answers(&[format!("\n  \n{request}"), format!("\r\n{request}")]);
    assert_eq!(got[0], got[1]);
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let mut state = contest();
    (state["tick"], state["rng_state"]) = (u32::MAX.into(), u32::MAX.into());
    for key in ["hp", "max_hp"] {
        state["characters"][0][key] = i32::MAX.into();
    }
    state["characters"][0]["slot_position"] = u32::MAX.into();
    let after = answer(&json!({ "state": state, "action": "Tick" }));
    assert_eq!(after["state"]["characters"].as_array().map(Vec::len), Some(2), "{after}");
}

#[test]
fn a_bot_gets_each_answer_before_it_asks_again() {
    let mut command = TestDir::new().command(["apply", "skirmish"]);
    let mut child = command.current_dir(".").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (send, receive) = mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    thread::spawn(move || stdout.lines().try_for_each(|line| send.send(line.unwrap())));
    let mut ask = |request: Value| -> Value {
        writeln!(stdin, "{request}").unwrap();
        let answer =
            receive.recv_timeout(Duration::from_secs(10)).expect("an answer before the next request");
        serde_json::from_str(&answer).unwrap()
    };
    let mut state = ask(json!({ "level": level(), "seed": 5 }))["state"].take();
    let mut turns = 0;
    while ask(json!({ "state": state, "list": true }))["actions"] != json!([]) {
        state = ask(json!({ "state": state, "action": "Tick" }))["state"].take();
        turns += 1;
        assert!(turns < 1000, "it never ends: {state}");
    }
    assert!(turns > 5, "the battle takes a while");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
