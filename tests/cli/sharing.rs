//! Concurrent access to a save: one writer, any number of readers.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use timeloom::catalog;
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::Access;

use crate::test_dir::{Ran, TestDir};

fn open(dir: &TestDir) -> Box<dyn Game> {
    catalog::open(&dir.path("a.loom"), Access::Write, Durability::EachAction, &mut |_| {}).unwrap()
}

/// A process started by another test at this moment holds our files until its program runs, so the lock may outlive
/// the game for an instant.
fn run_once_free(dir: &TestDir, line: &str) -> Ran {
    let since = Instant::now();
    loop {
        let ran = dir.run(line);
        if !ran.err.contains("open for writing") || since.elapsed() > Duration::from_secs(5) {
            return ran;
        }
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn while_one_writes_others_read_and_do_not_write() {
    let dir = TestDir::after("Tick*3");
    let mut game = open(&dir);
    for line in ["play a.loom Tick", "play a.loom --at n1", "name a.loom 1 x"] {
        dir.run_and_change_nothing(line).check_bad(&["a.loom is open for writing in another program"]);
    }
    for line in
        ["show a.loom", "log a.loom", "verify a.loom", "diff a.loom 0 tip", "recover a.loom -o b.loom"]
    {
        dir.run(line).good();
    }
    let tick = game.parse("Tick").unwrap();
    game.act(&tick).unwrap();
    assert_eq!(dir.state("")["tick"], 4, "a reader sees what is durable at once");
    drop(game);
    run_once_free(&dir, "play a.loom Tick").good();
    assert_eq!(dir.state("")["tick"], 5);
    dir.run("verify a.loom").good();
}

#[test]
fn of_many_who_play_at_once_nobody_spoils_the_save() {
    let dir = TestDir::after("");
    let tick = || dir.command(["play", "a.loom", "Tick"]).stderr(Stdio::null()).stdout(Stdio::null()).spawn();
    let children: Vec<_> = (0..8).map(|_| tick().unwrap()).collect();
    let codes: Vec<_> = children.into_iter().map(|mut child| child.wait().unwrap().code()).collect();
    let played = codes.iter().filter(|&&code| code == Some(0)).count();
    assert!(played > 0 && codes.iter().all(|&code| code == Some(0) || code == Some(2)), "{codes:?}");
    assert_eq!(dir.state("")["tick"], played);
    dir.run("verify a.loom").good();
}
