//! Switching between drawing and playing: continuing, starting over, and replaying.

mod earlier;

use egui::Key;
use egui::Modifiers;
use egui_kittest::kittest::Queryable;
use timeloom::game::ActionBytes;
use timeloom::scene::{Cell, View};
use timeloom::sketch::Edit;
use timeloom_editor::command::{Command, FileCommand, GoCommand};
use timeloom_editor::settings::Tab;
use timeloom_editor::workspace::Mode;

use crate::house::{House, act, ask, change_mode, press, told, wall};
use crate::{Window, document, turn, workspace};

fn erase(window: &mut Window, x: u32, y: u32) {
    let edit = Edit::Erase { cells: vec![Cell { x, y }], t: 0 };
    ask(window, Command::Act(ActionBytes(edit.to_bytes())));
}

/// Opens a window and plays two steps: down, right.
fn played(house: &House) -> Window {
    let mut window = house.open();
    change_mode(&mut window);
    act(&mut window, "S");
    act(&mut window, "E");
    window
}

#[test]
fn e_goes_to_and_fro_and_the_game_goes_on_where_it_was() {
    let house = House::new();
    let mut window = played(&house);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(workspace(&window).mode(), Mode::Play);
    assert_eq!(turn(&window), 2);
    assert_eq!(told(&window), "");
}

#[test]
fn drawing_shows_the_slice_that_was_played() {
    let house = House::new();
    let mut window = played(&house);
    ask(&mut window, Command::Go(GoCommand::Slice(7)));
    change_mode(&mut window);
    assert_eq!(document(&window).view(), View { t: Some(7), ..View::default() });
    assert_eq!(document(&window).scene().slices.map(|slices| slices.shown), Some(7));
}

#[test]
fn on_a_changed_level_everything_is_played_again_and_the_old_game_is_kept() {
    let house = House::new();
    let mut window = played(&house);
    change_mode(&mut window);
    wall(&mut window, 3, 2);
    change_mode(&mut window);
    assert_eq!(workspace(&window).mode(), Mode::Play);
    assert_eq!(turn(&window), 2);
    assert!(told(&window).contains("the level has changed; replayed all 2 turns on it"), "{}", told(&window));
    assert!(!house.files().contains(&"maze.play-2.loom".to_owned()), "nothing new was played yet");
    act(&mut window, "W");
    assert!(told(&window).contains("maze.play.loom is kept as maze.play-2.loom"), "{}", told(&window));
    let files = house.files();
    assert!(files.contains(&"maze.play-2.loom".to_owned()) && files.contains(&"maze.play.loom".to_owned()));
}

#[test]
fn edits_between_games_leave_no_files_behind() {
    let house = House::new();
    let mut window = played(&house);
    for (x, y) in [(3, 2), (2, 1)] {
        change_mode(&mut window);
        wall(&mut window, x, y);
        change_mode(&mut window);
        assert_eq!(turn(&window), 2);
    }
    let games: Vec<_> = house.files().into_iter().filter(|name| name.contains(".play")).collect();
    assert_eq!(games, ["maze.play.loom"]);
}

#[test]
fn what_is_no_longer_legal_is_named() {
    let house = House::new();
    let mut window = played(&house);
    change_mode(&mut window);
    wall(&mut window, 2, 2);
    change_mode(&mut window);
    assert_eq!(turn(&window), 1);
    let told = told(&window);
    assert!(
        told.starts_with("the level has changed; replayed 1 of 2 turns: turn 2 (E) is refused: "),
        "{told}"
    );
}

#[test]
fn a_game_in_which_nothing_happened_leaves_no_log_behind() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 3, 2);
    change_mode(&mut window);
    assert_eq!(house.files(), ["maze.drawing.loom", "maze.toml"]);
    assert_eq!(told(&window), "");
}

#[test]
fn a_level_that_cannot_be_played_says_why_and_stays() {
    let house = House::new();
    let mut window = house.open();
    erase(&mut window, 1, 1);
    change_mode(&mut window);
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    let words = window.state().message().expect("it says why").to_owned();
    assert!(words.starts_with("this level cannot be played yet: "), "{words}");
    assert_eq!(window.state().settings().layout.drawing, Tab::Problems);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    change_mode(&mut window);
    assert_eq!(workspace(&window).mode(), Mode::Play);
}

#[test]
fn a_save_of_its_own_can_be_drawn_on_as_a_level_without_a_file() {
    let house = House::new();
    let mut window = played(&house);
    window.state_mut().close().expect("it can be written");
    std::fs::copy(house.path("maze.play.loom"), house.path("game.loom")).expect("there is room");
    ask(&mut window, Command::File(FileCommand::Open(house.path("game.loom"))));
    assert!(workspace(&window).drawing().is_none());
    change_mode(&mut window);
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    wall(&mut window, 3, 2);
    window.get_by_label("logged, no level file yet");
    change_mode(&mut window);
    assert_eq!(turn(&window), 2);
    assert!(house.files().contains(&"game.loom".to_owned()), "the save itself stays");
    press(&mut window, Modifiers::COMMAND, Key::W);
    window.get_by_label("drawing two-steps.toml");
}

#[test]
fn a_game_whose_levels_cannot_be_drawn_says_so() {
    let mut window = crate::onto(crate::orchard::played("SS").0);
    change_mode(&mut window);
    assert!(window.state().message().is_some_and(|words| words.contains("cannot be drawn")));
    assert_eq!(workspace(&window).mode(), Mode::Play);
}
