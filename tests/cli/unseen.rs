//! `unseen` on the command line: its data, its levels and their solutions, and imported levels.

use serde_json::json;

use crate::test_dir::{TestDir, json_lines};

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

/// A folder with a level and, after these actions, a save `c.loom`.
fn corridor(actions: &str) -> TestDir {
    let dir = TestDir::new();
    dir.put("corridor.toml", CORRIDOR);
    dir.run("new corridor.toml -o c.loom").good();
    if !actions.is_empty() {
        dir.run_words(["play", "c.loom", actions]).good();
    }
    dir
}

#[test]
fn the_path_of_the_player_is_asked_like_any_other_list() {
    let dir = corridor("S E E R S E .");
    dir.run("play c.loom --at n3 W W").good();
    for (condition, place) in [
        ("world_line[*][0]>=3", "turn 3 (n3)"),
        ("world_line[2][1]=2", "turn 2 (n2)"),
        ("world_line=[[1,1,0]]", "turn 0 (n0)"),
        ("world_line!=[[1,1,0]]", "turn 1 (n1)"),
    ] {
        for branches in [&[][..], &["--branches"]] {
            let found = dir.run_words([&["find", "c.loom", condition], branches].concat()).good();
            assert!(found.starts_with(place), "{condition}: {found}");
        }
    }
    let both = ["find", "c.loom", "world_line[*][0]>=3", "player.x=2", "turn>=4", "--branches"];
    assert!(dir.run_words(both).good().starts_with("turn 4 (n8)"));
    dir.run_words(["find", "c.loom", "world_line[*].x>1"]).check_bad(&["no path 'world_line[*].x'"]);
    assert_eq!(dir.run_words(["find", "c.loom", "world_line[*][0]>9"]).code, 1);
}

#[test]
fn what_was_done_is_told_as_data_with_its_kind() {
    let dir = corridor("");
    let lines = json_lines(&dir.run_words(["play", "c.loom", "--json", "PE S ."]).good());
    let kinds: Vec<_> = lines.iter().map(|line| line["outcome"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["Pushed", "Moved", "Waited"]);
    assert_eq!(lines[1]["outcome"]["to"], json!({ "x": 2, "y": 2, "t": 2 }));
    let refused = dir.run("play c.loom --json PN");
    assert_eq!(refused.code, 1);
    assert_eq!(json_lines(&refused.out)[0]["error"]["code"], "NothingToPush");
    let blocked = dir.run("play c.loom --json S");
    assert_eq!(json_lines(&blocked.out)[0]["error"]["code"], "Blocked", "a wrapped reason is told as itself");
}

#[test]
fn a_slice_is_shown_as_data_with_everybody_in_it() {
    let dir = corridor("PE . .");
    let now = dir.run("show c.loom --json").data();
    assert_eq!((&now["turn"], &now["t"], &now["phase"]), (&json!(3), &json!(3), &json!("Playing")));
    assert_eq!(now["player"], json!({ "x": 2, "y": 1, "t": 3 }));
    assert_eq!(now["world_line"], json!([[1, 1, 0], [2, 1, 1], [2, 1, 2], [2, 1, 3]]));
    let box_at = |data: serde_json::Value| {
        let entities = data["entities"].as_array().unwrap().clone();
        let found = entities.iter().find(|entity| entity["kind"] == "box").unwrap().clone();
        (found["x"].clone(), found["y"].clone())
    };
    assert_eq!(box_at(dir.run("show c.loom --json --t 0").data()), (json!(2), json!(1)));
    assert_eq!(box_at(now), (json!(3), json!(1)));
    let ids: Vec<_> = dir.run("show c.loom --json").data()["entities"].as_array().unwrap().clone();
    assert!(ids.is_sorted_by_key(|entity| entity["id"].as_str().unwrap().to_owned()));
}

#[test]
fn check_re_runs_solutions_and_playthroughs() {
    let dir = corridor("S E E N E");
    let checked = dir.run_and_change_nothing("check corridor.toml c.loom").good();
    assert!(checked.contains("wins 'around' wins in 5 turns") && checked.contains("c.loom n5"), "{checked}");
    dir.put("walled.toml", CORRIDOR.replace("#...##", "#.#.##"));
    let walled = dir.run_and_change_nothing("check walled.toml c.loom");
    assert_eq!(walled.code, 1);
    assert!(walled.out.contains("'around' fails at turn 2 with E: a wall is in the way"), "{}", walled.out);
    let data = dir.run("check walled.toml --json");
    assert_eq!(json_lines(&data.out)[0]["reruns"][0]["verdict"]["turn"], 2);
    assert_eq!(json_lines(&data.out)[0]["reruns"][0]["verdict"]["status"], "fails");
}

#[test]
fn a_level_with_a_broken_solution_starts_with_a_note() {
    let dir = TestDir::new();
    dir.put("walled.toml", CORRIDOR.replace("#...##", "#.#.##"));
    let ran = dir.run("new walled.toml -o w.loom");
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("note: walled.toml: its solution 'around' fails at turn 2"), "{}", ran.err);
}

