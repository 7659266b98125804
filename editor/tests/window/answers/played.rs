//! The list of playthroughs: where each was played, why it breaks, and what other programs do to the saves.

use egui::{Event, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use timeloom_editor::answers::describe;

use timeloom::timeline::{NodeId, Note};
use timeloom_editor::command::{Command, GoCommand};
use timeloom_editor::settings::Centre;

use super::{BOX, answered, runs, save, strip, wait};
use crate::house::{House, act, ask, change_mode, click, wall};
use crate::pictures::check;
use crate::{Window, document, turn};

/// Wins, draws a wall across the way, and goes to Play and back.
fn broken(house: &House) -> Window {
    let mut window = answered(house, BOX);
    change_mode(&mut window);
    act(&mut window, "S");
    act(&mut window, "N");
    act(&mut window, "PE");
    act(&mut window, "PE");
    change_mode(&mut window);
    wall(&mut window, 3, 2);
    change_mode(&mut window);
    change_mode(&mut window);
    wait(&mut window);
    window
}

/// Another program did something to the files, and the window has the keyboard again.
fn look_again(window: &mut Window) {
    window.input_mut().events.push(Event::WindowFocused(true));
    wait(window);
}

#[test]
fn a_game_that_was_set_aside_tells_its_file_and_why_it_breaks() {
    let house = House::new();
    let mut window = broken(&house);
    let known = window.state().answers().level().expect("a level is in front");
    let played = &known.runs.as_ref().expect("they were re-run").played;
    let told: Vec<_> = played.iter().map(|run| (describe::run(run).text, describe::details(run))).collect();
    let reason = "PE: a wall is behind the box".to_owned();
    let aside = "set aside in maze.play.loom".to_owned();
    assert_eq!(
        told,
        [
            ("'an earlier game' breaks at turn 3".to_owned(), vec![reason.clone(), aside.clone()]),
            ("'the open game' is not over after turn 2".to_owned(), Vec::new()),
        ]
    );
    window.set_size(vec2(1280.0, 800.0));
    window.run();
    click(&mut window, "Answers");
    let row = window.get_by_label("'an earlier game' breaks at turn 3, play it");
    assert_eq!(row.accesskit_node().description(), Some(format!("{reason}; {aside}")));
    // Messages that go by themselves are gone, however many frames the answers took.
    window.run_steps(100);
    check(&mut window, "answers-played.png");
    click(&mut window, "'an earlier game' breaks at turn 3, play it");
    assert!(window.state().message().is_some_and(|said| said.starts_with("turn 3 of 4: PE is refused")));
}

#[test]
fn a_save_that_appears_changes_or_goes_is_noticed() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    assert_eq!(runs(&window), ["'straight' wins in 2"]);
    save(&house, "tester.loom", "N");
    look_again(&mut window);
    assert_eq!(runs(&window).len(), 2);
    click(&mut window, "Answers");
    window.get_by_label("'tester.loom' is not over after turn 1, play it");
    std::fs::remove_file(house.path("tester.loom")).expect("it is there");
    save(&house, "tester.loom", "PE PE");
    look_again(&mut window);
    window.get_by_label("'tester.loom' wins in 2, play it");
    std::fs::remove_file(house.path("tester.loom")).expect("it is there");
    look_again(&mut window);
    assert_eq!(runs(&window), ["'straight' wins in 2"]);
}

#[test]
fn looking_at_the_same_saves_asks_nothing() {
    let house = House::new();
    house.write("maze.toml", BOX);
    save(&house, "tester.loom", "N");
    let mut window = answered(&house, BOX);
    wall(&mut window, 4, 1);
    wait(&mut window);
    window.input_mut().events.push(Event::WindowFocused(true));
    window.step();
    assert!(!window.state().answers().is_working());
}

#[test]
fn a_click_on_a_line_of_the_strip_plays_the_run_up_to_where_it_breaks() {
    let house = House::new();
    let mut window = broken(&house);
    click(&mut window, "1 playthrough breaks at turn 3");
    assert_eq!(turn(&window), 2);
    assert!(window.state().message().is_some_and(|said| said.starts_with("turn 3 of 4: PE is refused")));
}

