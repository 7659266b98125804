//! Settings: kept between starts, and never the reason for a failure.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use timeloom_editor::command::{AppCommand, Command, FileCommand};

use crate::house::{House, ask, change_mode, click, press, settle};
use crate::{Window, workspace};

fn settings(house: &House) -> String {
    std::fs::read_to_string(house.path("home/settings.toml")).unwrap_or_default()
}

fn show_settings(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::Comma);
}

#[test]
fn theme_colours_and_size_are_kept() {
    let house = House::new();
    let mut window = house.window();
    show_settings(&mut window);
    click(&mut window, "Light");
    click(&mut window, "that people with any colour vision can tell apart");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND.plus(Modifiers::ALT), Key::Plus);
    assert!(!window.ctx.style_of(window.ctx.theme()).visuals.dark_mode);
    assert_eq!(window.ctx.zoom_factor(), 1.1);
    drop(window);

    let window = house.window();
    assert_eq!(window.state().settings().dark, Some(false));
    assert!(window.state().settings().colour_blind);
    assert_eq!(window.ctx.zoom_factor(), 1.1);
    assert!(!window.ctx.style_of(window.ctx.theme()).visuals.dark_mode);
}

#[test]
fn a_start_without_settings_writes_none_before_something_is_chosen() {
    let house = House::new();
    drop(house.window());
    assert_eq!(settings(&house), "");
}

#[test]
fn a_broken_file_is_set_aside_and_said_and_everything_works() {
    let house = House::new();
    std::fs::create_dir_all(house.path("home")).expect("there is room");
    house.write("home/settings.toml", "scale = [[[");
    let mut window = house.window();
    window.get_by_label_contains("some settings could not be read");
    assert_eq!(house.read("home/settings.toml.broken"), "scale = [[[");
    click(&mut window, "Close");
    show_settings(&mut window);
    click(&mut window, "Dark");
    assert!(settings(&house).contains("dark = true"));
}

#[test]
fn recent_files_are_listed_and_opened_as_they_were_left() {
    let house = House::new();
    let mut window = house.open();
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::COMMAND, Key::W);
    drop(window);
    let mut window = house.window();
    click(&mut window, "recent file maze.toml");
    assert_eq!(workspace(&window).title(), "maze.toml");
    assert_eq!(workspace(&window).mode(), timeloom_editor::workspace::Mode::Play);
}

#[test]
fn a_recent_file_that_is_gone_says_so() {
    let house = House::new();
    drop(house.open());
    std::fs::remove_file(house.path("maze.toml")).expect("it is there");
    let mut window = house.window();
    click(&mut window, "recent file maze.toml");
    assert!(window.state().message().is_some_and(|words| words.contains("no such file")));
}

fn keys_page(house: &House) -> Window {
    let mut window = house.window();
    ask(&mut window, Command::App(AppCommand::Keys));
    window
}

#[test]
fn a_command_gets_new_keys_and_keeps_them() {
    let house = House::new();
    let mut window = keys_page(&house);
    click(&mut window, "change the keys of Open…");
    press(&mut window, Modifiers::NONE, Key::F9);
    assert!(settings(&house).contains("\"file.open\" = [\"F9\"]"), "{}", settings(&house));
    drop(window);

    let mut window = house.window();
    press(&mut window, Modifiers::COMMAND, Key::O);
    assert!(window.query_by_label("path of the file").is_none(), "the old keys do nothing");
    press(&mut window, Modifiers::NONE, Key::F9);
    window.get_by_label("path of the file");
}

#[test]
fn keys_that_are_taken_are_named_and_can_be_taken_over() {
    let house = House::new();
    let mut window = keys_page(&house);
    click(&mut window, "change the keys of Open…");
    press(&mut window, Modifiers::COMMAND, Key::N);
    window.get_by_label_contains("is for New level…");
    click(&mut window, "Leave it");
    assert!(window.state().settings().keys.is_empty());

    click(&mut window, "change the keys of Open…");
    press(&mut window, Modifiers::COMMAND, Key::N);
    click(&mut window, "Use it for Open…");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::N);
    window.get_by_label("path of the file");
}

#[test]
fn usual_keys_come_back_one_by_one_or_all() {
    let house = House::new();
    let mut window = keys_page(&house);
    for (name, key) in [("Open…", Key::F9), ("Quit", Key::F10)] {
        click(&mut window, &format!("change the keys of {name}"));
        press(&mut window, Modifiers::NONE, key);
    }
    click(&mut window, "reset the keys of Open…");
    assert_eq!(window.state().settings().keys.len(), 1);
    assert!(window.get_by_label("reset the keys of Open…").accesskit_node().is_disabled());
    click(&mut window, "Reset all keys");
    assert!(window.state().settings().keys.is_empty());
}

#[test]
fn while_keys_are_awaited_they_do_nothing_else_and_escape_gives_up() {
    let house = House::new();
    let mut window = keys_page(&house);
    click(&mut window, "change the keys of Open…");
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.get_by_label("change the keys of Open…");
    assert!(window.state().settings().keys.is_empty());
}

#[test]
fn the_widths_of_the_sides_are_kept() {
    let house = House::new();
    let mut window = house.open();
    ask(&mut window, Command::App(AppCommand::Widths(222.0, 333.0)));
    drop(window);
    let window = house.window();
    assert_eq!(window.state().settings().layout.left, Some(222.0));
    assert_eq!(window.state().settings().layout.right, Some(333.0));
}

#[test]
fn dragging_the_edge_of_a_side_keeps_its_width() {
    let house = House::new();
    let mut window = house.open();
    let before = window.state().settings().layout.right;
    assert_eq!(before, None);
    let edge = egui::pos2(900.0 * 0.73, 300.0);
    window.drag_at(edge);
    window.run();
    window.hover_at(edge - egui::vec2(40.0, 0.0));
    window.run();
    window.drop_at(edge - egui::vec2(40.0, 0.0));
    settle(&mut window);
    let after = window.state().settings().layout.right.expect("it is kept");
    assert!((after - 280.0).abs() < 12.0, "{after}");
}

#[test]
fn a_folder_of_the_app_that_cannot_be_written_is_said_once_and_stops_nothing() {
    let house = House::new();
    house.write("home", "a file where a folder should be");
    let mut window = house.open();
    assert!(window.state().message().is_some_and(|words| words.contains("settings could not be saved")));
    click(&mut window, "Close");
    assert_eq!(workspace(&window).title(), "maze.toml");
    ask(&mut window, Command::File(FileCommand::Close));
}

#[test]
fn overlays_are_kept_and_hold_for_drawing_and_playing() {
    let house = House::new();
    let shows = |window: &Window| {
        let document = crate::document(window);
        document.view().shows(document.game().layers(), "danger")
    };
    let mut window = house.open();
    assert!(shows(&window));
    press(&mut window, Modifiers::ALT, Key::Num1);
    assert!(!shows(&window));
    change_mode(&mut window);
    assert!(!shows(&window), "and while playing");
    drop(window);
    let mut again = house.open();
    assert!(!shows(&again), "and after a restart");
    press(&mut again, Modifiers::NONE, Key::O);
    press(&mut again, Modifiers::NONE, Key::O);
    assert!(shows(&again), "the usual ones come back together");
}
