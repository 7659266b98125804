//! A turn of each ruleset by keyboard alone.

use super::*;
use crate::click;

#[test]
fn in_unseen_tab_and_enter_choose_and_arrows_still_walk() {
    let mut window = onto_map(&ROOM);
    key(&mut window, Key::ArrowRight);
    assert_eq!(done(&window), ["E"], "arrows walk as long as no place has the focus");
    tab_to(&mut window, "column 3, row 1: Push the box east");
    key(&mut window, Key::Enter);
    assert_eq!(done(&window), ["E", "PE"]);
    assert!(focused(&window).starts_with("column "), "a place near the last one: {}", focused(&window));
    key(&mut window, Key::Space);
    assert_eq!(done(&window), ["E", "PE", "."], "the keys of the game go on working");
    key(&mut window, Key::Escape);
    key(&mut window, Key::ArrowDown);
    assert_eq!(done(&window), ["E", "PE", ".", "S"], "Escape gives the arrows back");
}

#[test]
fn in_unseen_arrows_go_from_place_to_place_once_one_has_the_focus() {
    let mut window = onto_map(&ROOM);
    tab_to(&mut window, "column 2, row 1: Walk east");
    key(&mut window, Key::ArrowLeft);
    assert_eq!(focused(&window), "column 1, row 1: Wait");
    key(&mut window, Key::ArrowDown);
    assert_eq!(focused(&window), "column 1, row 2: Walk south");
    assert!(done(&window).is_empty(), "nobody walked");
    key(&mut window, Key::Enter);
    assert_eq!(done(&window), ["S"]);
}

#[test]
fn in_azul_arrows_and_enter_are_a_turn() {
    let mut window = onto_sample("azul-1-two.toml");
    key(&mut window, Key::ArrowDown);
    assert!(focused(&window).contains("on factory 0"), "{}", focused(&window));
    key(&mut window, Key::ArrowRight);
    assert!(focused(&window).contains("on factory 1"), "{}", focused(&window));
    key(&mut window, Key::Enter);
    assert_eq!(chosen(&window), 1);
    assert!(focused(&window).contains("into line") || focused(&window).contains("to the floor"));
    key(&mut window, Key::Enter);
    assert_eq!((done(&window).len(), chosen(&window)), (1, 0));
    assert!(!focused(&window).is_empty(), "the next player goes on from there");
}

#[test]
fn in_skirmish_arrows_enter_and_space_are_a_turn() {
    let mut window = onto_sample("skirmish-bridge.toml");
    key(&mut window, Key::ArrowRight);
    assert!(focused(&window).contains("column 0, row 0"), "{}", focused(&window));
    key(&mut window, Key::ArrowDown);
    assert!(focused(&window).contains("Aldis"), "{}", focused(&window));
    key(&mut window, Key::Enter);
    key(&mut window, Key::ArrowDown);
    assert!(focused(&window).contains("column 0, row 2"), "{}", focused(&window));
    key(&mut window, Key::Enter);
    assert_eq!(focused(&window), "Aldis steps south", "the menu has the focus");
    key(&mut window, Key::ArrowDown);
    key(&mut window, Key::Enter);
    assert_eq!(done(&window), ["A:light:S"]);
    assert!(focused(&window).starts_with("column "), "{}", focused(&window));
    key(&mut window, Key::Space);
    assert_eq!(done(&window), ["A:light:S", "Tick"]);
}

#[test]
fn in_fleet_space_tab_and_enter_are_a_round() {
    let mut window = onto_sample("fleet-first-strike.toml");
    key(&mut window, Key::Space);
    assert_eq!(done(&window), ["roll"]);
    for (player, action) in [("Cass", "A:save"), ("Dov", "B:save")] {
        tab_to(&mut window, &format!("{player} saves the lines"));
        key(&mut window, Key::Enter);
        assert_eq!(document(&window).here().action, action);
    }
}

#[test]
fn in_fleet_arrows_and_enter_aim_a_ship() {
    let mut window = onto_turn("fleet-first-strike.loom", 10);
    key(&mut window, Key::ArrowDown);
    assert!(focused(&window).contains("Guardian A2"), "{}", focused(&window));
    key(&mut window, Key::Enter);
    tab_to(&mut window, ": Guardian A2 aims at Xenite B7");
    key(&mut window, Key::Enter);
    assert_eq!(document(&window).here().action, "A2:at:B7");
}

#[test]
fn escape_takes_a_step_back_and_the_focus_stays() {
    let mut window = onto_sample("skirmish-bridge.toml");
    tab_to(&mut window, "row 1: Aldis");
    key(&mut window, Key::Enter);
    key(&mut window, Key::Enter);
    assert_eq!(done(&window), ["A:hold"], "Enter twice holds");
    tab_to(&mut window, "row 0: Brand");
    key(&mut window, Key::Enter);
    assert_eq!(chosen(&window), 1);
    key(&mut window, Key::Escape);
    assert_eq!(chosen(&window), 0);
    assert!(focused(&window).contains("Brand"), "{}", focused(&window));
    key(&mut window, Key::Escape);
    assert_eq!(focused(&window), "", "the board is left");
}

#[test]
fn a_screen_reader_chooses_a_place_without_the_mouse() {
    let mut window = onto_map(&ROOM);
    window.get_by_label("column 2, row 1: Walk east").click_accesskit();
    window.run();
    assert_eq!(done(&window), ["E"]);
}

#[test]
fn the_list_acts_too() {
    let mut window = onto_map(&ROOM);
    click(&mut window, "Walk east: to (2, 1) at t 1");
    assert_eq!(done(&window), ["E"]);
}
