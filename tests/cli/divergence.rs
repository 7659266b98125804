//! Saves that the current rules disagree with: the first turn that differs is reported with both states, without
//! guessing.

use timeloom::journal::record::Record;

use crate::test_dir::{TestDir, finish, records, save_of};

const SENTENCE: &str = "at turn 3 (n3, Tick) today's rules of skirmish disagree with the log: the log has state \
                        00000000000000ff, the rules make ";

/// A walk of five ticks in which the log disagrees with the rules at the third, and a branch from the second.
fn diverged() -> TestDir {
    let dir = TestDir::after("Tick*5");
    dir.run("play a.loom --at n2 A:hold Tick").good();
    let (header, mut records) = records(&dir.bytes("a.loom"));
    let Record::Act { fingerprint, .. } = &mut records[2] else { panic!("the third record is an act") };
    *fingerprint = 0xFF;
    dir.put("a.loom", save_of(&header, &records));
    dir
}

#[track_caller]
fn check_both_boards(text: &str) {
    let (before, after) = text.split_once("--- after, by the current rules").expect("two pictures");
    assert!(before.contains("--- before, as the log and the rules agree"), "{text}");
    assert!(before.contains("\n0 . . A>. . . . b<. .\n"), "{before}");
    assert!(after.contains("\n0 . . . A>. . b<. . .\n"), "{after}");
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn the_save_that_is_rewritten_without_a_change_stays_good() {
    let dir = TestDir::after("Tick*5");
    let (header, records) = records(&dir.bytes("a.loom"));
    dir.put("a.loom", save_of(&header, &records));
    dir.run("verify a.loom").good();
}

#[test]
fn verify_names_the_turn_and_draws_both_boards() {
    let dir = diverged();
    let ran = dir.run_and_change_nothing("verify a.loom");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.starts_with(&format!("bad  a.loom: {SENTENCE}")), "{}", ran.out);
    check_both_boards(&ran.out);
}

#[test]
fn verify_as_data_has_the_same_words_and_no_colours() {
    let dir = diverged();
    let mut command = dir.command(["verify", "a.loom", "--json"]);
    let ran = finish(command.env("CLICOLOR_FORCE", "1"));
    let verdict: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &verdict["good"]), (1, &false.into()));
    let problem = verdict["problems"][0].as_str().unwrap();
    assert!(problem.starts_with(SENTENCE), "{problem}");
    check_both_boards(problem);
}

#[test]
fn nothing_else_opens_it() {
    let dir = diverged();
    for line in ["show a.loom", "log a.loom", "diff a.loom 0 1", "play a.loom Tick", "name a.loom 0 x"] {
        let ran = dir.run_and_change_nothing(line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
        ran.check_said(&[
            &format!("error: a.loom: {SENTENCE}"),
            "`timeloom recover` keeps what is before it",
        ]);
        check_both_boards(&ran.err);
    }
}

#[test]
fn recover_keeps_what_is_before_and_the_branch_beside() {
    let dir = diverged();
    let ran = dir.run("recover a.loom -o b.loom");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "not everything was kept");
    let told = ran.out;
    assert!(
        told.starts_with("b.loom: 4 turns recovered\n3 turns were left out, the first because at turn 3"),
        "{told}"
    );
    assert_eq!(dir.run("verify b.loom").good(), "good b.loom: 4 turns on 1 branch, all as recorded\n");
    let log = dir.run("log b.loom --json").data();
    let actions: Vec<_> =
        log["nodes"].as_array().unwrap().iter().map(|node| node["action"].as_str()).collect();
    assert_eq!(actions, [None, Some("Tick"), Some("Tick"), Some("A:hold"), Some("Tick")]);
}

#[test]
fn an_action_that_is_not_legal_now_is_told_with_the_reason() {
    let dir = TestDir::after("A:hold");
    let (header, mut records) = records(&dir.bytes("a.loom"));
    let again = records[0].clone();
    let Record::Act { action, fingerprint, .. } = again else { panic!("the first record is an act") };
    records.push(Record::Act { parent: timeloom::timeline::NodeId(1), action, fingerprint });
    dir.put("a.loom", save_of(&header, &records));
    let ran = dir.run_and_change_nothing("verify a.loom");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("at turn 2 (n2, A:hold)") && ran.out.contains("it is refused now: A is busy"),
        "{}",
        ran.out
    );
}
