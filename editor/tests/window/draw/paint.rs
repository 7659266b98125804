//! Painting and erasing: lines, rectangles, fills, and picking a brush from the board.

use egui::{Event, Key, Modifiers, PointerButton};
use timeloom_editor::edit_state::Tool;

use super::{check, drawing};

const EMPTY: &str = "...... ...... ...... ......";

#[test]
fn a_click_paints_one_cell() {
    check(EMPTY, |hand| hand.click((2, 1)), "...... ..#... ...... ......");
}

#[test]
fn a_fast_drag_paints_a_line_without_gaps() {
    check(EMPTY, |hand| hand.drag(&[(0, 0), (5, 3)]), "#..... .##... ...##. .....#");
}

#[test]
fn a_drag_paints_along_the_hand() {
    check(EMPTY, |hand| hand.drag(&[(0, 0), (3, 0), (3, 3), (0, 3)]), "####.. ...#.. ...#.. ####..");
}

#[test]
fn a_drag_that_leaves_the_board_goes_on_where_it_comes_back() {
    check(
        EMPTY,
        |hand| {
            hand.hold(&[(0, 1), (2, 1)]);
            let above = hand.at((2, 0)) - egui::vec2(0.0, 400.0);
            hand.move_to(above);
            hand.hover((4, 1));
            hand.let_go((4, 1));
        },
        "..#.#. ###.#. ...... ......",
    );
}

#[test]
fn a_press_paints_where_it_was_pressed_even_if_the_first_frame_is_late() {
    check(
        EMPTY,
        |hand| {
            let (from, to) = (hand.at((1, 1)), hand.at((1, 3)));
            hand.move_to(from);
            let button = |pos, pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            // All in one frame, as on a slow machine.
            let input = hand.window.input_mut();
            input.events.extend([button(from, true), Event::PointerMoved(to), button(to, false)]);
            hand.window.run();
        },
        "...... .#.... .#.... .#....",
    );
}

#[test]
fn shift_and_drag_paint_a_rectangle_with_any_brush() {
    let rectangle = |hand: &mut super::PressKind| {
        hand.drag_with(&[(4, 2), (1, 1)], PointerButton::Primary, Modifiers::SHIFT);
    };
    check(EMPTY, rectangle, "...... .####. .####. ......");
}

#[test]
fn the_rectangle_tool_needs_no_shift() {
    let rectangle = |hand: &mut super::PressKind| {
        hand.key(Key::Num4);
        hand.tool(Tool::Rectangle);
        hand.drag(&[(0, 0), (1, 3)]);
    };
    check(EMPTY, rectangle, "BB.... BB.... BB.... BB....");
}

#[test]
fn fill_paints_what_is_alike_and_stops_at_walls() {
    let fill = |hand: &mut super::PressKind| {
        hand.key(Key::Num6);
        hand.tool(Tool::Fill);
        hand.click((0, 0));
    };
    check("..#... ..#... ###... ......", fill, "oo#... oo#... ###... ......");
}

#[test]
fn fill_takes_the_place_of_a_whole_wall() {
    let fill = |hand: &mut super::PressKind| {
        hand.key(Key::Num4);
        hand.tool(Tool::Fill);
        hand.click((2, 1));
    };
    check("..#... ..#... ###..# ......", fill, "..B... ..B... BBB..# ......");
}

#[test]
fn the_other_button_erases_along_the_hand_with_any_tool() {
    let erase = |hand: &mut super::PressKind| {
        hand.tool(Tool::Rectangle);
        hand.tool(Tool::Brush);
        hand.drag_with(&[(0, 0), (5, 0)], PointerButton::Secondary, Modifiers::NONE);
    };
    check("##B@#> .#.... ...... ......", erase, "...... .#.... ...... ......");
}

#[test]
fn the_other_button_with_shift_erases_a_rectangle() {
    let erase = |hand: &mut super::PressKind| {
        hand.drag_with(&[(1, 1), (2, 2)], PointerButton::Secondary, Modifiers::SHIFT);
    };
    check("#### #### #### ####", erase, "#### #..# #..# ####");
}

#[test]
fn the_eraser_erases() {
    let erase = |hand: &mut super::PressKind| {
        hand.tool(Tool::Eraser);
        hand.drag(&[(0, 1), (3, 1)]);
    };
    check("#### #### #### ####", erase, "#### .... #### ####");
}

#[test]
fn alt_and_click_pick_the_brush_in_every_tool() {
    for tool in Tool::ALL {
        let mut hand = drawing("@.B. ##.> .... ....");
        hand.tool(tool);
        hand.click_with((2, 0), Modifiers::ALT);
        hand.tool(Tool::Brush);
        hand.click((3, 3));
        assert_eq!(hand.drawn(), "@.B.\n##.>\n....\n...B", "{tool:?}");
        assert_eq!(hand.steps(), 1, "picking is no edit");
    }
}

#[test]
fn the_pick_tool_takes_the_brush_and_gives_back_the_brush_tool() {
    let pick = |hand: &mut super::PressKind| {
        hand.tool(Tool::Pick);
        hand.click((3, 1));
        assert_eq!(hand.edit_state().tool(), Tool::Brush);
        hand.click((0, 3));
    };
    check("@... ...> .... ....", pick, "@... ...> .... >...");
}

#[test]
fn digits_choose_the_brush() {
    let boxes = |hand: &mut super::PressKind| {
        hand.key(Key::Num4);
        hand.drag(&[(0, 0), (0, 3)]);
    };
    check(EMPTY, boxes, "B..... B..... B..... B.....");
}

#[test]
fn of_what_there_is_only_one_a_drag_moves_it_to_its_end() {
    let walk = |hand: &mut super::PressKind| {
        hand.key(Key::Num2);
        hand.drag(&[(1, 0), (4, 0)]);
    };
    check("@..... ...... ...... ......", walk, "....@. ...... ...... ......");
}

#[test]
fn painting_over_the_same_says_nothing_and_adds_nothing_to_the_log() {
    let mut hand = drawing("#.. ... ...");
    hand.click((0, 0));
    assert_eq!(hand.steps(), 0);
    assert_eq!(hand.window.state().message(), None);
}
