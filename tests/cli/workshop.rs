//! Drawings of levels on the command line: every command for games works on them.

use serde_json::json;

use crate::test_dir::{DUEL, TestDir, json_lines};

const ROOM: &str = "[world]\ntime_depth = 9\n[map]\nrows = [\"#####\", \"#@..#\", \"#####\"]\n";

/// A folder with a level that has no exit yet, a drawing `d.loom` of it, and these edits in it.
fn entry(edits: &str) -> TestDir {
    let dir = TestDir::new();
    dir.put("room.toml", ROOM);
    dir.run("new room.toml -o d.loom --draw").good();
    if !edits.is_empty() {
        dir.run_words(["play", "d.loom", edits]).good();
    }
    dir
}

#[test]
fn a_level_that_cannot_be_played_yet_can_be_drawn() {
    let dir = TestDir::new();
    dir.put("room.toml", ROOM);
    assert_eq!(dir.run("new room.toml -o g.loom").code, 2);
    let said = dir.run("new room.toml -o d.loom --draw").good();
    assert_eq!(said.trim(), "d.loom: a drawing of 'Unnamed', a level of unseen");
    let data = dir.run("new room.toml -o e.loom --draw --json").data();
    assert_eq!(data, json!({ "save": "e.loom", "ruleset": "unseen", "level": "Unnamed", "drawing": true }));
}

#[test]
fn edits_are_played_shown_and_told() {
    let dir = entry("");
    let said = dir.run("play d.loom paint:exit:0:3,1 paint:guard:2:2,1").good();
    assert!(said.contains("paint:exit:0:3,1 paints an exit at 3,1"), "{said}");
    let board = dir.run("show d.loom --t 2").good();
    assert!(board.contains("1 # & Ev> #"), "{board}");
    assert!(board.contains("t 2 of 8"), "{board}");
    let log = dir.run("log d.loom").good();
    assert!(log.contains("* n2 turn 2 paint:guard:2:2,1 paints a guard at 2,1 at t 2 <- here"), "{log}");
    let start = dir.run("show d.loom --turn 0").good();
    assert!(start.contains("winning needs an exit, and there is none: place one"), "{start}");
}

#[test]
fn a_refused_edit_says_why_and_keeps_what_was_drawn_before() {
    let dir = entry("");
    let ran = dir.run("play d.loom paint:wall:0:2,1 paint:wall:0:2,1");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("paint:wall:0:2,1 is refused at turn 1 (n1): this edit changes nothing"),
        "{}",
        ran.err
    );
    let ran = dir.run("play d.loom --json paint:wall:0:9,9");
    assert_eq!(json_lines(&ran.out)[0]["error"]["code"], "OffTheBoard");
    assert_eq!(json_lines(&ran.out)[0]["error"]["context"]["x"], 9);
    let nonsense = dir.run("play d.loom dance:1");
    assert_eq!(nonsense.code, 2);
    assert!(nonsense.err.contains("edits are paint:BRUSH:T:CELLS"), "{}", nonsense.err);
}

#[test]
fn the_level_that_was_drawn_is_exported_and_played() {
    let dir = entry("paint:exit:0:3,1 setting:name=The%20Room");
    dir.run("export d.loom -o out.toml").good();
    let text = String::from_utf8(dir.bytes("out.toml")).unwrap();
    assert!(text.contains("\"#@.>#\"") && text.contains("name = \"The Room\""), "{text}");
    dir.run("new out.toml -o g.loom").good();
    let won = dir.run_words(["play", "g.loom", "E E"]).good();
    assert!(won.contains("wins"), "{won}");
    dir.run("export g.loom -o again.toml").good();
    assert_eq!(dir.bytes("again.toml"), dir.bytes("out.toml"));
}

#[test]
fn export_gives_the_level_where_the_cursor_is() {
    let dir = entry("paint:exit:0:3,1 paint:wall:0:2,1");
    dir.run("play d.loom --at n1").good();
    dir.run("export d.loom -o out.toml").good();
    assert!(String::from_utf8(dir.bytes("out.toml")).unwrap().contains("\"#@.>#\""));
}

#[test]
fn branches_differences_and_predicates_work_on_drawings() {
    let dir = entry("paint:exit:0:3,1 paint:wall:0:2,1");
    dir.run("play d.loom --at n1 paint:box:0:2,1").good();
    let difference = dir.run("diff d.loom n2 n3").good();
    assert!(
        difference.contains("\"kind\":\"wall\"") || difference.contains("kind: \"wall\" -> \"box\""),
        "{difference}"
    );
    let found = dir.run("find d.loom height=3").good();
    assert!(found.contains("turn 0"), "{found}");
    let log = dir.run("log d.loom").good();
    assert!(log.contains("n2") && log.contains("n3"), "{log}");
}

