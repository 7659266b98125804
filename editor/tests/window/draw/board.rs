//! Zooming and panning the board.

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, Vec2, vec2};
use timeloom::scene::Cell;

use super::{PressKind, drawing, tidy};

fn large() -> PressKind {
    drawing(&vec![".".repeat(50); 50].join(" "))
}

impl PressKind {
    pub(crate) fn pan(&mut self, by: Vec2) {
        let middle = self.edit_state().stage().expect("shown").room.center();
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Middle,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [
            Event::PointerMoved(middle),
            button(middle, true),
            Event::PointerMoved(middle + by),
            button(middle + by, false),
        ] {
            self.window.event(event);
            self.window.run();
        }
    }

    fn wheel(&mut self, notches: f32) {
        let (unit, phase) = (MouseWheelUnit::Line, TouchPhase::Move);
        let delta = vec2(0.0, notches);
        let (source, modifiers) = (egui::MouseWheelSource::Wheel, Modifiers::NONE);
        self.window.event(Event::MouseWheel { unit, delta, modifiers, phase, source });
        // egui smooths the wheel over several frames.
        self.window.run_steps(8);
    }
}

#[test]
fn the_wheel_zooms_at_the_mouse() {
    let mut hand = large();
    hand.hover((40, 10));
    let before = hand.at((40, 10));
    hand.wheel(6.0);
    assert!(hand.edit_state().camera().zoom() > 1.5, "{:?}", hand.edit_state().camera());
    let cell = Cell { x: 40, y: 10 };
    let fit = hand.edit_state().stage().expect("shown").fit(hand.edit_state().camera());
    assert!(fit.rect(cell).expand(1.0).contains(before), "the cell stays under the mouse");
}

#[test]
fn a_middle_drag_pans_and_ctrl_0_fits() {
    let mut hand = large();
    let before = hand.at((25, 25));
    hand.ctrl(Key::Plus);
    hand.pan(vec2(60.0, -20.0));
    let apart = hand.at((25, 25)) - before;
    assert!((apart - vec2(60.0, -20.0)).length() < 12.0, "{apart:?}");
    hand.ctrl(Key::Num0);
    assert_eq!(hand.at((25, 25)), before);
    assert_eq!(hand.steps(), 0, "looking is no edit");
}

#[test]
fn space_and_drag_pan_and_draw_nothing() {
    let mut hand = large();
    hand.ctrl(Key::Plus);
    let before = hand.at((25, 25));
    hand.window.key_down(Key::Space);
    hand.window.run();
    hand.drag(&[(25, 25), (30, 25)]);
    hand.window.key_up(Key::Space);
    hand.window.run();
    assert!(hand.at((25, 25)).x > before.x + 20.0);
    assert_eq!(hand.steps(), 0);
}

#[test]
fn ctrl_plus_and_minus_zoom() {
    let mut hand = large();
    hand.ctrl(Key::Plus);
    hand.ctrl(Key::Equals);
    assert!(hand.edit_state().camera().zoom() > 1.5);
    hand.ctrl(Key::Minus);
    hand.ctrl(Key::Minus);
    assert!((hand.edit_state().camera().zoom() - 1.0).abs() < 0.01);
}

#[test]
fn drawing_hits_the_right_cell_from_anywhere() {
    let mut hand = drawing("...... ...... ...... ......");
    hand.ctrl(Key::Plus);
    hand.pan(vec2(37.0, -23.0));
    hand.click((2, 1));
    assert_eq!(hand.drawn(), tidy("...... ..#... ...... ......"));
}

#[test]
fn the_cursor_of_the_keyboard_takes_the_view_along() {
    let mut hand = large();
    (0..8).for_each(|_| hand.ctrl(Key::Plus));
    (0..45).for_each(|_| hand.key(Key::ArrowRight));
    let room = hand.edit_state().stage().expect("shown").room;
    assert!(room.contains(hand.at((45, 0))));
}

#[test]
fn what_is_under_the_mouse_is_known_to_the_status_bar() {
    let mut hand = drawing("B.. ... ...");
    hand.hover((1, 2));
    assert_eq!(hand.edit_state().here(), Some(Cell { x: 1, y: 2 }));
    hand.key(Key::ArrowRight);
    assert!(hand.edit_state().by_keys());
}
