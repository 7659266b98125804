//! `fleet` from the outside: whole matches, seats that keep secrets, and arbitrary requests.

use serde_json::{Value, json};

use crate::apply::answers_of;
use crate::test_dir::TestDir;

const LEVEL: &str = "ruleset = \"fleet\"\n[meta]\nname = \"Two captains\"\n[[player]]\nname = \"Ada\"\nlines = 4\n\
    ships = [\"guardian\"]\n[[player]]\nname = \"Brin\"\nlines = 4\nships = [\"zenith\"]\n";

/// A folder with a save `a.loom` of a match, after these actions.
fn after(actions: &str) -> TestDir {
    let dir = TestDir::new();
    dir.put("match.toml", LEVEL);
    dir.run("new match.toml -o a.loom --seed 3").good();
    dir.run(&format!("play a.loom {actions}")).good();
    dir
}

fn answer(request: &Value) -> Value {
    answers_of("fleet", &[request.to_string()]).remove(0)
}

/// Returns the state after these JSON actions.
fn state_after(actions: &[Value]) -> Value {
    let level = json!({ "player": [{ "name": "Ada", "lines": 4, "ships": ["guardian"] }, { "lines": 4, "ships": ["zenith"] }] });
    let first = answer(&json!({ "level": level, "seed": 3 }))["state"].clone();
    actions.iter().fold(first, |state, action| {
        let after = answer(&json!({ "state": state, "action": action }));
        assert!(after["outcome"].is_object(), "{action}: {after}");
        after["state"].clone()
    })
}

#[test]
fn a_match_plays_itself_to_a_winner_and_can_be_looked_at_from_everywhere() {
    let dir = after("--auto 2000");
    let log = dir.run("log a.loom").good();
    assert!(log.contains("(won: "), "{log}");
    let turn = dir.run("find a.loom round>=3").good();
    assert!(turn.contains("turn"), "{turn}");
    dir.run("verify a.loom").good();
    let differ = dir.run("diff a.loom start tip").good();
    assert!(differ.contains("players[B].health") && differ.contains("ships[A2]"), "{differ}");
    assert!(dir.run("show a.loom").good().contains("has won"));
}

#[test]
fn a_secret_choice_shows_to_its_player_and_to_nobody_else() {
    let dir = after("roll A:build:orbital");
    let show = |more: &str| dir.run(&format!("show a.loom {more}")).good();
    assert!(show("").contains("Ada has chosen in secret: A:build:orbital"));
    assert!(show("--seat Ada").contains("Ada has chosen in secret: A:build:orbital"));
    assert!(!show("--seat Brin").contains("chosen in secret: "), "{}", show("--seat Brin"));
    let log = |seat: &str| dir.run(&format!("log a.loom --seat {seat}")).good();
    assert!(log("Ada").contains("A:build:orbital") && !log("Brin").contains("orbital"), "{}", log("Brin"));
    assert!(log("Brin").contains("? chosen in secret"));
    let seed = |seat: &str| dir.run(&format!("log a.loom --json{seat}")).data()["about"]["seed"].clone();
    assert_eq!((seed(""), seed(" --seat Brin")), (json!(3), Value::Null), "all of chance follows from it");
}

#[test]
fn two_secrets_give_the_other_seat_the_same_bytes() {
    let seen = |action: &str| {
        let dir = after(&format!("roll {action}"));
        let commands = ["show a.loom", "show a.loom --json", "log a.loom", "log a.loom --json"];
        commands.map(|command| dir.run(&format!("{command} --seat Brin")).good())
    };
    assert_eq!(seen("A:build:orbital"), seen("A:save"));
    assert_eq!(seen("A:build:orbital"), seen("A:build:guardian"));
}

