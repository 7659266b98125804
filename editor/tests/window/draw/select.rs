//! Selecting, moving, copying and pasting, within a slice, across slices and across levels.

use egui::{Key, Modifiers};
use timeloom_editor::edit_state::Tool;

use super::{PressKind, check, drawing, tidy};

fn selecting(rows: &str) -> PressKind {
    let mut hand = drawing(rows);
    hand.tool(Tool::Select);
    hand
}

#[test]
fn a_click_selects_what_is_there_and_a_click_beside_it_nothing() {
    let mut hand = selecting("B.B ... ...");
    hand.click((2, 0));
    assert_eq!(hand.selected(), [(2, 0)]);
    hand.click((1, 1));
    assert!(hand.selected().is_empty());
    assert_eq!(hand.steps(), 0);
}

#[test]
fn a_frame_selects_what_is_within() {
    let mut hand = selecting("B.B. .... B..B ....");
    hand.drag(&[(1, 3), (3, 0)]);
    assert_eq!(hand.selected(), [(2, 0), (3, 2)]);
}

#[test]
fn shift_and_click_add_and_take_away() {
    let mut hand = selecting("B.B. .... B... ....");
    hand.click((0, 0));
    hand.click_with((2, 0), Modifiers::SHIFT);
    hand.click_with((0, 2), Modifiers::SHIFT);
    hand.click_with((0, 0), Modifiers::SHIFT);
    assert_eq!(hand.selected(), [(2, 0), (0, 2)]);
}

#[test]
fn shift_and_a_frame_add() {
    let mut hand = selecting("B.B. .... B..B ....");
    hand.click((0, 0));
    hand.drag_with(&[(1, 3), (3, 2)], egui::PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(hand.selected(), [(0, 0), (3, 2)]);
}

#[test]
fn dragging_moves_all_that_is_selected() {
    let moved = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.drag(&[(0, 2), (1, 0)]);
        hand.drag(&[(0, 0), (2, 1)]);
    };
    check("BB.. B.#. .... ....", moved, ".... ..BB ..B. ....");
}

#[test]
fn dragging_something_else_selects_and_moves_only_that() {
    let moved = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.click((0, 0));
        hand.drag(&[(1, 0), (3, 3)]);
    };
    check("BB.. .... .... ....", moved, "B... .... .... ...B");
}

#[test]
fn a_move_off_the_board_is_refused_with_a_sentence_and_changes_nothing() {
    let mut hand = selecting("B... #... .... ....");
    hand.click((0, 0));
    hand.key(Key::ArrowLeft);
    assert_eq!(hand.drawn(), tidy("B... #... .... ...."));
    assert_eq!(hand.steps(), 0);
    let message = hand.window.state().message().expect("a sentence");
    assert!(message.contains("not on the board"), "{message}");
}

#[test]
fn arrows_nudge_what_is_selected() {
    let mut hand = selecting("B... .... .... ....");
    hand.click((0, 0));
    hand.key(Key::ArrowRight);
    hand.key(Key::ArrowDown);
    assert_eq!(hand.drawn(), tidy(".... .B.. .... ...."));
    assert_eq!(hand.steps(), 2);
}

#[test]
fn delete_takes_away_what_is_selected() {
    let gone = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.drag(&[(3, 1), (0, 0)]);
        hand.key(Key::Delete);
    };
    check("BB.. B#.. .... ###.", gone, ".... .... .... ###.");
}

#[test]
fn ctrl_a_selects_everything_in_the_slice() {
    let mut hand = drawing("B.B ... ..#");
    hand.ctrl(Key::A);
    assert_eq!(hand.selected().len(), 3);
    assert_eq!(hand.edit_state().tool(), Tool::Select);
}

#[test]
fn escape_selects_nothing() {
    let mut hand = selecting("B.B ... ..#");
    hand.ctrl(Key::A);
    hand.key(Key::Escape);
    assert!(hand.selected().is_empty());
}

#[test]
fn copy_and_paste_put_it_where_the_mouse_is() {
    let copied = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.drag(&[(2, 2), (0, 0)]);
        hand.ctrl(Key::C);
        hand.hover((2, 2));
        hand.ctrl(Key::V);
    };
    check("B#.. .... .... ....", copied, "B#.. .... ..B# ....");
}

#[test]
fn what_is_pasted_at_the_edge_is_kept_on_the_board() {
    let copied = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.drag(&[(2, 2), (0, 0)]);
        hand.ctrl(Key::C);
        hand.hover((3, 3));
        hand.ctrl(Key::V);
    };
    check("B#.. .... .... ....", copied, "B#.. .... .... ..B#");
}

#[test]
fn cut_takes_it_away_and_paste_brings_it_back() {
    let mut hand = selecting("B#.. .... .... ....");
    hand.click((0, 0));
    hand.ctrl(Key::X);
    assert_eq!(hand.drawn(), tidy(".#.. .... .... ...."));
    hand.hover((3, 1));
    hand.ctrl(Key::V);
    assert_eq!(hand.drawn(), tidy(".#.. ...B .... ...."));
}

#[test]
fn the_clipboard_keys_of_the_desktop_do_the_same() {
    let mut hand = selecting("B#.. .... .... ....");
    hand.click((0, 0));
    hand.window.event(egui::Event::Copy);
    hand.window.run();
    hand.hover((3, 3));
    hand.window.event(egui::Event::Paste("anything".to_owned()));
    hand.window.run();
    assert_eq!(hand.drawn(), tidy("B#.. .... .... ...B"));
}

#[test]
fn duplicate_puts_a_copy_beside_it_and_selects_that() {
    let doubled = |hand: &mut PressKind| {
        hand.tool(Tool::Select);
        hand.click((0, 0));
        hand.ctrl(Key::D);
        assert_eq!(hand.selected(), [(1, 1)]);
    };
    check("B... .... .... ....", doubled, "B... .B.. .... ....");
}

#[test]
fn what_is_copied_in_one_slice_is_pasted_into_another() {
    let mut hand = selecting("B... .... .... ....");
    hand.click((0, 0));
    hand.ctrl(Key::C);
    (0..3).for_each(|_| hand.key(Key::PageUp));
    assert_eq!(hand.slice(), 3);
    hand.hover((2, 2));
    hand.ctrl(Key::V);
    assert_eq!(hand.drawn(), tidy("B... .... ..B. ...."));
    hand.key(Key::PageDown);
    assert_eq!(hand.drawn(), tidy("B... .... .... ...."), "it is not there before");
}

#[test]
fn what_is_held_is_taken_to_another_slice_by_page_up() {
    let mut hand = selecting("B... .... .... ....");
    hand.hold(&[(0, 0), (2, 1)]);
    hand.key(Key::PageUp);
    hand.key(Key::PageUp);
    hand.let_go((2, 1));
    assert_eq!((hand.slice(), hand.steps()), (2, 1));
    assert_eq!(hand.drawn(), tidy(".... ..B. .... ...."));
    assert_eq!(hand.only("box").spot.t, 2);
}

#[test]
fn what_is_copied_in_one_level_is_pasted_into_another() {
    let mut hand = selecting("B#.. .... .... ....");
    hand.ctrl(Key::A);
    hand.ctrl(Key::C);
    let other = timeloom::catalog::draw_text("other.toml", &super::level("... ... ..."), Some("unseen"));
    let other = timeloom_editor::document::Document::new(other.expect("a level"), None);
    hand.window.state_mut().put(timeloom_editor::workspace::Workspace::draw(other, None));
    hand.window.run();
    hand.hover((1, 1));
    hand.ctrl(Key::V);
    assert_eq!(hand.drawn(), tidy("... .B# ..."));
}