#[test]
fn verify_and_recover_work_on_drawings() {
    let dir = entry("paint:exit:0:3,1 paint:wall:0:2,1");
    dir.run("play d.loom paint:wall:1:3,1").good();
    assert!(dir.run("verify d.loom").good().contains("3 turns on 1 branch, all as recorded"));
    let bytes = dir.bytes("d.loom");
    dir.put("torn.loom", &bytes[..bytes.len() - 3]);
    assert_eq!(dir.run("verify torn.loom").code, 1);
    dir.run("recover torn.loom -o whole.loom");
    assert!(dir.run("verify whole.loom").good().contains("2 turns"));
    let shown = dir.run("show whole.loom --json").data();
    assert_eq!(shown["settings"]["time_depth"], 9);
}

#[test]
fn a_drawing_is_no_playthrough() {
    let dir = entry("paint:exit:0:3,1");
    dir.run("export d.loom -o out.toml").good();
    dir.run("check out.toml d.loom").check_bad(&["d.loom: this is a drawing of a level"]);
    dir.run("play d.loom --auto 3").check_bad(&["no built-in player"]);
}

#[test]
fn an_arena_of_skirmish_is_drawn_too() {
    let dir = TestDir::new();
    dir.run("new duel.toml -o d.loom --draw").good();
    dir.run("play d.loom paint:blue:0:4,0 set:2:hp=250 move:0:1,0,0").good();
    let board = dir.run("show d.loom").good();
    assert!(board.contains(". A . . a . . . . b"), "{board}");
    dir.run("export d.loom -o out.toml").good();
    dir.run("new out.toml -o g.loom").good();
}

#[test]
fn what_is_no_level_is_refused_with_its_faults() {
    let dir = TestDir::new();
    dir.put("bad.toml", "[map]\nrows = [\"@x\"]\n");
    let ran = dir.run("new bad.toml -o d.loom --draw");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("'x' in column 1 is not a letter of the map"), "{}", ran.err);
}

#[test]
fn an_exported_level_keeps_the_comments_of_the_file_that_is_there() {
    let dir = TestDir::new();
    let hand_written =
        DUEL.replace("[arena]", "# our smallest\n[arena]").replace("\"A duel\"", "\"A duel\"  # for two");
    dir.put("level.toml", &hand_written);
    dir.run("new --draw level.toml -o a.loom").good();
    dir.run("export a.loom -o level.toml").good();
    assert_eq!(dir.bytes("level.toml"), hand_written.as_bytes(), "nothing was drawn");
    dir.run("play a.loom setting:name=Duel").good();
    dir.run("export a.loom -o level.toml").good();
    assert_eq!(
        String::from_utf8(dir.bytes("level.toml")).unwrap(),
        hand_written.replace("\"A duel\"", "\"Duel\"")
    );
    dir.put("other.toml", "nothing = 1");
    let ran = dir.run("export a.loom -o other.toml");
    assert!(ran.code == 0 && ran.err.contains("note: other.toml: its old text was not kept"), "{ran:?}");
}

#[test]
fn an_export_that_cannot_keep_the_comments_keeps_the_old_file() {
    let dir = TestDir::new();
    let level =
        "[meta]\nname = \"Big\"\n[world]\ntime_depth = 9\n[map]\nrows = [\"#####\", \"#@.>#\", \"#####\"]\n";
    // A level of this ruleset has at most 2 MiB, comments included.
    let big = format!("# a note of the author{}\n{level}", "x".repeat((2 << 20) - 30 - level.len()));
    for (old, why) in [(&*big, "could not be kept"), ("# my plan\nnothing = 1\n", "was not kept")] {
        dir.put("start.toml", level);
        dir.put("level.toml", old);
        dir.run("new --draw start.toml -o a.loom").good();
        dir.run("play a.loom setting:name=A%20much%20longer%20name").good();
        let ran = dir.run("export a.loom -o level.toml");
        assert!(
            ran.code == 0 && ran.err.contains(why) && ran.err.contains("is kept as level-2.toml"),
            "{ran:?}"
        );
        assert_eq!(dir.bytes("level-2.toml"), old.as_bytes());
        assert!(!dir.run("export a.loom -o level.toml").err.contains("level-3"), "nothing more is lost");
        ["a.loom", "level.toml", "level-2.toml"]
            .iter()
            .for_each(|name| std::fs::remove_file(dir.path(name)).unwrap());
    }
}
