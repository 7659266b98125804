//! The read-only commands, `name`, and the texts that refer to a place.

use serde_json::{Value, json};
use timeloom::catalog;
use timeloom::journal::Durability;
use timeloom::journal::file::Access;
use timeloom::timeline::{NodeId, Note};

use crate::test_dir::{TestDir, json_lines};

/// A walk of five ticks; from its second turn a branch where A holds twice, which is the current one.
fn branched() -> TestDir {
    let dir = TestDir::after("Tick*5");
    dir.run("play a.loom --at n2 A:hold Tick A:hold Tick").good();
    dir.run_words(["name", "a.loom", "n6", "stand still"]).good();
    dir.run_words(["name", "a.loom", "n4", "face to face", "--bookmark"]).good();
    dir
}

#[test]
fn show_draws_the_board_under_a_line_that_says_where_it_is() {
    let dir = TestDir::after("Tick*3");
    let shown = dir.run_and_change_nothing("show a.loom").good();
    assert!(shown.starts_with("A duel - skirmish - turn 3, tick 3\n"), "{shown}");
    assert!(shown.contains("\n0 . . . A>. . b<. . .\n"), "{shown}");
    let earlier = dir.run("show a.loom --turn 1").good();
    assert!(earlier.contains("turn 1, tick 1") && earlier.contains("\n0 . A>. . . . . . b<.\n"), "{earlier}");
}

#[test]
fn show_as_data_has_the_shape_that_is_documented() {
    let dir = TestDir::after("Tick*4 A:heavy:E Tick");
    let state = dir.state("");
    for (key, value) in [("width", 10), ("height", 1), ("tick", 5), ("rng_state", 1684164658)] {
        assert_eq!(state[key], value, "{key}");
    }
    let characters = state["characters"].as_array().unwrap();
    assert_eq!(
        characters[0],
        json!({ "id": "A", "name": "A", "faction": "red", "position": { "x": 4, "y": 0 }, "hp": 90, "max_hp": 100,
            "slot_position": 0, "current_action": { "type": "attack", "target_cell": { "x": 5, "y": 0 },
            "ticks_remaining": 1, "heavy": true } })
    );
    assert_eq!(characters[1]["current_action"], Value::Null);
    let moving = TestDir::after("A:move:E").state("");
    assert_eq!(
        moving["characters"][0]["current_action"],
        json!({ "type": "move", "target_cell": { "x": 1, "y": 0 }, "ticks_remaining": 1 })
    );
}

#[test]
fn show_finds_turns_of_this_branch_and_nodes_of_all() {
    let dir = branched();
    assert_eq!(dir.column_of_a(""), 2);
    for (more, column) in [
        ("--turn 0", 0),
        ("--turn 2", 2),
        ("--turn 6", 2),
        ("--node n5", 4),
        ("--node 5", 4),
        ("--node n0", 0),
        ("--node start", 0),
        ("--node tip", 2),
    ] {
        assert_eq!(dir.column_of_a(more), column, "{more}");
    }
}

#[test]
fn log_draws_the_tree_with_names_bookmarks_and_where_we_are() {
    let dir = branched();
    let drawn = dir.run_and_change_nothing("log a.loom").good();
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "* n9 turn 6 Tick b moves west <- here",
            "* n8 turn 5 A:hold A will hold",
            "* n7 turn 4 Tick b moves west",
            "* n6 turn 3 A:hold A will hold [stand still]",
            "| * n5 turn 5 Tick A hits b (90 left), b hits A (90 left)",
            "| * n4 turn 4 Tick A moves east, b moves west \"face to face\"",
            "| * n3 turn 3 Tick A moves east, b moves west",
            "|/",
            "* n2 turn 2 Tick A moves east, b moves west",
            "* n1 turn 1 Tick A moves east, b moves west",
            "* n0 turn 0 start",
        ]
    );
    let last = dir.run("log a.loom --last 2").good();
    assert_eq!(last.lines().count(), 3, "{last}");
    assert!(last.contains("(8 more; omit --last to see them)"), "{last}");
}

#[test]
fn log_tells_how_a_game_ended() {
    let drawn = TestDir::after("Tick*14").run("log a.loom --last 1").good();
    assert!(drawn.contains("(draw: nobody is left)"), "{drawn}");
}

#[test]
fn log_as_data_has_every_node_and_its_links() {
    let dir = branched();
    let log = dir.run("log a.loom --json").data();
    assert_eq!(
        log["about"],
        json!({ "ruleset": "skirmish", "version": 2, "level": "A duel", "seed": 0, "format": 4 })
    );
    assert_eq!(log["cursor"], 9);
    let nodes = log["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 10);
    assert_eq!((&nodes[0]["parent"], &nodes[0]["action"]), (&Value::Null, &Value::Null));
    assert_eq!((&nodes[6]["name"], &nodes[4]["bookmark"]), (&json!("stand still"), &json!("face to face")));
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(node["node"], id);
        assert_eq!(node["fingerprint"].as_str().unwrap().len(), 16);
        for child in node["children"].as_array().unwrap() {
            let child = &nodes[child.as_u64().unwrap() as usize];
            assert_eq!(
                (&child["parent"], child["turn"].as_u64()),
                (&json!(id), Some(node["turn"].as_u64().unwrap() + 1))
            );
        }
    }
    let last = dir.run("log a.loom --json --last 3").data();
    assert_eq!(last["nodes"].as_array().unwrap()[..], nodes[7..]);
}

