//! First slice of new things: the start, unless requested otherwise.

use egui::Key;
use egui_kittest::kittest::Queryable;

use super::{PressKind, drawing, tidy};

/// Shows the slice at t 3, with the box brush.
fn later(rows: &str) -> PressKind {
    let mut hand = drawing(rows);
    (0..3).for_each(|_| hand.key(Key::PageUp));
    hand.key(Key::Num4);
    hand
}

#[test]
fn new_things_stand_from_the_start_whatever_slice_is_shown() {
    let mut hand = later("@... .... .... ...>");
    hand.click((1, 1));
    assert_eq!((hand.only("box").spot.t, hand.slice()), (0, 3));
    hand.window.get_by_label("placing from the start");
}

#[test]
fn a_key_or_a_click_places_from_the_slice_that_is_shown_on() {
    let mut hand = later("@... .... .... ...>");
    hand.key(Key::H);
    hand.click((1, 1));
    assert_eq!(hand.only("box").spot.t, 3);
    hand.window.get_by_label("placing from t 3 on").click();
    hand.window.run();
    hand.window.get_by_label("placing from the start");
}

#[test]
fn what_is_not_there_in_the_slice_that_is_shown_takes_the_view_along() {
    let mut hand = later(".... .... .... ...>");
    hand.key(Key::Num2);
    hand.click((1, 1));
    assert_eq!((hand.only("player").spot.t, hand.slice()), (0, 0));
}

#[test]
fn erasing_takes_away_what_is_seen() {
    let mut hand = later("B... .... .... ...>");
    hand.key(Key::X);
    hand.click((0, 0));
    assert_eq!(hand.drawn(), tidy(".... .... .... ...>"));
}

#[test]
fn a_rift_stands_from_the_start_and_leads_to_the_slice_that_was_chosen() {
    let mut hand = later("@... .... .... ...>");
    hand.key(Key::Num8);
    hand.drag(&[(1, 1), (3, 2)]);
    assert_eq!((hand.only("rift").spot.t, hand.target()), (0, Some((3, 2, 3))));
}
