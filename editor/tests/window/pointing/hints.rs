//! What is told about places and actions: tooltips, the lit places of an action in the list, and why something is
//! refused.

use super::*;
use crate::click;
use timeloom::game::Offer;
use timeloom::scene::BoardCell;
use timeloom_editor::command::AppCommand;
use timeloom_editor::workspace::Mode;

fn repaint_delay(window: &Window) -> std::time::Duration {
    window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay
}

#[test]
fn an_action_under_the_mouse_in_the_list_lights_its_places() {
    let mut window = onto_map(&ROOM);
    window.get_by_label("Walk east: to (2, 1) at t 1").hover();
    window.run();
    let listed = workspace(&window).pointing().listed().cloned().expect("it is lit");
    assert_eq!(document(&window).offers().iter().find(|offer| offer.bytes == listed).unwrap().action, "E");
    let board = at(&window, 4, 2);
    window.hover_at(board);
    window.run();
    assert_eq!(workspace(&window).pointing().listed(), None);
}

#[test]
fn a_place_under_the_mouse_tells_its_actions() {
    let mut window = onto_map(&ROOM);
    key(&mut window, Key::ArrowRight);
    let place = at(&window, 3, 1);
    window.hover_at(place);
    window.run_steps(6);
    window.get_by_label("the box");
    window.get_by_label("Push the box east (Shift+Right)");
    let row = window.get_by_label_contains("Push the box east: ");
    assert!(
        egui_kittest::kittest::NodeT::accesskit_node(&row).toggled() == Some(egui::accesskit::Toggled::True),
        "the list shows which action it is"
    );
}

#[test]
fn a_place_where_nothing_is_possible_tells_why() {
    let mut window = onto_map(&ROOM);
    let place = at(&window, 0, 1);
    window.hover_at(place);
    window.run_steps(6);
    window.get_by_label("a wall is in the way");
}

#[test]
fn a_bump_shows_a_quiet_hint_that_goes_by_itself() {
    let mut window = onto_map(&ROOM);
    key(&mut window, Key::ArrowRight);
    window.key_press(Key::ArrowRight);
    window.step();
    assert_eq!((done(&window).len(), window.state().message()), (1, None), "no banner");
    assert!(repaint_delay(&window) < std::time::Duration::from_millis(20), "the piece shakes");
    window.run_steps(3);
    assert!(repaint_delay(&window) > std::time::Duration::from_millis(200), "the piece rests");
    window.get_by_label("a box is in the way; Shift+Right: Push the box east");
    window.run_steps(12);
    assert!(window.query_by_label_contains("a box is in the way").is_none());
    assert!(repaint_delay(&window) > std::time::Duration::from_secs(3600), "nothing is painted at rest");
}

#[test]
fn a_hint_covers_no_piece_beside_the_player() {
    let mut window = onto_map(&["########", "#.@B..>#", "#......#", "########"]);
    key(&mut window, Key::ArrowUp);
    let hint = window.get_by_label("a wall is in the way").rect();
    for (x, y) in [(2, 1), (3, 1)] {
        let cell = at(&window, x, y);
        assert!(!hint.contains(cell), "{hint} covers {cell}");
    }
}

#[test]
fn the_next_turn_takes_the_hint_away() {
    let mut window = onto_map(&ROOM);
    key(&mut window, Key::ArrowUp);
    window.get_by_label("a wall is in the way");
    key(&mut window, Key::ArrowDown);
    assert!(window.query_by_label("a wall is in the way").is_none());
}

#[test]
fn no_hint_follows_into_another_mode() {
    let house = crate::house::House::new();
    let mut window = house.open();
    crate::house::change_mode(&mut window);
    key(&mut window, Key::ArrowUp);
    window.get_by_label("a wall is in the way");
    ask(&mut window, Command::App(AppCommand::Mode));
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    assert!(window.query_by_label("a wall is in the way").is_none());
    assert_eq!(window.state().message(), None);
}

#[test]
fn refused_actions_are_folded_away() {
    let mut window = onto_map(&ROOM);
    window.set_size(egui::vec2(900.0, 900.0));
    window.run();
    assert!(window.query_by_label_contains("not possible: ").is_none());
    click(&mut window, "11 not possible here");
    window.get_by_label("not possible: Walk north: a wall is in the way");
    click(&mut window, "not possible: Walk north: a wall is in the way");
    assert_eq!((done(&window).len(), window.state().message()), (0, None));
    window.get_by_label("a wall is in the way");
    click(&mut window, "11 not possible here");
    assert!(window.query_by_label_contains("not possible: ").is_none());
}

/// The middle of a cell of one of several boards.
fn on_board(window: &Window, cell: BoardCell) -> Pos2 {
    let canvases = window.query_all_by_role(egui::accesskit::Role::Canvas).map(|node| node.rect());
    let room = canvases.collect::<Vec<_>>()[cell.board as usize];
    let board = &document(window).scene().boards[cell.board as usize];
    timeloom_editor::canvas::Fit::new(board, room).rect(cell.at).center()
}

#[test]
fn in_azul_a_line_that_holds_another_colour_says_so() {
    let mut window = onto_turn("azul-across-the-table.loom", 8);
    let holds =
        |offer: &&Offer| offer.refused.as_ref().is_some_and(|refused| refused.message.contains(" holds "));
    let refused = document(&window).offers().iter().find(holds).expect("a line holds another colour").clone();
    for step in &refused.steps {
        let place = on_board(&window, step[0]);
        click_at(&mut window, place);
    }
    assert_eq!((chosen(&window), crate::turn(&window)), (1, 8), "the colour stays chosen");
    window.get_by_label(&refused.refused.expect("it is refused").message);
}

#[test]
fn when_the_game_is_over_the_hint_stays_off_the_pieces() {
    let mut window = onto_map(&["######", "#@>.##", "######"]);
    key(&mut window, Key::ArrowRight);
    assert!(document(&window).result().is_some());
    key(&mut window, Key::ArrowRight);
    let hint = window.get_by_label_contains("the game is over (won)").rect();
    let cell = at(&window, 2, 1);
    assert!(!hint.contains(cell), "{hint} covers {cell}");
    assert_eq!(window.state().message(), None);
}

#[test]
fn a_choice_at_rest_asks_for_no_further_frame() {
    let mut window = onto_sample("skirmish-bridge.toml");
    click_place(&mut window, "Aldis");
    window.run_steps(4);
    assert!(repaint_delay(&window) > std::time::Duration::from_secs(3600));
}
