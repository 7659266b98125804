//! Pictures of drawing: the panels and the board, in usual, empty, huge and invalid levels.

use egui::{Key, Theme, vec2};
use timeloom_editor::edit_state::Tool;

use super::{PressKind, drawing};
use crate::pictures::check;

const ROOM: &str =
    "############ #@.....#...# #..B...#.E.# #......#...# #..##.....o# #..........# #.........># ############";

fn in_light(hand: &mut PressKind) {
    hand.window.ctx.set_theme(Theme::Light);
    hand.window.run();
}

fn furnished() -> PressKind {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Link);
    hand.drag(&[(2, 5), (9, 5)]);
    hand.tool(Tool::Path);
    for cell in [(9, 2), (8, 2), (8, 4), (9, 4)] {
        hand.click(cell);
    }
    hand
}

#[test]
fn a_patrol_being_drawn() {
    let mut hand = furnished();
    hand.hover((6, 5));
    check(&mut hand.window, "draw-patrol.png");
}

#[test]
fn a_rift_selected() {
    let mut hand = furnished();
    hand.key(Key::Enter);
    hand.tool(Tool::Select);
    hand.click((2, 5));
    hand.hover((4, 3));
    check(&mut hand.window, "draw-rift.png");
    in_light(&mut hand);
    check(&mut hand.window, "draw-light.png");
}

#[test]
fn a_rectangle_being_drawn() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Rectangle);
    hand.hold(&[(2, 2), (5, 5)]);
    check(&mut hand.window, "draw-rectangle.png");
}

#[test]
fn many_things_selected() {
    let mut hand = furnished();
    hand.key(Key::Enter);
    hand.ctrl(Key::A);
    check(&mut hand.window, "draw-selection.png");
}

#[test]
fn an_empty_level_with_problems() {
    let mut hand = drawing("...... ...... ......");
    hand.choose("Problems");
    check(&mut hand.window, "draw-empty.png");
}

#[test]
fn a_level_that_can_be_played() {
    let mut hand = drawing(ROOM);
    hand.choose("Problems");
    check(&mut hand.window, "draw-playable.png");
}

#[test]
fn a_huge_level() {
    let row = |y: usize| -> String {
        (0..100)
            .map(|x| {
                if (x * 7 + y * 13) % 5 < 2 {
                    '#'
                } else if (x + y).is_multiple_of(17) {
                    'B'
                } else {
                    '.'
                }
            })
            .collect()
    };
    let rows: Vec<String> = (0..100).map(row).collect();
    let mut hand = drawing(&rows.join(" "));
    check(&mut hand.window, "draw-huge.png");
    (0..7).for_each(|_| hand.ctrl(Key::Plus));
    hand.choose("Problems");
    check(&mut hand.window, "draw-huge-near.png");
}

#[test]
fn something_refused() {
    let mut hand = drawing(ROOM);
    hand.tool(Tool::Select);
    hand.click((0, 0));
    hand.key(Key::ArrowLeft);
    check(&mut hand.window, "draw-refused.png");
}

#[test]
fn a_small_window() {
    let mut hand = furnished();
    hand.window.set_size(vec2(800.0, 560.0));
    hand.window.run();
    check(&mut hand.window, "draw-small.png");
}
