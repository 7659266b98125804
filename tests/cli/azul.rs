//! `azul` from the outside: JSON lines, and a game from its first round to its winner.

use serde_json::{Value, json};

use crate::apply::{answers_of, check_each_is_answered};
use crate::test_dir::TestDir;

fn ask(request: Value) -> Value {
    answers_of("azul", &[request.to_string()]).remove(0)
}

/// Five factories, two empty boards, and a centre.
fn table() -> Value {
    json!({
        "factories": [{ "Blue": 2, "Red": 1, "Yellow": 1 }, { "Black": 3, "White": 1 }, {},
            { "Blue": 1, "Yellow": 3 }, { "Red": 2, "Black": 2 }],
        "center": { "tiles": { "White": 2, "Red": 1 }, "has_first_player_token": true },
        "players": [{}, {}],
    })
}

fn draft(source: Value, color: &str, destination: Value) -> Value {
    json!({ "source": source, "color": color, "destination": destination })
}

/// A wall with `tiles` tiles at the left of its first row.
fn wall(tiles: usize) -> Value {
    let mut wall = [[false; 5]; 5];
    wall[0][..tiles].fill(true);
    json!(wall)
}

fn take_blue() -> Value {
    draft(json!({ "Factory": 0 }), "Blue", json!({ "PatternLine": 1 }))
}

#[test]
fn a_level_and_a_seed_give_the_first_state() {
    let first = &ask(json!({ "level": { "players": 2 }, "seed": 1 }))["state"];
    let keys: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["factories", "center", "players", "bag", "lid", "active_player_id", "round", "rng_state"]
    );
    assert_eq!(first["factories"].as_array().unwrap().len(), 5);
    assert_eq!(first["center"], json!({ "tiles": {}, "has_first_player_token": true }));
    assert_eq!((&first["lid"], &first["active_player_id"]), (&json!({}), &json!(0)));
    let line = |capacity: u32| json!({ "capacity": capacity, "color": null, "count_filled": 0 });
    let board = json!({
        "score": 0,
        "pattern_lines": [line(1), line(2), line(3), line(4), line(5)],
        "wall": wall(0),
        "floor_line": { "tiles": [], "has_first_player_token": false },
    });
    assert_eq!(first["players"], json!([board, board]));
    for (players, factories) in [(3, 7), (4, 9)] {
        let first = ask(json!({ "level": { "players": players } }));
        assert_eq!(first["state"]["factories"].as_array().unwrap().len(), factories);
    }
}

#[test]
fn an_action_gives_the_next_state_and_what_happened() {
    let after = ask(json!({ "state": table(), "action": take_blue() }));
    assert_eq!(after["state"]["factories"][0], json!({}));
    assert_eq!(after["state"]["center"]["tiles"], json!({ "Yellow": 1, "Red": 2, "White": 2 }));
    assert_eq!(after["state"]["active_player_id"], 1);
    let line = &after["state"]["players"][0]["pattern_lines"][1];
    assert_eq!(*line, json!({ "capacity": 2, "color": "Blue", "count_filled": 2 }));
    let events = json!([
        { "Took": { "source": { "Factory": 0 }, "color": "Blue", "count": 2 } },
        { "Cleared": { "factory": 0, "tiles": { "Yellow": 1, "Red": 1 } } },
        { "Placed": { "row": 1, "color": "Blue", "count": 2, "filled": 2, "capacity": 2 } },
        { "Passed": { "player": 1 } },
    ]);
    assert_eq!(after["outcome"], json!({ "player": 0, "events": events }));
}

