//! Actions in words, by pointing at cells, and the way to a cell further away.

use super::{GUARD, level, played};
use crate::rules::Rules;
use crate::rulesets::unseen::{State, Unseen};
use crate::scene::{BoardCell, Cell};
use crate::show::Controls;

fn set_up(rows: &[&str], rest: &str, actions: &str) -> (Unseen, State) {
    let rules = Unseen::new(level(rows, rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let state = played(&rules, actions);
    (rules, state)
}

fn phrase(rows: &[&str], rest: &str, actions: &str, action: &str) -> String {
    let (rules, state) = set_up(rows, rest, actions);
    rules.phrase(&state, &action.parse().expect("an action"))
}

/// The cells to point at for an action, as text.
fn steps(rows: &[&str], action: &str) -> String {
    let (rules, state) = set_up(rows, "", "");
    let steps = rules.steps(&state, &action.parse().expect("an action"));
    steps.iter().map(|cells| cells[0].at.to_string()).collect::<Vec<_>>().join(" ")
}

/// The way to a cell, as letters.
fn route(rows: &[&str], rest: &str, to: (u32, u32)) -> String {
    let (rules, state) = set_up(rows, rest, "");
    let route = rules.route(&state, BoardCell::new(0, Cell::new(to.0, to.1)));
    let mut at = state;
    for action in &route {
        at = rules.apply(&at, action).expect("every step is legal").0;
    }
    assert!(
        route.is_empty()
            || at.game().player_position().spatial() == super::super::scene::off_board(Cell::new(to.0, to.1))
    );
    route.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const ROOM: [&str; 5] = ["########", "#..P...#", "#.@BB..#", "#.....>#", "########"];
const RIFT: &str = "[[entity]]\nkind = \"rift\"\nat = [2, 2]\nrift = { target = [1, 1, 5] }\n";

#[test]
fn actions_are_told_in_words() {
    assert_eq!(phrase(&ROOM, "", "", "N"), "Walk north");
    assert_eq!(phrase(&ROOM, "", "", "."), "Wait");
    assert_eq!(phrase(&ROOM, "", "", "PE"), "Push 2 boxes east");
    assert_eq!(phrase(&ROOM, "", "N", "PE"), "Push the box east");
    assert_eq!(phrase(&ROOM, "", "N", "LW"), "Pull the box west");
    assert_eq!(phrase(&ROOM, "", "", "PW"), "Push a box west");
    assert_eq!(phrase(&ROOM, "", "", "U"), "Go through a rift");
    assert_eq!(phrase(&ROOM, RIFT, "", "U"), "Go through the rift to t 5");
    assert_eq!(phrase(&ROOM, "", "", "R"), "Restart");
}

#[test]
fn actions_are_chosen_by_pointing_at_cells() {
    assert_eq!(steps(&ROOM, "N"), "2,1");
    assert_eq!(steps(&ROOM, "PE"), "3,2");
    assert_eq!(steps(&ROOM, "LW"), "3,2 2,2");
    assert_eq!(steps(&ROOM, "."), "2,2 2,2");
    assert_eq!(steps(&ROOM, "U"), "2,2");
    assert_eq!(steps(&ROOM, "R"), "");
}

#[test]
fn a_step_off_the_board_points_at_nothing() {
    assert_eq!(steps(&["@.>"], "N"), "");
}

#[test]
fn the_way_to_a_cell_is_the_shortest() {
    assert_eq!(route(&ROOM, "", (2, 3)), "S");
    assert_eq!(route(&ROOM, "", (5, 2)), "S E E E N");
    assert_eq!(route(&ROOM, "", (2, 2)), "");
    assert_eq!(route(&ROOM, "", (3, 2)), "", "a box is there");
    assert_eq!(route(&["######", "#@#.>#", "######"], "", (3, 1)), "", "a wall is between");
}

#[test]
fn the_way_to_a_cell_keeps_out_of_sight() {
    let open = ["#########", "#.......#", "#.......#", "#@......#", "#.......#", "#......>#", "#########"];
    let way = route(&open, "", (7, 3));
    assert_eq!(way.split(' ').count(), 6);
    let hidden = route(&open, GUARD, (7, 3));
    assert_eq!(hidden, "", "the guard sees all ways");
}