#[test]
fn sokoban_comes_in_is_played_and_goes_out_as_it_was() {
    let dir = TestDir::new();
    dir.put("one.xsb", SOKOBAN);
    assert_eq!(dir.run("import one.xsb -o one.toml").good(), "one.toml: 'One push'\n");
    dir.run("check one.toml").good();
    dir.run("export one.toml -o back.xsb").good();
    assert_eq!(dir.bytes("back.xsb"), SOKOBAN.as_bytes());
    dir.run("new one.toml -o one.loom").good();
    dir.run("play one.loom PE").good();
    let log = dir.run("log one.loom").good();
    assert!(log.contains("(won: the player)"), "{log}");
}

#[test]
fn several_levels_of_a_file_get_numbers() {
    let dir = TestDir::new();
    dir.put("two.xsb", format!("{SOKOBAN}\n{}", SOKOBAN.replace("One", "Another")));
    dir.run("import two.xsb -o set.toml").good();
    assert!(dir.path("set-1.toml").exists() && dir.path("set-2.toml").exists());
}

#[test]
fn a_save_is_never_overwritten_by_what_is_imported_or_exported() {
    let dir = corridor("");
    dir.put("two.xsb", format!("{SOKOBAN}\n{}", SOKOBAN.replace("One", "Another")));
    dir.run("new corridor.toml -o game.loom").good();
    for taken in ["set-2.toml", "game.toml"] {
        dir.put(taken, dir.bytes("game.loom"));
    }
    for line in ["import two.xsb -o set.toml", "export game.loom -o game.toml"] {
        dir.run_and_change_nothing(line).check_bad(&["is a save", "choose another name"]);
    }
}

#[test]
fn a_file_of_very_many_levels_is_not_imported() {
    let dir = TestDir::new();
    dir.put("many.xsb", "#####\n#@$.#\n#####\n\n".repeat(10_001));
    dir.run_and_change_nothing("import many.xsb -o x.toml").check_bad(&[
        "many.xsb: these are 10001 levels, and at most 10000 are imported at once: split the file",
    ]);
    let help = dir.run("import --help").good().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("more than 10,000 levels is refused"), "{help}");
}

#[test]
fn what_cannot_be_imported_or_exported_is_refused_with_what_to_do() {
    let dir = corridor("");
    dir.put("bad.xsb", "#####\n#@x.#\n#####\n");
    dir.run_and_change_nothing("import corridor.toml -o x.toml").check_bad(&["corridor.toml", ".xsb"]);
    dir.run_and_change_nothing("import missing.xsb -o x.toml").check_bad(&["missing.xsb", "no such file"]);
    let bad = dir.run_and_change_nothing("import bad.xsb -o x.toml");
    assert!(
        bad.code == 2 && bad.err.contains("bad.xsb: line 1: \"Sokoban 1\": there is no player"),
        "{}",
        bad.err
    );
    let foreign = dir.run_and_change_nothing("export corridor.toml -o x.xsb");
    assert!(foreign.code == 2 && foreign.err.contains("win = \"goals\""), "{}", foreign.err);
    dir.run_and_change_nothing("export c.loom -o x.doc").check_bad(&["x.doc", ".txt, .json, .toml or .xsb"]);
}

#[test]
fn a_game_is_exported_as_text_and_as_data() {
    let dir = corridor("S E");
    dir.run("export c.loom -o c.txt").good();
    let text = String::from_utf8(dir.bytes("c.txt")).unwrap();
    assert!(
        text.starts_with("unseen 1 on 'Corridor', seed 0\n") && text.contains("== n2 after n1, turn 2"),
        "{text}"
    );
    dir.run("export c.loom -o c.json").good();
    let data: serde_json::Value = serde_json::from_slice(&dir.bytes("c.json")).unwrap();
    assert_eq!(data["nodes"].as_array().unwrap().len(), 3);
}

