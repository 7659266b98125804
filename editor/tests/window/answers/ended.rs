//! The strip at the end of a game: it stays where it is, says how the game ended, and offers only what can be done.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use timeloom_editor::command::{Command, GoCommand};

use super::{BOX, answered, wait};
use crate::Window;
use crate::house::{House, act, ask, change_mode, click};
use crate::pictures::check;

/// A guard watches the way to the east; the exit is in the south.
const GUARDED: &str = "ruleset = \"unseen\"\n[meta]\nid = \"guard\"\nname = \"One guard\"\n[world]\ntime_depth = 30\n\
    light_speed = 3\nvision_radius = 8\ndetection = \"light_cone\"\nwin = \"exit\"\n[map]\nrows = [\n  \"#######\",\n  \
    \"#@....#\",\n  \"#..#..#\",\n  \"#>....#\",\n  \"#######\",\n]\n[[entity]]\nkind = \"enemy\"\nname = \"guard\"\n\
    at = [4, 2]\nvision = { facing = \"north\", fov = 90 }\n";

/// Opens a level and plays these actions; returns the rectangle of the board before the last one.
fn played(house: &House, level: &str, actions: &str) -> (Window, egui::Rect) {
    let mut window = answered(house, level);
    change_mode(&mut window);
    let (last, before) = actions.rsplit_once(' ').map_or((actions, ""), |(before, last)| (last, before));
    before.split_whitespace().for_each(|action| act(&mut window, action));
    wait(&mut window);
    let board = board(&window);
    act(&mut window, last);
    (window, board)
}

fn board(window: &Window) -> egui::Rect {
    window.get_by_role(Role::Canvas).rect()
}

#[test]
fn a_won_game_says_so_and_the_board_stays_where_it_was() {
    let house = House::new();
    let (mut window, before) = played(&house, BOX, "S N PE PE");
    assert_eq!(board(&window), before);
    wait(&mut window);
    assert_eq!(board(&window), before);
    window.get_by_label("won in 4 turns (shortest 2)");
    assert!(window.query_by_label("Stop").is_none() && window.query_by_label("Hint").is_none());
    click(&mut window, "Answers");
    assert_eq!(window.get_all_by_label("won in 4 turns (shortest 2)").count(), 2);
    assert!(window.query_by_label_contains("looking for").is_none());
    check(&mut window, "answers-ended.png");
    ask(&mut window, Command::Go(GoCommand::Turn(1)));
    wait(&mut window);
    assert_eq!(board(&window), before);
    window.get_all_by_label("can still be won, at least 3 turns more").next().expect("it goes on");
}

#[test]
fn a_lost_game_says_why_and_since_when_and_the_board_stays_where_it_was() {
    let house = House::new();
    let (mut window, before) = played(&house, GUARDED, "E E");
    wait(&mut window);
    assert_eq!(board(&window), before);
    // In the strip and above the board.
    assert_eq!(window.get_all_by_label("lost: seen by guard at (3, 1) at t 2").count(), 2);
    window.get_by_label("Go to turn 1");
    assert!(window.query_by_label("Stop").is_none() && window.query_by_label("Hint").is_none());
    check(&mut window, "answers-ended-lost.png");
}

#[test]
fn a_game_for_several_has_no_strip() {
    let house = House::new();
    let level = include_str!("../../../../saves/levels/skirmish-bridge.toml");
    let mut window = answered(&house, level);
    change_mode(&mut window);
    wait(&mut window);
    assert!(window.state().answers().turn().is_none());
    assert!(window.query_by_label("Hint").is_none() && window.query_by_label("Stop").is_none());
}

#[test]
fn after_a_restart_the_game_can_be_won_again() {
    let house = House::new();
    let (mut window, _) = played(&house, BOX, "S E PN");
    wait(&mut window);
    assert_eq!(window.state().answers().lost_after(), Some(2));
    act(&mut window, "R");
    wait(&mut window);
    assert_eq!(window.state().answers().lost_after(), None);
    window.get_all_by_label("can still be won, at least 2 turns more").next().expect("it begins anew");
    act(&mut window, "PE");
    act(&mut window, "PE");
    wait(&mut window);
    window.get_all_by_label("won in 2 turns (shortest 2)").next().expect("turns since the restart");
    assert_eq!(window.state().answers().lost_after(), None);
}
