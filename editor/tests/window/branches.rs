//! The tree of branches: shown at once, clicked, navigated by key, and named.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::orchard::played;
use crate::pictures::check;
use crate::{Window, click, document, onto, onto_save, press, turn};

/// Ten steps; from turn 3 another branch of three; from turn 2 a third branch of one.
const THREE: &str = "SSEEENESEEuuuuuuuSSSuuuuN";

fn tree(game: impl timeloom::game::Game + 'static) -> Window {
    let mut window = onto(game);
    click(&mut window, "Branches");
    window
}

/// The rows of the tree: turn, length of the run, lane.
fn rows(window: &Window) -> Vec<(u32, u32, u8)> {
    document(window).branches().iter().map(|stop| (stop.turn, stop.run, stop.lane)).collect()
}

#[test]
fn straight_runs_are_lengths_between_forks_and_tips() {
    let mut window = tree(played(THREE).0);
    window.get_by_label("3 branches");
    assert_eq!(rows(&window), [(0, 0, 0), (2, 2, 0), (3, 1, 1), (3, 1, 0), (6, 3, 1), (10, 7, 0)]);
    window.get_by_label("turn 2, 2 ways · 2 turns");
    window.get_by_label("turn 3 · N · here");
    check(&mut window, "tree.png");
}

#[test]
fn a_click_goes_there() {
    let mut window = tree(played(THREE).0);
    click(&mut window, "turn 10 · 7 turns");
    assert_eq!((turn(&window), document(&window).last_turn()), (10, 10));
    click(&mut window, "turn 6 · S · 3 turns");
    assert_eq!((turn(&window), document(&window).last_turn()), (6, 6));
}

#[test]
fn keys_go_from_branch_to_branch_and_to_forks_and_tips() {
    let mut window = tree(played("SSEEENESEEuuuuuuuSSS").0);
    let tip = document(&window).here().id;
    press(&mut window, Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!((turn(&window), document(&window).last_turn()), (6, 10), "the same turn of the other branch");
    press(&mut window, Modifiers::COMMAND, Key::ArrowDown);
    assert_eq!(document(&window).here().id, tip);
    press(&mut window, Modifiers::COMMAND, Key::Home);
    assert_eq!(turn(&window), 3, "the fork");
    press(&mut window, Modifiers::COMMAND, Key::Home);
    assert_eq!(turn(&window), 0);
    press(&mut window, Modifiers::COMMAND, Key::End);
    assert_eq!(turn(&window), 3);
    press(&mut window, Modifiers::COMMAND, Key::End);
    assert_eq!(document(&window).here().id, tip);
}

#[test]
fn in_a_game_without_branches_there_is_nowhere_to_go_over_to() {
    let mut window = tree(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!(turn(&window), 4);
    window.get_by_label("1 branch");
    check(&mut window, "tree-one.png");
}

#[test]
fn a_branch_is_named_from_any_of_its_turns() {
    let mut window = tree(played("SSEEENESEEuuuuuuuSSS").0);
    press(&mut window, Modifiers::NONE, Key::F2);
    window.get_by_label("Name of the branch from turn 4");
    window.get_by_label("a few words").type_text("to the well");
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("turn 6 · S · 3 turns · to the well · here");
    let named: Vec<_> =
        document(&window).log().rows().iter().filter_map(|row| row.notes.name.as_deref()).collect();
    assert_eq!(named, ["to the well"]);
}

#[test]
fn the_menu_of_a_turn_plays_from_there() {
    let mut window = onto(played("SSEE").0);
    window.get_by_label("turn 2: S walks to 0, 2").click_secondary();
    window.run();
    click(&mut window, "Play from here");
    assert_eq!(turn(&window), 2);
    press(&mut window, Modifiers::NONE, Key::S);
    assert_eq!((turn(&window), document(&window).last_turn()), (3, 3));
    assert_eq!(document(&window).log().forks(), [2], "the old branch is still there");
}

#[test]
fn names_of_a_real_save_are_in_the_tree() {
    let mut window = onto_save("unseen-borrowed-time.loom");
    click(&mut window, "Branches");
    window.get_by_label("turn 8 · S · out of time");
    window.get_by_label("turn 7, 2 ways · 7 turns · one slice before the end");
}

#[test]
fn hundreds_of_branches_cost_what_is_in_sight() {
    let mut steps = String::from("SS");
    (0..400).for_each(|_| steps.push_str("NSNSNSEuuuuW"));
    let steps = steps.replace("EuuuuW", "Eu");
    let mut window = tree(played(&steps).0);
    let all = document(&window).branches().len();
    assert!(all > 300, "{all} rows");
    let shapes = window.output().shapes.len();
    assert!(shapes < 1500, "{shapes} shapes");
    check(&mut window, "tree-huge.png");
}
