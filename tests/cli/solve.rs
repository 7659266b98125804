//! `timeloom solve`: the shortest way to win, a proof that there is none, or an unknown answer.

use serde_json::json;

use crate::test_dir::{TestDir, json_lines};

/// Returns the text of a level with these rows and settings.
fn level(world: &str, rows: &[&str]) -> String {
    let depth = if world.contains("time_depth") { "" } else { "time_depth = 50\n" };
    format!("ruleset = \"unseen\"\n[world]\n{depth}{world}\n[map]\nrows = {rows:?}\n")
}

/// A folder with a level.
fn with_level(world: &str, rows: &[&str]) -> TestDir {
    let dir = TestDir::new();
    dir.put("level.toml", level(world, rows));
    dir
}

fn read(dir: &TestDir, name: &str) -> String {
    String::from_utf8(dir.bytes(name)).unwrap()
}

const SOKOBAN: &str = "win = \"goals\"\nmax_push_chain = 1\ndetection = \"none\"";

#[test]
fn a_level_is_solved_in_the_fewest_turns() {
    let dir = with_level("", &["######", "#@B.>#", "#...##", "######"]);
    let told = dir.run_and_change_nothing("solve level.toml").good();
    assert!(told.starts_with("solved in 5 turns: S E E N E\n"), "{told}");
    assert!(told.contains("this is the only shortest way\n"), "{told}");
    assert!(told.contains("as a timeless search"), "{told}");
    let data = dir.run("solve level.toml --json").data();
    assert_eq!(data["status"], "solved");
    assert_eq!(data["actions"], json!(["S", "E", "E", "N", "E"]));
    assert_eq!((&data["turns"], &data["world"]), (&json!(5), &json!("timeless")));
    assert_eq!((&data["shortest"], &data["shortest_capped"]), (&json!(1), &json!(false)));
}

#[test]
fn what_it_finds_wins_when_it_is_played() {
    let dir = with_level(SOKOBAN, &["#######", "#@..o.#", "#.BB..#", "#...o.#", "#######"]);
    let data = dir.run("solve level.toml --json").data();
    let actions: Vec<_> = data["actions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    dir.run("new level.toml -o a.loom").good();
    let played = dir.run_words(["play", "a.loom", &actions.join(" ")]).good();
    assert!(played.lines().last().is_some_and(|line| line.contains(" wins at ")), "{played}");
}

#[test]
fn a_level_that_cannot_be_won_is_proven_so() {
    let dir = with_level(SOKOBAN, &["#####", "#@.o#", "#.#B#", "#####"]);
    let ran = dir.run("solve level.toml");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.starts_with("unsolvable: it cannot be won from here\n"), "{}", ran.out);
    let too_short = with_level("time_depth = 4", &["@....>"]);
    assert_eq!(too_short.run("solve level.toml").code, 1, "five steps do not fit into four slices");
}

#[test]
fn a_turn_of_a_save_is_solved_from_there() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom PE").good();
    assert!(dir.run("solve a.loom").good().starts_with("solved in 1 turn: PE\n"));
    assert!(dir.run("solve a.loom --node start").good().starts_with("solved in 2 turns: PE PE\n"));
    dir.run("play a.loom --at start S E PN").good();
    assert_eq!(dir.run("solve a.loom").code, 1, "the box is in the corner");
    dir.run("play a.loom --at n1 PE").good();
    assert_eq!(dir.run("solve a.loom").good(), "won: the game is over at n5 (won: the player)\n");
    dir.run("solve a.loom --difficulty")
        .check_bad(&["the game is over at n5 (won: the player)", "choose an earlier turn"]);
}

#[test]
fn what_the_budget_does_not_allow_is_unknown() {
    let wide = ["o............", ".B.B.B.B.B...", "..............", "@.B.B.B.B.B.o", "............o"];
    let dir = with_level(SOKOBAN, &wide);
    let ran = dir.run("solve level.toml --budget 0");
    assert_eq!((ran.code, ran.err.as_str()), (3, ""));
    assert!(ran.out.starts_with("unknown: the time is up (raise it with --budget); winning takes at least "));
    let ran = dir.run("solve level.toml --memory 0 --json");
    assert_eq!(ran.code, 3);
    assert!(ran.out.contains("\"limit\":\"memory\""), "{}", ran.out);
}

