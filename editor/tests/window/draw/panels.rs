//! The panels of drawing: palette, inspector and problems.

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use timeloom::sketch::FieldValue;
use timeloom_editor::edit_state::Tool;

use super::{PressKind, drawing, tidy};

fn with_guard() -> PressKind {
    let mut hand = drawing("E... .... @..> ....");
    hand.tool(Tool::Select);
    hand.click((0, 0));
    hand
}

fn said(hand: &PressKind, key: &str) -> Option<FieldValue> {
    hand.only("enemy").fields.get(key).cloned()
}

#[test]
fn a_click_in_the_palette_takes_a_brush_and_a_tool() {
    let mut hand = drawing("... ... ...");
    hand.choose("Box");
    hand.click((1, 1));
    assert_eq!(hand.drawn(), tidy("... .B. ..."));
    hand.choose("Eraser");
    hand.click((1, 1));
    assert_eq!(hand.drawn(), tidy("... ... ..."));
}

#[test]
fn tools_are_called_by_what_they_draw() {
    let mut hand = drawing("... ... ...");
    hand.choose("Patrol");
    assert_eq!(hand.edit_state().tool(), Tool::Path);
}

#[test]
fn the_facing_of_a_guard_is_chosen_in_the_inspector() {
    let mut hand = with_guard();
    hand.window.get_by_label("facing").click();
    hand.window.run();
    hand.choose("west");
    assert_eq!((said(&hand, "facing"), hand.steps()), (Some(FieldValue::Text("west".into())), 1));
}

#[test]
fn a_box_is_ticked_in_the_inspector() {
    let mut hand = with_guard();
    hand.choose("patrol loops");
    assert_eq!(said(&hand, "loops"), Some(FieldValue::Flag(false)));
}

#[test]
fn a_name_is_typed_in_the_inspector_as_one_edit() {
    let mut hand = with_guard();
    hand.window.get_by_label("name").focus();
    hand.window.run();
    hand.window.get_by_label("name").type_text("Ada");
    hand.window.run();
    hand.key(Key::Enter);
    assert_eq!((said(&hand, "name"), hand.steps()), (Some(FieldValue::Text("Ada".into())), 1));
}

#[test]
fn a_patrol_is_begun_from_the_inspector() {
    let mut hand = with_guard();
    hand.choose("patrol");
    hand.click((1, 0));
    hand.key(Key::Enter);
    assert_eq!(hand.patrol(), [(0, 0), (1, 0)]);
}

#[test]
fn the_time_a_rift_leads_to_is_changed_in_the_inspector_and_shown_by_a_click() {
    let mut hand = drawing("@... .... .... ...>");
    hand.tool(Tool::Link);
    hand.drag(&[(1, 1), (3, 2)]);
    hand.window.get_by_label("t").focus();
    hand.window.run();
    hand.key(Key::ArrowUp);
    assert_eq!(hand.target(), Some((3, 2, 1)));
    hand.choose("Go there");
    assert_eq!(hand.slice(), 1);
}

#[test]
fn several_things_are_changed_at_once() {
    let mut hand = drawing("E..E .... @..> ....");
    hand.ctrl(Key::A);
    assert!(hand.window.query_by_label("facing").is_none(), "not everything has a facing");
    hand.tool(Tool::Select);
    hand.drag(&[(1, 1), (0, 0)]);
    hand.click((0, 0));
    hand.click_with((3, 0), egui::Modifiers::SHIFT);
    hand.window.get_by_label("facing").click();
    hand.window.run();
    hand.choose("north");
    let facing = |thing: &timeloom::sketch::Thing| thing.fields.get("facing").cloned();
    let all: Vec<_> = hand.drawing_view().sketch.things().filter_map(|(_, thing)| facing(thing)).collect();
    assert_eq!(all, vec![FieldValue::Text("north".into()); 2]);
    assert_eq!(hand.steps(), 1);
}

#[test]
fn everything_in_a_cell_is_listed_and_can_be_removed() {
    let mut hand = drawing("*... .... @..> ....");
    hand.tool(Tool::Select);
    hand.click((0, 0));
    assert_eq!(hand.window.get_all_by_label("Remove").count(), 2, "a box on a goal");
    let first = hand.window.get_all_by_label("Remove").next();
    first.expect("a button").click();
    hand.window.run();
    assert_eq!(hand.drawing_view().sketch.len(), 3);
}

#[test]
fn with_nothing_selected_the_inspector_shows_the_level() {
    let mut hand = drawing("@.. ..> ...");
    hand.window.get_by_label("time depth").focus();
    hand.window.run();
    hand.key(Key::ArrowUp);
    assert_eq!(hand.drawing_view().sketch.settings.get("time_depth"), Some(&FieldValue::Number(11)));
}

#[test]
fn the_board_is_made_larger_around_what_is_kept() {
    let mut hand = drawing("@.. ..> ...");
    for name in ["width", "height"] {
        hand.window.get_by_label(name).focus();
        hand.window.run();
        hand.key(Key::ArrowUp);
        hand.key(Key::ArrowUp);
    }
    hand.choose("anchor bottom right");
    hand.choose("Resize to 5 x 5");
    assert_eq!((hand.drawn(), hand.steps()), (tidy("..... ..... ..@.. ....> ....."), 1));
}

#[test]
fn a_problem_takes_the_view_to_where_it_is() {
    let mut hand = drawing("@#> ### ...");
    hand.choose("Problems");
    let row = hand.window.get_all_by_label_contains("go there").next();
    row.expect("a problem with a place").click();
    hand.window.run();
    assert!(hand.edit_state().flash().is_some());
}

#[test]
fn a_level_without_problems_says_that_it_can_be_played() {
    let mut hand = drawing("@.> ... ...");
    hand.choose("Problems");
    assert!(hand.window.query_by_label_contains("can be played").is_some());
}

#[test]
fn problems_are_listed_as_one_draws() {
    let mut hand = drawing("@.> ... ...");
    hand.choose("Problems");
    hand.drag_with(&[(0, 0)], egui::PointerButton::Secondary, egui::Modifiers::NONE);
    assert!(hand.window.query_by_label_contains("error:").is_some());
}
