//! Scrubbing: along the turns, along the slices of time, previews, and the way back.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::orchard::played;
use crate::pictures::check;
use crate::{Window, click, document, onto, onto_save, press, turn};

/// The shown slice, the player's and the last.
fn slices(window: &Window) -> (u32, u32, u32) {
    let slices = document(window).scene().slices.expect("this game has slices");
    (slices.shown, slices.now, slices.last)
}

fn hover(window: &mut Window, label: &str) {
    let at = window.get_by_label(label).rect().center();
    window.hover_at(at);
    window.run();
}

#[test]
fn both_axes_are_scrubbed_independently_of_each_other() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    window.get_by_label("turn").set_value_accesskit(5.0);
    window.run();
    assert_eq!((turn(&window), slices(&window)), (5, (5, 5, 8)), "the slice follows the player");
    window.get_by_label("slice").set_value_accesskit(2.0);
    window.run();
    assert_eq!((turn(&window), slices(&window)), (5, (2, 5, 8)));
    window.get_by_label("turn").set_value_accesskit(10.0);
    window.run();
    assert_eq!((turn(&window), slices(&window)), (10, (2, 2, 8)), "a chosen slice stays");
    press(&mut window, Modifiers::NONE, Key::PageUp);
    assert_eq!(slices(&window), (3, 2, 8));
    press(&mut window, Modifiers::SHIFT, Key::PageUp);
    assert_eq!(slices(&window), (8, 2, 8), "there is no slice after the last");
    press(&mut window, Modifiers::NONE, Key::N);
    assert_eq!(slices(&window), (2, 2, 8));
    assert_eq!(document(&window).view().t, None);
}

#[test]
fn the_first_step_along_the_slices_starts_where_the_player_is() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    window.get_by_label("turn").set_value_accesskit(5.0);
    window.run();
    press(&mut window, Modifiers::NONE, Key::PageDown);
    assert_eq!(slices(&window), (4, 5, 8));
}

#[test]
fn dragging_along_a_track_leaves_the_keyboard_to_the_game_and_a_click_takes_it() {
    let mut window = onto(played("SSEEENESEE").0);
    let rail = window.get_by_label("turn").rect();
    window.drag_at(rail.left_center());
    window.run();
    window.hover_at(rail.center());
    window.run();
    assert_eq!(turn(&window), 5);
    window.drop_at(rail.center());
    window.run();
    assert_eq!(window.ctx.memory(|memory| memory.focused()), None);
    window.drag_at(rail.center());
    window.step();
    window.drop_at(rail.center());
    window.run();
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!((turn(&window), document(&window).last_turn()), (6, 10), "the arrow scrubs and does not walk");
    window.key_press(Key::Space);
    window.step();
    assert!(window.state().is_running(), "Space plays");
}

#[test]
fn the_banner_says_where_we_are_and_leads_to_the_end() {
    let mut window = onto(played("SSEE").0);
    window.get_by_label("turn 4 of 4, the last one of this branch");
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("viewing turn 0 of 4 - acting here starts a branch");
    click(&mut window, "To the end");
    assert_eq!(turn(&window), 4);
}

#[test]
fn hovering_the_log_previews_a_turn_everywhere_and_leaving_ends_it() {
    let mut window = onto(played("SSEE").0);
    hover(&mut window, "turn 1: S walks to 0, 1");
    window.get_by_label("preview of turn 1");
    window.get_by_label("preview of turn 1 - click to go there, Escape to come back");
    assert_eq!(document(&window).here().turn, 1);
    assert_eq!(document(&window).scene().title, "1 steps", "the board shows it");
    assert_eq!(document(&window).cursor().turn, 4, "nobody went there");
    window.hover_at(egui::pos2(450.0, 250.0));
    window.run();
    assert!(!document(&window).is_preview());
    assert_eq!(document(&window).here().turn, 4);
}

#[test]
fn escape_ends_a_preview_until_the_mouse_moves_again() {
    let mut window = onto(played("SSEE").0);
    hover(&mut window, "turn 1: S walks to 0, 1");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!document(&window).is_preview());
    hover(&mut window, "turn 2: S walks to 0, 2");
    assert!(document(&window).is_preview());
}

#[test]
fn acting_by_key_ends_a_preview_and_happens_at_the_cursor() {
    let mut window = onto(played("SSEE").0);
    hover(&mut window, "turn 1: S walks to 0, 1");
    press(&mut window, Modifiers::NONE, Key::D);
    assert!(!document(&window).is_preview());
    assert_eq!((turn(&window), document(&window).last_turn()), (5, 5));
}

#[test]
fn escape_goes_back_to_where_one_was_before_clicking() {
    let mut window = onto(played("SSEEuuN").0);
    let (here, tip) = (document(&window).here().id, document(&window).last_turn());
    click(&mut window, "other branch at turn 3: E walks to 1, 2");
    click(&mut window, "turn 1: S walks to 0, 1");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!((document(&window).here().id, document(&window).last_turn()), (here, tip));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(document(&window).here().id, here, "there is nowhere else to go back to");
}