#[test]
fn verify_counts_turns_and_branches_of_every_save() {
    let dir = branched();
    dir.run("new duel.toml -o b.loom").good();
    let told = dir.run_and_change_nothing("verify a.loom b.loom").good();
    assert_eq!(
        told,
        "good a.loom: 9 turns on 2 branches, all as recorded\ngood b.loom: 0 turns on 1 branch, all as recorded\n"
    );
    let lines = json_lines(&dir.run("verify a.loom b.loom --json").good());
    assert_eq!(
        lines[0],
        json!({ "save": "a.loom", "good": true, "format": 4, "turns": 9, "branches": 2, "problems": [] })
    );
    assert_eq!(lines[1]["save"], "b.loom");
}

#[test]
fn verify_looks_at_all_saves_before_it_tells_which_could_not_be_read() {
    let dir = branched();
    let ran = dir.run_and_change_nothing("verify none.loom a.loom duel.toml");
    assert_eq!((ran.code, ran.out.as_str()), (2, "good a.loom: 9 turns on 2 branches, all as recorded\n"));
    ran.check_said(&["none.loom: there is no such file", "duel.toml: this is not a Timeloom save"]);
}

#[test]
fn the_saves_that_come_with_the_program_are_good() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");
    for folder in ["games", "golden"] {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "loom") {
                TestDir::new().run_words(["verify", path.to_str().unwrap()]).good();
            }
        }
    }
}

#[test]
fn diff_tells_every_value_that_differs_and_no_other() {
    let dir = branched();
    let told = dir.run_and_change_nothing("diff a.loom 0 2").good();
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "from turn 0 (n0) to turn 2 (n2):",
            "tick: 0 -> 2",
            "characters[A].position.x: 0 -> 2",
            "characters[b].position.x: 9 -> 7"
        ]
    );
    assert_eq!(dir.run("diff a.loom n2 2").good(), "from turn 2 (n2) to turn 2 (n2): no difference\n");
    assert_eq!(
        dir.run("diff a.loom n7 n9 --json").data(),
        json!({ "from": 7, "to": 9, "changes": [
            { "path": "tick", "before": 3, "after": 4 },
            { "path": "characters[b].position.x", "before": 6, "after": 5 } ] })
    );
}

