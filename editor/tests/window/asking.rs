//! Inspecting a game: the state as a tree, two moments compared, and overlays on the board.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::orchard::played;
use crate::pictures::check;
use crate::{Window, click, document, onto, onto_save, press, turn};

fn tab(mut window: Window, name: &str) -> Window {
    click(&mut window, name);
    window
}

fn enter(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).focus();
    window.run();
    window.get_by_label(field).type_text(text);
    window.run();
    press(window, Modifiers::NONE, Key::Enter);
}

const FROM: &str = "compare from: turn, node or name";
const TO: &str = "compare to: turn, node or name";

#[test]
fn the_state_marks_what_changed_since_the_turn_before() {
    let mut window = tab(onto(played("SS").0), "State");
    window.get_by_label("at.y: 1 → 2");
    window.get_by_label("steps: 1 → 2");
    window.get_by_label("apples: [true,true,true]");
    window.get_by_label("3 changes since the previous turn");
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("at the start");
    window.get_by_label("steps: 0");
}

#[test]
fn the_state_is_unfolded_and_folded_by_hand() {
    let mut window = tab(onto(played("SS").0), "State");
    click(&mut window, "apples: [true,true,true]");
    window.get_by_label("apples[2]: true");
    click(&mut window, "apples: [true,true,true]");
    assert!(window.query_by_label("apples[2]: true").is_none());
    click(&mut window, "at: x 0, y 2");
    assert!(window.query_by_label("at.y: 1 → 2").is_none());
    click(&mut window, "Open only what changed");
    window.get_by_label("at.y: 1 → 2");
}

#[test]
fn the_state_follows_a_preview() {
    let mut window = tab(onto(played("SSEE").0), "State");
    let row = window.get_by_label("turn 2: S walks to 0, 2").rect().center();
    window.hover_at(row);
    window.run();
    window.get_by_label("steps: 1 → 2");
}

#[test]
fn without_a_choice_the_turn_is_compared_with_the_one_before() {
    let mut window = tab(onto(played("SSEE").0), "Compare");
    window.get_by_label("steps: 3 → 4");
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    window.get_by_label("steps: 2 → 3");
}

#[test]
fn two_turns_are_chosen_by_number_and_by_node() {
    let mut window = tab(onto(played("SSEE").0), "Compare");
    enter(&mut window, FROM, "1");
    window.get_by_label("at.x: 0 → 2");
    enter(&mut window, TO, "n3");
    window.get_by_label("at.x: 0 → 1");
    assert_eq!(turn(&window), 4, "comparing goes nowhere");
    click(&mut window, "Previous turn");
    window.get_by_label("steps: 3 → 4");
}

#[test]
fn a_turn_that_is_not_there_is_answered_with_those_that_are() {
    let mut window = tab(onto(played("SSEE").0), "Compare");
    enter(&mut window, FROM, "99");
    window.get_by_label("there is no turn 99: the current branch has turns 0 to 4");
    check(&mut window, "compare-wrong.png");
}

#[test]
fn branches_are_compared_with_each_other() {
    let mut window = tab(onto(played("SSEEuuNE").0), "Compare");
    let tip = document(&window).here().id;
    click(&mut window, "B here");
    click(&mut window, "other branch at turn 3: E walks to 1, 2");
    press(&mut window, Modifiers::NONE, Key::End);
    click(&mut window, "A here");
    let (a, b) = document(&window).pair();
    assert_eq!((a, b), (document(&window).here().id, tip));
    assert_eq!(document(&window).game().node(a).turn, document(&window).game().node(b).turn);
    window.get_by_label("at.x: 2 → 1");
    assert!(!document(&window).contrast().cells.is_empty(), "the boards differ");
    check(&mut window, "compare.png");
}

#[test]
fn a_moment_does_not_differ_from_itself() {
    let mut window = tab(onto(played("").0), "Compare");
    window.get_by_label("both are the same moment");
    check(&mut window, "compare-same.png");
}

#[test]
fn overlays_are_switched_one_by_one_and_all_at_once() {
    let mut window = onto_save("unseen-behind-his-back.loom");
    press(&mut window, Modifiers::NONE, Key::Home);
    let marks = |window: &Window| document(window).scene().boards[0].marks.len();
    let default = marks(&window);
    assert!(default > 0, "danger is shown unless somebody asks otherwise");
    click(&mut window, "Overlays");
    click(&mut window, "Danger");
    let fewer = marks(&window);
    assert!(fewer < default);
    click(&mut window, "Reachable");
    assert!(marks(&window) > fewer);
    check(&mut window, "overlays.png");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(marks(&window), 0);
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(marks(&window), default);
}

#[test]
fn a_game_without_layers_offers_none() {
    assert!(onto(played("S").0).query_by_label("Overlays").is_none());
}

#[test]
fn the_world_line_of_a_real_save_is_drawn_around_the_slice() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    let links = |window: &Window| document(window).scene().boards[0].links.len();
    let before = links(&window);
    click(&mut window, "Overlays");
    click(&mut window, "World line");
    assert!(links(&window) > before + 3);
    check(&mut window, "world-line.png");
}

#[test]
fn pictures_of_the_state() {
    let mut window = tab(onto_save("unseen-borrowed-time.loom"), "State");
    check(&mut window, "state.png");
    check(&mut tab(onto_save("skirmish-crossroads.loom"), "State"), "state-many.png");
}
