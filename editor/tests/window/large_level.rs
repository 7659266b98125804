//! A level whose text does not fit into one step of the log, changed by another program: no part of it is
//! lost.

use egui::{Key, Modifiers};
use timeloom_editor::workspace::Mode;

use crate::house::{House, LEVEL, click, drawn, press, settle, told, wall, written_elsewhere};
use crate::{Window, document, turn, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;

/// The level with a recorded solution of more than a megabyte.
fn large(name: &str) -> String {
    let solution =
        format!("\n[[solution]]\nname = \"a long walk\"\nactions = \"{}\"\n", "S N ".repeat(300_000));
    let text = LEVEL.replace("Two steps", name) + &solution;
    assert!(text.len() > 1 << 20);
    text
}

/// Opens the level, draws on it and saves.
fn drawn_on(house: &House) -> Window {
    let mut window = house.open();
    wall(&mut window, 2, 2);
    press(&mut window, CTRL, Key::S);
    window
}

#[test]
fn at_opening_a_new_log_begins_with_it_and_the_old_one_is_kept() {
    let house = House::new();
    drop(drawn_on(&house));
    let log = std::fs::read(house.path("maze.drawing.loom")).expect("it is there");
    house.write("maze.toml", &large("Theirs"));

    let mut window = house.open();
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    assert_eq!(window.state().message(), None);
    assert!(drawn(&window).contains("Theirs"));
    assert!(!workspace(&window).is_unsaved());
    assert!(told(&window).contains("a new log begins with it"), "{}", told(&window));
    wall(&mut window, 3, 2);
    assert!(told(&window).contains("kept as maze.drawing-2.loom"), "{}", told(&window));
    assert_eq!(std::fs::read(house.path("maze.drawing-2.loom")).expect("it is there"), log);
    press(&mut window, CTRL, Key::S);
    assert!(house.read("maze.toml").contains("Theirs") && house.read("maze.toml").contains("a long walk"));
    drop(window);

    let window = house.open();
    assert_eq!((turn(&window), document(&window).game().node_count()), (1, 2));
    assert!(!workspace(&window).is_unsaved());
}

#[test]
fn looking_at_it_leaves_the_old_log_where_it_is() {
    let house = House::new();
    drop(drawn_on(&house));
    house.write("maze.toml", &large("Theirs"));
    let files = house.files();
    for _ in 0..2 {
        let mut window = house.open();
        assert!(drawn(&window).contains("Theirs"));
        window.state_mut().close().expect("there is nothing to write");
    }
    assert_eq!(house.files(), files);
}

#[test]
fn reloading_begins_a_new_log_with_it_and_keeps_the_old_one() {
    let house = House::new();
    let mut window = drawn_on(&house);
    wall(&mut window, 1, 2);
    written_elsewhere(&house.path("maze.toml"), &large("Theirs"));
    press(&mut window, CTRL, Key::S);
    assert!(house.read("maze.toml").contains("Theirs"), "it asks before it writes");
    click(&mut window, "Reload");
    assert!(drawn(&window).contains("Theirs"));
    assert!(!workspace(&window).is_unsaved());
    assert!(told(&window).contains("the previous log is kept under another name"), "{}", told(&window));
    wall(&mut window, 3, 2);
    press(&mut window, CTRL, Key::S);
    assert!(house.read("maze.toml").contains("Theirs"));
    drop(window);
    std::fs::rename(house.path("maze.drawing-2.loom"), house.path("before.loom")).expect("it is there");
    let mut window = house.window();
    let open = timeloom_editor::command::FileCommand::Open(house.path("before.loom"));
    crate::house::ask(&mut window, timeloom_editor::command::Command::File(open));
    assert_eq!(document(&window).game().node_count(), 3, "both walls are in the log that was kept");
}

#[test]
fn a_large_level_is_drawn_on_played_and_saved_like_any_other() {
    let house = House::new();
    house.write("maze.toml", &large("Mine"));
    let mut window = drawn_on(&house);
    crate::house::change_mode(&mut window);
    crate::house::act(&mut window, "S");
    settle(&mut window);
    drop(window);
    let mut window = house.open();
    crate::house::change_mode(&mut window);
    assert_eq!((workspace(&window).mode(), turn(&window)), (Mode::Play, 1));
}
