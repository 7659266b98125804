//! Damaged saves: an unfinished last write, and damage in the middle.

use crate::test_dir::{DUEL, Ran, TestDir};

/// A save of three turns, one frame each; the last frame lacks its last two bytes.
fn torn() -> (TestDir, Vec<u8>, usize) {
    let dir = TestDir::after("");
    dir.run("play a.loom Tick").good();
    dir.run("play a.loom Tick").good();
    let good = dir.bytes("a.loom").len();
    dir.run("play a.loom Tick").good();
    let bytes = dir.bytes("a.loom");
    let bytes = bytes[..bytes.len() - 2].to_vec();
    dir.put("a.loom", &bytes);
    (dir, bytes, good)
}

/// A save of four turns, one frame each, with two bits flipped in the second.
fn damaged() -> (TestDir, usize) {
    let dir = TestDir::after("");
    let mut ends = Vec::new();
    for _ in 0..4 {
        dir.run("play a.loom Tick").good();
        ends.push(dir.bytes("a.loom").len());
    }
    let mut bytes = dir.bytes("a.loom");
    bytes[ends[0] + 6] ^= 1;
    bytes[ends[0] + 9] ^= 1;
    dir.put("a.loom", bytes);
    (dir, ends[0])
}

#[test]
fn a_torn_save_is_shown_with_a_note_and_not_changed() {
    let (dir, bytes, good) = torn();
    for line in ["show a.loom", "log a.loom", "diff a.loom 0 tip"] {
        let ran = dir.run_and_change_nothing(line);
        assert_eq!((ran.code, ran.err.lines().count()), (0, 1), "{line}: {}", ran.err);
        let unfinished = format!("the {} bytes from byte {good} on", bytes.len() - good);
        assert!(ran.err.starts_with("note: a.loom: the last write did not finish"), "{}", ran.err);
        assert!(ran.err.contains(&unfinished), "{}", ran.err);
        assert!(ran.out.contains("turn 2"), "{line}: {}", ran.out);
    }
}

#[test]
fn a_torn_save_is_not_good() {
    let (dir, _, good) = torn();
    let ran = dir.run_and_change_nothing("verify a.loom");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.starts_with("bad  a.loom: the last write did not finish"), "{}", ran.out);
    let ran = dir.run("verify a.loom --json");
    let verdict: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &verdict["good"], &verdict["turns"]), (1, &false.into(), &2.into()));
    assert!(verdict["problems"][0].as_str().unwrap().contains(&format!("byte {good}")), "{verdict}");
}

#[test]
fn play_goes_on_after_a_torn_tail_and_keeps_it_beside_the_save() {
    let (dir, bytes, good) = torn();
    let ran = dir.run("play a.loom A:hold");
    assert_eq!((ran.code, ran.out.trim()), (0, "3 A:hold A will hold"), "{}", ran.err);
    assert!(ran.err.starts_with("note: a.loom: the last write did not finish"), "{}", ran.err);
    assert_eq!(dir.bytes("a.loom.lost"), bytes[good..]);
    assert_eq!(dir.run("verify a.loom").good(), "good a.loom: 3 turns on 1 branch, all as recorded\n");
    assert!(dir.bytes("a.loom").starts_with(&bytes[..good]));
}

#[test]
fn a_refused_action_on_a_torn_save_leaves_even_its_tail() {
    let (dir, ..) = torn();
    let ran = dir.run_and_change_nothing("play a.loom Q:hold");
    assert_eq!(ran.code, 1);
}

#[test]
fn a_torn_save_can_be_recovered_without_being_touched() {
    let (dir, bytes, _) = torn();
    let ran = dir.run("recover a.loom -o b.loom");
    assert!(
        ran.out.starts_with("b.loom: 2 turns recovered\na.loom: the last write did not finish"),
        "{ran:?}"
    );
    assert_eq!((ran.code, ran.out.contains("turns lost: about 1\n")), (1, true), "{ran:?}");
    assert_eq!(dir.bytes("a.loom"), bytes);
    assert_eq!(dir.run("verify b.loom").good(), "good b.loom: 2 turns on 1 branch, all as recorded\n");
}

