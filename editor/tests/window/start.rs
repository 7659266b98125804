//! The start page, the first start, the tour, and a new level by keyboard alone.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom_editor::app::App;
use timeloom_editor::samples::SAMPLES;
use timeloom_editor::workspace::Mode;

use crate::house::{House, ask, click, press, settle, wall};
use crate::{Window, window, workspace};
use timeloom_editor::command::{AppCommand, Command};
use timeloom_editor::keys;

fn first(house: &House) -> Window {
    window(App::first(house.app_dirs()))
}

#[test]
fn the_first_start_opens_something_to_play_and_the_next_one_the_page() {
    let house = House::new();
    let mut window = first(&house);
    assert_eq!(workspace(&window).mode(), Mode::Play);
    assert!(!crate::document(&window).offers().is_empty(), "it can be played at once");
    window.get_by_label_contains("Welcome");
    window.state_mut().close().expect("it can be written");
    drop(window);
    assert!(first(&house).state().workspace().is_none());
}

#[test]
fn a_sample_opens_as_a_copy_in_the_folder_of_the_app() {
    let house = House::new();
    let mut window = house.window();
    click(&mut window, "sample First steps, unseen level");
    assert_eq!(workspace(&window).title(), "unseen-01-first-steps.toml");
    assert!(workspace(&window).file().is_some_and(|file| file.starts_with(house.path("home"))));
}

#[test]
fn every_sample_is_on_the_page() {
    let house = House::new();
    let window = house.window();
    assert_eq!(window.query_all_by_label_contains("sample ").count(), SAMPLES.len());
}

#[test]
fn the_tour_can_be_taken_and_skipped() {
    let house = House::new();
    let mut window = house.window();
    click(&mut window, "Tour in 60 seconds");
    window.get_by_label("The board");
    assert!(window.state().workspace().is_some(), "there is something to see");
    for title in ["Draw and play", "What to draw with", "The timeline", "Branches", "The cube"] {
        click(&mut window, "Next");
        assert!(window.query_all_by_label(title).next().is_some(), "{title}");
    }
    click(&mut window, "Previous");
    window.get_by_label("Skip the tour");
    click(&mut window, "Next");
    click(&mut window, "Done");
    assert!(window.query_by_label("The cube").is_none());
    ask(&mut window, Command::App(AppCommand::Tour));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("The board").is_none());
}

#[test]
fn the_tour_names_the_keys_that_are_bound() {
    let house = House::new();
    let mut window = house.open();
    let tour = |window: &mut Window, step, words: &str| {
        ask(window, Command::App(AppCommand::TourStep(step)));
        assert!(window.query_by_label_contains(words).is_some(), "step {step}: {words}");
    };
    tour(&mut window, 0, "Walk with arrows or WASD");
    tour(&mut window, 1, "Press E to draw");
    for (id, keys) in
        [("play.north", "F3"), ("own.mode", "Ctrl+M"), ("draw.brush.9", "F9"), ("own.finder", "F4")]
    {
        let keys = keys::parse(keys).expect("keys have names");
        ask(&mut window, Command::App(AppCommand::Bind(id, vec![keys])));
    }
    tour(&mut window, 0, "Walk with F3");
    tour(&mut window, 1, "Press Ctrl+M to draw the level you are playing, and Ctrl+M again");
    tour(&mut window, 2, "choose with 1 to F9");
    tour(&mut window, 5, "F4 finds every command");
    ask(&mut window, Command::App(AppCommand::Bind("own.finder", Vec::new())));
    tour(&mut window, 5, "\u{201c}Find a command…\u{201d} finds every command");
}

#[test]
fn the_list_of_commands_names_the_key_of_the_help() {
    let house = House::new();
    let mut window = house.open();
    let keys = keys::parse("Ctrl+H").expect("keys have names");
    ask(&mut window, Command::App(AppCommand::Bind("own.help", vec![keys])));
    ask(&mut window, Command::App(AppCommand::Finder));
    window.get_by_label("find a command").type_text("xyzzy");
    settle(&mut window);
    window.get_by_label("no command has a name like that; Ctrl+H lists them all");
}

#[test]
fn from_the_start_page_to_a_saved_level_with_the_keyboard_alone() {
    let house = House::new();
    let mut window = house.window();
    press(&mut window, Modifiers::COMMAND, Key::N);
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.get_by_label("name of the level").type_text("Night watch");
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(crate::document(&window).about().level, "Night watch");
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    wall(&mut window, 3, 3);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let line = window.get_by_label("path of the file");
    assert!(line.value().is_some_and(|path| path.ends_with("night-watch.toml")));
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.get_by_label("path of the file").type_text(&house.path("watch").display().to_string());
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(workspace(&window).title(), "watch.toml");
    assert!(house.read("watch.toml").contains("Night watch"));
    assert!(!workspace(&window).is_unsaved());
}

#[test]
fn tab_reaches_the_first_controls_of_the_page() {
    let house = House::new();
    let mut window = house.window();
    let mut reached = Vec::new();
    for _ in 0..12 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        let focused = window.ctx.memory(|memory| memory.focused());
        reached.push(focused.expect("something has the keyboard"));
    }
    reached.sort_by_key(|id| id.value());
    reached.dedup();
    assert!(reached.len() > 8, "Tab goes on from one control to the next");
}
