//! Closing, quitting and opening another file with unsaved changes: all three answers.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom_editor::command::{Command, FileCommand};

use crate::house::{House, LEVEL, ask, click, drawn, press, wall};
use crate::{Window, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;

fn drawn_on(house: &House) -> Window {
    let mut window = house.open();
    wall(&mut window, 2, 2);
    window
}

#[test]
fn closing_saves_if_that_is_the_answer() {
    let house = House::new();
    let mut window = drawn_on(&house);
    let text = drawn(&window);
    press(&mut window, CTRL, Key::W);
    window.get_by_label_contains("are not in maze.toml yet");
    click(&mut window, "Save");
    assert!(window.state().workspace().is_none());
    assert_eq!(house.plain("maze.toml"), text);
}

#[test]
fn closing_leaves_the_file_if_that_is_the_answer_and_redo_still_has_it() {
    let house = House::new();
    let mut window = drawn_on(&house);
    let text = drawn(&window);
    press(&mut window, CTRL, Key::W);
    window.get_by_label_contains("The log keeps your changes even then");
    click(&mut window, "Discard");
    assert!(window.state().workspace().is_none());
    assert_eq!(house.read("maze.toml"), LEVEL);
    drop(window);

    let mut window = house.open();
    assert!(!workspace(&window).is_unsaved(), "it shows what is in the file");
    press(&mut window, CTRL, Key::Y);
    assert_eq!(drawn(&window), text);
}

#[test]
fn closing_does_nothing_if_that_is_the_answer() {
    let house = House::new();
    let mut window = drawn_on(&house);
    for answer in ["Cancel", "close this dialog"] {
        press(&mut window, CTRL, Key::W);
        click(&mut window, answer);
        assert!(workspace(&window).is_unsaved());
    }
    press(&mut window, CTRL, Key::W);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(workspace(&window).is_unsaved());
    assert!(window.query_by_label("Discard").is_none());
}

#[test]
fn opening_another_file_asks_and_goes_there_after_the_answer() {
    let house = House::new();
    house.write("other.toml", &LEVEL.replace("Two steps", "Another"));
    let mut window = drawn_on(&house);
    ask(&mut window, Command::File(FileCommand::Open(house.path("other.toml"))));
    assert_eq!(workspace(&window).title(), "maze.toml");
    click(&mut window, "Save");
    assert_eq!(workspace(&window).title(), "other.toml");
    assert!(house.read("maze.toml").contains("Two steps") && house.read("maze.toml") != LEVEL);
}

fn asked_to_close(window: &Window) -> Vec<egui::ViewportCommand> {
    let output = &window.output().viewport_output;
    output.get(&egui::ViewportId::ROOT).map(|view| view.commands.clone()).unwrap_or_default()
}

#[test]
fn quitting_asks_only_if_something_would_be_lost() {
    let house = House::new();
    let mut window = house.open();
    press(&mut window, CTRL, Key::Q);
    assert!(window.state().is_leaving());

    let house = House::new();
    let mut window = drawn_on(&house);
    press(&mut window, CTRL, Key::Q);
    assert!(!window.state().is_leaving());
    click(&mut window, "Discard");
    assert!(window.state().is_leaving());
    assert_eq!(house.read("maze.toml"), LEVEL);
}

#[test]
fn the_cross_of_the_window_asks_too() {
    // The folder must stay: if the log is gone, another question is asked.
    let house = House::new();
    let mut window = drawn_on(&house);
    let view = window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    view.events.push(egui::ViewportEvent::Close);
    window.step();
    assert!(asked_to_close(&window).contains(&egui::ViewportCommand::CancelClose));
    window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    window.run();
    window.get_by_label("Discard");
}

#[test]
fn the_cross_of_the_window_asks_where_to_save_if_the_folder_of_the_log_is_gone() {
    let mut window = drawn_on(&House::new());
    let view = window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    view.events.push(egui::ViewportEvent::Close);
    window.step();
    assert!(asked_to_close(&window).contains(&egui::ViewportCommand::CancelClose));
    window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    window.run();
    window.get_by_label("Save elsewhere");
}
