//! Input that must not do more than one thing: Escape, Space, the clipboard, a touchpad, a stroke in progress.

use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use timeloom_editor::edit_state::Tool;
use timeloom_editor::workspace::Mode;

use crate::draw::{PressKind, drawing, tidy};
use crate::house::{House, change_mode, press, wall};
use crate::{turn, workspace};

const ROOM: &str = "@... .... .... ...>";

#[test]
fn escape_after_an_undo_leaves_the_undo_alone() {
    let mut hand = drawing(ROOM);
    hand.click((1, 1));
    hand.click((2, 1));
    hand.ctrl(Key::Z);
    hand.key(Key::Escape);
    assert_eq!(hand.steps(), 1);
    hand.click((3, 1));
    let drawn = hand.drawn();
    hand.key(Key::Escape);
    hand.key(Key::Escape);
    assert_eq!((hand.drawn(), hand.steps()), (drawn, 2));
}

#[test]
fn escape_gives_up_the_drag_first_and_the_selection_after_it() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Select);
    hand.click((0, 0));
    hand.hold(&[(0, 0), (1, 1)]);
    hand.key(Key::Escape);
    assert!(hand.edit_state().gesture().is_none());
    assert_eq!(hand.selected(), [(0, 0)]);
    hand.let_go((1, 1));
    hand.key(Key::Escape);
    assert!(hand.selected().is_empty());
}

#[test]
fn escape_while_somebody_types_only_leaves_the_field() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Select);
    hand.click((0, 0));
    let field = hand.window.get_by_role_and_label(egui::accesskit::Role::TextInput, "name");
    field.focus();
    hand.window.run();
    hand.key(Key::Escape);
    assert_eq!(hand.selected(), [(0, 0)]);
    hand.key(Key::Escape);
    assert!(hand.selected().is_empty());
}

#[test]
fn space_waits_when_it_is_let_go_and_not_when_the_board_was_dragged_by_it() {
    let house = House::new();
    let mut window = house.open();
    change_mode(&mut window);
    let mut hand = PressKind { window };
    press(&mut hand.window, Modifiers::NONE, Key::Space);
    assert_eq!(turn(&hand.window), 1);
    let before = hand.edit_state().camera();
    hand.window.key_down(Key::Space);
    hand.window.run();
    hand.drag_with(&[(1, 1), (2, 1), (3, 2)], PointerButton::Primary, Modifiers::NONE);
    hand.window.key_up(Key::Space);
    hand.window.run();
    assert_ne!(hand.edit_state().camera(), before, "it was dragged");
    assert_eq!(turn(&hand.window), 1);
    press(&mut hand.window, Modifiers::NONE, Key::Space);
    assert_eq!(turn(&hand.window), 2);
}

#[test]
fn cut_and_paste_do_nothing_below_a_sheet() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Select);
    hand.click((0, 0));
    for event in [Event::Cut, Event::Copy, Event::Paste("x".to_owned())] {
        hand.key(Key::F1);
        hand.window.event(event);
        hand.window.run();
        hand.key(Key::F1);
    }
    assert_eq!((hand.drawn(), hand.steps()), (tidy(ROOM), 0));
    hand.window.event(Event::Cut);
    hand.window.run();
    assert_eq!(hand.steps(), 1, "without one they do");
}

#[test]
fn on_a_touchpad_a_slice_takes_as_far_as_a_notch_of_a_wheel() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Select);
    hand.hold(&[(0, 0), (1, 1)]);
    let swipe = |y: f32| Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, y),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    };
    (0..20).for_each(|_| {
        hand.window.event(swipe(5.0));
        hand.window.run();
    });
    assert_eq!(hand.slice(), 2, "a hundred points are two slices and a half");
}

#[test]
fn what_is_in_the_hand_is_put_back_when_somebody_goes_to_play() {
    let house = House::new();
    let mut hand = PressKind { window: house.open() };
    hand.hold(&[(2, 2), (3, 2)]);
    hand.key(Key::E);
    assert_eq!(workspace(&hand.window).mode(), Mode::Play);
    hand.let_go((3, 2));
    hand.key(Key::E);
    assert_eq!(hand.steps(), 0);
}

#[test]
fn what_is_in_the_hand_is_put_back_before_a_redo() {
    let house = House::new();
    let mut hand = PressKind { window: house.open() };
    wall(&mut hand.window, 2, 2);
    hand.ctrl(Key::Z);
    hand.hold(&[(3, 2)]);
    hand.ctrl(Key::Y);
    hand.let_go((3, 2));
    assert_eq!(hand.steps(), 1, "it was the redo alone");
}
