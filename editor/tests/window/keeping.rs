//! Data that saving and scrubbing keep: the positions in the drawing and the game, and the text around a
//! level.

use egui::{Key, Modifiers};
use timeloom::journal::Scan;
use timeloom::journal::record::Record;
use timeloom::journal::storage::Memory;

use crate::house::{House, LEVEL, act, change_mode, drawn, press, told, wall};
use crate::{Window, turn, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;

fn save(window: &mut Window) {
    press(window, CTRL, Key::S);
    assert_eq!(window.state().message(), None);
}

fn undo(window: &mut Window) {
    press(window, CTRL, Key::Z);
}

/// Lets more than a second pass without touching anything.
fn idle(window: &mut Window) {
    let since = window.ctx.input(|input| input.time);
    while window.ctx.input(|input| input.time) < since + 1.5 {
        window.step();
    }
}

/// Draws three walls and undoes two of them.
fn three_walls_and_two_undone(house: &House) -> Window {
    let mut window = house.open();
    (1..=3).for_each(|x| wall(&mut window, x, 2));
    undo(&mut window);
    undo(&mut window);
    window
}

/// Returns the number of times the position was written to a log.
fn noted(house: &House, log: &str) -> usize {
    let bytes = std::fs::read(house.path(log)).expect("it is there");
    let mut scan = Scan::begin(Box::new(Memory::new(bytes))).expect("it is a log");
    let mut count = 0;
    while let Some(records) = scan.next_frame().expect("it can be read") {
        count += records.iter().filter(|record| matches!(record, Record::Cursor { .. })).count();
    }
    count
}

#[test]
fn what_was_undone_before_saving_stays_undone_after_a_kill() {
    let house = House::new();
    let mut window = three_walls_and_two_undone(&house);
    save(&mut window);
    let (text, file) = (drawn(&window), house.read("maze.toml"));
    drop(window);

    let mut window = house.open();
    assert_eq!((turn(&window), drawn(&window)), (1, text));
    assert!(!workspace(&window).is_unsaved());
    assert_eq!(told(&window), "");
    save(&mut window);
    assert_eq!(house.read("maze.toml"), file);
    press(&mut window, CTRL, Key::Y);
    assert_eq!(turn(&window), 2, "what was undone can still be done again");
}

#[test]
fn what_was_undone_stays_undone_after_a_quiet_second_and_a_kill() {
    let house = House::new();
    let mut window = three_walls_and_two_undone(&house);
    idle(&mut window);
    drop(window);
    let window = house.open();
    assert_eq!(turn(&window), 1);
}

#[test]
fn the_game_is_where_it_was_after_a_quiet_second_and_a_kill() {
    let house = House::new();
    let mut window = house.open();
    change_mode(&mut window);
    ["E", ".", "."].iter().for_each(|action| act(&mut window, action));
    undo(&mut window);
    undo(&mut window);
    idle(&mut window);
    drop(window);
    let mut window = house.open();
    change_mode(&mut window);
    assert_eq!(turn(&window), 1);
}

#[test]
fn while_scrubbing_the_position_is_written_about_once_a_second() {
    let house = House::new();
    let mut window = three_walls_and_two_undone(&house);
    idle(&mut window);
    let (before, since) = (noted(&house, "maze.drawing.loom"), window.ctx.input(|input| input.time));
    let mut moves = 0;
    while window.ctx.input(|input| input.time) < since + 5.0 {
        press(&mut window, CTRL, if moves % 2 == 0 { Key::Z } else { Key::Y });
        moves += 1;
    }
    let written = noted(&house, "maze.drawing.loom") - before;
    assert!((2..=6).contains(&written), "{written} times for {moves} moves");
}

#[test]
fn a_position_that_did_not_move_is_not_written() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    idle(&mut window);
    save(&mut window);
    assert_eq!(noted(&house, "maze.drawing.loom"), 0, "the last action says where it is");
}

#[test]
fn saving_keeps_the_comments_and_undoing_gives_the_very_same_file() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    save(&mut window);
    assert_eq!(house.read("maze.toml"), LEVEL.replace("#...#", "#.#.#"));
    undo(&mut window);
    save(&mut window);
    assert_eq!(house.read("maze.toml"), LEVEL);
}

#[test]
fn a_comment_that_went_with_a_thing_comes_back_with_it() {
    let house = House::new();
    let level = format!("{LEVEL}\n# never sleeps\n[[entity]]\nkind = \"enemy\"\nat = [3, 2]\n");
    house.write("maze.toml", &level);
    let mut window = house.open();
    wall(&mut window, 3, 2);
    save(&mut window);
    assert!(!house.read("maze.toml").contains("never sleeps"));
    undo(&mut window);
    save(&mut window);
    assert_eq!(house.read("maze.toml"), level);
}

#[test]
fn a_file_whose_comments_do_not_fit_any_more_is_kept_under_another_name() {
    let house = House::new();
    // A level of this ruleset has at most 2 MiB, comments included.
    let level = format!("# a note of the author{}\n{LEVEL}", "x".repeat((2 << 20) - 30 - LEVEL.len()));
    house.write("maze.toml", &level);
    let mut window = house.open();
    act(&mut window, "setting:name=A%20much%20longer%20name%20of%20a%20maze");
    save(&mut window);
    assert!(!house.read("maze.toml").contains("a note"));
    assert_eq!(house.read("maze-2.toml"), level);
    assert!(
        told(&window).contains("the file that was maze.toml is kept as maze-2.toml"),
        "{}",
        told(&window)
    );
    wall(&mut window, 2, 2);
    save(&mut window);
    assert!(!house.path("maze-3.toml").exists(), "it is kept once");
}

#[cfg(unix)]
#[test]
fn saving_follows_a_link_and_keeps_the_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let house = House::new();
    std::fs::rename(house.path("maze.toml"), house.path("real.toml")).expect("there is room");
    std::fs::set_permissions(house.path("real.toml"), PermissionsExt::from_mode(0o600)).expect("it is ours");
    symlink("real.toml", house.path("maze.toml")).expect("there is room");
    let mut window = house.open();
    wall(&mut window, 2, 2);
    save(&mut window);
    assert!(house.path("maze.toml").is_symlink());
    let about = std::fs::metadata(house.path("real.toml")).expect("it is there");
    assert_eq!(about.permissions().mode() & 0o777, 0o600);
    assert_eq!(house.plain("real.toml"), drawn(&window));
}
