//! Playing by key and by list: legal actions, refused ones with the reason, and automatic play.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom_editor::app::App;
use timeloom_editor::command::{CameraCommand, Command};

use crate::house::ask;
use crate::orchard::{played, played_in_secret};
use crate::pictures::check;
use crate::{click, document, onto, onto_save, press, turn, window, workspace};

#[test]
fn arrows_and_letters_walk() {
    let mut window = onto(played("").0);
    for key in [Key::ArrowDown, Key::S, Key::ArrowRight, Key::A] {
        press(&mut window, Modifiers::NONE, key);
    }
    let actions: Vec<_> = document(&window).log().rows()[1..].iter().map(|row| row.action.as_str()).collect();
    assert_eq!(actions, ["S", "S", "E", "W"]);
}

#[test]
fn a_key_that_is_refused_says_why_and_changes_nothing() {
    let mut window = onto(played("").0);
    let board = |window: &crate::Window| window.get_by_role(egui::accesskit::Role::Canvas).rect();
    let before = board(&window);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(board(&window), before, "nothing is pushed aside");
    assert_eq!((turn(&window), document(&window).game().node_count()), (0, 1));
    window.get_by_label("a wall is there");
    assert_eq!(window.state().message(), None, "no banner");
    press(&mut window, Modifiers::NONE, Key::S);
    assert_eq!(turn(&window), 1);
    assert!(window.query_by_label("a wall is there").is_none(), "what is done next speaks for itself");
}

#[test]
fn what_cannot_be_done_is_listed_with_the_reason() {
    let mut window = onto(played("").0);
    window.get_by_label("2 legal here");
    window.get_by_label("Walk east: walks to 1, 0");
    click(&mut window, "2 not possible here");
    click(&mut window, "not possible: Walk north: a wall is there");
    assert_eq!(turn(&window), 0);
    window.get_by_label("a wall is there");
}

#[test]
fn in_unseen_keys_push_pull_wait_use_rifts_and_restart() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    press(&mut window, Modifiers::NONE, Key::Home);
    press(&mut window, Modifiers::NONE, Key::Space);
    assert_eq!(document(&window).here().action, ".", "Space waits");
    let refused = |window: &mut crate::Window, modifiers, key, said: &str| {
        press(window, modifiers, key);
        assert!(window.query_by_label_contains(said).is_some(), "{said}");
        assert_eq!(window.state().message(), None);
    };
    refused(&mut window, Modifiers::SHIFT, Key::ArrowRight, "there is no box to the east to push");
    refused(&mut window, Modifiers::ALT, Key::ArrowRight, "a wall cannot be pulled");
    refused(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::ArrowRight, "a wall cannot be pulled");
    refused(&mut window, Modifiers::SHIFT, Key::W, "there is no box to the north to push");
    refused(&mut window, Modifiers::NONE, Key::Enter, "there is no rift here");
    assert_eq!(turn(&window), 1);
    press(&mut window, Modifiers::NONE, Key::R);
    assert_eq!(document(&window).here().action, "R");
}

#[test]
fn the_keys_that_play_are_shown() {
    let window = onto_save("unseen-borrowed-time.loom");
    window.get_by_label("arrows or WASD");
    window.get_by_label("Alt+arrows");
}

#[test]
fn control_and_arrows_still_step_along_the_turns() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    let nodes = document(&window).game().node_count();
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!((turn(&window), document(&window).game().node_count()), (14, nodes));
}

#[test]
fn a_battle_goes_on_by_space_and_by_itself() {
    let mut window = onto_save("skirmish-bridge.loom");
    press(&mut window, Modifiers::NONE, Key::Home);
    let nodes = document(&window).game().node_count();
    press(&mut window, Modifiers::NONE, Key::Space);
    assert_eq!((turn(&window), document(&window).here().action.as_str()), (1, "Tick"));
    click(&mut window, "Play a turn");
    assert_eq!(turn(&window), 2);
    window.key_press_modifiers(Modifiers::SHIFT, Key::G);
    window.step();
    assert!(window.state().is_running());
    window.run_steps(12);
    assert!(turn(&window) > 2);
    assert!(document(&window).game().node_count() <= nodes + 10);
    press(&mut window, Modifiers::SHIFT, Key::G);
    assert!(!window.state().is_running());
}

#[test]
fn hidden_choices_are_looked_at_through_the_eyes_of_one_player() {
    let mut window = onto(played_in_secret("SE").0);
    window.get_by_label("Walk south: walks to 1, 2");
    window.get_by_label("turn 1: S walks to 0, 1");
    click(&mut window, "fox");
    assert_eq!(document(&window).game().seat(), Some(1));
    assert!(window.query_by_label("Walk south: walks to 1, 2").is_none());
    window.get_by_label("turn 1: ? chosen in secret");
    check(&mut window, "seats.png");
    click(&mut window, "everybody");
    window.get_by_label("turn 1: S walks to 0, 1");
}