#[test]
fn the_legal_actions_are_listed_and_each_of_them_works() {
    let listed = ask(json!({ "state": table(), "list": true }));
    let actions = listed["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 66);
    assert!(actions.contains(&draft(json!("Center"), "White", json!("Floor"))));
    let tried = actions.iter().map(|action| json!({ "state": table(), "action": action }).to_string());
    let answers = answers_of("azul", &tried.collect::<Vec<_>>());
    assert!(answers.iter().all(|answer| answer["state"].is_object() && answer["error"].is_null()));
}

#[test]
fn a_whole_game_can_be_played_through_lines() {
    let mut state = ask(json!({ "level": { "players": 2 }, "seed": 9 }))["state"].take();
    let mut turns = 0;
    loop {
        let listed = ask(json!({ "state": state, "list": true }));
        let Some(action) = listed["actions"].as_array().unwrap().first().cloned() else { break };
        state = ask(json!({ "state": state, "action": action }))["state"].take();
        turns += 1;
        assert!(turns < 400, "it never ends: {state}");
    }
    let full = |row: &Value| row.as_array().unwrap().iter().all(|place| *place == json!(true));
    let walls = state["players"].as_array().unwrap().iter().map(|player| &player["wall"]);
    assert!(walls.flat_map(|wall| wall.as_array().unwrap()).any(full), "a row is complete");
    let error = &ask(json!({ "state": state, "action": take_blue() }))["error"];
    assert_eq!(error["code"], "GAME_OVER");
}

/// The table with one part replaced.
fn with(path: &str, value: Value) -> String {
    let mut state = table();
    let (place, key) = path.rsplit_once('/').unwrap();
    let place = state.pointer_mut(place).unwrap();
    match key.parse::<usize>() {
        Ok(index) => place[index] = value,
        Err(_) => place[key] = value,
    }
    json!({ "state": state, "action": take_blue() }).to_string()
}

fn acting(action: Value) -> String {
    json!({ "state": table(), "action": action }).to_string()
}

fn line(capacity: i64, color: Value, count: i64) -> Value {
    json!([{}, {}, { "capacity": capacity, "color": color, "count_filled": count }])
}

#[test]
fn refused_actions_give_the_codes_of_the_rules() {
    let (factory, center) = (|index: u64| json!({ "Factory": index }), json!("Center"));
    let lines = json!([{}, { "color": "Red", "count_filled": 1 }, { "color": "Black", "count_filled": 3 }]);
    let mut state = table();
    state["players"][0] = json!({ "pattern_lines": lines, "wall": wall(1) });
    let mut over = state.clone();
    over["players"][1]["wall"] = wall(5);
    let empty = json!({ "players": [{}, {}] });
    let ask = |state: &Value, action| json!({ "state": state, "action": action }).to_string();
    let to = |row: u64| json!({ "PatternLine": row });
    let requests = [
        (ask(&state, draft(factory(5), "Blue", to(0))), "INVALID_SOURCE", "Factory index 5 is out of bounds"),
        (ask(&state, draft(factory(u64::MAX), "Blue", to(0))), "INVALID_SOURCE", "is out of bounds"),
        (ask(&state, draft(factory(2), "Blue", to(0))), "SOURCE_EMPTY", "does not contain Blue tiles"),
        (ask(&state, draft(center, "Blue", to(9))), "SOURCE_EMPTY", "Source Center does not contain Blue"),
        (ask(&state, draft(factory(0), "Blue", to(5))), "INVALID_DESTINATION", "row 5 is out of bounds"),
        (ask(&state, draft(factory(1), "Black", to(2))), "PATTERN_LINE_COMPLETE", "2 is already complete"),
        (ask(&state, draft(factory(0), "Blue", to(1))), "COLOR_MISMATCH", "which contains Red"),
        (ask(&state, draft(factory(0), "Blue", to(0))), "WALL_CONFLICT", "already exists in wall row 0"),
        (ask(&over, take_blue()), "GAME_OVER", "The game is over"),
        (ask(&empty, take_blue()), "ROUND_OVER", "The round is over"),
    ];
    check_each_is_answered("azul", &requests, &json!({ "state": table(), "list": true }));
}

#[test]
fn whatever_is_asked_there_is_an_answer_and_the_next_line_is_answered_too() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + "1" + &close.repeat(10_000);
    let players = |list: Value| json!({ "state": { "players": list }, "list": true }).to_string();
    let level = |level: Value| json!({ "level": level, "seed": 1 }).to_string();
    let requests = [
        ("{".into(), "BadRequest", "not a JSON object"),
        (deep("[", "]"), "BadRequest", "recursion limit"),
        (deep("{\"state\":", "}"), "BadRequest", "recursion limit"),
        (with("/bag", json!({ "Blue": 1 })).replace(":1}", ":1e999}"), "BadRequest", "number out of range"),
        (json!({ "state": 5, "list": true }).to_string(), "BadState", "expected a state of azul"),
        (json!({ "state": {}, "list": true }).to_string(), "BadState", "azul takes 2 to 4 players, not 0"),
        (players(json!(null)), "BadState", "state.players: invalid type"),
        (players(json!([])), "BadState", "azul takes 2 to 4 players, not 0"),
        (players(json!([{}])), "BadState", "azul takes 2 to 4 players, not 1"),
        (players(json!([{}, {}, {}, {}, {}])), "BadState", "azul takes 2 to 4 players, not 5"),
        (players(json!(["Ann", "Ben"])), "BadState", "state.players[0]: invalid type"),
        (with("/active_player_id", json!(2)), "BadState", "Player ID 2 is out of range"),
        (with("/active_player_id", json!(-1)), "BadState", "state.active_player_id: invalid value"),
        (with("/factories/0", json!({ "Green": 1 })), "BadState", "state.factories[0].Green: unknown field"),
        (with("/factories/0", json!({ "Blue": 5 })), "BadState", "factory 0 holds 5 tiles"),
        (with("/factories/0", json!({ "Blue": 300 })), "BadState", "state.factories[0].Blue: invalid value"),
        (with("/factories/0", json!({ "Blue": 1.5 })), "BadState", "state.factories[0].Blue: invalid type"),
        (with("/factories", json!(vec![json!({}); 6])), "BadState", "there are 6 factories"),
        (with("/factories", json!("none")), "BadState", "state.factories: invalid type"),
        (
            with("/bag", json!({ "Blue": 255 })),
            "BadState",
            "there are 258 blue tiles: at most 20 are allowed",
        ),
        (with("/center/tokens", json!(2)), "BadState", "unknown field `tokens`"),
        (with("/players/0/score", json!(-1)), "BadState", "state.players[0].score: invalid value"),
        (with("/players/0/score", json!(1u64 << 40)), "BadState", "state.players[0].score: invalid value"),
        (
            with("/players/0/pattern_lines", line(3, json!("Red"), 0)),
            "BadState",
            "names red and holds no tiles",
        ),
        (with("/players/0/pattern_lines", line(3, json!(null), 2)), "BadState", "names no colour"),
        (with("/players/0/pattern_lines", line(3, json!("Red"), 4)), "BadState", "holds 4 tiles: it takes 3"),
        (with("/players/0/pattern_lines", line(4, json!("Red"), 4)), "BadState", "capacity 4: it takes 3"),
        (with("/players/0/pattern_lines", line(300, json!(null), 0)), "BadState", "expected u8"),
        (with("/players/0/pattern_lines", json!(vec![json!({}); 6])), "BadState", "fewer elements"),
        (with("/players/0/wall", json!([[true]])), "BadState", "state.players[0].wall"),
        (with("/players/0/wall", json!(true)), "BadState", "state.players[0].wall: invalid type"),
        (
            with("/players/0/floor_line", json!({ "has_first_player_token": true })),
            "BadState",
            "there are 2 first-player tokens",
        ),
        (
            with("/players/0/floor_line", json!({ "tiles": vec!["Red"; 5000] })),
            "BadState",
            "there are 5004 red tiles",
        ),
        (acting(json!("Pass")), "BadAction", "expected an action with source, color and destination"),
        (acting(json!({ "source": "Center", "color": "Red" })), "BadAction", "missing field `destination`"),
        (acting(draft(json!("Bag"), "Red", json!("Floor"))), "BadAction", "unknown variant `Bag`"),
        (acting(draft(json!("Center"), "Pink", json!("Floor"))), "BadAction", "unknown variant `Pink`"),
        (
            acting(draft(json!({ "Factory": -1 }), "Red", json!("Floor"))),
            "BadAction",
            "action.source.Factory",
        ),
        (level(json!({})), "BadLevel", "missing field `players`"),
        (level(json!({ "players": 1 })), "BadLevel", "azul takes 2 to 4 players, not 1"),
        (level(json!({ "players": 5000 })), "BadLevel", "level.players: invalid value"),
        (level(json!({ "players": 2, "names": ["a"] })), "BadLevel", "2 players take 2 names, not 1"),
    ];
    check_each_is_answered("azul", &requests, &json!({ "state": table(), "action": take_blue() }));
}

