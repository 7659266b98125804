//! Reasons of refusals, in the words of players.

use super::{level, played};
use crate::rules::Rules;
use crate::rulesets::unseen::Unseen;
use crate::show::Show;

/// Checks why an action is refused after others.
fn check(rows: &[&str], rest: &str, actions: &str, action: &str, reason: &str) {
    let rules = Unseen::new(level(rows, rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let state = played(&rules, actions);
    let refused = rules.check(&state, &action.parse().expect("an action")).expect_err("it is refused");
    let turn = |_| crate::show::LogTurn { turn: 0, node: None };
    assert_eq!(rules.explain(&state, &refused, &turn).message, reason, "{action} after {actions:?}");
}

const ROOM: [&str; 5] = ["########", "#@B.B#.#", "#P...#.#", "#....#>#", "########"];

#[test]
fn what_is_in_the_way_is_named() {
    check(&ROOM, "", "", "N", "a wall is in the way");
    check(&ROOM, "", "", "E", "a box is in the way");
    check(&ROOM, "", "", "LN", "a wall is in the way");
    check(&ROOM, "", "PE", "PE", "a wall is behind the box");
    check(&ROOM, "", "PS", "PS", "a wall is behind the box");
}

#[test]
fn what_is_not_there_or_cannot_be_moved_is_told() {
    check(&ROOM, "", "", "PN", "there is no box to the north to push");
    check(&ROOM, "", "PE", "LE", "there is no box to the west to pull");
    check(&ROOM, "", "", "LE", "a wall cannot be pulled");
    check(&ROOM, "", "", "LW", "a box cannot be pulled");
    check(&ROOM, "", "", "U", "there is no rift here");
}

#[test]
fn once_the_game_is_over_only_a_restart_is_left() {
    check(&["####", "#@>#", "####"], "", "E", "E", "the game is over (won): only a restart is left");
}