#[test]
fn where_everybody_sees_everything_nobody_asks_for_eyes() {
    assert!(onto(played("S").0).query_by_label("everybody").is_none());
}

#[test]
fn pictures_of_the_actions() {
    check(&mut onto_save("unseen-behind-his-back.loom"), "actions.png");
    check(&mut onto_save("skirmish-crossroads.loom"), "actions-many.png");
    let mut window = onto(played("").0);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    check(&mut window, "actions-refused.png");
}

#[test]
fn the_line_at_the_bottom_tells_what_is_under_the_mouse() {
    let house = crate::house::House::new();
    let mut window = house.open();
    crate::house::change_mode(&mut window);
    let board = window.get_by_role(egui::accesskit::Role::Canvas).rect();
    window.hover_at(board.center());
    window.run_ok();
    let told = window.query_all_by(|node| node.value().is_some_and(|words| words.starts_with("x ")));
    assert_eq!(told.count(), 1);
}

#[test]
fn the_view_goes_with_the_player_when_only_a_part_of_the_board_is_seen() {
    let row = format!("\"#@{}>#\"", ".".repeat(60));
    let wall = format!("\"{}\"", "#".repeat(63));
    let text = format!("[world]\ntime_depth = 80\n[map]\nrows = [{wall},{row},{wall}]\n");
    let head = timeloom::catalog::find("unseen").expect("a ruleset").begin(&text, 0).expect("a level");
    let game = timeloom::catalog::open_bytes("a long way", &head.to_bytes()).expect("a game");
    let mut window = crate::window(App::with_game(game));
    ask(&mut window, Command::Camera(CameraCommand::Zoom(6.0, egui::pos2(250.0, 240.0))));
    for _ in 0..40 {
        press(&mut window, Modifiers::NONE, Key::ArrowRight);
        let edit_state = workspace(&window).edit_state();
        let (stage, focus) = (edit_state.stage().expect("it is shown"), document(&window).scene().focus);
        let cell = stage.fit(edit_state.camera()).rect(focus.expect("the player is here"));
        assert!(stage.room.contains_rect(cell), "the player is out of sight at turn {}", turn(&window));
    }
    assert_eq!(turn(&window), 40);
    let board = window.get_by_role(egui::accesskit::Role::Canvas);
    assert_eq!(board.value().as_deref(), Some("column 41, row 1, slice 40: the player"), "it is told too");
}

/// Opens a new game on a sample level of `unseen`, with part of its text replaced.
fn onto_level(name: &str, from: &str, to: &str) -> crate::Window {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels").join(name);
    let text = std::fs::read_to_string(path).expect("the level is there").replace(from, to);
    let ruleset = catalog::find(&catalog::declared(&text)).expect("its ruleset is known");
    let log = ruleset.begin(&text, 0).expect("it can be played").to_bytes();
    window(App::with_game(catalog::open_bytes(name, &log).expect("it opens")))
}

#[test]
fn the_list_does_not_say_what_a_die_will_show() {
    let mut window = onto_save("fleet-first-strike.loom");
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("Roll the die: rolls the die");
    click(&mut window, "Roll the die: rolls the die");
    let told = document(&window).log().rows()[1].text.clone();
    assert!(told.starts_with("the die shows "), "once it has happened it is told: {told}");
}

#[test]
fn where_undo_is_not_allowed_one_looks_back_but_acts_only_at_the_tip() {
    let strict = ("[world]\n", "[world]\nallow_undo = false\n");
    let mut window = onto_level("unseen-01-first-steps.toml", strict.0, strict.1);
    let act = |window: &mut crate::Window, key| press(window, Modifiers::NONE, key);
    act(&mut window, Key::Space);
    act(&mut window, Key::Space);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.state().message(), Some("this level does not allow undo: start again instead"));
    assert_eq!(turn(&window), 2, "nothing is taken back");
    act(&mut window, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(turn(&window), 1, "to look is allowed");
    window.get_by_label("viewing turn 1 of 2 - this level does not allow undo");
    act(&mut window, Key::Space);
    window.get_by_label_contains("this level does not allow undo: go to the last turn");
    assert_eq!((turn(&window), document(&window).game().node_count()), (1, 3));
    act(&mut window, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    act(&mut window, Key::R);
    assert_eq!(
        (document(&window).here().action.as_str(), turn(&window)),
        ("R", 3),
        "to start again is allowed"
    );
}

#[test]
fn the_description_of_a_level_is_there_while_it_is_played() {
    let mut window = onto_level("unseen-12-my-own-accomplice.toml", "", "");
    let description = document(&window).about().description.clone().expect("it has one");
    assert!(window.query_by_label(&description).is_some(), "at the start");
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(window.query_by_label(&description).is_some(), "and on every turn");
}
