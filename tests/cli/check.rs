//! `timeloom check` on many levels and folders of saves, as a studio runs it.

use crate::test_dir::{TestDir, json_lines};

/// Returns the text of a corridor with an id and a recorded solution.
fn level(id: &str, row: &str, solution: &str) -> String {
    format!(
        "ruleset = \"unseen\"\n[meta]\nid = \"{id}\"\nname = \"Corridor {id}\"\n[world]\ntime_depth = 50\n\
         [map]\nrows = [\"{row}\"]\n[[solution]]\nname = \"straight\"\nactions = \"{solution}\"\n"
    )
}

/// Two levels, and a folder with a playthrough of each that wins.
fn studio() -> TestDir {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("saves/old")).unwrap();
    for (id, row, way) in [("one", "@..>", "E E E"), ("two", "@.>", "E E")] {
        dir.put(&format!("{id}.toml"), level(id, row, way));
        let save = format!("saves/{}{id}.loom", if id == "two" { "old/" } else { "" });
        dir.run(&format!("new {id}.toml -o {save}")).good();
        dir.run(&format!("play {save} {way}")).good();
    }
    dir
}

#[test]
fn playthroughs_are_re_run_on_the_level_with_their_id() {
    let dir = studio();
    let checked = dir.run_and_change_nothing("check one.toml two.toml saves").good();
    assert!(checked.contains("'saves/one.loom n3' wins in 3 turns"), "{checked}");
    assert!(checked.contains("'saves/old/two.loom n2' wins in 2 turns"), "{checked}");
    assert!(!checked.contains("bad"), "{checked}");
    let table: Vec<_> = checked.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
    assert_eq!(
        table,
        [
            "level     solutions  playthroughs  broken",
            "one.toml          1             1       0",
            "two.toml          1             1       0",
            "all               2             2       0",
        ]
    );
}

#[test]
fn an_edit_that_breaks_a_playthrough_is_found() {
    let dir = studio();
    dir.put("two.toml", level("two", "@#>", "E E"));
    let ran = dir.run("check one.toml two.toml saves");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("bad  'straight' fails at turn 1 with E"), "{}", ran.out);
    assert!(ran.out.contains("bad  'saves/old/two.loom n2' fails at turn 1 with E"), "{}", ran.out);
    assert!(
        ran.out.ends_with(
            "two.toml          1             1       2\nall               2             2       2\n"
        )
    );
    let data = json_lines(&dir.run("check one.toml two.toml saves --json").out);
    assert_eq!((data.len(), &data[1]["level"]), (2, &"two.toml".into()));
    assert_eq!(
        (&data[0]["reruns"][1]["holds"], &data[1]["reruns"][1]["holds"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn a_playthrough_that_won_must_win() {
    let dir = studio();
    dir.put("two.toml", level("two", "@..>", "E E E"));
    let ran = dir.run("check one.toml two.toml saves");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("bad  'saves/old/two.loom n2' runs out after 2 turns"), "{}", ran.out);
    assert!(dir.run("check two.toml saves/old/two.loom").out.contains("bad  'saves/old"), "by name too");
    dir.run("play saves/old/two.loom --at start E").good();
    dir.run("new two.toml -o going.loom").good();
    dir.run("play going.loom E").good();
    dir.run("check two.toml going.loom").good();
}

#[test]
fn a_playthrough_that_was_lost_need_not_be_and_one_that_was_not_must_not_be() {
    let dir = TestDir::new();
    for (name, below) in [("seen", "##.##"), ("hidden", "#####")] {
        let text = format!(
            "ruleset = \"unseen\"\n[meta]\nid = \"one\"\n[world]\ntime_depth = 50\n\
             [map]\nrows = [\"@...>\", \"{below}\", \"##.##\"]\n\
             [[entity]]\nkind = \"enemy\"\nat = [2, 2]\nvision = {{ facing = \"north\", fov = 90 }}\n"
        );
        dir.put(&format!("{name}.toml"), text);
        dir.run(&format!("new {name}.toml -o {name}.loom")).good();
        dir.run(&format!("play {name}.loom E E")).good();
    }
    let passes = dir.run("check hidden.toml seen.loom").good();
    assert!(passes.contains("ends 'seen.loom n2' runs out after 2 turns"), "{passes}");
    let ran = dir.run("check seen.toml hidden.loom");
    assert!(
        ran.code == 1 && ran.out.contains("bad  'hidden.loom n2' ends after 2 turns, lost"),
        "{}",
        ran.out
    );
    let help = dir.run("check --help").good().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("one that was not lost must not be lost now"), "{help}");
    assert!(help.contains("may end in any way, even if it is no longer lost"), "{help}");
}

#[test]
fn every_branch_is_a_playthrough_and_is_named() {
    let dir = studio();
    dir.run("play saves/one.loom --at start . E E E").good();
    dir.run("name saves/one.loom n4 patience").good();
    dir.run("play saves/one.loom --at start E E").good();
    let ran = dir.run("check one.toml two.toml saves").good();
    assert!(ran.contains("wins 'saves/one.loom n3' wins in 3 turns"), "{ran}");
    assert!(ran.contains("wins 'saves/one.loom n7 (patience)' wins in 4 turns"), "{ran}");
    assert!(ran.contains("one.toml          1             2       0"), "{ran}");
    dir.put("one.toml", level("one", "@...>", "E E E E"));
    let ran = dir.run("check one.toml two.toml saves --json");
    assert_eq!(ran.code, 1);
    let data = json_lines(&ran.out);
    let runs = data[0]["reruns"].as_array().unwrap();
    let told: Vec<_> = runs[1..].iter().map(|run| (&run["save"], &run["tip"], &run["branch"])).collect();
    let save = "saves/one.loom".into();
    assert_eq!(told, [(&save, &3.into(), &serde_json::Value::Null), (&save, &7.into(), &"patience".into())]);
    assert!(runs[1..].iter().all(|run| run["holds"] == false), "{runs:?}");
    assert!(runs[0].get("tip").is_none(), "a solution is no branch");
}

#[test]
fn a_folder_may_hold_levels_too_and_other_things() {
    let dir = studio();
    dir.put("saves/three.toml", level("three", "@>", "E"));
    dir.put("saves/Cargo.toml", "[package]\nname = \"other\"\n");
    dir.put("saves/notes.txt", "nothing");
    dir.run("new --draw one.toml -o saves/drawing.loom").good();
    let ran = dir.run("check saves");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("saves/three.toml") && !ran.out.contains("notes"), "{}", ran.out);
    assert!(ran.out.contains("none saves/Cargo.toml: not checked, it names no ruleset"), "{}", ran.out);
    assert_eq!(dir.run("check saves --strict").code, 1, "no level of one.loom");
    assert_eq!(dir.run("check one.toml two.toml saves --strict").code, 0, "another document is no error");
    assert!(ran.out.contains("one.loom: not re-run, it was played on 'Corridor one'"), "{}", ran.out);
    assert!(!ran.err.contains("drawing"), "{}", ran.err);
}