#[test]
fn a_line_whose_colour_is_on_the_wall_is_refused_on_load_and_all_faults_are_told() {
    let mut state = table();
    state["active_player_id"] = 3.into();
    state["players"][1] = json!({
        "pattern_lines": [{ "color": "Blue", "count_filled": 1 }],
        "wall": wall(1),
    });
    let error = ask(json!({ "state": state, "list": true }))["error"].take();
    assert_eq!(error["context"]["faults"].as_array().unwrap().len(), 2, "{error}");
    assert!(error["message"].as_str().unwrap().contains("line 0 gathers blue"), "{error}");
}

#[test]
fn a_state_that_brings_its_level_must_fit_it() {
    let request = json!({ "level": { "players": 3 }, "state": table(), "list": true });
    assert_eq!(ask(request)["error"]["message"], "2 players sit at a table for 3");
    let request = json!({ "level": { "players": 2 }, "state": table(), "list": true });
    let message = "Tile conservation violated: expected 100, found 19";
    assert_eq!(ask(request)["error"]["message"], message);
}

const TABLE: &str = "ruleset = \"azul\"\nplayers = 2\nnames = [\"Ann\", \"Ben\"]\n";

#[test]
fn a_game_plays_by_itself_and_is_shown_searched_and_verified() {
    let dir = TestDir::new();
    dir.put("table.toml", TABLE);
    dir.run("new table.toml -o a.loom --seed 1").good();
    dir.run("play a.loom --auto 400").good();
    let shown = dir.run("show a.loom").good();
    assert!(shown.contains(" wins with ") && shown.contains("tiles on the wall"), "{shown}");
    let found = dir.run_and_change_nothing("find a.loom round=2").good();
    assert!(found.contains("round is 2"), "{found}");
    dir.run("find a.loom players[0].score>=10").good();
    let log = dir.run("log a.loom").good();
    assert!(log.contains("the game ends, ") && log.contains("starts round 2"), "{log}");
    let diff = dir.run("diff a.loom 0 1").good();
    assert!(diff.contains("active_player_id: 0 -> 1"), "{diff}");
    dir.run("verify a.loom").good();
}

#[test]
fn a_refused_action_says_why_and_a_slip_of_the_pen_is_explained() {
    let dir = TestDir::new();
    dir.put("table.toml", TABLE);
    dir.run("new table.toml -o a.loom --seed 1").good();
    let refused = dir.run_and_change_nothing("play a.loom F7:blue:0");
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("Factory index 7 is out of bounds"), "{}", refused.err);
    dir.run_and_change_nothing("play a.loom F0:green:0").check_bad(&["'green' is not a colour", "F0:blue:2"]);
}