#[test]
fn a_turn_can_be_bookmarked_by_key_and_the_bookmark_taken_away() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::B);
    window.get_by_label("Bookmark on turn 4");
    window.get_by_label("a few words").type_text("at the wall");
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(document(&window).here().notes.bookmark.as_deref(), Some("at the wall"));
    assert_eq!(document(&window).log().bookmarks(), [4]);
    press(&mut window, Modifiers::COMMAND, Key::B);
    press(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Modifiers::NONE, Key::Backspace);
    click(&mut window, "Keep");
    assert_eq!(document(&window).here().notes.bookmark, None);
    assert!(document(&window).log().bookmarks().is_empty());
}

#[test]
fn escape_leaves_a_name_as_it_was() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::Home);
    press(&mut window, Modifiers::COMMAND, Key::B);
    window.get_by_label("Bookmark on turn 0");
    window.get_by_label("a few words").type_text("never");
    window.run();
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Bookmark on turn 0").is_none());
    assert_eq!((turn(&window), document(&window).here().notes.bookmark.as_deref()), (0, None));
}

#[test]
fn notable_turns_are_marked_in_the_log_and_on_the_track() {
    let window = onto_save("unseen-borrowed-time.loom");
    let signs: Vec<_> =
        document(&window).log().signs().iter().map(|(turn, sign)| (*turn, sign.word)).collect();
    assert_eq!(signs, [(8, "rift"), (15, "won")]);
    window.get_by_label("rift");
}

#[test]
fn a_hundred_thousand_turns_are_no_more_shapes_than_a_few() {
    let mut window = onto(played(&"SN".repeat(50_000)).0);
    assert_eq!(document(&window).last_turn(), 100_000);
    let shapes = window.output().shapes.len();
    assert!(shapes < 1200, "{shapes} shapes");
    window.get_by_label("turn").set_value_accesskit(50_000.0);
    window.run();
    assert_eq!(turn(&window), 50_000);
}

#[test]
fn pictures_of_the_timeline() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    window.get_by_label("turn").set_value_accesskit(10.0);
    window.run();
    check(&mut window, "timeline.png");
    hover(&mut window, "turn 9: S to (7, 3) at t 1");
    check(&mut window, "preview.png");
    check(&mut onto(played("").0), "timeline-empty.png");
    check(&mut onto(played(&"SSEEEENSWWWWNN".repeat(700)).0), "timeline-huge.png");
}

/// The labels painted just above the track of turns, and their rectangles.
fn painted_labels(window: &Window) -> Vec<(String, egui::Rect)> {
    let rail = window.get_by_label("turn").rect();
    let strip = egui::Rect::from_x_y_ranges(rail.x_range(), rail.top() - 14.0..=rail.top());
    let text = |shape: &egui::epaint::ClippedShape| match &shape.shape {
        egui::Shape::Text(text) => {
            let (shown, rect) =
                (text.galley.rows.iter().map(|row| row.text()).collect(), text.visual_bounding_rect());
            strip.contains(rect.center()).then_some((shown, rect))
        }
        _ => None,
    };
    window.output().shapes.iter().filter_map(text).collect()
}

fn bookmark(window: &mut Window, turn: f64, words: &str) {
    window.get_by_label("turn").set_value_accesskit(turn);
    window.run();
    press(window, Modifiers::COMMAND, Key::B);
    window.get_by_label("a few words").type_text(words);
    window.run();
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn bookmarks_and_names_stand_on_the_track_and_never_over_each_other() {
    let mut window = onto(played(&"SN".repeat(50)).0);
    for (turn, words) in
        [(10.0, "the gate"), (12.0, "a bookmark with many words"), (60.0, "the well"), (100.0, "home")]
    {
        bookmark(&mut window, turn, words);
    }
    let labels = painted_labels(&window);
    let words: Vec<&str> = labels.iter().map(|(words, _)| words.as_str()).collect();
    assert_eq!(words, ["the gate", "a bookmark with many words", "the well", "home"]);
    for (a, b) in labels.iter().zip(&labels[1..]) {
        assert!(a.1.right() < b.1.left(), "{a:?} and {b:?}");
    }
    check(&mut window, "timeline-labels.png");
    for turn in 13..30 {
        bookmark(&mut window, f64::from(turn), "one of a crowd");
    }
    let labels = painted_labels(&window);
    assert!(labels.len() < 10, "there is no room for all: {labels:?}");
    for (a, b) in labels.iter().zip(&labels[1..]) {
        assert!(a.1.right() < b.1.left(), "{a:?} and {b:?}");
    }
}

#[test]
fn the_actions_say_that_they_are_not_those_of_a_preview() {
    let mut window = onto(played("SSEE").0);
    window.get_by_label("2 legal here");
    hover(&mut window, "turn 1: S walks to 0, 1");
    window.get_by_label("at turn 4, not the preview");
    assert!(window.query_by_label_contains("legal here").is_none());
}