#[test]
fn a_damaged_save_is_shown_up_to_the_damage() {
    let (dir, at) = damaged();
    let ran = dir.run_and_change_nothing("show a.loom --json");
    let state: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &state["tick"]), (0, &1.into()));
    assert!(ran.err.starts_with(&format!("note: a.loom: damaged at byte {at} of ")), "{}", ran.err);
    dir.run_and_change_nothing("show a.loom --turn 2").check_said_last("there is no turn 2");
}

#[test]
fn nothing_is_added_to_a_damaged_save() {
    let (dir, at) = damaged();
    for line in ["play a.loom Tick", "play a.loom --at start", "name a.loom 0 x"] {
        let ran = dir.run_and_change_nothing(line);
        ran.check_bad(&[
            &format!("a.loom: damaged at byte {at} of "),
            "nothing can be added",
            "timeloom recover",
        ]);
    }
}

#[test]
fn a_damaged_save_is_not_good_and_what_is_recovered_of_it_is() {
    let (dir, at) = damaged();
    let ran = dir.run_and_change_nothing("verify a.loom");
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with(&format!("bad  a.loom: damaged at byte {at} of ")), "{}", ran.out);
    let before = dir.bytes("a.loom");
    let found = dir.run("recover a.loom -o b.loom --json").data();
    assert_eq!((&found["kept"], &found["left_out"], &found["because"]), (&4.into(), &0.into(), &().into()));
    assert_eq!(found["worked_out"], 1);
    assert_eq!(found["health"]["Damaged"]["at"], at);
    assert_eq!(dir.bytes("a.loom"), before);
    assert_eq!(dir.run("verify b.loom").good(), "good b.loom: 4 turns on 1 branch, all as recorded\n");
    dir.run("play b.loom Tick").good();
}

#[test]
fn one_bad_save_among_good_ones_is_exit_code_1_and_all_are_looked_at() {
    let (dir, _) = damaged();
    dir.run("new duel.toml -o b.loom").good();
    let ran = dir.run("verify b.loom a.loom b.loom");
    let verdicts: Vec<_> = ran.out.lines().map(|line| &line[..4]).collect();
    assert_eq!((ran.code, verdicts), (1, vec!["good", "bad ", "good"]));
}

#[test]
fn a_header_that_was_damaged_is_told_apart_from_a_foreign_file() {
    let dir = TestDir::after("Tick");
    let mut bytes = dir.bytes("a.loom");
    bytes[60] ^= 1;
    bytes[61] ^= 1;
    dir.put("a.loom", bytes);
    dir.run_and_change_nothing("show a.loom").check_bad(&["a.loom: the header is damaged", "checksum"]);
    dir.run_and_change_nothing("recover a.loom -o b.loom")
        .check_bad(&["a.loom: the header is damaged", "--level"]);
    assert_eq!(dir.run_and_change_nothing("verify a.loom").code, 1);
}

#[test]
fn a_flipped_bit_is_mended_wherever_it_is() {
    let dir = TestDir::after("Tick Tick");
    let whole = dir.bytes("a.loom");
    for (number, byte) in [0, 12, 60, whole.len() - 30, whole.len() - 1].into_iter().enumerate() {
        let mut bytes = whole.clone();
        bytes[byte] ^= 16;
        dir.put("a.loom", bytes);
        let said = dir.run(&format!("recover a.loom -o b{number}.loom")).good();
        assert!(said.contains(&format!("repaired a flipped bit at byte {byte}")), "{said}");
        assert_eq!(dir.bytes(&format!("b{number}.loom")), whole);
    }
}

#[test]
fn a_lost_header_is_replaced_by_the_level_that_was_played() {
    let dir = TestDir::after("Tick Tick Tick Tick");
    let mut bytes = dir.bytes("a.loom");
    bytes[..64].fill(0xAA);
    dir.put("a.loom", bytes);
    let said = dir.run("recover a.loom -o b.loom --level duel.toml").good();
    assert!(said.starts_with("b.loom: 4 turns recovered\n") && said.contains("the header is lost"), "{said}");
    dir.run("verify b.loom").good();
}

