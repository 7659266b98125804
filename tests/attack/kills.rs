//! Kills `timeloom play` at random moments: every printed line is in the save, in order, and nothing else.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use timeloom::catalog;
use timeloom::journal::Health;
use timeloom::rng::Mulberry32;

use crate::rounds;

const LEVEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/levels/unseen-01-first-steps.toml");

/// Number of kills after which a new save is begun: opening a save takes longer with every turn.
const KILLS_OF_A_SAVE: usize = 20;

fn timeloom(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_timeloom"));
    command.args(arguments).current_dir(folder);
    command
}

/// Plays until it is killed; returns the number of complete lines that it printed.
fn play_and_kill(folder: &Path, after: Duration) -> usize {
    let out = folder.join("out.txt");
    let printed = File::create(&out).unwrap();
    let mut play = timeloom(&["play", "a.loom", "R*200000"], folder);
    let mut running = play.stdout(printed).stderr(Stdio::null()).spawn().unwrap();
    sleep(after);
    running.kill().unwrap();
    running.wait().unwrap();
    let mut text = String::new();
    File::open(out).unwrap().read_to_string(&mut text).unwrap();
    text.matches('\n').count()
}

#[test]
fn whatever_was_printed_before_a_kill_is_in_the_save() {
    let folder = tempfile::tempdir().unwrap();
    let (mut rng, mut turns, mut printed, mut save) = (Mulberry32::new(1), 0, 0, PathBuf::new());
    let kills = rounds(6);
    for kill in 0..kills {
        if kill % KILLS_OF_A_SAVE == 0 {
            let folder = tempfile::tempdir_in(folder.path()).unwrap().keep();
            timeloom(&["new", LEVEL, "-o", "a.loom"], &folder).output().unwrap();
            (save, turns) = (folder, 0);
        }
        let lines = play_and_kill(&save, Duration::from_micros(u64::from(rng.below(40_000))));
        let bytes = std::fs::read(save.join("a.loom")).unwrap();
        let game =
            catalog::open_bytes("a.loom", &bytes).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        assert!(matches!(game.health(), Health::Whole | Health::Torn { .. }), "{:?}", game.health());
        let now = game.node_count() - 1;
        assert!(
            now >= turns + lines,
            "kill {kill}: {lines} lines printed, {} turns in the save",
            now - turns
        );
        (turns, printed) = (now, printed + lines);
    }
    println!("{kills} kills, {printed} acknowledged lines, none lost");
}
