//! Kills the window at random moments.

use std::thread::sleep;
use std::time::Duration;

use crate::check::{check_at_rest, check_level, check_others, check_reported, logs};
use crate::display::Display;
use crate::person::{Person, SIZE};
use crate::rounds::rounds;
use crate::session::{Session, folder, is_missing};

/// Number of kills after which a new folder is begun.
const KILLS_OF_A_FOLDER: usize = 20;

/// One of this many windows is left alone before it is killed, until it has nothing more to write.
const ONE_AT_REST: usize = 4;

#[test]
fn everything_that_was_shown_as_saved_before_a_kill_is_on_disk() {
    if is_missing(&["Xvfb", "xdotool"]) {
        return;
    }
    let house = tempfile::tempdir().expect("there is room");
    let display = Display::start(SIZE).expect("Xvfb is installed");
    let (mut level, mut known) = (folder(house.path()), Vec::new());
    let mut person = Person::new(&level.join("maze.toml"));
    let (kills, mut saved, mut nodes) = (rounds(2), 0, 0);
    for kill in 1..=kills {
        let mut session = Session::open(&display, &house.path().join("home"), &level);
        session.send(person.draw_and_play());
        let is_at_rest = kill % ONE_AT_REST == 0;
        match is_at_rest {
            true => session.rest(),
            false => sleep(Duration::from_micros(person.below(1_800_000) as u64)),
        }
        let reported = session.kill();
        let found = logs(&level);
        println!("kill {kill}: {} reports, logs of {:?} nodes", reported.len(), sizes(&found));
        saved += check_reported(&found, &reported);
        check_level(&level, &found);
        check_others(&level);
        if is_at_rest {
            check_at_rest(&level, &found, &reported);
        }
        let is_there = |before: &Vec<u64>| found.iter().any(|log| log.prints.starts_with(before));
        assert!(known.iter().all(is_there), "something that was in a log is gone");
        known = found.into_iter().map(|log| log.prints).collect();
        if kill % KILLS_OF_A_FOLDER == 0 || kill == kills {
            nodes += known.iter().map(Vec::len).sum::<usize>();
            (level, known) = (folder(house.path()), Vec::new());
        }
    }
    println!("{kills} kills of the window, {saved} reports of saved nodes, {nodes} nodes in logs: none lost");
}

fn sizes(logs: &[crate::check::Log]) -> Vec<usize> {
    logs.iter().map(|log| log.prints.len()).collect()
}
