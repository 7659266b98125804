//! Undoing an edit goes on with the very game that the edit set aside.

use timeloom::timeline::NodeId;
use timeloom_editor::command::{Command, FileCommand, GoCommand};
use timeloom_editor::workspace::Mode;

use crate::house::{House, act, ask, change_mode, told, wall};
use crate::{Window, document, turn};

/// Undoes or redoes an edit of the drawing in front.
fn undo(window: &mut Window) {
    ask(window, Command::Go(GoCommand::Back));
}

/// Plays a branch that waits, then wins by the other, and goes back one turn.
fn won(house: &House) -> Window {
    let mut window = house.open();
    change_mode(&mut window);
    act(&mut window, "S");
    ask(&mut window, Command::Go(GoCommand::First));
    act(&mut window, "E");
    act(&mut window, "E");
    assert!(document(&window).result().is_some());
    ask(&mut window, Command::Go(GoCommand::Back));
    window
}

/// The actions of every node of the game in front, and its cursor.
fn tree(window: &Window) -> (Vec<String>, NodeId) {
    let game = document(window).game();
    (game.tree().ids().map(|id| game.node(id).action).collect(), game.cursor())
}

fn log(window: &Window) -> String {
    let path = document(window).stored().path().expect("it has a file");
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// Opens the level anew, as at the next start.
fn next_start(house: &House, mut window: Window) -> Window {
    window.state_mut().close().expect("it can be written");
    drop(window);
    house.open()
}

#[test]
fn an_undone_edit_brings_the_game_back_with_its_tree_its_cursor_and_its_file() {
    let house = House::new();
    let mut window = won(&house);
    let before = tree(&window);
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    assert_eq!(turn(&window), 0, "the wall is in the way");
    act(&mut window, "S");
    change_mode(&mut window);
    undo(&mut window);
    change_mode(&mut window);
    assert_eq!((tree(&window), log(&window)), (before.clone(), "maze.play.loom".to_owned()));
    assert!(
        told(&window).contains("the game in maze.play-2.loom goes on as maze.play.loom"),
        "{}",
        told(&window)
    );
    assert!(house.files().contains(&"maze.play-3.loom".to_owned()), "the game on the wall is kept");
    // What is played now is written to that file, and it is the one of the next start.
    act(&mut window, "S");
    let window = next_start(&house, window);
    assert_eq!(tree(&window).0[..before.0.len()], before.0);
    assert_eq!(tree(&window).0.len(), before.0.len() + 1);
}

#[test]
fn redoing_the_edit_goes_on_with_the_game_that_was_played_on_it() {
    let house = House::new();
    let mut window = won(&house);
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    act(&mut window, "S");
    let walled = tree(&window);
    for (go, turns) in [(GoCommand::Back, 1), (GoCommand::Forward, 1), (GoCommand::Back, 1)] {
        change_mode(&mut window);
        ask(&mut window, Command::Go(go.clone()));
        change_mode(&mut window);
        assert_eq!(turn(&window), turns);
        assert_eq!(tree(&window) == walled, go == GoCommand::Forward);
    }
    let games = house.files().into_iter().filter(|name| name.contains(".play")).count();
    assert_eq!(games, 2, "no game is copied");
}

#[test]
fn a_game_without_turns_leaves_no_file_when_the_edit_is_undone() {
    let house = House::new();
    let mut window = won(&house);
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    change_mode(&mut window);
    undo(&mut window);
    change_mode(&mut window);
    let games: Vec<_> = house.files().into_iter().filter(|name| name.contains(".play")).collect();
    assert!(games.contains(&log(&window)), "{games:?}");
    assert_eq!(games.len(), 1, "{games:?}");
}

#[test]
fn after_several_edits_the_whole_run_is_replayed_and_not_what_the_level_between_allowed() {
    let house = House::new();
    let mut window = won(&house);
    ask(&mut window, Command::Go(GoCommand::Last));
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    assert_eq!(turn(&window), 0);
    change_mode(&mut window);
    undo(&mut window);
    wall(&mut window, 1, 2);
    change_mode(&mut window);
    assert_eq!(turn(&window), 2, "{}", told(&window));
    assert!(document(&window).result().is_some());
}

#[test]
fn turns_that_were_undone_are_replayed_too_and_the_position_stays() {
    let house = House::new();
    let mut window = won(&house);
    assert_eq!(turn(&window), 1);
    change_mode(&mut window);
    wall(&mut window, 1, 2);
    change_mode(&mut window);
    assert_eq!((turn(&window), document(&window).last_turn()), (1, 2));
}

#[test]
fn a_game_set_aside_in_an_earlier_run_is_found_again() {
    let house = House::new();
    let mut window = won(&house);
    let before = tree(&window);
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    act(&mut window, "S");
    let mut window = next_start(&house, window);
    change_mode(&mut window);
    undo(&mut window);
    change_mode(&mut window);
    assert_eq!(tree(&window), before);
}

#[test]
fn a_save_of_its_own_goes_on_where_it_lies() {
    let house = House::new();
    let mut window = won(&house);
    window.state_mut().close().expect("it can be written");
    std::fs::copy(house.path("maze.play.loom"), house.path("game.loom")).expect("there is room");
    ask(&mut window, Command::File(FileCommand::Open(house.path("game.loom"))));
    let before = tree(&window);
    change_mode(&mut window);
    wall(&mut window, 2, 1);
    change_mode(&mut window);
    act(&mut window, "S");
    change_mode(&mut window);
    undo(&mut window);
    change_mode(&mut window);
    assert_eq!((tree(&window), log(&window)), (before, "game.loom".to_owned()));
    assert_eq!(crate::workspace(&window).mode(), Mode::Play);
}
