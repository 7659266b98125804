//! Files that are not a save or a level: one clear sentence, exit code 2, and nothing changed on disk.

use std::fs;

use timeloom::journal::record::Header;

use crate::formats::{with_format, with_frame};
use crate::test_dir::{DUEL, TestDir, records};

/// Every command that opens a save, with `SAVE` in place of its name.
const ON_A_SAVE: &[&str] = &[
    "show SAVE",
    "show SAVE --json",
    "log SAVE",
    "diff SAVE 0 0",
    "play SAVE Tick",
    "play SAVE Tick --json",
    "name SAVE 0 x",
    "recover SAVE -o out.loom",
];

#[track_caller]
fn check_refused_everywhere(dir: &TestDir, save: &str, words: &[&str]) {
    for line in ON_A_SAVE {
        dir.run_and_change_nothing(&line.replace("SAVE", save)).check_bad(&[&[save], words].concat());
    }
}

/// `verify` is asked whether a save is good, so "no" is an answer and not an error.
#[track_caller]
fn check_not_good(dir: &TestDir, save: &str, words: &str) {
    let ran = dir.run_and_change_nothing(&format!("verify {save}"));
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.starts_with(&format!("bad  {save}: ")) && ran.out.contains(words), "{}", ran.out);
}

#[test]
fn an_empty_file_is_not_a_save() {
    let dir = TestDir::new();
    dir.put("empty.loom", "");
    check_refused_everywhere(&dir, "empty.loom", &["the file is empty", "timeloom new"]);
    dir.run_and_change_nothing("verify empty.loom").check_bad(&["empty.loom: the file is empty"]);
}

#[test]
fn a_picture_is_not_a_save() {
    let dir = TestDir::new();
    dir.put("cat.loom", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0");
    check_refused_everywhere(&dir, "cat.loom", &["not a Timeloom save"]);
    dir.run_and_change_nothing("verify cat.loom").check_bad(&["cat.loom", "not a Timeloom save"]);
}

#[test]
fn the_first_bytes_of_a_save_are_not_a_save() {
    let dir = TestDir::after("Tick");
    let bytes = dir.bytes("a.loom");
    dir.put("cut.loom", &bytes[..40]);
    check_refused_everywhere(&dir, "cut.loom", &["ends within its header", "byte 40"]);
    check_not_good(&dir, "cut.loom", "ends within its header");
}

#[test]
fn a_directory_is_not_a_save() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("folder.loom")).unwrap();
    check_refused_everywhere(&dir, "folder.loom", &["is a directory"]);
    dir.run_and_change_nothing("verify folder.loom").check_bad(&["folder.loom is a directory"]);
}

#[test]
fn a_missing_file_is_not_a_save() {
    let dir = TestDir::new();
    check_refused_everywhere(&dir, "missing.loom", &["there is no such file"]);
    dir.run_and_change_nothing("verify missing.loom").check_bad(&["missing.loom", "there is no such file"]);
    check_refused_everywhere(&dir, "duel.toml/a.loom", &["a part of the path is a file and not a directory"]);
}

#[test]
fn a_save_of_a_newer_format_is_refused() {
    let dir = TestDir::after("Tick");
    let save = dir.bytes("a.loom");
    let body = u32::from_le_bytes(save[10..14].try_into().unwrap()) as usize;
    dir.put("newer.loom", with_format(&save[..18 + body], 5));
    let words = ["format 5", "reads up to 4", "a newer Timeloom"];
    check_refused_everywhere(&dir, "newer.loom", &words);
    dir.run_and_change_nothing("verify newer.loom").check_bad(&words);
}

#[test]
fn a_save_with_a_record_that_takes_a_newer_program_is_refused_and_not_called_damaged() {
    let dir = TestDir::after("Tick");
    let save = dir.bytes("a.loom");
    dir.put("newer.loom", with_frame(&save, &[0x13, 1, 0]));
    let place = format!("the record at byte {}", save.len() + 5);
    let words = [&place, "kind 0x13", "nothing is damaged", "open the save with a newer Timeloom"];
    check_refused_everywhere(&dir, "newer.loom", &words);
    dir.run_and_change_nothing("verify newer.loom").check_bad(&words);
    dir.run_and_change_nothing("recover newer.loom -o new.loom").check_bad(&words);
}

#[test]
fn a_save_with_a_record_that_may_be_passed_over_is_good_and_goes_on() {
    let dir = TestDir::after("Tick");
    let newer = with_frame(&dir.bytes("a.loom"), &[0x8B, 1, 0]);
    dir.put("newer.loom", &newer);
    assert_eq!(dir.run("verify newer.loom").good(), "good newer.loom: 1 turn on 1 branch, all as recorded\n");
    dir.run("play newer.loom Tick").good();
    assert!(dir.bytes("newer.loom").starts_with(&newer));
}

fn save_with(change: impl FnOnce(&mut Header)) -> TestDir {
    let dir = TestDir::after("");
    let (mut header, _) = records(&dir.bytes("a.loom"));
    change(&mut header);
    dir.put("other.loom", header.to_bytes());
    dir
}

#[test]
fn a_save_of_an_unknown_ruleset_is_refused() {
    let dir = save_with(|header| header.ruleset = "chess".into());
    let words = ["the ruleset 'chess'", "does not have", "skirmish"];
    check_refused_everywhere(&dir, "other.loom", &words);
    dir.run_and_change_nothing("verify other.loom").check_bad(&words);
}

#[test]
fn a_save_of_a_newer_ruleset_is_refused() {
    let dir = save_with(|header| header.version = 99);
    let words = ["version 99 of skirmish", "a newer Timeloom"];
    check_refused_everywhere(&dir, "other.loom", &words);
    dir.run_and_change_nothing("verify other.loom").check_bad(&words);
}

