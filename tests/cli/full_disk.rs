//! Full disks: a sentence that says so, exit code 2, and every file unchanged.

use std::process::Command;

use crate::test_dir::{Ran, TIMELOOM, TestDir, finish};

/// Runs the command with files limited to `blocks` blocks of 512 bytes.
fn run_limited(dir: &TestDir, blocks: usize, line: &str) -> Ran {
    let script = format!("ulimit -f {blocks}; exec '{TIMELOOM}' {line}");
    finish(Command::new("sh").args(["-c", &script]).current_dir(dir.path("")))
}

#[track_caller]
fn check_no_room(dir: &TestDir, blocks: usize, line: &str, words: &[&str]) {
    let before = dir.contents();
    run_limited(dir, blocks, line).check_bad(words);
    assert!(dir.contents() == before, "'{line}' changed the folder");
}

#[test]
fn where_no_file_may_grow_nothing_is_changed() {
    let dir = TestDir::after("Tick*3");
    let words = ["could not be written", "nothing else was changed", "free some space"];
    check_no_room(&dir, 0, "play a.loom Tick", &[&["a.loom: the save"], &words[..]].concat());
    check_no_room(&dir, 0, "play a.loom Tick*5 --json", &[&["a.loom: the save"], &words[..]].concat());
    check_no_room(&dir, 0, "play a.loom --at n1", &[&["a.loom: the save"], &words[..]].concat());
    check_no_room(&dir, 0, "name a.loom 1 x", &[&["a.loom: the save"], &words[..]].concat());
    check_no_room(&dir, 0, "new duel.toml -o b.loom", &["b.loom: ", "nothing was changed"]);
    check_no_room(&dir, 0, "recover a.loom -o b.loom", &["b.loom: ", "nothing was changed"]);
    dir.run("play a.loom Tick").good();
    dir.run("verify a.loom").good();
}

#[test]
fn a_save_that_can_be_recovered_only_in_part_is_not_begun() {
    let dir = TestDir::after("Tick");
    let blocks = dir.bytes("a.loom").len().div_ceil(512);
    dir.run(&format!("name a.loom 0 {}", "x".repeat(1000))).good();
    assert!(dir.bytes("a.loom").len() > blocks * 512, "only the beginning has room");
    check_no_room(&dir, blocks, "recover a.loom -o b.loom", &["b.loom: ", "nothing was changed"]);
    dir.run("recover a.loom -o b.loom").good();
}

/// Mounts a disk of one page, visible only to this script, and lets the save grow until the disk is full and beyond.
const ON_A_TINY_DISK: &str = r#"
mount -t tmpfs -o size=4k none disk 2>/dev/null || { echo no mount; exit; }
"$0" new duel.toml -o disk/a.loom || exit
text=$(printf '%0990d' 0)
"$0" name disk/a.loom 0 x1$text && "$0" name disk/a.loom 0 x2$text && "$0" name disk/a.loom 0 x3$text || exit
cp disk/a.loom before.loom
"$0" name disk/a.loom 0 x4$text
echo name gives $?
"$0" recover before.loom -o disk/b.loom
echo recover gives $?
cmp before.loom disk/a.loom && ls -A disk
"$0" play disk/a.loom Tick
"#;

#[test]
fn a_full_disk_loses_nothing_and_small_things_still_fit() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("disk")).unwrap();
    let mut apart = Command::new("unshare");
    apart.args(["--map-root-user", "--mount", "sh", "-c", ON_A_TINY_DISK, TIMELOOM]);
    let Ok(output) = apart.current_dir(dir.path("")).output() else {
        eprintln!("skipped: there is no `unshare` to mount a tiny disk with");
        return;
    };
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    if !output.status.success() && out.is_empty() || out.starts_with("no mount") {
        eprintln!("skipped: no tiny disk can be mounted here: {err}");
        return;
    }
    assert!(out.contains("name gives 2\nrecover gives 2\na.loom\n   1 Tick"), "{out}{err}");
    let complaints: Vec<&str> = err.lines().collect();
    assert_eq!(complaints.len(), 2, "{err}");
    assert!(
        complaints[0].starts_with("error: disk/a.loom: the save could not be written: No space"),
        "{err}"
    );
    assert!(complaints[1].starts_with("error: disk/b.loom: the disk is full; nothing was changed"), "{err}");
}
