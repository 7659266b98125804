//! Navigating through the turns of a game, and acting in it.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom_editor::log::LogRow;

use crate::orchard::played;
use crate::{Window, click, document, onto, press, turn, window};

/// Ten steps, then back to turn 3 and three steps along another branch.
const FORKED: &str = "SSEEENESEEuuuuuuuSSS";

fn rows(window: &Window) -> &[LogRow] {
    document(window).log().rows()
}

#[test]
fn the_log_the_board_and_the_tables_are_there() {
    let mut window = onto(played("SSEE").0);
    window.get_by_label("turn 0: start");
    window.get_by_label("turn 3: E walks to 1, 2");
    window.get_by_label("board, 8 by 6 cells, 14 pieces");
    window.get_by_label("Walk west: walks to 1, 2");
    window.get_by_label("in memory only");
    click(&mut window, "Tables");
    window.get_by_label("3 apples are left");
    window.get_by_label("strength, 16 of 20");
}

#[test]
fn a_game_that_has_just_started_can_be_looked_at() {
    let mut window = onto(played("").0);
    window.get_by_label("nothing has happened yet");
    for key in [Key::Home, Key::End, Key::Space] {
        press(&mut window, Modifiers::NONE, key);
    }
    assert_eq!(turn(&window), 0);
    assert!(!window.state().is_running());
}

#[test]
fn ctrl_and_arrows_go_a_turn() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(turn(&window), 2);
    press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(turn(&window), 3);
    window.get_by_label("viewing turn 3 of 4 - acting here starts a branch");
}

#[test]
fn undo_and_redo_have_their_usual_keys() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(turn(&window), 2);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(turn(&window), 3);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(turn(&window), 4);
}

