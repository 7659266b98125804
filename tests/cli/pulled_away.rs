//! A save that is moved, deleted or changed while it is played: the command notices, stops, and keeps every
//! turn.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use timeloom::rng::Mulberry32;

use crate::rounds::rounds;
use crate::test_dir::{DUEL, TestDir};

/// More turns than a pipe holds lines of, so that the command waits for its reader half-way.
const TURNS: usize = 60_000;

/// Creates a folder with a save of a longer duel, after some turns.
fn long_duel(turns: usize) -> TestDir {
    let dir = TestDir::new();
    dir.put("long.toml", DUEL.replace("\nmembers", "\nhp = 1000000\nmembers"));
    dir.run("new long.toml -o a.loom").good();
    dir.run(&format!("play a.loom Tick*{turns}")).good();
    dir
}

/// Output of a command before and after its save was changed.
struct Interrupted {
    lines: Vec<String>,
    err: String,
    code: Option<i32>,
}

/// Plays on a save, and changes it after this many lines were printed.
fn play_and(dir: &TestDir, save: &str, lines: usize, meanwhile: impl FnOnce()) -> Interrupted {
    let ticks = format!("Tick*{TURNS}");
    let all = ["play", save, &ticks];
    let mut child =
        dir.command(all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut first, mut rest, mut err) = (String::new(), String::new(), String::new());
    (0..lines).for_each(|_| assert_ne!(out.read_line(&mut first).unwrap(), 0, "it ended early"));
    meanwhile();
    out.read_to_string(&mut rest).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let lines = [first.as_str(), &rest].concat().lines().map(str::to_owned).collect();
    Interrupted { lines, err, code: child.wait().unwrap().code() }
}

/// Checks that the command stopped with this sentence, and that every line it printed is in the rescued save.
#[track_caller]
fn check_rescued(dir: &TestDir, played: &Interrupted, sentence: &str, rescued: &str) {
    let Interrupted { lines, err, code } = played;
    assert_eq!(*code, Some(2), "{err}");
    assert_eq!(err.lines().count(), 1, "one sentence: {err}");
    assert!(err.contains(sentence) && err.contains(&format!("in {rescued}: continue there")), "{err}");
    assert!(!lines.is_empty() && lines.len() < TURNS, "it did not stop: {} lines", lines.len());
    let turns = dir.run(&format!("verify {rescued} --json")).data()["turns"].as_u64().unwrap();
    let last = lines.last().and_then(|line| line.split_whitespace().next()?.parse().ok());
    assert!(last.is_some_and(|last: u64| turns >= last), "{turns} turns are left, and {last:?} were printed");
    let mode = fs::metadata(dir.path(rescued)).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "nobody can tell any more who may read it");
    dir.run(&format!("play {rescued} Tick")).good();
}

#[track_caller]
fn check(meanwhile: impl FnOnce(&TestDir), sentence: &str) -> TestDir {
    check_after(1, meanwhile, sentence)
}

#[track_caller]
fn check_after(lines: usize, meanwhile: impl FnOnce(&TestDir), sentence: &str) -> TestDir {
    let dir = long_duel(1);
    let played = play_and(&dir, "a.loom", lines, || meanwhile(&dir));
    check_rescued(&dir, &played, &format!("a.loom: {sentence}"), "a.rescued.loom");
    dir
}

fn cut(dir: &TestDir, size: u64) {
    fs::File::options().write(true).open(dir.path("a.loom")).unwrap().set_len(size).unwrap();
}

#[test]
fn a_save_that_is_deleted_is_rescued() {
    let dir = check(|dir| fs::remove_file(dir.path("a.loom")).unwrap(), "the save was deleted");
    assert!(!dir.path("a.loom").exists());
}

#[test]
fn a_save_that_is_moved_is_rescued_and_what_was_moved_stays_good() {
    let moved = |dir: &TestDir| fs::rename(dir.path("a.loom"), dir.path("b.loom")).unwrap();
    let dir = check(moved, "the save or its folder was moved");
    dir.run("verify b.loom").good();
}

#[test]
fn a_save_that_is_replaced_is_rescued_and_the_other_file_is_not_touched() {
    let replace = |dir: &TestDir| {
        dir.put("theirs", "something else");
        fs::rename(dir.path("theirs"), dir.path("a.loom")).unwrap();
    };
    let dir = check(replace, "the save was replaced by another file");
    assert_eq!(dir.bytes("a.loom"), b"something else");
}

