//! Pictures of the window around the boards: the start page, modals, notices, the bars.

use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::{AppCommand, Command, FileCommand};
use timeloom_editor::settings::Recent;
use timeloom_editor::workspace::Mode;

use crate::house::{House, ask, change_mode, click, press, settle, wall};
use crate::orchard::played;
use crate::pictures::check;
use crate::{Window, onto, window};

fn start(recent: usize) -> Window {
    let mut app = App::new(AppDirs::none());
    let names =
        ["night-watch", "the-long-corridor", "a-level-with-a-name-that-does-not-fit-into-the-column-at-all"];
    let path = |number: usize| PathBuf::from(format!("/home/ada/levels/{}-{number}.toml", names[number % 3]));
    let recent = (0..recent).map(|number| Recent { path: path(number), mode: Mode::Draw });
    app.settings_mut().recent = recent.collect();
    window(app)
}

fn sized(window: &mut Window, width: f32, height: f32) {
    window.set_size(egui::vec2(width, height));
    settle(window);
}

fn light(window: &mut Window) {
    window.ctx.set_theme(egui::Theme::Light);
    settle(window);
}

#[test]
fn the_start_page() {
    let mut window = start(3);
    sized(&mut window, 1280.0, 800.0);
    check(&mut window, "shell-start.png");
    light(&mut window);
    check(&mut window, "shell-start-light.png");
}

#[test]
fn the_start_page_in_a_small_window_with_many_files() {
    let mut window = start(12);
    sized(&mut window, 800.0, 560.0);
    check(&mut window, "shell-start-small.png");
}

#[test]
fn a_level_with_toolbar_and_status() {
    let house = House::new();
    let mut window = house.open();
    sized(&mut window, 1280.0, 800.0);
    wall(&mut window, 2, 2);
    check(&mut window, "shell-drawing.png");
    change_mode(&mut window);
    light(&mut window);
    check(&mut window, "shell-playing-light.png");
    sized(&mut window, 800.0, 560.0);
    check(&mut window, "shell-playing-small.png");
}

#[test]
fn the_list_of_commands() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::K);
    check(&mut window, "shell-finder.png");
    window.get_by_label("find a command").type_text("turn");
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    light(&mut window);
    check(&mut window, "shell-finder-light.png");
    window.get_by_label("find a command").type_text("qqq");
    settle(&mut window);
    check(&mut window, "shell-finder-nothing.png");
}

#[test]
fn the_help() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::F1);
    check(&mut window, "shell-help.png");
    sized(&mut window, 640.0, 420.0);
    check(&mut window, "shell-help-small.png");
}

#[test]
fn the_settings() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    check(&mut window, "shell-settings.png");
    light(&mut window);
    check(&mut window, "shell-settings-light.png");
}

#[test]
fn the_keys_with_one_that_is_taken() {
    let mut window = onto(played("SSEE").0);
    ask(&mut window, Command::App(AppCommand::Keys));
    click(&mut window, "change the keys of Open…");
    press(&mut window, Modifiers::COMMAND, Key::N);
    check(&mut window, "shell-keys-taken.png");
    click(&mut window, "Leave it");
    click(&mut window, "change the keys of New level…");
    check(&mut window, "shell-keys-waiting.png");
}

#[test]
fn the_questions() {
    let mut window = start(0);
    press(&mut window, Modifiers::COMMAND, Key::N);
    check(&mut window, "shell-new.png");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::O);
    window.get_by_label("path of the file").set_text_value_accesskit("");
    window.get_by_label("path of the file").type_text("/nowhere/");
    settle(&mut window);
    check(&mut window, "shell-open-empty.png");
}

#[test]
fn the_question_about_changes() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    ask(&mut window, Command::File(FileCommand::Close));
    check(&mut window, "shell-unsaved.png");
}

#[test]
fn notices() {
    let app = App::with_game(Box::new(played("SSEE").0)).saying(vec![
        "saved maze.toml".to_owned(),
        "the level has changed; replayed 5 of 7 turns: turn 6 (PE) is refused: the box would leave the board"
            .to_owned(),
    ]);
    let mut window = window(app);
    check(&mut window, "shell-toasts.png");
}

#[test]
fn a_step_of_the_tour() {
    let house = House::new();
    let mut window = house.open();
    sized(&mut window, 1280.0, 800.0);
    ask(&mut window, Command::App(AppCommand::TourStep(1)));
    check(&mut window, "shell-tour-modes.png");
    ask(&mut window, Command::App(AppCommand::TourStep(3)));
    check(&mut window, "shell-tour-timeline.png");
}