#[test]
fn turns_after_a_lost_one_are_listed_beside_what_was_recovered() {
    let dir = TestDir::after("");
    let mut ends = Vec::new();
    for _ in 0..12 {
        dir.run("play a.loom Tick").good();
        ends.push(dir.bytes("a.loom").len());
    }
    let mut bytes = dir.bytes("a.loom");
    bytes[ends[1]..ends[8]].fill(0xAA);
    dir.put("a.loom", bytes);
    let Ran { code, out: said, err } = dir.run("recover a.loom -o b.loom");
    assert_eq!((code, err.as_str()), (1, ""), "not everything was kept");
    assert!(said.contains("follow a lost one: listed in b.loom.piece-1.txt"), "{said}");
    assert!(said.contains("turns lost: "), "{said}");
    let piece = String::from_utf8(dir.bytes("b.loom.piece-1.txt")).unwrap();
    assert!(piece.contains("The last board before the gap, at turn 2 (n2)"), "{piece}");
    assert_eq!(piece.matches("Tick").count(), 3, "{piece}");
}

#[test]
fn damage_in_a_batch_costs_what_it_hits_and_is_counted() {
    let dir = TestDir::new();
    dir.put("long.toml", DUEL.replace("\nmembers", "\nhp = 1000000\nmembers"));
    dir.run("new long.toml -o a.loom").good();
    let header = dir.bytes("a.loom").len();
    dir.run("play a.loom Tick*40").good();
    let whole = dir.bytes("a.loom");
    for (number, at) in (header..whole.len() - 8).step_by(41).enumerate() {
        let mut bytes = whole.clone();
        bytes[at..at + 2].fill(0xA7);
        dir.put("a.loom", bytes);
        let ran = dir.run(&format!("recover a.loom -o b{number}.loom --json"));
        let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let kept = found["kept"].as_u64().unwrap();
        assert!(kept >= 38, "{kept} turns are left after damage at {at}: {found}");
        let is_complete = found["lost"] == 0 && found["pieces"].as_array().unwrap().is_empty();
        assert_eq!((is_complete, ran.code), (kept == 40, i32::from(kept < 40)), "{found}");
    }
}

#[test]
fn a_level_that_was_not_played_does_not_stand_for_a_lost_header() {
    let level = |hp: u32| DUEL.replace("\nmembers", &format!("\nhp = {hp}\nmembers"));
    for turns in [4, 900] {
        let dir = TestDir::new();
        dir.put("played.toml", level(1_000_000));
        dir.put("other.toml", level(77));
        dir.run("new played.toml -o a.loom").good();
        let header = dir.bytes("a.loom");
        dir.run(&format!("play a.loom Tick*{turns}")).good();
        let mut bytes = dir.bytes("a.loom");
        // The header and all copies of it.
        let starts: Vec<_> =
            (0..bytes.len() - 8).filter(|&at| bytes[at..].starts_with(&header[..8])).collect();
        starts.iter().for_each(|&at| bytes[at..at + header.len()].fill(0));
        dir.put("a.loom", bytes);
        dir.run_and_change_nothing("recover a.loom -o b.loom --level other.toml")
            .check_bad(&["a.loom: the header is lost, and no turn replays on the given level"]);
        let said = dir.run("recover a.loom -o b.loom --level played.toml").good();
        assert!(said.starts_with(&format!("b.loom: {turns} turns recovered\n")), "{said}");
    }
}

#[test]
fn nothing_is_recovered_if_the_name_of_a_piece_is_taken() {
    let dir = TestDir::after("");
    let start = dir.bytes("a.loom").len();
    (0..12).for_each(|_| _ = dir.run("play a.loom Tick").good());
    let mut bytes = dir.bytes("a.loom");
    let frame = (bytes.len() - start) / 12;
    bytes[start + 2 * frame..start + 9 * frame].fill(0xAA);
    dir.put("a.loom", bytes);
    dir.put("b.loom.piece-1.txt", "mine");
    dir.run_and_change_nothing("recover a.loom -o b.loom").check_bad(&["b.loom.piece-1.txt exists already"]);
    std::fs::remove_file(dir.path("b.loom.piece-1.txt")).unwrap();
    assert_eq!(dir.run("recover a.loom -o b.loom").code, 1);
}