#[test]
fn a_save_that_is_cut_is_rescued_whole_and_not_written_further() {
    for size in [0, 100] {
        let dir = check(|dir| cut(dir, size), "another program cut the save");
        assert_eq!(dir.bytes("a.loom").len() as u64, size);
    }
}

#[test]
fn a_save_that_another_program_writes_to_is_rescued() {
    let write = |dir: &TestDir| {
        // Writing the file again would cut it first, which may be noticed before it is longer.
        let mut save = fs::OpenOptions::new().append(true).open(dir.path("a.loom")).unwrap();
        std::io::Write::write_all(&mut save, &[0; 1 << 20]).unwrap();
    };
    check(write, "another program wrote to the save");
}

#[test]
fn a_save_that_another_program_overwrites_in_place_is_rescued() {
    let overwrite = |dir: &TestDir| {
        let size = dir.bytes("a.loom").len();
        let mut save = fs::OpenOptions::new().write(true).open(dir.path("a.loom")).unwrap();
        std::io::Write::write_all(&mut save, &vec![7; size]).unwrap();
    };
    check(overwrite, "another program changed the save");
}

#[test]
fn if_the_folder_is_removed_the_save_is_rescued_elsewhere() {
    let dir = long_duel(1);
    fs::create_dir(dir.path("sub")).unwrap();
    fs::rename(dir.path("a.loom"), dir.path("sub/a.loom")).unwrap();
    let played = play_and(&dir, "sub/a.loom", 1, || fs::remove_dir_all(dir.path("sub")).unwrap());
    let rescued = dir.path("").canonicalize().unwrap().join("a.rescued.loom");
    check_rescued(&dir, &played, "sub/a.loom: the save was deleted", &rescued.display().to_string());
}

/// Change that another program makes to a save, the message about it, and the file of that program, which
/// must stay.
type Pull = (fn(&TestDir, &mut Mulberry32), &'static str, Option<&'static str>);

const PULLS: [Pull; 6] = [
    (|dir, _| fs::remove_file(dir.path("a.loom")).unwrap(), "the save was deleted", None),
    (
        |dir, _| fs::rename(dir.path("a.loom"), dir.path("b.loom")).unwrap(),
        "the save or its folder was moved",
        None,
    ),
    (
        |dir, _| {
            dir.put("theirs", "something else");
            fs::rename(dir.path("theirs"), dir.path("a.loom")).unwrap();
        },
        "the save was replaced by another file",
        Some("something else"),
    ),
    (
        |dir, _| {
            fs::rename(dir.path("a.loom"), dir.path("b.loom")).unwrap();
            dir.put("a.loom", "put in its place");
        },
        "the save was replaced by another file",
        Some("put in its place"),
    ),
    (
        |dir, rng| cut(dir, u64::from(rng.below(dir.bytes("a.loom").len() as u32))),
        "another program cut the save",
        None,
    ),
    (
        |dir, rng| {
            let mut save = fs::OpenOptions::new().append(true).open(dir.path("a.loom")).unwrap();
            std::io::Write::write_all(&mut save, &vec![0; (1 << 20) + rng.below(999) as usize]).unwrap();
        },
        "another program wrote to the save",
        None,
    ),
];

#[test]
fn a_save_that_is_pulled_away_at_any_instant_is_rescued() {
    let mut rng = Mulberry32::new(8);
    let trials = rounds(2);
    for (trial, (pull, sentence, theirs)) in (0..trials).zip(PULLS.into_iter().cycle()) {
        let lines = 1 + rng.below(40_000) as usize;
        println!("{trial}: after {lines} lines, {sentence}");
        let dir = check_after(lines, |dir| pull(dir, &mut rng), sentence);
        assert!(theirs.is_none_or(|text| dir.bytes("a.loom") == text.as_bytes()));
    }
    println!("{trials} times the save was pulled away while it was played: nothing printed was lost");
}

#[test]
fn branches_names_and_the_position_are_rescued_too() {
    let dir = long_duel(3);
    dir.run("play a.loom --at n1 A:hold").good();
    dir.run_words(["name", "a.loom", "n4", "the other way"]).good();
    dir.run("name a.loom 1 begin --bookmark").good();
    dir.run("play a.loom --at n3").good();
    let played = play_and(&dir, "a.loom", 1, || fs::remove_file(dir.path("a.loom")).unwrap());
    assert_eq!(played.code, Some(2), "{}", played.err);
    let log = dir.run("log a.rescued.loom").good();
    assert!(log.contains("the other way") && log.contains("begin"), "{log}");
    assert_eq!(dir.run("verify a.rescued.loom --json").data()["branches"], 2);
}
