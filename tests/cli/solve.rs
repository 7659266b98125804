//! `timeloom solve`: the shortest way to win, a proof that there is none, or that it is not known.

use serde_json::json;

use crate::test_dir::TestDir;

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

const SOKOBAN: &str = "win = \"goals\"\nmax_push_chain = 1\ndetection = \"none\"";

#[test]
fn a_level_is_solved_in_the_fewest_turns() {
    let dir = with_level("", &["######", "#@B.>#", "#...##", "######"]);
    let told = dir.run_and_change_nothing("solve level.toml").good();
    assert!(told.starts_with("solved in 5 turns: S E E N E\n"), "{told}");
    assert!(told.contains("as a timeless search"), "{told}");
    let data = dir.run("solve level.toml --json").data();
    assert_eq!(data["status"], "solved");
    assert_eq!(data["actions"], json!(["S", "E", "E", "N", "E"]));
    assert_eq!((&data["turns"], &data["world"]), (&json!(5), &json!("timeless")));
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
    dir.run("solve a.loom")
        .check_bad(&["the game is over at n5 (won: the player)", "choose an earlier turn"]);
}

#[test]
fn what_the_budget_does_not_allow_is_unknown() {
    let wide = ["o............", ".B.B.B.B.B...", "..............", "@.B.B.B.B.B.o", "............o"];
    let dir = with_level(SOKOBAN, &wide);
    let ran = dir.run("solve level.toml --budget 0");
    assert_eq!((ran.code, ran.err.as_str()), (3, ""));
    assert!(ran.out.starts_with("unknown: the time is up (--budget gives more); winning takes at least "));
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
