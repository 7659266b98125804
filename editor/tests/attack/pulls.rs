//! Moves or deletes files while the window is used for drawing: it continues, and writes its log again; no
//! files of others are lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::check::{check_others, check_reported, logs};
use crate::display::Display;
use crate::person::{Person, SIZE};
use crate::rounds::rounds;
use crate::session::{Session, folder, is_missing};

const DRAWING: &str = "maze.drawing.loom";
const FOREIGN: &str = "something else";

/// Change that another program makes to the files of the level in a folder; returns the folder with the
/// result.
type Pull = (&'static str, fn(&Path) -> PathBuf);

const PULLS: [Pull; 6] = [
    ("the log is deleted", |folder| {
        fs::remove_file(folder.join(DRAWING)).expect("it is there");
        folder.to_owned()
    }),
    ("the log is moved", |folder| {
        fs::rename(folder.join(DRAWING), folder.join("moved.loom")).expect("it is there");
        folder.to_owned()
    }),
    ("the log is cut", |folder| {
        let log = fs::File::options().write(true).open(folder.join(DRAWING)).expect("it is there");
        log.set_len(0).expect("it can be cut");
        folder.to_owned()
    }),
    ("the log is replaced", |folder| {
        fs::write(folder.join("theirs"), FOREIGN).expect("there is room");
        fs::rename(folder.join("theirs"), folder.join(DRAWING)).expect("it is there");
        folder.to_owned()
    }),
    ("the level is replaced", |folder| {
        fs::write(folder.join("theirs"), FOREIGN).expect("there is room");
        fs::rename(folder.join("theirs"), folder.join("maze.toml")).expect("it is there");
        folder.to_owned()
    }),
    ("the folder is moved", |folder| {
        let away = folder.with_extension("away");
        fs::rename(folder, &away).expect("it is there");
        away
    }),
];

#[test]
fn everything_is_on_disk_again_after_a_file_was_pulled_away() {
    if is_missing(&["Xvfb", "xdotool"]) {
        return;
    }
    let house = tempfile::tempdir().expect("there is room");
    let display = Display::start(SIZE).expect("Xvfb is installed");
    let mut person = Person::new(&folder(house.path()).join("maze.toml"));
    let trials = rounds(1);
    for (trial, (name, pull)) in (0..trials).zip(PULLS.into_iter().cycle()) {
        let level = folder(house.path());
        let mut session = Session::open(&display, &house.path().join("home"), &level);
        // The log exists after the first change.
        session.send(vec![person.change_something()]);
        session.rest();
        let steps = (0..20).map(|_| person.draw()).collect();
        session.send([vec![person.take_brush()], steps].concat());
        sleep(Duration::from_micros(person.below(800_000) as u64));
        let level = pull(&level);
        let last: Vec<_> = (0..4).map(|_| person.change_something()).collect();
        session.rest();
        session.send(last);
        session.rest();
        check(name, &level, &session.kill());
        println!("trial {trial}: {name}");
    }
    println!("{trials} times a file of the window was pulled away: nothing lost, nothing of others touched");
}

fn check(name: &str, folder: &Path, reported: &[serde_json::Value]) {
    let files = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let foreign: Vec<_> = files.filter(|path| is_foreign(&fs::read(path).unwrap_or_default())).collect();
    assert!(!foreign.is_empty() || !name.ends_with("replaced"), "the file of the other program is gone");
    // The other files are ours.
    foreign.iter().for_each(|path| fs::remove_file(path).expect("it is there"));
    check_reported(&logs(folder), reported);
    check_others(folder);
}

/// Whether a file belongs to the other program, or was cut by it.
fn is_foreign(bytes: &[u8]) -> bool {
    bytes == FOREIGN.as_bytes() || bytes.first().is_none_or(|first| *first == 0)
}
