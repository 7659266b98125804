//! `new` and `play`: their output, their files, and their refusals.

use serde_json::{Value, json};

use crate::test_dir::{TestDir, json_lines};

#[test]
fn new_starts_a_save_and_says_what_it_is() {
    let dir = TestDir::new();
    let told = dir.run("new duel.toml -o a.loom --seed 7").good();
    assert_eq!(told, "a.loom: a game of skirmish on 'A duel' with seed 7\n");
    let data = dir.run("new duel.toml -o b.loom --seed 7 --json").data();
    assert_eq!(data, json!({ "save": "b.loom", "ruleset": "skirmish", "level": "A duel", "seed": 7 }));
    assert_eq!(dir.bytes("a.loom"), dir.bytes("b.loom"), "same level, same seed, same bytes");
    dir.run("verify a.loom").good();
}

#[test]
fn the_seed_is_where_chance_begins() {
    let dir = TestDir::new();
    for (seed, chance) in [("0", 1684164658_u32), ("1000", 678881977), ("12345", 17989553)] {
        dir.run(&format!("new duel.toml -o {seed}.loom --seed {seed}")).good();
        let state = dir.run(&format!("show {seed}.loom --json")).data();
        assert_eq!(state["rng_state"], chance, "seed {seed}");
    }
}

#[test]
fn new_takes_the_ruleset_from_the_command_if_the_level_does_not_say() {
    let dir = TestDir::new();
    dir.put("bare.toml", crate::test_dir::DUEL.replace("ruleset = \"skirmish\"", ""));
    let ran = dir.run_and_change_nothing("new bare.toml -o a.loom");
    assert!(ran.code == 2 && ran.err.contains("is unknown in a level of unseen"), "{}", ran.err);
    dir.run("new bare.toml -o a.loom --ruleset skirmish").good();
}

#[test]
fn play_prints_a_line_for_each_action() {
    let dir = TestDir::after("");
    let told = dir.run("play a.loom Tick*2 A:hold Tick").good();
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "1 Tick A moves east, b moves west",
            "2 Tick A moves east, b moves west",
            "3 A:hold A will hold",
            "4 Tick b moves west"
        ]
    );
}

#[test]
fn many_times_the_same_is_as_good_as_one_by_one() {
    let together = TestDir::after("Tick*5");
    let apart = TestDir::after("Tick Tick Tick Tick Tick");
    assert_eq!(together.bytes("a.loom"), apart.bytes("a.loom"));
    let again = TestDir::after("Tick*2");
    again.run_words(["play", "a.loom", "Tick Tick*2"]).good();
    assert_eq!(again.state(""), apart.state(""));
}

#[test]
fn play_as_data_gives_action_turn_and_outcome() {
    let dir = TestDir::after("");
    let lines = json_lines(&dir.run("play a.loom A:move:E Tick --json").good());
    assert_eq!(
        lines[0],
        json!({ "action": "A:move:E", "turn": 1,
            "outcome": { "Ordered": { "character": "A", "intent": { "Move": "East" } } } })
    );
    let keys: Vec<_> = lines[1].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["action", "turn", "outcome"]);
    assert_eq!((&lines[1]["action"], &lines[1]["turn"]), (&json!("Tick"), &json!(2)));
    let step = &lines[1]["outcome"]["Ticked"]["events"][0]["Moved"];
    assert_eq!(
        *step,
        json!({ "tick": 0, "character": "A", "from": { "x": 0, "y": 0 }, "to": { "x": 1, "y": 0 }, "collided": false })
    );
}

#[test]
fn a_refused_action_ends_it_with_1_and_what_was_applied_before_stays() {
    let dir = TestDir::after("");
    let ran = dir.run("play a.loom Tick A:move:N Tick");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.trim(), "1 Tick A moves east, b moves west");
    ran.check_said(&["A:move:N is refused at turn 1", "north edge", "choose another direction"]);
    assert_eq!(dir.state("")["tick"], 1);
    assert_eq!(dir.run("play a.loom Tick*99").code, 1);
    assert_eq!(dir.run("log a.loom --json").data()["nodes"].as_array().unwrap().len(), 15);
}

#[test]
fn a_refused_action_changes_neither_the_state_nor_a_byte() {
    let dir = TestDir::after("Tick*2 A:hold");
    let state = dir.state("");
    for (action, code, reason) in [
        ("A:hold", "Busy", "A is busy for 1 more tick"),
        ("b:move:S", "OutOfBounds", "south edge"),
        ("Q:hold", "NoSuchCharacter", "there are A, b"),
    ] {
        let ran = dir.run_and_change_nothing(&format!("play a.loom {action}"));
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{action}");
        ran.check_said(&[action, "turn 3", reason]);
        let ran = dir.run_and_change_nothing(&format!("play a.loom {action} --json"));
        check_error_line(&ran.out, action, code, reason);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{action}");
    }
    assert_eq!(dir.state(""), state);
}

