//! Makes each system call fail with which the window makes data durable, or kills the window there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::check::{check_level, check_others, check_reported, logs};
use crate::display::{Display, EDITOR};
use crate::person::{Person, SIZE};
use crate::rounds::rounds;
use crate::session::{Session, folder, is_missing};

/// Calls that only the editor itself makes, and no library of the desktop. Those with a question mark do not
/// exist on every machine.
const CALLS: &str = "fsync,fdatasync,ftruncate,flock,fchmod,?rename,?renameat,renameat2,?link,linkat";

const HOW: [&str; 3] = ["error=EIO", "error=ENOSPC", "signal=KILL"];

/// Starts the tracer beside the editor, so that the editor itself is our child.
fn traced(arguments: &[&str]) -> Command {
    let mut command = Command::new("strace");
    command.args(["-D", "-qq"]).args(arguments).arg(EDITOR);
    command
}

/// Runs a fixed session by a command; returns the reports.
fn run(
    command: Command,
    display: &Display,
    house: &Path,
    person: &Person,
) -> (std::path::PathBuf, Vec<Value>) {
    let level = folder(house);
    let mut session = Session::open_by(command, display, &level.with_extension("home"), &level);
    session.send(person.a_little_of_everything());
    session.rest();
    (level, session.kill())
}

/// Returns the calls in a trace by name, each with its number.
fn calls(trace: &Path) -> Vec<(String, usize)> {
    let mut counted = BTreeMap::<String, usize>::new();
    let text = fs::read_to_string(trace).expect("it was written");
    let names = text.lines().filter_map(|line| line.split_once('(')).map(|(name, _)| name.to_owned());
    let number = |name: String| {
        let number = counted.entry(name.clone()).or_default();
        *number += 1;
        (name, *number)
    };
    names.map(number).collect()
}

#[test]
fn every_call_that_makes_something_durable_may_fail_or_be_the_last() {
    if is_missing(&["Xvfb", "xdotool", "strace"]) {
        return;
    }
    let house = tempfile::tempdir().expect("there is room");
    let display = Display::start(SIZE).expect("Xvfb is installed");
    let person = Person::new(&folder(house.path()).join("maze.toml"));
    let trace = house.path().join("trace.txt");
    let watched = traced(&["-e", &format!("trace={CALLS}"), "-o", &trace.display().to_string()]);
    let (_, reported) = run(watched, &display, house.path(), &person);
    let calls = calls(&trace);
    assert!(calls.len() > 10 && reported.len() > 5, "hardly anything was done: {calls:?}, {reported:?}");
    let faults = calls.iter().flat_map(|call| HOW.map(|how| (call, how)));
    let mut runs = 0;
    for ((call, number), how) in faults.step_by(if rounds(1) > 1 { 1 } else { 59 }) {
        println!("call {number} of {call}: {how}");
        let inject = format!("inject={call}:{how}:when={number}");
        let command = traced(&["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]);
        let (level, reported) = run(command, &display, house.path(), &person);
        let found = logs(&level);
        check_reported(&found, &reported);
        check_level(&level, &found);
        check_others(&level);
        runs += 1;
    }
    println!(
        "{} durable calls of the window, {runs} runs in which one failed or was the last: nothing lost",
        calls.len()
    );
}