#[test]
fn a_level_and_a_seed_give_the_first_state_and_its_actions_work() {
    let first = answer(&json!({ "level": {}, "seed": 5 }));
    assert_eq!(first["state"]["players"][1]["id"], "B");
    assert_eq!((&first["state"]["round"], &first["state"]["phase"]), (&json!(1), &json!("dice_roll")));
    assert_eq!(answer(&json!({ "state": first["state"], "list": true })), json!({ "actions": ["Roll"] }));
    let drawing = state_after(&[json!("Roll")]);
    let listed = answer(&json!({ "state": drawing, "list": true }));
    let tried: Vec<String> = listed["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| json!({ "state": drawing, "action": action }).to_string())
        .collect();
    assert!(tried.len() > 3, "{listed}");
    for answer in answers_of("fleet", &tried) {
        assert!(answer["state"].is_object() && answer["outcome"].is_object(), "{answer}");
    }
}

#[test]
fn the_outcome_lists_every_effect_with_its_ship_and_power() {
    let save = |player: &str| json!({ "Save": { "player": player } });
    let struck = state_after(&[json!("Roll"), save("A"), save("B")]);
    let outcome = answer(&json!({ "state": struck, "action": { "Use": { "ship": "A1", "target": "B1" } } }))
        ["outcome"]
        .clone();
    let steps = outcome["Resolved"]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["phase"], "first_strike");
    let kinds: Vec<&str> = steps[0]["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event.as_object().unwrap().keys().next().unwrap().as_str())
        .collect();
    assert_eq!(kinds, ["Spent", "Marked", "Created", "Created", "Created", "Destroyed"]);
    let source = &steps[0]["events"][2]["Created"]["source"];
    assert_eq!(*source, json!({ "ship": "B1", "kind": "zenith", "power": "last brood" }));
}

/// A request with a state in the drawing phase, one part of it replaced, and an action.
fn with(path: &str, value: Value) -> String {
    let mut state = state_after(&[json!("Roll")]);
    *state.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
    json!({ "state": state, "action": { "Save": { "player": "A" } } }).to_string()
}

fn without(key: &str) -> String {
    let mut state = state_after(&[json!("Roll")]);
    state.as_object_mut().unwrap().remove(key).unwrap();
    json!({ "state": state, "action": "Roll" }).to_string()
}

fn acting(action: Value) -> String {
    json!({ "state": state_after(&[json!("Roll")]), "action": action }).to_string()
}

/// Bad requests, each with its error code and words of its message.
fn bad_requests() -> Vec<(String, &'static str, &'static str)> {
    let deep = |open: &str, close: &str| open.repeat(10_000) + "1" + &close.repeat(10_000);
    let player = state_after(&[json!("Roll")])["players"][0].clone();
    let level = |level: Value| json!({ "level": level, "seed": 1 }).to_string();
    vec![
        ("nonsense".into(), "BadRequest", "not a JSON object"),
        (deep("[", "]"), "BadRequest", "recursion limit"),
        (deep("{\"state\":", "}"), "BadRequest", "recursion limit"),
        ("{\"state\":{\"turn\":1e999}}".into(), "BadRequest", "number out of range"),
        (json!({ "state": 5, "action": "Roll" }).to_string(), "BadState", "state: invalid type"),
        (json!({ "state": {}, "action": "Roll" }).to_string(), "BadState", "missing field `phase`"),
        (without("players"), "BadState", "missing field `players`"),
        (without("ships"), "BadState", "missing field `ships`"),
        (with("/players", json!([])), "BadState", "state.players: invalid length 0"),
        (with("/players", json!([player])), "BadState", "state.players: invalid length 1"),
        (with("/players/0/id", json!("C")), "BadState", "unknown variant `C`"),
        (with("/players/1/id", json!("A")), "BadState", "player B is called A"),
        (with("/players/0/health", json!("much")), "BadState", "state.players[0].health: invalid type"),
        (with("/players/0/health", json!(i64::MAX)), "BadState", "state.players[0].health: invalid value"),
        (with("/players/0/health", json!(i32::MAX)), "BadState", "A has 2147483647 health"),
        (with("/players/0/health", json!(i32::MIN)), "BadState", "A has -2147483648 health"),
        (with("/players/0/lines", json!(-1)), "BadState", "state.players[0].lines: invalid value"),
        (with("/players/0/lines", json!(u32::MAX)), "BadState", "4294967295 lines"),
        (with("/players/0/built", json!(255)), "BadState", "A has built 255 ships and 1 are listed"),
        (with("/players/0/declared", json!([[[[]]]])), "BadState", "state.players[0].declared[0]"),
        (with("/players/0/declared", json!(["Roll"])), "BadState", "A cannot have declared roll"),
        (with("/players/0/reads", json!(0)), "BadState", "what A reads must be a number from 1 to 6"),
        (with("/round", json!(65535)), "BadState", "round 65535"),
        (with("/round", json!(70000)), "BadState", "state.round: invalid value"),
        (with("/phase", json!("event")), "BadState", "state.phase: unknown variant `event`"),
        (with("/phase", json!("line_generation")), "BadState", "line_generation runs automatically"),
        (with("/die", json!(0)), "BadState", "the die must be a number from 1 to 6"),
        (with("/rng", json!(u64::MAX)), "BadState", "state.rng: invalid value"),
        (with("/ships/0/id", json!("Z9")), "BadState", "'Z9' is not a ship"),
        (with("/ships/0/id", json!(7)), "BadState", "state.ships[0].id: invalid type"),
        (with("/ships/0/kind", json!("galleon")), "BadState", "\"galleon\", which this match does not have"),
        (with("/ships/0/status", json!("sunk")), "BadState", "unknown variant `sunk`"),
        (with("/ships/0/charges", json!(99)), "BadState", "99 charges, more than its 2"),
        (with("/ships/0/fired", json!([200])), "BadState", "once-only powers"),
        (with("/tally", json!([{ "player": "A" }])), "BadState", "state.tally[0]: missing field"),
        (acting(json!("Jump")), "BadAction", "unknown variant `Jump`"),
        (acting(json!(5)), "BadAction", "action: invalid type"),
        (acting(json!({ "Build": { "player": "A" } })), "BadAction", "missing field `ship`"),
        (acting(json!({ "Use": { "ship": "A0" } })), "BadAction", "'A0' is not a ship"),
        (acting(json!("Roll")), "AlreadyRolled", "rolled already"),
        (acting(json!({ "Build": { "player": "A", "ship": "galleon" } })), "NoSuchKind", "no ship 'galleon'"),
        (acting(json!({ "Hold": { "ship": "A1" } })), "AtTheYard", "first choose a ship to draw"),
        (level(json!("x")), "BadLevel", "expected a level"),
        (level(json!({ "player": [{}, {}, {}] })), "BadLevel", "two players; this has 3"),
        (level(json!({ "player": [{ "ships": ["galleon"] }] })), "BadLevel", "no ship \"galleon\""),
        (level(json!({ "match": { "turns": 0 } })), "BadLevel", "`turns` must be a whole number"),
        (
            level(
                json!({ "ship": [{ "id": "a", "power": [{ "name": "p", "hook": "passive", "timing": "passive", "query": "protects", "amount": 3 }] }] }),
            ),
            "BadLevel",
            "the ship \"a\", power \"p\": a passive answers questions and has no amount",
        ),
    ]
}

#[test]
fn whatever_is_asked_there_is_an_answer_and_the_next_line_is_answered_too() {
    let requests = bad_requests();
    let good = acting(json!({ "Save": { "player": "A" } }));
    let lines: Vec<String> = requests.iter().flat_map(|(line, ..)| [line.clone(), good.clone()]).collect();
    let expected = answers_of("fleet", std::slice::from_ref(&good)).remove(0);
    assert!(expected["state"].is_object(), "{expected}");
    for (pair, (line, code, words)) in answers_of("fleet", &lines).chunks(2).zip(&requests) {
        let line = &line[..line.len().min(300)];
        let message =
            pair[0]["error"]["message"].as_str().unwrap_or_else(|| panic!("{line} gives {}", pair[0]));
        assert_eq!(pair[0]["error"]["code"], *code, "{line} gives {message}");
        assert!(message.contains(words), "no '{words}' in: {message}");
        assert!(pair[0]["error"]["context"].is_object());
        assert_eq!(pair[1], expected, "after {line}");
    }
}

#[test]
fn every_reason_why_a_state_is_impossible_is_given() {
    let mut state = state_after(&[json!("Roll")]);
    (state["round"], state["die"], state["players"][0]["lines"]) = (0.into(), 9.into(), 5000.into());
    let error = answer(&json!({ "state": state, "list": true }))["error"].clone();
    assert_eq!(error["context"]["faults"].as_array().map(Vec::len), Some(3), "{error}");
}