#[test]
fn diff_tells_who_is_gone() {
    let dir = TestDir::after("Tick*14");
    let told = dir.run("diff a.loom 13 14 --json").data();
    let changes = told["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| !change["before"].is_null() && change["after"].is_null()), "{told}");
}

#[test]
fn a_place_is_a_turn_a_node_a_name_a_bookmark_or_a_word() {
    let dir = branched();
    for (place, node) in [
        ("start", 0),
        ("here", 9),
        ("tip", 9),
        ("0", 0),
        ("3", 6),
        ("6", 9),
        ("n3", 3),
        ("n9", 9),
        ("stand still", 9),
        ("face to face", 4),
    ] {
        let found = dir.run_words(["diff", "a.loom", place, place, "--json"]).data();
        assert_eq!(found["from"], node, "{place}");
    }
    dir.run("play a.loom --at n7").good();
    for (place, node) in [("here", 7), ("tip", 9)] {
        assert_eq!(dir.run(&format!("diff a.loom start {place} --json")).data()["to"], node, "{place}");
    }
}

#[test]
fn a_place_that_is_not_there_is_exit_code_2_and_says_what_there_is() {
    let dir = branched();
    for (line, words) in [
        ("show a.loom --turn 7", ["there is no turn 7", "turns 0 to 6"]),
        ("show a.loom --turn 18446744073709551615", ["there is no turn 18446744073709551615", "0 to 6"]),
        ("show a.loom --node n10", ["there is no node n10", "n0 to n9"]),
        ("show a.loom --node 10", ["there is no node n10", "n0 to n9"]),
        ("show a.loom --node nowhere", ["there is no place 'nowhere'", "A place is a turn"]),
        ("diff a.loom 0 7", ["there is no turn 7", "turns 0 to 6"]),
        ("diff a.loom n10 0", ["there is no node n10", "n0 to n9"]),
        ("diff a.loom 0 nowhere", ["there is no place 'nowhere'", "start, here, tip"]),
        ("name a.loom n10 x", ["there is no node n10", "n0 to n9"]),
        ("name a.loom nowhere x", ["there is no place 'nowhere'", "A place is a turn"]),
        ("play a.loom --at n10 Tick", ["there is no node n10", "n0 to n9"]),
        ("play a.loom --at nowhere Tick", ["there is no place 'nowhere'", "A place is a turn"]),
        ("play a.loom --at 5 Tick", ["5 may be turn 5, which is n8, or the node n5", "write n8 or n5"]),
        ("play a.loom --at 10 Tick", ["there is no node n10", "n0 to n9"]),
        (
            "show a.loom --node n99999999999999999999",
            ["there is no place 'n99999999999999999999'", "A place"],
        ),
    ] {
        dir.run_and_change_nothing(line).check_bad(&words);
    }
}

#[test]
fn names_and_bookmarks_can_be_changed_and_taken_away() {
    let dir = TestDir::after("Tick*2");
    let told = dir.run_words(["name", "a.loom", "1", "first step"]).good();
    assert_eq!(told, "turn 0 (n0): branch name 'first step'\n");
    let data = dir.run_words(["name", "a.loom", "n1", "mark", "--bookmark", "--json"]).data();
    assert_eq!(data, json!({ "node": 1, "name": null, "bookmark": "mark" }));
    let shown = dir.run("show a.loom --turn 1").good();
    assert!(shown.contains("bookmark: mark"), "{shown}");
    let data = dir.run_words(["name", "a.loom", "first step", "end", "--bookmark", "--json"]).data();
    assert_eq!(data["node"], 2, "elsewhere the name of a branch is its tip");
    let data = dir.run_words(["name", "a.loom", "first step", "", "--json"]).data();
    assert_eq!(data, json!({ "node": 0, "name": null, "bookmark": null }));
    let data = dir.run_words(["name", "a.loom", "mark", "", "--bookmark", "--json"]).data();
    assert_eq!(data, json!({ "node": 1, "name": null, "bookmark": null }));
}

#[test]
fn the_name_of_a_branch_stands_on_its_first_node_whatever_place_is_given() {
    let dir = branched();
    for (place, text) in [("n8", "one"), ("one", "two"), ("tip", " three\t"), ("three", "four")] {
        let told = dir.run_words(["name", "a.loom", place, text]).good();
        assert_eq!(told, format!("turn 3 (n6): branch name '{}'\n", text.trim()));
    }
    let named = |node: &Value| node["name"].is_string();
    let nodes = dir.run("log a.loom --json").data()["nodes"].as_array().unwrap().clone();
    assert_eq!(nodes.iter().filter(|node| named(node)).count(), 1, "{nodes:?}");
    assert_eq!(dir.run_words(["name", "a.loom", "four", ""]).good(), "turn 3 (n6): branch name removed\n");
}

#[test]
fn a_note_that_is_not_there_cannot_be_removed_and_nothing_is_written() {
    let dir = branched();
    for (line, told) in [
        (["name", "a.loom", "n4", ""].as_slice(), "turn 3 (n3): there is no branch name to remove\n"),
        (&["name", "a.loom", "n6", " ", "--bookmark"], "turn 3 (n6): there is no bookmark to remove\n"),
    ] {
        let before = dir.contents();
        let ran = dir.run_words(line.iter().copied());
        assert_eq!((ran.code, ran.out.as_str()), (1, told), "{}", ran.err);
        assert!(dir.contents() == before, "{line:?} changed the folder");
    }
}

#[test]
fn a_name_that_an_older_program_put_inside_a_branch_is_the_name_of_the_branch() {
    let dir = branched();
    let path = dir.path("a.loom");
    let mut game = catalog::open(&path, Access::Write, Durability::EachAction, &mut |_| {}).unwrap();
    game.note(Note::name(NodeId(8), "old")).unwrap();
    game.note(Note::name(NodeId(6), "")).unwrap();
    drop(game);
    assert!(dir.run("show a.loom --node old").good().contains(" turn 6, "));
    let told = dir.run_words(["name", "a.loom", "n7", "new"]).good();
    assert_eq!(told, "turn 5 (n8): branch name 'new'\n");
    assert_eq!(dir.run_words(["name", "a.loom", "new", ""]).good(), "turn 5 (n8): branch name removed\n");
}

#[test]
fn a_name_that_already_means_a_place_is_refused() {
    let dir = branched();
    for text in ["12", "n3", "start", "here", "tip", " tip", "n3 "] {
        let before = dir.contents();
        dir.run_words(["name", "a.loom", "1", text]).check_bad(&["already means a place"]);
        assert!(dir.contents() == before, "{text}");
    }
    let told = dir.run_words(["name", "a.loom", "n6", ""]).good();
    assert_eq!(told, "turn 3 (n6): branch name removed\n");
}

#[test]
fn a_name_that_is_too_long_is_refused_and_nothing_is_written() {
    let dir = TestDir::after("Tick");
    let long = "x".repeat(1001);
    dir.run_and_change_nothing(&format!("name a.loom 1 {long}")).check_bad(&[
        "a.loom",
        "1001 bytes",
        "at most 1000",
    ]);
    dir.run(&format!("name a.loom 1 {}", &long[1..])).good();
}
