//! The main game on the command line: its data, its levels and their solutions, and levels of other programs.

use serde_json::json;

use crate::desk::{Desk, json_lines};

const CORRIDOR: &str = r#########"
[meta]
id = "corridor"
name = "Corridor"
[world]
time_depth = 8
[map]
rows = ["######", "#@B.>#", "#...##", "######"]
[[solution]]
name = "around"
actions = "S E E N E"
"#########;

const SOKOBAN: &str = "#####\n#@$.#\n#####\nTitle: One push\nSolution\nR\n";

/// A desk with a level on it and, after these actions, a save `c.loom`.
fn corridor(actions: &str) -> Desk {
    let desk = Desk::new();
    desk.put("corridor.toml", CORRIDOR);
    desk.run("new corridor.toml -o c.loom").good();
    if !actions.is_empty() {
        desk.run_words(["play", "c.loom", actions]).good();
    }
    desk
}

#[test]
fn what_was_done_is_told_as_data_with_its_kind() {
    let desk = corridor("");
    let lines = json_lines(&desk.run_words(["play", "c.loom", "--json", "PE S ."]).good());
    let kinds: Vec<_> = lines.iter().map(|line| line["outcome"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["Pushed", "Moved", "Waited"]);
    assert_eq!(lines[1]["outcome"]["to"], json!({ "x": 2, "y": 2, "t": 2 }));
    let refused = desk.run("play c.loom --json PN");
    assert_eq!(refused.code, 1);
    assert_eq!(json_lines(&refused.out)[0]["error"]["code"], "NothingToPush");
    let blocked = desk.run("play c.loom --json S");
    assert_eq!(json_lines(&blocked.out)[0]["error"]["code"], "Blocked", "a wrapped reason is told as itself");
}

#[test]
fn a_slice_is_shown_as_data_with_everybody_in_it() {
    let desk = corridor("PE . .");
    let now = desk.run("show c.loom --json").data();
    assert_eq!((&now["turn"], &now["t"], &now["phase"]), (&json!(3), &json!(3), &json!("Playing")));
    assert_eq!(now["player"], json!({ "x": 2, "y": 1, "t": 3 }));
    assert_eq!(now["world_line"], json!([[1, 1, 0], [2, 1, 1], [2, 1, 2], [2, 1, 3]]));
    let box_at = |data: serde_json::Value| {
        let entities = data["entities"].as_array().unwrap().clone();
        let found = entities.iter().find(|entity| entity["kind"] == "box").unwrap().clone();
        (found["x"].clone(), found["y"].clone())
    };
    assert_eq!(box_at(desk.run("show c.loom --json --t 0").data()), (json!(2), json!(1)));
    assert_eq!(box_at(now), (json!(3), json!(1)));
    let ids: Vec<_> = desk.run("show c.loom --json").data()["entities"].as_array().unwrap().clone();
    assert!(ids.is_sorted_by_key(|entity| entity["id"].as_str().unwrap().to_owned()));
}

#[test]
fn check_re_runs_solutions_and_playthroughs() {
    let desk = corridor("S E E N E");
    let checked = desk.run_and_change_nothing("check corridor.toml c.loom").good();
    assert!(checked.contains("wins 'around' wins in 5 turns") && checked.contains("c.loom n5"), "{checked}");
    desk.put("walled.toml", CORRIDOR.replace("#...##", "#.#.##"));
    let walled = desk.run_and_change_nothing("check walled.toml c.loom");
    assert_eq!(walled.code, 1);
    assert!(walled.out.contains("'around' fails at turn 2 with E: Move blocked"), "{}", walled.out);
    let data = desk.run("check walled.toml --json");
    assert_eq!(json_lines(&data.out)[0]["reruns"][0]["verdict"]["Fails"]["turn"], 2);
}

#[test]
fn a_level_with_a_broken_solution_starts_with_a_note() {
    let desk = Desk::new();
    desk.put("walled.toml", CORRIDOR.replace("#...##", "#.#.##"));
    let ran = desk.run("new walled.toml -o w.loom");
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("note: walled.toml: its solution 'around' fails at turn 2"), "{}", ran.err);
}

#[test]
fn sokoban_comes_in_is_played_and_goes_out_as_it_was() {
    let desk = Desk::new();
    desk.put("one.xsb", SOKOBAN);
    assert_eq!(desk.run("import one.xsb -o one.toml").good(), "one.toml: 'One push'\n");
    desk.run("check one.toml").good();
    desk.run("export one.toml -o back.xsb").good();
    assert_eq!(desk.bytes("back.xsb"), SOKOBAN.as_bytes());
    desk.run("new one.toml -o one.loom").good();
    desk.run("play one.loom PE").good();
    let log = desk.run("log one.loom").good();
    assert!(log.contains("(won: the player)"), "{log}");
}

#[test]
fn several_levels_of_a_file_get_numbers() {
    let desk = Desk::new();
    desk.put("two.xsb", format!("{SOKOBAN}\n{}", SOKOBAN.replace("One", "Another")));
    desk.run("import two.xsb -o set.toml").good();
    assert!(desk.path("set-1.toml").exists() && desk.path("set-2.toml").exists());
}

#[test]
fn what_cannot_be_imported_or_exported_is_refused_with_what_to_do() {
    let desk = corridor("");
    desk.put("bad.xsb", "#####\n#@x.#\n#####\n");
    desk.run_and_change_nothing("import corridor.toml -o x.toml").check_bad(&["corridor.toml", ".xsb"]);
    desk.run_and_change_nothing("import missing.xsb -o x.toml").check_bad(&["missing.xsb", "no such file"]);
    let bad = desk.run_and_change_nothing("import bad.xsb -o x.toml");
    assert!(
        bad.code == 2 && bad.err.contains("bad.xsb: line 1: \"Sokoban 1\": there is no player"),
        "{}",
        bad.err
    );
    let foreign = desk.run_and_change_nothing("export corridor.toml -o x.xsb");
    assert!(foreign.code == 2 && foreign.err.contains("win = \"goals\""), "{}", foreign.err);
    desk.run_and_change_nothing("export c.loom -o x.doc")
        .check_bad(&["x.doc", ".txt, .json, .toml and .xsb"]);
}

#[test]
fn a_game_is_exported_as_text_and_as_data() {
    let desk = corridor("S E");
    desk.run("export c.loom -o c.txt").good();
    let text = String::from_utf8(desk.bytes("c.txt")).unwrap();
    assert!(
        text.starts_with("unseen 1 on 'Corridor', seed 0\n") && text.contains("== n2 after n1, turn 2"),
        "{text}"
    );
    desk.run("export c.loom -o c.json").good();
    let data: serde_json::Value = serde_json::from_slice(&desk.bytes("c.json")).unwrap();
    assert_eq!(data["nodes"].as_array().unwrap().len(), 3);
}
