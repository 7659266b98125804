//! Data that must not be lost: logs that cannot be read at the moment, work that is stopped halfway, files
//! with almost the same name, and settings changed in two windows at once.

use std::sync::atomic::Ordering;

use egui::{Key, Modifiers};
use timeloom::journal::record::Header;
use timeloom_editor::command::{AppCommand, Command, FileCommand};
use timeloom_editor::jobs::JobProgress;
use timeloom_editor::open::{self, OpenOptions};
use timeloom_editor::replay::{self, ReplayOrder, Run};

use crate::house::{House, LEVEL, act, ask, change_mode, drawn, press, told, wall, written_elsewhere};
use crate::{document, turn};

/// All files in the folder, with their bytes.
fn all(house: &House) -> Vec<(String, Vec<u8>)> {
    let bytes = |name: &String| std::fs::read(house.path(name)).expect("it is there");
    house.files().into_iter().map(|name| (name.clone(), bytes(&name))).collect()
}

/// Creates a folder with a level that was drawn on and played.
fn lived_in() -> House {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    change_mode(&mut window);
    act(&mut window, "S");
    window.state_mut().close().expect("it can be written");
    house
}

#[test]
fn opening_that_is_stopped_changes_nothing() {
    let house = lived_in();
    let (before, pace) = (all(&house), JobProgress::default());
    pace.stop().store(true, Ordering::Relaxed);
    let stopped = open::file(&house.path("maze.toml"), OpenOptions::default(), &pace);
    let reason = stopped.err().expect("nobody waits for it");
    assert!(reason.contains("was stopped"), "{reason}");
    assert_eq!(all(&house), before);
}

#[test]
fn a_replay_that_is_stopped_leaves_the_game_before_it() {
    let house = lived_in();
    let (before, pace) = (all(&house), JobProgress::default());
    pace.stop().store(true, Ordering::Relaxed);
    let head = timeloom::catalog::find("unseen").expect("a ruleset").begin(LEVEL, 0).expect("a level");
    let level = Some(house.path("maze.toml"));
    let order = ReplayOrder {
        head,
        run: Run { actions: vec!["S".to_owned()], at: 1, notes: Vec::new() },
        earlier: Vec::new(),
        level,
    };
    let reason = replay::begin(order, &pace).err().expect("nobody waits for it");
    assert!(reason.contains("was stopped"), "{reason}");
    assert_eq!(all(&house), before);
}

#[test]
fn a_log_of_a_newer_program_stays_as_it_is_and_nothing_is_written_in_its_place() {
    let house = lived_in();
    let drawable = timeloom::catalog::drawable("unseen").expect("it can be drawn");
    let newer = Header { version: 999, ..drawable.begin(LEVEL).expect("a level") };
    std::fs::write(house.path("maze.drawing.loom"), newer.to_bytes()).expect("there is room");
    let before = all(&house);
    let mut window = house.open();
    let note = document(&window).note().expect("it says why").to_owned();
    assert!(note.starts_with("opened for reading only, because maze.drawing.loom"), "{note}");
    assert!(note.contains("open it with a newer Timeloom"), "{note}");
    press(&mut window, Modifiers::COMMAND, Key::S);
    window.state_mut().close().expect("there is nothing to write");
    drop(window);
    assert_eq!(all(&house), before);
}

#[test]
fn a_level_in_json_has_logs_of_its_own() {
    let house = lived_in();
    let mut window = house.open();
    change_mode(&mut window);
    let mine = drawn(&window);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("maze.json"), None)));
    wall(&mut window, 3, 2);
    window.state_mut().close().expect("it can be written");
    drop(window);
    let names = ["maze.drawing.loom", "maze.json", "maze.json..drawing.loom", "maze.json..play.loom"];
    assert_eq!(house.files()[..4], names);
    let mut window = house.open();
    assert_eq!(drawn(&window), mine, "nothing of it has become another's");
    change_mode(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(turn(&window), 0, "its undo is there too");
}

#[test]
fn saving_over_a_changed_file_asks_again_however_often_that_was_put_away() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let theirs = LEVEL.replace("Two steps", "Theirs");
    written_elsewhere(&house.path("maze.toml"), &theirs);
    for _ in 0..2 {
        press(&mut window, Modifiers::COMMAND, Key::S);
        assert!(told(&window).contains("maze.toml was changed by another program"), "{}", told(&window));
        let toast = window.state().toasts().all().last().expect("it asks").id;
        ask(&mut window, Command::App(AppCommand::Forget(toast)));
        assert_eq!((told(&window), house.read("maze.toml")), (String::new(), theirs.clone()));
    }
    ask(&mut window, Command::File(FileCommand::KeepMine));
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(house.plain("maze.toml"), drawn(&window));
}

#[test]
fn two_windows_keep_what_each_of_them_chose() {
    let house = House::new();
    let (mut one, mut two) = (house.window(), house.window());
    one.state_mut().settings_mut().colour_blind = true;
    one.run();
    two.state_mut().settings_mut().overlays.insert("danger".to_owned(), false);
    two.run();
    one.state_mut().settings_mut().scale = 1.1;
    one.run();
    let kept = house.window();
    let kept = kept.state().settings();
    assert_eq!((kept.colour_blind, kept.overlays.get("danger"), kept.scale), (true, Some(&false), 1.1));
}
