//! Walking to a cell that is further away, and what ends a walk.

use super::*;
use crate::orchard::played;
use crate::{onto, turn};

/// Clicks a cell of the orchard; the walk begins.
fn walk(window: &mut Window, x: u32, y: u32) {
    let place = at(window, x, y);
    window.hover_at(place);
    window.run();
    window.drag_at(place);
    window.drop_at(place);
    window.run_steps(3);
}

#[test]
fn a_walk_takes_one_turn_a_step_until_it_arrives() {
    let mut window = onto(played("").0);
    walk(&mut window, 1, 3);
    let begun = turn(&window);
    assert!(begun < 4, "the steps follow one after the other: {begun}");
    window.run_steps(10);
    assert_eq!(done(&window), ["E", "S", "S", "S"]);
    assert!(!window.state().is_running());
}

#[test]
fn a_walk_ends_where_something_happens() {
    let mut window = onto(played("S").0);
    walk(&mut window, 1, 5);
    window.run_steps(12);
    assert_eq!(done(&window).last().map(String::as_str), Some("S"));
    assert_eq!(document(&window).scene().focus, Some(Cell { x: 1, y: 4 }), "an apple was picked on the way");
}

#[test]
fn a_walk_ends_where_the_way_is_blocked_and_tells_why() {
    let mut window = onto(played("").0);
    walk(&mut window, 3, 0);
    window.run_steps(4);
    assert_eq!(done(&window), ["E"], "a wall is next");
    window.get_by_label("a wall is there");
    assert!(!window.state().is_running());
    assert_eq!(window.state().message(), None);
}

#[test]
fn escape_and_any_other_turn_end_a_walk() {
    for end in [Key::Escape, Key::ArrowDown] {
        let mut window = onto(played("SS").0);
        walk(&mut window, 7, 4);
        key(&mut window, end);
        let before = done(&window);
        window.run_steps(12);
        assert_eq!(done(&window), before, "{end:?}");
        assert!(before.len() < 11, "{before:?}");
    }
}

#[test]
fn in_unseen_a_walk_keeps_out_of_sight() {
    let mut window = onto_sample("unseen-06-behind-his-back.toml");
    click_cell(&mut window, 7, 1);
    window.run_steps(30);
    assert_eq!(document(&window).result().map(ToString::to_string).as_deref(), Some("won: the player"));
}

#[test]
fn where_no_safe_way_leads_a_hint_says_so() {
    let mut window = onto_map(&["#######", "#@.#.>#", "#..#..#", "#######"]);
    click_cell(&mut window, 4, 2);
    window.run_steps(2);
    assert!(done(&window).is_empty());
    window.get_by_label("no safe way there");
}