#[test]
fn what_cannot_be_matched_is_said() {
    let dir = studio();
    dir.put("copy.toml", level("one", "@..>", "E E E"));
    let ran = dir.run("check one.toml copy.toml saves/one.loom");
    assert!(ran.err.contains("note: copy.toml: has the id 'one' of one.toml"), "{}", ran.err);
    assert_eq!(ran.out.matches("'saves/one.loom n3' wins in 3 turns").count(), 2, "{}", ran.out);
    dir.run("check saves/one.loom").check_bad(&["there is no level among these files"]);
}

#[test]
fn a_save_of_a_level_whose_id_changed_is_listed_and_fails_with_strict() {
    let dir = studio();
    dir.put("one.toml", level("renamed", "@..>", "E E E"));
    let ran = dir.run_and_change_nothing("check one.toml two.toml saves");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("saves/one.loom: not re-run, it was played on"), "{}", ran.out);
    assert!(
        ran.out.contains("(id 'one')") && ran.out.contains("saves/one.loom                unmatched\n"),
        "{}",
        ran.out
    );
    let ran = dir.run("check one.toml two.toml saves --json --strict");
    assert_eq!(ran.code, 1);
    let stray = ran.out.lines().find(|line| line.contains("unmatched")).expect("it is listed");
    assert!(stray.contains(r#""level_id":"one""#), "{stray}");
}

#[test]
fn a_save_in_a_folder_that_cannot_be_opened_is_broken() {
    let dir = studio();
    dir.put("saves/garbage.loom", "not a save");
    dir.put("saves/old/cut.loom", &dir.bytes("saves/one.loom")[..20]);
    let ran = dir.run("check one.toml two.toml saves");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("\nbad  saves/garbage.loom: this is not a Timeloom save"), "{}", ran.out);
    assert!(ran.out.contains("\nbad  saves/old/cut.loom: the file ends within its header"), "{}", ran.out);
    let table: Vec<_> = ran.out.lines().skip_while(|line| !line.is_empty()).skip(3).collect();
    assert_eq!(
        table,
        [
            "two.toml                    1             1       0",
            "saves/garbage.loom          0             0       1",
            "saves/old/cut.loom          0             0       1",
            "all                         2             2       2",
        ]
    );
    let ran = dir.run("check one.toml two.toml saves --json");
    let data = json_lines(&ran.out);
    assert_eq!((ran.code, data.len()), (1, 4));
    assert_eq!((&data[2]["save"], &data[2]["holds"]), (&"saves/garbage.loom".into(), &false.into()));
    assert!(data[2]["problem"].as_str().unwrap().starts_with("this is not a Timeloom save"), "{}", data[2]);
}