#[test]
fn home_and_end_go_to_the_ends() {
    let mut window = onto(played("SSEE").0);
    press(&mut window, Modifiers::NONE, Key::Home);
    assert_eq!(turn(&window), 0);
    press(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(turn(&window), 4);
}

#[test]
fn the_slider_seeks() {
    let mut window = onto(played("SSEEENESEE").0);
    window.get_by_label("turn").set_value_accesskit(3.0);
    window.run();
    assert_eq!(turn(&window), 3);
    let rail = window.get_by_label("turn").rect();
    window.drag_at(rail.center());
    window.run();
    window.drop_at(rail.center());
    window.run();
    assert_eq!(turn(&window), 5);
}

#[test]
fn the_buttons_do_what_they_say() {
    let mut window = onto(played("SSEE").0);
    click(&mut window, "First turn (Home)");
    click(&mut window, "Forward a turn (Ctrl+Right)");
    assert_eq!(turn(&window), 1);
    click(&mut window, "Last turn (End)");
    click(&mut window, "Back a turn (Ctrl+Left)");
    assert_eq!(turn(&window), 3);
}

#[test]
fn space_plays_to_the_end_and_pauses() {
    let mut window = onto(played("SSEE").0);
    window.key_press(Key::Space);
    window.step();
    assert!(window.state().is_running());
    assert_eq!(turn(&window), 0, "at the tip, playing begins at the start");
    window.run_steps(4);
    assert_eq!(turn(&window), 1);
    window.key_press(Key::Space);
    window.run();
    assert!(!window.state().is_running());
    window.key_press(Key::Space);
    window.run_steps(30);
    assert_eq!(turn(&window), 4);
    assert!(!window.state().is_running());
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let window = onto(played("SSEE").0);
    let delay = window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(delay > std::time::Duration::from_secs(3600), "{delay:?}");
}

#[test]
fn a_click_in_the_log_goes_there() {
    let mut window = onto(played("SSEE").0);
    click(&mut window, "turn 2: S walks to 0, 2");
    assert_eq!(turn(&window), 2);
}

#[test]
fn acting_at_the_tip_goes_on() {
    let mut window = onto(played("SSEE").0);
    click(&mut window, "Walk west: walks to 1, 2");
    assert_eq!((turn(&window), document(&window).last_turn()), (5, 5));
}

#[test]
fn acting_in_the_past_grows_a_branch_and_the_other_stays_within_reach() {
    let mut window = onto(played("SSEE").0);
    click(&mut window, "turn 2: S walks to 0, 2");
    click(&mut window, "Walk south: walks to 0, 3");
    assert_eq!((turn(&window), document(&window).last_turn()), (3, 3));
    assert_eq!(document(&window).log().forks(), [2]);
    click(&mut window, "other branch at turn 3: E walks to 1, 2");
    assert_eq!((turn(&window), document(&window).last_turn()), (3, 4));
    window.get_by_label("other branch at turn 3: S walks to 0, 3");
}

#[test]
fn the_log_is_the_same_whichever_way_the_branch_was_reached() {
    let mut window = onto(played(FORKED).0);
    let tip = document(&window).here().id;
    let before = rows(&window).to_vec();
    let other = before.iter().find(|row| !row.on_line).expect("there is another branch").id;
    click(&mut window, "other branch at turn 4: E walks to 2, 2");
    assert_eq!(document(&window).here().id, other);
    assert_eq!(document(&window).last_turn(), 10);
    click(&mut window, "other branch at turn 4: S walks to 1, 3");
    press(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(document(&window).here().id, tip);
    assert_eq!(rows(&window), before);
    assert_eq!(document(&window).log().forks(), [3]);
}

#[test]
fn a_game_that_is_over_says_so() {
    let window = onto(played("SSESSNNEENESSEE").0);
    window.get_by_label("the game is over, won: the gatherer");
    window.get_by_label("won: the gatherer");
}

#[test]
fn five_thousand_turns_cost_no_more_than_five() {
    let mut window = onto(played(&"SN".repeat(2500)).0);
    assert_eq!(turn(&window), 5000);
    window.get_by_label("turn 5000: N walks to 0, 0");
    assert!(
        window.query_by_label("turn 4000: N walks to 0, 0").is_none(),
        "only what is in sight is laid out"
    );
    let shapes = window.output().shapes.len();
    assert!(shapes < 1200, "{shapes} shapes");
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("turn 1: S walks to 0, 1");
}

#[test]
fn hovering_a_cell_tells_what_is_in_it() {
    let mut window = onto(played("SSEE").0);
    let board = window.get_by_label("board, 8 by 6 cells, 14 pieces").rect();
    let scene = document(&window).scene().boards[0].clone();
    let fox = timeloom_editor::canvas::Fit::new(&scene, board).rect(timeloom::scene::Cell { x: 6, y: 1 });
    window.hover_at(fox.center());
    window.run_steps(6);
    window.get_by_label("column 6, row 1");
    window.get_by_label("a fox");
    window.get_by_label("the fox will jump");
}

#[test]
fn f1_shows_every_command_and_escape_hides_it() {
    let mut window = onto(played("S").0);
    press(&mut window, Modifiers::NONE, Key::F1);
    window.get_by_label("Play or pause");
    window.get_by_label("Ctrl+Y  or  Ctrl+Shift+Z");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Play or pause").is_none());
}

#[test]
fn the_look_changes_between_dark_and_light() {
    let mut window = onto(played("S").0);
    click(&mut window, "View");
    click(&mut window, "Dark or light");
    assert_eq!(window.ctx.theme(), egui::Theme::Light);
}

#[test]
fn a_window_without_a_game_has_a_page_to_start_from() {
    let mut window = window(timeloom_editor::app::App::new(timeloom_editor::app_dirs::AppDirs::none()));
    for key in [Key::Home, Key::End, Key::Space] {
        press(&mut window, Modifiers::NONE, key);
    }
    press(&mut window, Modifiers::COMMAND, Key::Z);
    window.get_by_label("or drag a level or a .loom file into this window");
}

#[test]
fn tab_walks_through_the_whole_log_and_the_log_goes_along() {
    let mut window = onto(played(&"SN".repeat(20)).0);
    press(&mut window, Modifiers::NONE, Key::Home);
    window.get_by_label("turn 0: start").focus();
    window.run();
    for number in 1..=30 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        let label = format!("turn {number}: ");
        let row = window.get_by_label_contains(&label);
        assert!(row.is_focused(), "turn {number}");
        assert!(window.ctx.content_rect().contains_rect(row.rect()));
    }
    assert_eq!(turn(&window), 0, "it only looks");
}
