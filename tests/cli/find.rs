//! `find`, and `play --auto`.

use serde_json::json;

use crate::test_dir::{TestDir, json_lines};

#[test]
fn find_names_the_first_turn_where_it_holds_and_what_is_there() {
    let dir = TestDir::after("Tick*5");
    let found = dir.run_and_change_nothing("find a.loom characters[A].position.x>=3").good();
    assert_eq!(found, "turn 3 (n3) after Tick: characters[A].position.x is 3\n");
    let both = dir.run_words(["find", "a.loom", "characters[A].position.x>=1", "characters[b].position.x<7"]);
    assert!(both.good().starts_with("turn 3 (n3)"));
    assert!(dir.run("find a.loom tick=0").good().starts_with("turn 0 (n0) at the start: tick is 0"));
}

#[test]
fn find_as_data_gives_the_node_and_the_values() {
    let dir = TestDir::after("Tick*5");
    let found = dir.run("find a.loom --json tick>=2 action=tick").data();
    assert_eq!(
        found,
        json!({"found": true, "node": 2, "turn": 2, "action": "Tick", "values": {"tick": [2], "action": ["Tick"]}})
    );
    let none = dir.run("find a.loom --json tick>99");
    assert_eq!((none.code, json_lines(&none.out)), (1, vec![json!({"found": false})]));
}

#[test]
fn find_looks_at_this_branch_unless_it_is_asked_for_all() {
    let dir = TestDir::after("Tick*5");
    dir.run("play a.loom --at n1 A:hold Tick").good();
    let none = dir.run("find a.loom characters[A].position.x=4");
    assert_eq!((none.code, none.out.as_str()), (1, "no turn matches characters[A].position.x=4\n"));
    let found = dir.run("find a.loom characters[A].position.x=4 --branches").good();
    assert!(found.starts_with("turn 4 (n4)"), "{found}");
}

#[test]
fn of_all_branches_the_turn_that_was_played_first_is_found_whichever_branch_is_larger() {
    let dir = TestDir::after("Tick*2");
    dir.run("play a.loom --at n1 A:hold Tick Tick Tick Tick Tick").good();
    dir.run("play a.loom --at n2 Tick Tick").good();
    let found = dir.run("find a.loom tick>=2 --branches").good();
    assert!(found.starts_with("turn 2 (n2)"), "{found}");
    let later = dir.run("find a.loom tick>=3 --branches").good();
    assert!(later.starts_with("turn 4 (n5)"), "{later}");
}

#[test]
fn a_question_about_what_is_not_there_is_a_slip_and_says_what_there_is() {
    let dir = TestDir::after("Tick");
    dir.run("find a.loom tikc>3").check_bad(&["no path 'tikc'", "did you mean `tick`?"]);
    dir.run("find a.loom characters[Z].hp>3").check_bad(&["no path 'characters[Z].hp'"]);
    let unfinished = dir.run("find a.loom tick>");
    assert_eq!(unfinished.code, 2);
    assert!(unfinished.err.contains("write one of = != < <= > >="), "{}", unfinished.err);
}

#[test]
fn a_game_with_a_player_of_its_own_plays_by_itself_and_stops_at_its_end() {
    let dir = TestDir::after("Tick");
    let played = dir.run("play a.loom --auto 3").good();
    assert_eq!(played.lines().count(), 3, "{played}");
    let rest = dir.run("play a.loom --auto 1000").good();
    assert!(rest.lines().count() < 200, "{rest}");
    assert!(dir.run("find a.loom result").good().contains("draw: nobody is left"));
    assert!(dir.run("find a.loom result=Draw").good().contains("draw: nobody is left"));
    assert_eq!(dir.run("play a.loom --auto 5").good(), "");
}

#[test]
fn actions_come_before_what_the_game_plays_by_itself() {
    let dir = TestDir::after("Tick");
    let played = dir.run("play a.loom A:hold --auto 2").good();
    let actions: Vec<_> = played.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(actions, ["A:hold", "Tick", "Tick"]);
}

#[test]
fn a_seat_is_refused_where_everybody_sees_everything() {
    let dir = TestDir::after("Tick");
    for command in ["show", "log"] {
        dir.run(&format!("{command} a.loom --seat 0")).check_bad(&["has no hidden information: omit --seat"]);
    }
}
