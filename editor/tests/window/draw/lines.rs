//! Patrols drawn click by click, and rifts dragged from cell to cell and across slices.

use egui::{Key, Modifiers, PointerButton};
use timeloom_editor::edit_state::Tool;

use super::{PressKind, drawing};

fn walking(rows: &str) -> PressKind {
    let mut hand = drawing(rows);
    hand.tool(Tool::Path);
    hand
}

#[test]
fn a_patrol_is_drawn_by_clicking_cells_and_closed_at_its_first() {
    let mut hand = walking("E... .... .... @..>");
    for cell in [(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)] {
        hand.click(cell);
    }
    assert_eq!(hand.patrol(), [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]);
    assert_eq!(hand.steps(), 1, "one patrol is one step");
}

#[test]
fn enter_closes_the_patrol_by_the_way_back() {
    let mut hand = walking("E... .... .... @..>");
    hand.click((0, 0));
    hand.click((2, 0));
    hand.key(Key::Enter);
    assert_eq!(hand.patrol(), [(0, 0), (1, 0), (2, 0), (1, 0)]);
}

#[test]
fn a_patrol_goes_around_walls() {
    let mut hand = walking("E#.. .#.. .... @..>");
    hand.click((0, 0));
    hand.click((2, 0));
    hand.key(Key::Enter);
    assert_eq!(hand.patrol()[..7], [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]);
}

#[test]
fn a_click_on_the_last_cell_waits_there() {
    let mut hand = walking("E... .... .... @..>");
    for cell in [(0, 0), (1, 0), (1, 0), (0, 0)] {
        hand.click(cell);
    }
    assert_eq!(hand.patrol(), [(0, 0), (1, 0), (1, 0)]);
}

#[test]
fn backspace_and_undo_take_the_last_click_back() {
    let mut hand = walking("E... .... .... @..>");
    for cell in [(0, 0), (0, 2), (3, 2), (3, 0)] {
        hand.click(cell);
    }
    hand.key(Key::Backspace);
    hand.ctrl(Key::Z);
    hand.key(Key::Enter);
    assert_eq!(hand.patrol(), [(0, 0), (0, 1), (0, 2), (0, 1)]);
    assert_eq!(hand.steps(), 1);
}

#[test]
fn escape_gives_the_patrol_up() {
    let mut hand = walking("E... .... .... @..>");
    hand.click((0, 0));
    hand.click((3, 0));
    hand.key(Key::Escape);
    hand.key(Key::Enter);
    assert_eq!((hand.patrol(), hand.steps()), (vec![], 0));
}

#[test]
fn a_patrol_can_be_dragged_as_well() {
    let mut hand = walking("E... .... .... @..>");
    hand.drag(&[(0, 0), (1, 0), (2, 0), (2, 1)]);
    hand.key(Key::Enter);
    assert_eq!(hand.patrol()[..4], [(0, 0), (1, 0), (2, 0), (2, 1)]);
}

fn linking(rows: &str) -> PressKind {
    let mut hand = drawing(rows);
    hand.tool(Tool::Link);
    hand
}

#[test]
fn a_rift_is_drawn_by_dragging_from_cell_to_cell() {
    let mut hand = linking("@... .... .... ...>");
    hand.drag(&[(1, 1), (3, 2)]);
    assert_eq!(hand.only("rift").spot.at, timeloom::scene::Cell { x: 1, y: 1 });
    assert_eq!((hand.target(), hand.steps()), (Some((3, 2, 0)), 1));
}

#[test]
fn the_time_it_leads_to_is_chosen_while_dragging() {
    let mut hand = linking("@... .... .... ...>");
    hand.hold(&[(1, 1), (3, 2)]);
    (0..4).for_each(|_| hand.key(Key::PageUp));
    hand.let_go((3, 2));
    assert_eq!((hand.target(), hand.only("rift").spot.t), (Some((3, 2, 4)), 0));
}

#[test]
fn the_wheel_chooses_it_too() {
    let mut hand = linking("@... .... .... ...>");
    hand.hold(&[(1, 1), (3, 2)]);
    let wheel = egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, 1.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    };
    hand.window.event(wheel.clone());
    hand.window.run();
    hand.window.event(wheel);
    hand.window.run();
    hand.let_go((3, 2));
    assert_eq!(hand.target(), Some((3, 2, 2)));
}

#[test]
fn choosing_the_rift_brush_is_enough() {
    let mut hand = drawing("@... .... .... ...>");
    hand.key(Key::Num8);
    hand.drag(&[(0, 1), (0, 3)]);
    assert_eq!(hand.target(), Some((0, 3, 0)));
}

#[test]
fn the_mouth_of_a_rift_is_dragged_to_another_cell_and_another_time() {
    let mut hand = linking("@... .... .... ...>");
    hand.drag(&[(1, 1), (3, 2)]);
    hand.hold(&[(1, 1), (0, 2)]);
    hand.key(Key::PageUp);
    hand.let_go((0, 2));
    let rift = hand.only("rift");
    assert_eq!((rift.spot.at.x, rift.spot.at.y, rift.spot.t), (0, 2, 1));
    assert_eq!(hand.target(), Some((3, 2, 0)), "where it leads stays");
    assert_eq!(hand.steps(), 2);
}

#[test]
fn the_end_of_a_rift_is_dragged_to_another_cell_and_another_time() {
    for tool in [Tool::Link, Tool::Select] {
        let mut hand = linking("@... .... .... ...>");
        hand.drag(&[(1, 1), (3, 2)]);
        hand.tool(tool);
        hand.hold(&[(3, 2), (2, 0)]);
        (0..3).for_each(|_| hand.key(Key::PageUp));
        hand.let_go((2, 0));
        assert_eq!((hand.target(), hand.steps()), (Some((2, 0, 3)), 2));
        assert_eq!(hand.only("rift").spot.at, timeloom::scene::Cell { x: 1, y: 1 });
    }
}

#[test]
fn a_rift_can_be_erased_like_anything_else() {
    let mut hand = linking("@... .... .... ...>");
    hand.drag(&[(1, 1), (3, 2)]);
    hand.drag_with(&[(1, 1)], PointerButton::Secondary, Modifiers::NONE);
    assert_eq!(hand.drawn(), super::tidy("@... .... .... ...>"));
}

#[test]
fn keys_turn_a_guard_and_widen_its_view() {
    let mut hand = drawing(".... .... @..> ....");
    hand.key(Key::Num7);
    hand.click((1, 1));
    let said = |hand: &PressKind, key: &str| hand.only("enemy").fields.get(key).cloned();
    let word = |word: &str| Some(timeloom::sketch::FieldValue::Text(word.into()));
    assert_eq!((said(&hand, "facing"), said(&hand, "fov")), (word("south"), word("90")));
    hand.key(Key::CloseBracket);
    hand.key(Key::Period);
    assert_eq!((said(&hand, "facing"), said(&hand, "fov")), (word("east"), word("180")));
    hand.key(Key::OpenBracket);
    hand.key(Key::Comma);
    assert_eq!((said(&hand, "facing"), said(&hand, "fov")), (word("south"), word("90")));
}

#[test]
fn what_a_guard_sees_is_painted_as_it_is_seen_in_the_slice() {
    let mut hand = drawing("E...@ ..... ..... ....>");
    let seen = |hand: &PressKind| crate::document(&hand.window).scene().boards[0].marks.len();
    let before = seen(&hand);
    hand.tool(Tool::Select);
    hand.click((0, 0));
    hand.key(Key::Period);
    hand.key(Key::Period);
    hand.key(Key::Period);
    assert_ne!(seen(&hand), before);
}