#[test]
fn games_for_several_players_and_drawings_are_refused() {
    let dir = TestDir::after("Tick");
    dir.run("solve a.loom").check_bad(&["skirmish is not a game for one player"]);
    dir.run("solve duel.toml").check_bad(&["skirmish is not a game for one player"]);
    dir.run("new --draw duel.toml -o drawing.loom").good();
    dir.run("solve drawing.loom").check_bad(&["this is a drawing"]);
    dir.run("solve nosuch.toml").check_bad(&["nosuch.toml"]);
    dir.run("solve nosuch.loom").check_bad(&["nosuch.loom"]);
}

#[test]
fn every_shortest_way_is_counted_and_listed() {
    let dir = with_level("", &["@..", "...", "..>"]);
    let told = dir.run("solve level.toml --all").good();
    assert!(told.contains("one of 6 shortest ways\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with("  ")).count(), 6);
    let data = dir.run("solve level.toml --all --json").data();
    assert_eq!(data["shortest"], 6);
    let mut ways: Vec<_> = data["all"].as_array().unwrap().iter().map(|way| way.to_string()).collect();
    ways.sort();
    ways.dedup();
    assert_eq!(ways.len(), 6, "they differ");
}

#[test]
fn the_point_of_no_return_is_the_last_turn_that_could_be_won() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom S E PN . . .").good();
    let ran = dir.run("solve a.loom --no-return");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, "cannot be won since turn 3 with PN; at turn 2 (n2) W still won in 4 turns\n");
    let data: serde_json::Value =
        serde_json::from_str(&dir.run("solve a.loom --no-return --json").out).unwrap();
    assert_eq!((&data["status"], &data["turn"]), (&json!("lost_after"), &json!(2)));
    assert_eq!((&data["mistake"], &data["instead"][0]), (&json!("PN"), &json!("W")));
    let ran = dir.run("solve a.loom --no-return --node n2");
    assert_eq!((ran.code, ran.out.as_str()), (0, "can still be won at turn 2 (n2)\n"));
    dir.run("play a.loom --at start PE PE").good();
    assert_eq!(dir.run("solve a.loom --no-return").code, 0, "it is won");
    let never = with_level(SOKOBAN, &["#####", "#@.o#", "#.#B#", "#####"]);
    let ran = never.run("solve level.toml --no-return");
    assert_eq!((ran.code, ran.out.as_str()), (1, "cannot be won: not even from the start\n"));
}

#[test]
fn a_hint_names_the_next_action_and_judges_the_others() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    let told = dir.run_and_change_nothing("hint a.loom").good();
    assert!(told.starts_with("PE: wins in 2 turns\n"), "{told}");
    assert!(told.contains("\n  PE   can be won in 1 turn: nearer\n"), "{told}");
    assert!(told.contains("\n  .    can be won in 2 turns: no nearer"), "{told}");
    assert!(told.contains("\n  N    can be won in 3 turns: further away\n"), "{told}");
    dir.run("play a.loom S E").good();
    let data = dir.run("hint a.loom --json").data();
    assert_eq!((&data["status"], &data["turns"]), (&json!("wins"), &json!(4)));
    let push = data["choices"].as_array().unwrap().iter().find(|choice| choice["action"] == "PN").unwrap();
    assert_eq!(push["status"], "unsolvable");
    dir.run("play a.loom PN").good();
    let ran = dir.run("hint a.loom");
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("no way: it cannot be won from here\n"), "{}", ran.out);
}

#[test]
fn a_solution_is_kept_in_the_level_once() {
    let dir = TestDir::new();
    let text = level("", &["@..>"]).replace("[map]", "# the only corridor\n[map]");
    dir.put("level.toml", &text);
    let told = dir.run("solve level.toml -o level.toml").good();
    assert!(told.ends_with("level.toml: the solution is now in the level\n"), "{told}");
    let kept = read(&dir, "level.toml");
    assert!(kept.contains("# the only corridor\n") && kept.contains("actions = \"E E E\""), "{kept}");
    assert!(dir.run("check level.toml").good().contains("'shortest' wins in 3 turns"));
    let told = dir.run("solve level.toml -o level.toml").good();
    assert!(told.ends_with("level.toml: the solution was already in the level\n"), "{told}");
    assert_eq!(read(&dir, "level.toml"), kept);
}

#[test]
fn a_stored_solution_is_one_json_document() {
    let dir = with_level("win = \"exit\"", &["@.>"]);
    let data = dir.run("solve level.toml -o level.toml --json").data();
    assert_eq!(
        (&data["status"], &data["stored"], &data["output"]),
        (&json!("solved"), &json!(true), &json!("level.toml"))
    );
}