#[test]
fn an_error_about_a_turn_goes_with_the_next_change() {
    let house = House::new();
    let mut window = broken(&house);
    click(&mut window, "1 playthrough breaks at turn 3");
    assert!(window.state().message().is_some());
    ask(&mut window, Command::Go(GoCommand::Back));
    assert_eq!(window.state().message(), None);
}

#[test]
fn names_and_bookmarks_come_along_when_a_run_is_replayed() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    act(&mut window, "S");
    act(&mut window, "N");
    ask(&mut window, Command::Go(GoCommand::Note(Note::name(NodeId(1), "around"))));
    ask(&mut window, Command::Go(GoCommand::Note(Note::bookmark(NodeId(2), "back again"))));
    change_mode(&mut window);
    wall(&mut window, 4, 1);
    change_mode(&mut window);
    let tree = document(&window).game().tree();
    let notes = |id| tree.notes(NodeId(id));
    assert_eq!(notes(1).name.as_deref(), Some("around"));
    assert_eq!(notes(2).bookmark.as_deref(), Some("back again"));
}

#[test]
fn a_long_name_leaves_room_for_the_others_in_the_strip() {
    let house = House::new();
    let name = "a very long name that does not fit into any strip beside other lines";
    let mut window = answered(&house, &BOX.replace("straight", name));
    wall(&mut window, 3, 2);
    wait(&mut window);
    assert_eq!(runs(&window), ["'a very long name that do…' breaks at turn 1"]);
    window.get_by_label("'a very long name that do…' breaks at turn 1").hover();
    window.run();
    window.get_by_label_contains(name);
}

#[test]
fn a_screenshot_waits_for_the_answers() {
    let house = House::new();
    house.write("maze.toml", &BOX.replace("#@B.o#", "#@B#o#"));
    let mut window = house.open();
    timeloom_editor::shot::take(window.state_mut(), egui::Theme::Dark, 900, 600);
    assert!(!window.state().answers().is_working());
    assert_eq!(strip(&window), "cannot be won");
}

#[test]
fn beside_a_wide_cube_the_board_stays_visible_in_a_smaller_window() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    window.set_size(vec2(1440.0, 900.0));
    window.state_mut().put_in_the_middle(Centre::Both);
    window.run();
    window.set_size(vec2(900.0, 600.0));
    window.run();
    let board = window.get_by_label_contains("board, 6 by 5 cells").rect();
    assert!(board.width() > 150.0, "{board:?}");
}

#[test]
fn a_save_that_cannot_be_read_is_told() {
    let house = House::new();
    house.write("maze.toml", BOX);
    save(&house, "tester.loom", "PE PE");
    house.write("junk.loom", "not a save");
    let bytes = std::fs::read(house.path("tester.loom")).expect("it is there");
    let mut bent = bytes;
    let at = bent.len() - 3;
    bent[at] ^= 1;
    std::fs::write(house.path("bent.loom"), bent).expect("there is room");
    let mut window = answered(&house, BOX);
    assert_eq!(runs(&window), ["2 saves cannot be read", "'straight' wins in 2", "1 playthrough wins"]);
    click(&mut window, "Answers");
    window.get_by_label_contains("'bent.loom' cannot be read: ");
    window.get_by_label_contains("'junk.loom' cannot be read: ");
}

#[test]
fn a_game_of_this_drawing_belongs_to_it_whatever_its_id() {
    let house = House::new();
    let mut window = answered(&house, BOX);
    change_mode(&mut window);
    act(&mut window, "PE");
    act(&mut window, "PE");
    change_mode(&mut window);
    drop(window);
    let mut window = answered(&house, &BOX.replace("id = \"box\"", "id = \"renamed\""));
    wait(&mut window);
    assert_eq!(runs(&window), ["'straight' wins in 2", "1 playthrough wins"]);
}

#[test]
fn runs_are_not_called_missing_while_the_level_has_errors() {
    let house = House::new();
    let mut window = answered(&house, &BOX.replace('@', "."));
    click(&mut window, "Answers");
    window.get_by_label_contains("re-run when the level has no errors");
    assert!(window.query_by_label("none recorded").is_none());
}