#[test]
fn a_save_whose_level_cannot_be_played_is_refused() {
    let dir = save_with(|header| header.level = header.level.replace("\"red\"", "\"blue\""));
    check_refused_everywhere(&dir, "other.loom", &["the level in this save cannot be played"]);
    check_not_good(&dir, "other.loom", "the level in this save cannot be played");
}

#[test]
fn a_save_with_another_level_or_seed_than_it_began_with_is_refused() {
    let dir = save_with(|header| header.seed += 1);
    let ran = dir.run_and_change_nothing("show other.loom");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    ran.check_said(&["other.loom", "turn 0", "disagree with the log"]);
}

#[test]
fn a_level_that_is_not_there_is_not_started() {
    let dir = TestDir::new();
    dir.run_and_change_nothing("new missing.toml -o a.loom").check_bad(&["missing.toml", "no such file"]);
    fs::create_dir(dir.path("folder")).unwrap();
    dir.run_and_change_nothing("new folder -o a.loom").check_bad(&["folder is a directory"]);
    dir.put("cat.toml", b"\x89PNG\r\n\x1a\n");
    dir.run_and_change_nothing("new cat.toml -o a.loom").check_bad(&["cat.toml", "the file is not text"]);
}

#[test]
fn a_level_of_no_or_an_unknown_ruleset_is_not_started() {
    let dir = TestDir::new();
    dir.put("chess.toml", "ruleset = \"chess\"\n");
    dir.put("none.toml", "");
    let names: Vec<_> = timeloom::catalog::RULESETS.iter().map(|ruleset| ruleset.name()).collect();
    let names = format!("its rulesets: {}", names.join(", "));
    let words = ["chess.toml", "the ruleset 'chess'", &names];
    dir.run_and_change_nothing("new chess.toml -o a.loom").check_bad(&words);
    let ran = dir.run_and_change_nothing("new none.toml -o a.loom");
    assert!(ran.code == 2 && ran.err.contains("none.toml: line 1: a level needs [map]"), "{}", ran.err);
    dir.run_and_change_nothing("new duel.toml -o a.loom --ruleset go")
        .check_bad(&["there is no ruleset 'go'"]);
    dir.run_and_change_nothing("apply go").check_bad(&["there is no ruleset 'go'"]);
}

#[test]
fn all_faults_of_a_level_are_told_at_once_each_with_its_line() {
    let dir = TestDir::new();
    let level =
        DUEL.replace("A........b", "A...A....b").replace("members = \"b\"", "members = \"bz\"\nhp = 0");
    dir.put("faulty.toml", level + "[[character]]\nid = \"Q\"\nspeed = 3\n");
    let ran = dir.run_and_change_nothing("new faulty.toml -o a.loom");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    let faults: Vec<&str> = ran.err.strip_prefix("error: ").unwrap().lines().collect();
    let expected =
        [(7, "the letter A"), (15, "z has no place"), (16, "`hp`"), (17, "Q belongs to no"), (19, "`speed`")];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, (line, words)) in faults.iter().zip(expected) {
        let place = format!("faulty.toml: line {line}: ");
        assert!(fault.starts_with(&place) && fault.contains(words), "no '{place}..{words}' in: {fault}");
    }
}

#[test]
fn a_level_that_is_no_toml_is_told_with_its_line() {
    let dir = TestDir::new();
    dir.put("broken.toml", DUEL.replace("\"A duel\"", "A duel"));
    dir.run_and_change_nothing("new broken.toml -o a.loom").check_bad(&["broken.toml: line 4: "]);
}

#[test]
fn nothing_is_ever_written_over() {
    let dir = TestDir::after("Tick");
    fs::create_dir(dir.path("folder")).unwrap();
    for line in ["new duel.toml -o a.loom", "recover a.loom -o a.loom", "recover a.loom -o duel.toml"] {
        dir.run_and_change_nothing(line).check_bad(&["exists already", "choose another name"]);
    }
    dir.run_and_change_nothing("new duel.toml -o folder").check_bad(&["folder exists already"]);
}

#[test]
fn a_folder_that_is_not_there_is_not_made() {
    let dir = TestDir::after("");
    for line in ["new duel.toml -o no/b.loom", "recover a.loom -o no/b.loom"] {
        dir.run_and_change_nothing(line).check_bad(&["no/b.loom: there is no such file or directory"]);
    }
    let words = ["duel.toml/b.loom: a part of the path is a file and not a directory"];
    dir.run_and_change_nothing("new duel.toml -o duel.toml/b.loom").check_bad(&words);
}

#[test]
#[cfg(unix)]
fn a_folder_or_a_save_that_may_not_be_written_says_permission_denied() {
    use std::os::unix::fs::PermissionsExt;

    let dir = TestDir::after("");
    fs::create_dir(dir.path("locked")).unwrap();
    let allow =
        |name: &str, mode| fs::set_permissions(dir.path(name), fs::Permissions::from_mode(mode)).unwrap();
    allow("locked", 0o555);
    allow("a.loom", 0o444);
    if fs::write(dir.path("locked/probe"), "").is_ok() {
        eprintln!("skipped: whoever runs this may write everywhere");
        return;
    }
    dir.run_and_change_nothing("new duel.toml -o locked/b.loom")
        .check_bad(&["locked/b.loom: permission denied"]);
    dir.run_and_change_nothing("play a.loom Tick").check_bad(&["a.loom: permission denied"]);
    dir.run("show a.loom").good();
    allow("locked", 0o755);
}