/// The sample level in which the player has to pull a box out of their own way.
const ACCOMPLICE: &str = include_str!("../../saves/levels/unseen-12-my-own-accomplice.toml");

/// A folder with a save `a.loom` of it: restarted at turn 3, and one action before contradicting turn 7.
fn accomplice(level: &str) -> TestDir {
    let dir = TestDir::new();
    dir.put("accomplice.toml", level);
    dir.run("new accomplice.toml -o a.loom").good();
    dir.run("play a.loom S E R S E E LW W U N").good();
    dir
}

#[test]
fn after_a_restart_every_command_speaks_of_the_same_turns() {
    let dir = accomplice(ACCOMPLICE);
    let pulled = "turn  7 LW to (2, 2) at t 4, pulling the box to (3, 2) at t 4";
    assert!(dir.run("log a.loom").good().contains(&format!("n7  {pulled}")));
    assert_eq!(dir.run("show a.loom --json --turn 7").data()["turn"], 7);
    let now = dir.run("show a.loom --json").data();
    assert_eq!((&now["turn"], &now["step"]), (&json!(10), &json!(7)));
    assert!(dir.run("show a.loom").good().contains("turn 10, t 1 of 5"));
    assert!(dir.run("show a.loom").good().contains("step 7 since the last restart"));
    assert!(dir.run("find a.loom turn=7").good().starts_with("turn 7 (n7) after LW: turn is 7"));
    assert!(dir.run("find a.loom step=0 turn>0").good().starts_with("turn 3 (n3) after R"));
    let diff = dir.run("diff a.loom 2 3").good();
    assert!(diff.contains("turn: 2 -> 3") && diff.contains("step: 2 -> 0"), "{diff}");
}

#[test]
fn a_paradox_names_the_turn_and_the_node_of_the_log() {
    let dir = accomplice(ACCOMPLICE);
    let refused = dir.run("play a.loom PN");
    let words =
        "PN is refused at turn 10 (n10): Paradox: turn 7 (n7) could not have happened: the box it pulled";
    assert!(refused.code == 1 && refused.err.contains(words), "{}", refused.err);
    let error = json_lines(&dir.run("play a.loom --json PN").out)[0]["error"].clone();
    assert_eq!((&error["context"]["broken_turn"], &error["context"]["broken_node"]), (&json!(7), &json!(7)));
    assert_eq!(error["context"]["refused_at"], json!({ "turn": 10, "node": 10 }));
    // On a branch, turn and node have different numbers.
    dir.run("play a.loom --at n3 . R S E E LW W U N").good();
    let refused = dir.run("play a.loom PN");
    assert!(refused.err.contains("turn 9 (n16) could not have happened"), "{}", refused.err);
}

#[test]
fn a_paradox_that_loses_names_the_turn_and_the_node_of_the_log() {
    let dir = accomplice(&ACCOMPLICE.replace("paradox = \"prevent\"", "paradox = \"lose\""));
    let words = "PN a paradox: turn 7 (n7) could not have happened: the box it pulled would not be as it was";
    assert_eq!(dir.run("play a.loom PN").good(), format!("  11 {words}\n"));
    assert!(dir.run("log a.loom").good().contains(words));
    let data = dir.run("log a.loom --json").data();
    let outcome = &data["nodes"][11]["outcome"];
    assert_eq!((&outcome["broken_turn"], &outcome["broken_node"]), (&json!(7), &json!(7)));
}

#[test]
fn a_recorded_solution_that_fails_after_a_restart_names_turns_of_its_own() {
    let dir = TestDir::new();
    let actions = "S E R S E E LW W U N PN";
    dir.put("a.toml", ACCOMPLICE.replace("S E E LW W U N . . N N", actions));
    let checked = dir.run("check a.toml");
    let words = "fails at turn 11 with PN: Paradox: turn 7 could not have happened";
    assert!(checked.code == 1 && checked.out.contains(words), "{}", checked.out);
}