#[test]
fn an_action_after_the_end_is_refused_with_how_it_ended() {
    let dir = TestDir::after("Tick*14");
    let ran = dir.run_and_change_nothing("play a.loom Tick --json");
    check_error_line(&ran.out, "Tick", "BattleOver", "draw: nobody is left");
    assert_eq!(ran.code, 1);
}

#[test]
fn an_action_that_does_not_parse_is_exit_code_2_and_what_was_applied_before_stays() {
    let dir = TestDir::after("");
    let ran = dir.run("play a.loom Tick jump Tick");
    assert_eq!((ran.code, ran.out.trim()), (2, "1 Tick A moves east, b moves west"));
    ran.check_said(&["'jump' is not an action of skirmish", "write Tick, or an order such as A:hold"]);
    assert_eq!(dir.state("")["tick"], 1);
    for action in
        ["jump", "A:fly:N", "A:move:Q", "A:hold:N", ":hold", "A:", "Tick*x", "*5", "Tick*99999999999"]
    {
        let ran = dir.run_and_change_nothing(&format!("play a.loom {action}"));
        ran.check_bad(&[&format!("'{action}' is not an action of skirmish: ")]);
        let ran = dir.run_and_change_nothing(&format!("play a.loom {action} --json"));
        check_error_line(&ran.out, action, "Unreadable", "is not an action of skirmish");
        assert_eq!(ran.code, 2, "{action}");
    }
}

#[track_caller]
fn check_error_line(out: &str, action: &str, code: &str, reason: &str) {
    let [line] = <[Value; 1]>::try_from(json_lines(out)).expect("one line of data");
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&line), ["action", "error"]);
    assert_eq!(keys(&line["error"]), ["code", "message", "context"]);
    assert_eq!((&line["action"], &line["error"]["code"]), (&json!(action), &json!(code)));
    let message = line["error"]["message"].as_str().unwrap();
    assert!(message.contains(reason), "{message}");
    assert!(line["error"]["context"].is_object());
}

#[test]
fn acting_in_the_past_grows_a_branch_and_deletes_nothing() {
    let dir = TestDir::after("Tick*5");
    let before = dir.bytes("a.loom");
    dir.run("play a.loom --at n2 A:hold Tick").good();
    assert!(dir.bytes("a.loom").starts_with(&before), "the log only grows");
    let log = dir.run("log a.loom --json").data();
    let node = |id: usize| &log["nodes"][id];
    assert_eq!((&node(2)["children"], &node(6)["parent"]), (&json!([3, 6]), &json!(2)));
    assert_eq!((&log["cursor"], &node(7)["turn"]), (&json!(7), &json!(4)));
    assert_eq!(dir.column_of_a("--node n5"), 4, "the old branch is still there");
}

#[test]
fn play_acts_at_any_node_name_or_bookmark() {
    let dir = TestDir::after("Tick*5");
    dir.run_words(["name", "a.loom", "2", "the turn", "--bookmark"]).good();
    for (place, turn) in [("tip", 6), ("n4", 5), ("4", 5), ("start", 1), ("the turn", 3)] {
        let lines = json_lines(&dir.run_words(["play", "a.loom", "--at", place, "b:hold", "--json"]).good());
        assert_eq!(lines[0]["turn"], turn, "at {place}");
    }
}

#[test]
fn doing_the_same_again_adds_no_turn() {
    let dir = TestDir::after("Tick*3");
    dir.run("play a.loom --at start Tick*3").good();
    assert_eq!(dir.run("log a.loom --json").data()["nodes"].as_array().unwrap().len(), 4);
}

#[test]
fn going_somewhere_without_acting_is_kept_for_the_next_time() {
    let dir = TestDir::after("Tick*5");
    assert_eq!(dir.run("play a.loom --at n2").good(), "");
    assert_eq!(dir.column_of_a(""), 2);
    assert!(dir.run("log a.loom").good().contains("n2 turn 2 Tick A moves east, b moves west <- here"));
    dir.run("play a.loom Tick").good();
    assert_eq!(dir.column_of_a(""), 3);
}

#[test]
fn a_refused_action_elsewhere_does_not_change_where_the_game_is_left() {
    let dir = TestDir::after("Tick*5");
    dir.run("play a.loom --at n2 A:hold Tick").good();
    dir.run("play a.loom --at n6").good();
    let before = dir.bytes("a.loom");
    assert_eq!(dir.run("play a.loom --at n4 A:heavy:N A:heavy:N jump").code, 1);
    let refused = dir.run("play a.loom --at n1 nobody:hold");
    assert_eq!(refused.code, 1, "{refused:?}");
    let log = dir.run("log a.loom").good();
    assert!(log.lines().any(|line| line.contains("n6") && line.contains("here")), "{log}");
    assert!(dir.bytes("a.loom").starts_with(&before));
}