#[test]
fn a_damaged_save_is_broken_and_one_with_an_unfinished_write_is_not() {
    let dir = studio();
    let mut damaged = dir.bytes("saves/one.loom");
    let at = damaged.len() - 3;
    damaged[at] ^= 1;
    dir.put("saves/bent.loom", &damaged);
    assert_eq!(dir.run("verify saves/bent.loom").code, 1);
    for given in ["saves", "saves/bent.loom"] {
        let ran = dir.run_and_change_nothing(&format!("check one.toml {given}"));
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        assert!(ran.out.contains("\nbad  saves/bent.loom: damaged at byte "), "{}", ran.out);
        assert!(!ran.out.contains("'saves/bent.loom"), "it is not re-run: {}", ran.out);
        let data = json_lines(&dir.run(&format!("check one.toml {given} --json")).out);
        let told = data.iter().find(|told| told["save"] == "saves/bent.loom").expect("it is listed");
        assert_eq!(told["holds"], false);
        assert!(told["problem"].as_str().unwrap().starts_with("damaged at byte "), "{told}");
    }
    dir.put("torn.loom", &dir.bytes("saves/one.loom")[..at]);
    let ran = dir.run("check one.toml torn.loom");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.err.contains("note: torn.loom: the last write did not finish"), "{}", ran.err);
    assert_eq!(dir.run("check --strict one.toml torn.loom").code, 1);
}

#[test]
fn a_spoilt_level_in_a_folder_is_not_passed_over() {
    let lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:4665\nsize 12\n";
    for spoilt in ["", "   \n", lfs, "\u{1}\u{2}junk", "ruleset = \"unsen\"\n[map]\nrows = [\"@>\"]\n"] {
        let dir = studio();
        std::fs::create_dir(dir.path("all")).unwrap();
        dir.put("all/one.toml", spoilt);
        dir.put("all/two.TOML", level("two", "@.>", "E E"));
        let ran = dir.run("check all");
        assert_eq!(ran.code, 2, "{spoilt:?}: {}", ran.out);
        assert!(
            ran.out.contains("all/one.toml") && ran.err.contains("all/one.toml"),
            "{}{}",
            ran.out,
            ran.err
        );
        assert!(ran.out.contains("wins in 2 turns"), "the other level is checked: {}", ran.out);
    }
}

#[test]
fn a_level_without_a_ruleset_is_checked_if_one_is_given() {
    let dir = studio();
    std::fs::create_dir(dir.path("all")).unwrap();
    dir.put("all/one.toml", level("one", "@..>", "E E E").replace("ruleset = \"unseen\"\n", ""));
    assert!(dir.run("check all --ruleset unseen").good().contains("'straight' wins in 3 turns"));
}

#[test]
fn a_file_that_is_given_twice_is_checked_once() {
    let dir = studio();
    let ran = dir.run("check one.toml ./one.toml saves/one.loom saves .");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(ran.out.matches("'saves/one.loom n3' wins in 3 turns").count(), 1, "{}", ran.out);
}

#[test]
fn a_level_that_cannot_be_played_does_not_hide_the_others() {
    let dir = studio();
    dir.put("one.toml", level("one", "...>", "E"));
    let ran = dir.run("check one.toml two.toml saves");
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("\none.toml                0             0       1\n"), "{}", ran.out);
    assert!(ran.out.ends_with("\nall                     1             1       1\n"), "{}", ran.out);
    assert!(
        ran.err.contains("one.toml") && ran.out.contains("'straight' wins in 2 turns"),
        "{}{}",
        ran.err,
        ran.out
    );
}

#[test]
fn a_file_in_a_folder_that_only_mentions_rulesets_is_no_level() {
    let dir = studio();
    dir.put("saves/notes.toml", "# every ruleset\n[package]\nname = \"notes\"\n");
    dir.put("saves/notes.json", "{ \"about\": \"ruleset\" }");
    let checked = dir.run_and_change_nothing("check one.toml two.toml saves").good();
    for notes in ["saves/notes.toml", "saves/notes.json"] {
        assert!(checked.contains(&format!("none {notes}: not checked, it names no ruleset")), "{checked}");
    }
}
