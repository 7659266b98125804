//! The log of a game is moved or deleted while it is played: the window reports it, keeps everything, and
//! offers another file.

use std::fs::{self, File};
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom_editor::command::{Command, FileCommand};

use crate::house::{House, act, ask, change_mode, press, told};
use crate::{Window, workspace};

const FOREIGN: &str = "something of others";

fn turns(log: &Path) -> usize {
    let bytes = fs::read(log).expect("it is there");
    catalog::open_bytes("log", &bytes).expect("it is a save").node_count() - 1
}

/// Plays two turns on the level, as the window does beside its drawing.
fn played(house: &House) -> Window {
    let mut window = house.open();
    change_mode(&mut window);
    act(&mut window, "E");
    act(&mut window, ".");
    window
}

/// Change that another program makes to a log, with its name.
type Pull = (&'static str, fn(&Path));

const PULLS: [Pull; 6] = [
    ("deleted", |log| fs::remove_file(log).expect("it is there")),
    ("moved", |log| fs::rename(log, log.with_extension("moved")).expect("it is there")),
    ("emptied", |log| fs::write(log, "").expect("it is there")),
    ("cut", |log| {
        let file = File::options().write(true).open(log).expect("it is there");
        file.set_len(file.metadata().expect("it is open").len() - 9).expect("it can be cut");
    }),
    ("replaced", |log| {
        fs::write(log.with_extension("new"), FOREIGN).expect("there is room");
        fs::rename(log.with_extension("new"), log).expect("it is there");
    }),
    ("overwritten", |log| fs::write(log, FOREIGN).expect("it is there")),
];

#[test]
fn a_game_whose_log_is_pulled_away_is_told_and_on_disk_again_with_the_next_turn() {
    for (how, pull) in PULLS {
        let house = House::new();
        let (mut window, log) = (played(&house), house.path("maze.play.loom"));
        pull(&log);
        act(&mut window, ".");
        assert!(told(&window).contains("while it was open"), "{how}: {}", told(&window));
        assert!(told(&window).contains("the log is on disk again"), "{how}: {}", told(&window));
        assert_eq!(workspace(&window).unwritten(), None, "{how}");
        act(&mut window, ".");
        window.state_mut().close().expect("it can be written");
        drop(window);
        assert_eq!(turns(&log), 4, "{how}");
        let is_kept = house
            .files()
            .iter()
            .any(|name| fs::read(house.path(name)).is_ok_and(|it| it == FOREIGN.as_bytes()));
        assert_eq!(is_kept, ["replaced", "overwritten"].contains(&how), "{how}: {:?}", house.files());
    }
}

#[test]
fn a_game_whose_folder_is_gone_goes_on_in_memory_and_is_saved_elsewhere_on_demand() {
    let house = House::new();
    fs::create_dir(house.path("deep")).expect("there is room");
    fs::rename(house.path("maze.toml"), house.path("deep/maze.toml")).expect("it is there");
    let mut window = house.window();
    ask(&mut window, Command::File(FileCommand::Open(house.path("deep/maze.toml"))));
    change_mode(&mut window);
    act(&mut window, "E");
    fs::remove_dir_all(house.path("deep")).expect("it is there");
    act(&mut window, ".");
    act(&mut window, ".");
    window.get_by_label("not on disk");
    press(&mut window, Modifiers::COMMAND, Key::Q);
    window.get_by_label("Save elsewhere");
    assert!(!window.state().is_leaving());
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("rescued.toml"), None)));
    assert_eq!(workspace(&window).unwritten(), None);
    window.state_mut().close().expect("it can be written");
    drop(window);
    assert_eq!(turns(&house.path("rescued.play.loom")), 3, "{:?}", house.files());
}
