//! Drawing without a mouse: a cursor on the board that is announced, and every tool by key.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use timeloom_editor::edit_state::Tool;

use super::{PressKind, drawing, tidy};

const EMPTY: &str = "...... ...... ...... ......";

fn go(hand: &mut PressKind, way: &str) {
    for step in way.chars() {
        hand.key(match step {
            'L' => Key::ArrowLeft,
            'R' => Key::ArrowRight,
            'U' => Key::ArrowUp,
            'D' => Key::ArrowDown,
            _ => unreachable!("a way of L, R, U and D"),
        });
    }
}

#[test]
fn a_playable_level_is_drawn_without_a_mouse() {
    let mut hand = drawing(EMPTY);
    hand.key(Key::Num2);
    hand.key(Key::Enter);
    hand.key(Key::Num3);
    go(&mut hand, "RRRRRDDD");
    hand.key(Key::Enter);
    hand.key(Key::Num1);
    go(&mut hand, "UU");
    (0..4).for_each(|_| hand.shift(Key::ArrowLeft));
    assert_eq!(hand.drawn(), tidy("@..... .##### ...... .....>"));
    let is_error = crate::document(&hand.window).problems().iter().find(|problem| problem.is_error);
    assert_eq!(is_error, None, "it can be played");
}

#[test]
fn enter_twice_makes_a_rectangle() {
    let mut hand = drawing(EMPTY);
    hand.tool(Tool::Rectangle);
    go(&mut hand, "RD");
    hand.key(Key::Enter);
    go(&mut hand, "RRD");
    hand.key(Key::Enter);
    assert_eq!((hand.drawn(), hand.steps()), (tidy("...... .###.. .###.. ......"), 1));
}

#[test]
fn shift_and_arrows_select_and_arrows_move() {
    let mut hand = drawing("BB.... ...... ...... ......");
    hand.tool(Tool::Select);
    hand.shift(Key::ArrowRight);
    assert_eq!(hand.selected(), [(0, 0), (1, 0)]);
    go(&mut hand, "DD");
    assert_eq!(hand.drawn(), tidy("...... ...... BB.... ......"));
}

#[test]
fn a_patrol_is_drawn_without_a_mouse() {
    let mut hand = drawing("E..... ...... ...... @....>");
    hand.tool(Tool::Path);
    hand.key(Key::Enter);
    go(&mut hand, "RR");
    hand.key(Key::Enter);
    hand.key(Key::Enter);
    assert_eq!(hand.patrol(), [(0, 0), (1, 0), (2, 0), (1, 0)]);
}

#[test]
fn a_rift_is_drawn_without_a_mouse() {
    let mut hand = drawing("@..... ...... ...... .....>");
    hand.tool(Tool::Link);
    go(&mut hand, "RD");
    hand.key(Key::Enter);
    go(&mut hand, "RR");
    hand.key(Key::PageUp);
    hand.key(Key::Enter);
    assert_eq!(hand.target(), Some((3, 1, 1)));
}

#[test]
fn delete_takes_away_what_is_under_the_cursor() {
    let mut hand = drawing(".B.... ...... ...... ......");
    go(&mut hand, "R");
    hand.key(Key::Delete);
    assert_eq!(hand.drawn(), tidy(EMPTY));
}

#[test]
fn the_cursor_stays_on_the_board() {
    let mut hand = drawing("... ... ...");
    go(&mut hand, "LLUURRRRRDDDDD");
    assert_eq!(hand.edit_state().cursor(), timeloom::scene::Cell { x: 2, y: 2 });
}

#[test]
fn the_board_speaks_the_cell_of_the_cursor() {
    let mut hand = drawing(".B.... ...... ...... ......");
    go(&mut hand, "R");
    let board = hand.window.get_by_label_contains("board, 6 by 4 cells");
    let value = board.accesskit_node().value();
    assert_eq!(value.as_deref(), Some("column 1, row 0, slice 0: box"));
}

#[test]
fn the_board_can_be_reached_by_tab_and_used_by_space() {
    let mut hand = drawing(EMPTY);
    hand.window.get_by_label_contains("board, 6 by 4 cells").focus();
    hand.window.run();
    go(&mut hand, "RR");
    hand.key(Key::Space);
    assert_eq!(hand.drawn(), tidy("..#... ...... ...... ......"));
}

#[test]
fn no_tool_changes_while_somebody_types() {
    let mut hand = drawing(EMPTY);
    hand.window.get_by_label("name").focus();
    hand.window.run();
    hand.key(Key::F);
    assert_eq!(hand.edit_state().tool(), Tool::Brush);
}