#[test]
fn what_is_odd_about_a_level_is_told_by_check_and_new_with_its_line() {
    let dir = TestDir::new();
    dir.put("short.toml", CORRIDOR.replace("\"#...##\"", "\"#...\""));
    let words = "line 8: this row has 4 cells and the longest has 6: the rest is floor";
    let checked = dir.run("check short.toml").good();
    assert!(checked.contains(&format!("note: {words}")), "{checked}");
    let data = dir.run("check short.toml --json").data();
    assert_eq!(data["warnings"][0]["line"], 8);
    let new = dir.run("new short.toml -o s.loom");
    assert!(new.code == 0 && new.err.contains(&format!("note: short.toml: {words}")), "{}", new.err);
    let data = dir.run("new short.toml -o t.loom --json").data();
    assert_eq!(data["warnings"][0]["line"], 8);
    dir.put("worse.toml", CORRIDOR.replace("\"#...##\"", "\"#..?\""));
    let refused = dir.run("check worse.toml");
    assert!(
        refused.code == 2 && refused.err.contains("line 8: warning: this row has 4 cells"),
        "{}",
        refused.err
    );
    for command in ["check worse.toml --json", "new worse.toml -o w.loom --json"] {
        let refused = dir.run(command);
        let faults = json_lines(&refused.out)[0]["faults"].clone();
        assert_eq!(
            (refused.code, &faults[0]["line"], &faults[1]["line"]),
            (2, &json!(8), &json!(8)),
            "{command}"
        );
    }
    let drawn = dir.run("new short.toml -o d.loom --draw --json").data();
    assert_eq!(drawn["warnings"][0]["line"], 8);
}

#[test]
fn new_and_show_tell_the_description_the_rifts_and_what_can_be_done() {
    let dir = TestDir::new();
    dir.put("a.toml", ACCOMPLICE);
    let (description, actions) =
        ("Somebody must move the box away from the other side", "\nactions: S . R\n");
    let new = dir.run("new a.toml -o a.loom").good();
    assert!(new.contains(description) && new.contains(actions), "{new}");
    let show = dir.run("show a.loom").good();
    assert!(show.contains(description) && show.contains(actions), "{show}");
    assert!(show.contains("\nrift at (1, 2) leads to (4, 4) at t 0\n"), "{show}");
    let there = dir.run("play a.loom s E e");
    assert!(there.good().contains("   3 E to (3, 2) at t 3"));
    let show = dir.run("show a.loom --turn 1").good();
    assert!(show.contains("\nactions: N E . U R\n"), "what can be done there, not here: {show}");
    let entities = dir.run("show a.loom --json").data()["entities"].clone();
    let rift = entities.as_array().unwrap().iter().find(|entity| entity["kind"] == "rift").unwrap().clone();
    assert_eq!(rift["target"], json!({ "x": 4, "y": 4, "t": 0 }));
}

#[test]
fn a_slice_that_is_not_there_is_refused_with_those_that_are() {
    let dir = corridor("S");
    dir.run("show c.loom --t 7").good();
    for t in ["8", "99", "-1", "99999999999"] {
        let words = format!("there is no slice t {t}: this level has t 0 to 7");
        dir.run(&format!("show c.loom --t {t}")).check_bad(&[&words]);
        dir.run(&format!("show c.loom --json --t {t}")).check_bad(&[&words]);
    }
    dir.run("new duel.toml -o d.loom").good();
    dir.run("show d.loom --t 0").check_bad(&["skirmish has no slices of time: omit --t"]);
}

#[test]
fn where_undo_is_not_allowed_one_acts_only_where_nobody_has_acted() {
    let dir = TestDir::new();
    dir.put("strict.toml", CORRIDOR.replace("time_depth = 8", "time_depth = 8\nallow_undo = false"));
    dir.run("new strict.toml -o s.loom").good();
    dir.run("play s.loom S E").good();
    let words = "'Corridor' does not allow undo, and n1 already has later turns";
    dir.run_and_change_nothing("play s.loom --at n1 .").check_bad(&[words]);
    dir.run_and_change_nothing("play s.loom --at n1").check_bad(&[words]);
    dir.run("play s.loom --at n2 E").good();
    dir.run("play s.loom R").good();
    assert!(
        dir.run("show s.loom --node n1").good().contains("turn 1, t 1 of 7"),
        "looking is always allowed"
    );
    assert_eq!(dir.run("log s.loom --json").data()["about"]["allow_undo"], false);
}