#[cfg(unix)]
#[test]
fn pieces_stand_beside_a_save_whose_name_is_not_text() {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let dir = TestDir::after("");
    let start = dir.bytes("a.loom").len();
    (0..12).for_each(|_| _ = dir.run("play a.loom Tick").good());
    let mut bytes = dir.bytes("a.loom");
    let frame = (bytes.len() - start) / 12;
    bytes[start + 2 * frame..start + 9 * frame].fill(0xAA);
    dir.put("a.loom", bytes);
    let out = std::ffi::OsStr::from_bytes(b"b\xff.loom");
    crate::test_dir::finish(dir.command(["recover", "a.loom", "-o"]).arg(out));
    let beside = std::ffi::OsString::from_vec(b"b\xff.loom.piece-1.txt".to_vec());
    let names = std::fs::read_dir(dir.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| *name == *out || *name == beside).count(), 2);
}

#[test]
fn turns_that_were_set_aside_beside_the_save_are_recovered_too() {
    let dir = TestDir::after("");
    for _ in 0..4 {
        dir.run("play a.loom Tick").good();
    }
    let (whole, header) = (dir.bytes("a.loom"), TestDir::after("").bytes("a.loom").len());
    let frame = (whole.len() - header) / 4;
    let (start, cut) = whole.split_at(header + 2 * frame);
    dir.put("a.loom", start);
    dir.run("play a.loom A:hold Tick").good();
    dir.put("a.loom.lost.3", cut);
    dir.put("a.loom.lost", "nothing of ours");
    dir.put("other.loom.lost", cut);
    let ran = dir.run("recover a.loom -o b.loom");
    assert_eq!(ran.code, 1, "something may be lost with what cannot be placed: {ran:?}");
    assert!(ran.out.contains("turns kept from the part cut earlier, in a.loom.lost.3: 2\n"), "{ran:?}");
    assert!(ran.out.contains("a.loom.lost: its place in the save is unknown"), "{ran:?}");
    assert!(!ran.out.contains("other"), "{ran:?}");
    assert_eq!(dir.run("verify b.loom").good(), "good b.loom: 6 turns on 2 branches, all as recorded\n");
    assert_eq!(dir.run("show b.loom").good(), dir.run("show a.loom").good(), "the position is kept");
}

#[test]
fn a_file_without_a_header_is_recovered_with_the_level_and_that_is_told() {
    let dir = TestDir::after("Tick");
    let mut bytes = dir.bytes("a.loom");
    bytes[..60].fill(0);
    dir.put("a.loom", bytes);
    dir.run_and_change_nothing("recover a.loom -o b.loom").check_bad(&[
        "a.loom",
        "not a Timeloom save",
        "--level FILE",
    ]);
    dir.run("recover a.loom -o b.loom --level duel.toml").good();
}

/// The damage is followed by a restart, which leads to the same state from everywhere: the log continues
/// there, and the lost turn is counted.
#[test]
fn a_lost_turn_before_a_restart_is_told_and_the_game_goes_on_after_it() {
    let dir = TestDir::new();
    dir.put(
        "row.toml",
        "ruleset = \"unseen\"\n[meta]\nid = \"row\"\n[world]\ntime_depth = 9\n[map]\nrows = [\"@..>\"]\n",
    );
    dir.run("new row.toml -o a.loom").good();
    let ends: Vec<_> = ["E", "E", "R", "E", "E", "E"]
        .map(|action| {
            dir.run(&format!("play a.loom {action}")).good();
            dir.bytes("a.loom").len()
        })
        .into();
    let mut bytes = dir.bytes("a.loom");
    bytes[ends[0] + 5..ends[1]].fill(0x77);
    dir.put("a.loom", bytes);
    let ran = dir.run("recover a.loom -o b.loom");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.starts_with("b.loom: 5 turns recovered"), "{}", ran.out);
    assert!(ran.out.contains("turns lost: 1\n"), "{}", ran.out);
    assert!(ran.out.contains("turns after n1 are lost; the log continues there"), "{}", ran.out);
    assert!(dir.run("show b.loom").good().contains("won"));
}
