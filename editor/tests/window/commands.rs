//! All commands: found by a few letters, listed in the help, and available in menus and on the toolbar.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::{self, Command, FileCommand};

use crate::house::{House, ask, click, press, settle};
use crate::orchard::played;
use crate::{Window, onto, turn, window};

fn find(window: &mut Window, letters: &str) {
    press(window, Modifiers::COMMAND, Key::K);
    window.get_by_label("find a command").type_text(letters);
    settle(window);
}

#[test]
fn a_command_is_found_by_a_few_letters_and_done_with_enter() {
    let mut window = onto(played("SSEE").0);
    find(&mut window, "first t");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(turn(&window), 0);
    assert!(window.query_by_label("find a command").is_none());
}

#[test]
fn arrows_choose_and_escape_leaves() {
    let mut window = onto(played("SSEE").0);
    find(&mut window, "turn");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("find a command").is_none());
    assert_eq!(turn(&window), 4, "nothing was done");
}

#[test]
fn a_click_does_it_and_both_keys_open_and_close_the_list() {
    let mut window = onto(played("SSEE").0);
    find(&mut window, "back a");
    click(&mut window, "Back a turn");
    assert_eq!(turn(&window), 3);
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.get_by_label("find a command");
    press(&mut window, Modifiers::COMMAND, Key::P);
    assert!(window.query_by_label("find a command").is_none());
}

#[test]
fn what_makes_no_sense_now_is_listed_and_does_nothing() {
    let mut window = window(App::new(AppDirs::none()));
    find(&mut window, "last turn");
    assert!(window.get_by_label("Last turn").accesskit_node().is_disabled());
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("find a command");
}

#[test]
fn letters_that_fit_nothing_say_so() {
    let mut window = window(App::new(AppDirs::none()));
    find(&mut window, "qqqq");
    window.get_by_label_contains("no command has a name like that");
}

#[test]
fn keys_do_nothing_below_a_sheet() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::F1);
    press(&mut window, Modifiers::NONE, Key::Home);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(turn(&window), 4);
    press(&mut window, Modifiers::NONE, Key::F1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(turn(&window), 3);
}

#[test]
fn the_help_tells_what_the_mouse_does_over_the_board() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::F1);
    for words in ["The mouse over the board", "Move the board", "wheel, or pinch", "Alt and click"] {
        window.get_by_label(words);
    }
}

#[test]
fn the_help_lists_every_command_with_its_keys() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::F1);
    for entry in command::table() {
        assert!(window.query_all_by_label(entry.name).next().is_some(), "{}", entry.name);
    }
    window.get_by_label("Ctrl+K  or  Ctrl+P");
}

#[test]
fn every_command_stands_in_a_menu() {
    let mut window = onto(played("SSEE").0);
    for (menu, name) in command::Menu::ALL {
        let mut entries = command::table().filter(|entry| entry.menu == menu).peekable();
        if entries.peek().is_none() {
            continue;
        }
        window.get_by_role_and_label(egui::accesskit::Role::Button, name).click();
        window.run();
        for entry in entries {
            assert!(window.query_all_by_label_contains(entry.name).next().is_some(), "{}", entry.name);
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn the_toolbar_does_what_the_keys_do() {
    let house = House::new();
    let mut window = house.open();
    crate::house::wall(&mut window, 2, 2);
    click(&mut window, "tool Undo (Ctrl+Z)");
    assert_eq!(turn(&window), 0);
    click(&mut window, "tool Redo (Ctrl+Y)");
    assert_eq!(turn(&window), 1);
    click(&mut window, "tool Save (Ctrl+S)");
    assert!(!crate::workspace(&window).is_unsaved());
    click(&mut window, "Play");
    assert_eq!(crate::workspace(&window).mode(), timeloom_editor::workspace::Mode::Play);
    click(&mut window, "tool Find a command… (Ctrl+K)");
    window.get_by_label("find a command");
}

#[test]
fn a_window_at_rest_asks_for_no_further_frame() {
    let house = House::new();
    let mut window = house.open();
    settle(&mut window);
    window.step();
    let output = &window.output().viewport_output[&egui::ViewportId::ROOT];
    assert!(output.repaint_delay > std::time::Duration::from_secs(3600), "{:?}", output.repaint_delay);
}

#[test]
fn a_file_that_was_open_is_opened_again_from_the_menu() {
    let house = House::new();
    house.write("other.toml", crate::house::LEVEL);
    let mut window = house.open();
    ask(&mut window, Command::File(FileCommand::Open(house.path("other.toml"))));
    assert_eq!(window.state().title(), "other.toml - Timeloom");
    click(&mut window, "File");
    window.get_by_label_contains("Open again").hover();
    settle(&mut window);
    click(&mut window, "maze.toml");
    assert_eq!(window.state().title(), "maze.toml - Timeloom");
}