#[test]
fn a_game_that_is_over_counts_as_won_or_as_one_that_cannot_be_won() {
    let dir = with_level("win = \"exit\"", &["@.>"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom E E").good();
    let data = dir.run("solve a.loom --json").data();
    assert_eq!((&data["status"], &data["turns"]), (&json!("solved"), &json!(0)));
    let data = dir.run("hint a.loom --json").data();
    assert_eq!((&data["status"], &data["turns"]), (&json!("wins"), &json!(0)));
    for question in ["solve", "hint"] {
        assert!(dir.run(&format!("{question} a.loom")).good().starts_with("won: the game is over at n2 ("));
    }
    assert_eq!(dir.run("solve a.loom --no-return").good(), "won at turn 2 (n2)\n");
    dir.run("solve a.loom -o new.toml").good();
    assert!(read(&dir, "new.toml").contains("actions = \"E E\""), "what was played is a solution");
}

#[test]
fn a_game_that_was_lost_cannot_be_won() {
    let dir = TestDir::new();
    let enemy = "[[entity]]\nkind = \"enemy\"\nat = [3, 1]\nvision = { facing = \"west\", fov = 90 }\n";
    dir.put("level.toml", level("", &["@#.>", "....", "####"]) + enemy);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom S").good();
    for question in ["solve", "hint"] {
        let ran = dir.run(&format!("{question} a.loom"));
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(ran.out.starts_with("not won: the game is over at n1 (lost"), "{}", ran.out);
    }
    assert_eq!(json_lines(&dir.run("solve a.loom --json").out)[0]["status"], "unsolvable");
    assert_eq!(dir.run("solve a.loom --no-return").code, 1);
}

#[test]
fn ways_that_cannot_use_the_rift_are_counted_together() {
    let rows = ["@.........", "..........", "..........", "..........", "..........", ".........>"];
    let rift = |at: &str, to: &str| {
        format!("[[entity]]\nkind = \"rift\"\nat = {at}\nrift = {{ target = {to}, bidirectional = false }}\n")
    };
    let dir = TestDir::new();
    dir.put("level.toml", level("", &rows) + &rift("[5, 5]", "[1, 1, 2]"));
    let data = dir.run("solve level.toml --memory 4 --json").data();
    assert_eq!((&data["turns"], &data["shortest"]), (&json!(14), &json!(2002)), "{data}");
    assert_eq!((&data["shortest_capped"], &data["world"]), (&json!(false), &json!("folded")));
    dir.put("level.toml", level("", &["@..", "...", "..>"]) + &rift("[1, 0]", "[1, 2, 0]"));
    let data = dir.run("solve level.toml --all --json").data();
    assert_eq!(data["all"], json!([["E", "U", "E"]]), "{data}");
    assert!(dir.run("solve level.toml").good().contains("; ways counted in "));
}

#[test]
fn a_known_solution_is_written_to_a_new_level() {
    let dir = with_level("", &["@..>"]);
    dir.run("solve level.toml -o level.toml").good();
    let told = dir.run("solve level.toml -o new.toml").good();
    assert!(told.ends_with("new.toml: the solution is now in the level\n"), "{told}");
    assert!(dir.run("check new.toml").good().contains("'shortest' wins in 3 turns"));
    dir.run("solve level.toml -o new.json").good();
    assert!(dir.run("check new.json").good().contains("'shortest' wins in 3 turns"));
    let new = read(&dir, "new.toml");
    let told = dir.run("solve level.toml -o new.toml").good();
    assert!(told.ends_with("new.toml: the solution was already in the level\n"), "{told}");
    assert_eq!(read(&dir, "new.toml"), new);
}

#[test]
fn a_solution_is_not_written_to_a_file_that_is_named_like_no_level() {
    let dir = with_level("", &["@..>"]);
    for name in ["new.xsb", "new.loom"] {
        dir.run_and_change_nothing(&format!("solve level.toml -o {name}"))
            .check_bad(&[name, "end its name with .toml or .json"]);
    }
    dir.put("old.lvl", level("", &["@..>"]));
    dir.run("solve level.toml -o old.lvl").good();
    assert!(read(&dir, "old.lvl").contains("actions = \"E E E\""), "a level may have any name");
}

#[test]
fn a_solution_is_not_kept_in_another_level_or_a_save() {
    let dir = with_level("", &["@..>"]);
    let other = level("", &["@#.>"]);
    dir.put("other.toml", &other);
    let ran = dir.run("solve level.toml -o other.toml");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("other.toml: this is another level, on which the solution does not win"),
        "{}",
        ran.err
    );
    assert_eq!(read(&dir, "other.toml"), other);
    dir.run("new level.toml -o a.loom").good();
    dir.run("solve level.toml -o a.loom").check_bad(&["is a save"]);
}

#[test]
fn a_solution_from_a_later_turn_is_kept_with_what_led_there() {
    let dir = with_level("", &["@..>"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom . E").good();
    dir.run("solve a.loom -o new.toml").good();
    assert!(read(&dir, "new.toml").contains("actions = \". E E E\""), "{}", read(&dir, "new.toml"));
}

#[test]
fn the_built_in_player_follows_a_shortest_way() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    let played = dir.run("play a.loom --auto 1").good();
    assert_eq!(played.lines().count(), 1);
    let played = dir.run("play a.loom --auto 99").good();
    assert!(played.lines().count() == 1 && played.contains(" wins at "), "{played}");
    dir.run("play a.loom --at start S E PN").good();
    let ran = dir.run("play a.loom --auto 5");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot be won from here"), "{}", ran.err);
}

#[test]
fn the_built_in_player_says_which_part_of_its_budget_was_used_up() {
    let wide = ["o............", ".B.B.B.B.B...", ".............", "@.B.B.B.B.B.o", "............o"];
    let dir = with_level(SOKOBAN, &wide);
    dir.run("new level.toml -o a.loom").good();
    for (limit, reason) in [
        ("--memory 0", "the memory is full (raise the limit with --memory)"),
        ("--budget 0", "the time is up (raise it with --budget)"),
    ] {
        let ran = dir.run_and_change_nothing(&format!("play a.loom --auto 1 {limit}"));
        assert_eq!((ran.code, ran.out.as_str()), (3, ""));
        assert_eq!(ran.err, format!("error: no way to win was found: {reason}\n"));
    }
    let ran = dir.run("play a.loom N --memory 5");
    assert!(ran.code == 2 && ran.err.contains("--auto"), "nothing is searched for: {}", ran.err);
}

#[test]
fn difficulty_is_told_in_numbers() {
    let dir = with_level(SOKOBAN, &["#######", "#@B.o##", "#..B.##", "#######"]);
    let told = dir.run_and_change_nothing("solve level.toml --difficulty").good();
    for line in [
        "shortest            2 turns\n",
        "shortest ways       1\n",
        "single way          2 turns in a row\n",
        "dead first moves    none\n",
        "box at 3,2",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let data = dir.run("solve level.toml --difficulty --json").data();
    assert_eq!((&data["shortest"], &data["ways"]), (&json!(2), &json!(1)));
    assert!(data["survey"]["winnable"].as_u64() < data["survey"]["reachable"].as_u64(), "{data}");
}

#[test]
fn after_a_restart_only_the_last_attempt_counts() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom S E PN").good();
    assert!(dir.run("solve a.loom --no-return").out.starts_with("cannot be won since turn 3 with PN"));
    dir.run("play a.loom R").good();
    assert!(dir.run("solve a.loom --no-return").good().starts_with("can still be won at turn 4"));
    dir.run("play a.loom S E PN").good();
    let ran = dir.run("solve a.loom --no-return");
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("cannot be won since turn 7 with PN; at turn 6 (n6) "), "{}", ran.out);
    let lost = dir.run("solve a.loom --no-return --node 3");
    assert!(lost.out.starts_with("cannot be won since turn 3 with PN"), "an earlier attempt: {}", lost.out);
}

#[test]
fn a_solution_is_stored_without_what_was_before_the_last_restart() {
    let dir = with_level(SOKOBAN, &["######", "#....#", "#@B.o#", "#....#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    dir.run("play a.loom S E PN R").good();
    dir.run("solve a.loom -o new.toml").good();
    let stored = read(&dir, "new.toml");
    assert!(stored.contains("name = \"shortest\"\nactions = \"PE PE\""), "{stored}");
    dir.run("play a.loom .").good();
    dir.run("solve a.loom -o new.toml").good();
    let stored = read(&dir, "new.toml");
    assert!(stored.contains("name = \"shortest after 1 turn\"\nactions = \". PE PE\""), "{stored}");
}

#[test]
fn every_command_calls_a_level_that_cannot_be_won_by_the_same_word() {
    let dir = with_level(SOKOBAN, &["######", "#@B#o#", "######"]);
    dir.run("new level.toml -o a.loom").good();
    for question in ["solve", "solve --difficulty", "solve --no-return", "hint"] {
        let ran = dir.run(&format!("{question} a.loom --json"));
        let data: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!((ran.code, data["status"].as_str()), (1, Some("unsolvable")), "{question}: {data}");
    }
}
