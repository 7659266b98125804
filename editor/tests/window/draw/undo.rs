//! Undo: one gesture is one step, a drag can be cancelled, and the changes of an undo are highlighted.

use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use timeloom::scene::Cell;
use timeloom_editor::edit_state::Tool;

use super::{drawing, tidy};
use crate::document;

const EMPTY: &str = "...... ...... ...... ......";

#[test]
fn one_gesture_is_one_undo() {
    let mut hand = drawing(EMPTY);
    hand.drag(&[(0, 0), (5, 0), (5, 3)]);
    hand.ctrl(Key::Z);
    assert_eq!(hand.drawn(), tidy(EMPTY));
    hand.ctrl(Key::Y);
    assert_eq!(hand.drawn(), tidy("###### .....# .....# .....#"));
}

#[test]
fn undo_in_mid_drag_gives_the_drag_up_and_undoes_nothing_else() {
    let mut hand = drawing(EMPTY);
    hand.click((0, 3));
    hand.hold(&[(0, 0), (4, 0)]);
    hand.ctrl(Key::Z);
    assert!(hand.edit_state().gesture().is_none());
    hand.hover((4, 3));
    hand.let_go((4, 3));
    assert_eq!((hand.drawn(), hand.steps()), (tidy("...... ...... ...... #....."), 1));
    hand.click((5, 3));
    assert_eq!(hand.drawn(), tidy("...... ...... ...... #....#"), "nothing is stuck");
}

#[test]
fn escape_in_mid_drag_gives_the_drag_up() {
    let mut hand = drawing(EMPTY);
    hand.hold(&[(0, 0), (4, 0)]);
    hand.key(Key::Escape);
    hand.let_go((4, 0));
    assert_eq!((hand.drawn(), hand.steps()), (tidy(EMPTY), 0));
}

#[test]
fn the_other_button_in_mid_drag_gives_the_drag_up() {
    let mut hand = drawing(EMPTY);
    hand.hold(&[(0, 0), (4, 0)]);
    hand.drag_with(&[(4, 0)], PointerButton::Secondary, Modifiers::NONE);
    hand.let_go((4, 0));
    assert_eq!((hand.drawn(), hand.steps()), (tidy(EMPTY), 0));
}

#[test]
fn losing_the_focus_in_mid_drag_keeps_what_was_drawn_and_ends_the_drag() {
    let mut hand = drawing(EMPTY);
    hand.hold(&[(0, 0), (3, 0)]);
    hand.window.event(Event::WindowFocused(false));
    hand.window.run();
    assert!(hand.edit_state().gesture().is_none());
    hand.window.event(Event::WindowFocused(true));
    hand.hover((3, 3));
    assert_eq!((hand.drawn(), hand.steps()), (tidy("####.. ...... ...... ......"), 1));
    hand.let_go((3, 3));
    hand.click((5, 3));
    assert_eq!(hand.drawn(), tidy("####.. ...... ...... .....#"));
}

#[test]
fn letting_go_outside_of_the_board_ends_the_drag() {
    let mut hand = drawing(EMPTY);
    hand.hold(&[(0, 0), (3, 0)]);
    let outside = egui::pos2(2.0, 2.0);
    hand.move_to(outside);
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    hand.window.event(Event::PointerButton { pos: outside, button, pressed: false, modifiers });
    hand.window.event(Event::PointerGone);
    hand.window.run();
    assert!(hand.edit_state().gesture().is_none());
    assert_eq!(hand.steps(), 1);
    assert!(hand.drawn().starts_with("####"), "{}", hand.drawn());
}

#[test]
fn taking_another_tool_in_mid_drag_gives_the_drag_up() {
    let mut hand = drawing(EMPTY);
    hand.hold(&[(0, 0), (3, 0)]);
    hand.tool(Tool::Select);
    hand.let_go((3, 0));
    assert_eq!(hand.steps(), 0);
}

#[test]
fn undo_shows_what_changed() {
    let mut hand = drawing(EMPTY);
    hand.drag(&[(1, 1), (2, 1)]);
    hand.ctrl(Key::Z);
    let cells = &hand.edit_state().flash().expect("a flash").cells;
    assert_eq!(*cells, [Cell { x: 1, y: 1 }, Cell { x: 2, y: 1 }]);
}

#[test]
fn undo_takes_the_view_to_the_slice_in_which_something_changed() {
    let mut hand = drawing(EMPTY);
    (0..5).for_each(|_| hand.key(Key::PageUp));
    hand.key(Key::H);
    hand.key(Key::Num4);
    hand.click((1, 1));
    (0..4).for_each(|_| hand.key(Key::PageDown));
    assert_eq!(hand.slice(), 1);
    hand.ctrl(Key::Z);
    assert_eq!(hand.slice(), 5);
}

#[test]
fn undo_takes_the_view_to_the_part_of_the_board_in_which_something_changed() {
    let rows = vec![".".repeat(60); 60].join(" ");
    let mut hand = drawing(&rows);
    hand.click((59, 59));
    (0..8).for_each(|_| hand.ctrl(Key::Plus));
    (0..10).for_each(|_| hand.pan(egui::vec2(150.0, 150.0)));
    let room = hand.edit_state().stage().expect("shown").room;
    assert!(!room.contains(hand.at((59, 59))), "the far corner is out of sight");
    hand.ctrl(Key::Z);
    assert!(room.contains(hand.at((59, 59))), "and in sight after it changed");
}

#[test]
fn drawing_in_the_past_keeps_the_other_branch() {
    let mut hand = drawing(EMPTY);
    hand.click((0, 0));
    hand.ctrl(Key::Z);
    hand.click((5, 3));
    assert_eq!(crate::document(&hand.window).game().node_count(), 3);
}

#[test]
fn every_edit_stands_in_the_log_can_be_looked_at_in_passing_and_gone_back_to() {
    let mut hand = drawing("@... .... .... ...>");
    hand.click((1, 1));
    hand.click((2, 1));
    hand.choose("Log");
    hand.window.get_by_label("2 edits in all branches");
    let row = hand.window.get_by_label_contains("edit 1: ").rect().center();
    hand.move_to(row);
    assert!(document(&hand.window).is_preview());
    assert_eq!(hand.drawn(), tidy("@... .#.. .... ...>"));
    hand.window.get_by_label_contains("edit 1: ").click();
    hand.window.run();
    assert_eq!(hand.steps(), 1);
    assert!(!document(&hand.window).is_preview());
}
