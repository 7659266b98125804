//! A turn of each ruleset by clicks alone, and what Escape and other places do to a choice.

use super::*;
use crate::click;

#[test]
fn in_unseen_clicks_walk_push_wait_and_win() {
    let mut window = onto_map(&ROOM);
    click_cell(&mut window, 2, 1);
    click_cell(&mut window, 3, 1);
    assert_eq!(done(&window), ["E", "PE"], "a click on a neighbouring box pushes it");
    click_cell(&mut window, 3, 1);
    assert_eq!(chosen(&window), 1, "the player is chosen");
    click_cell(&mut window, 3, 1);
    assert_eq!(done(&window), ["E", "PE", "."], "and waits in its cell");
    click_cell(&mut window, 5, 2);
    window.run_steps(10);
    assert_eq!(done(&window).len(), 6, "{:?}", done(&window));
    assert!(document(&window).result().is_some(), "the exit was clicked and reached");
}

#[test]
fn in_unseen_a_box_is_dragged_onto_the_player_to_pull_it() {
    let mut window = onto_map(&["#######", "#P@.>.#", "#######"]);
    let (from, to) = (at(&window, 1, 1), at(&window, 2, 1));
    drag(&mut window, from, to);
    assert_eq!(done(&window), ["LE"]);
}

#[test]
fn in_unseen_the_player_is_dragged_to_a_cell() {
    let mut window = onto_map(&ROOM);
    let (from, to) = (at(&window, 1, 1), at(&window, 1, 2));
    drag(&mut window, from, to);
    assert_eq!(done(&window), ["S"]);
}

/// The name of the first place on a board of azul.
fn first_on(window: &Window, board: &str) -> String {
    let prefix = format!("{board}, column ");
    let node = window.query_all_by_label_contains(&prefix).next().expect("tiles");
    egui_kittest::kittest::NodeT::accesskit_node(&node).label().expect("it has a name")
}

#[test]
fn in_azul_a_tile_then_a_line_is_a_turn() {
    let mut window = onto_sample("azul-1-two.toml");
    for (board, line) in [("factories", 2), ("centre", 4)] {
        let tile = first_on(&window, board);
        click_place(&mut window, &tile);
        assert_eq!(chosen(&window), 1);
        click_place(&mut window, &format!("into line {line}"));
        assert!(done(&window).last().is_some_and(|action| action.ends_with(&format!(":{line}"))));
    }
    assert_eq!(done(&window).len(), 2, "both players had a turn");
}

#[test]
fn in_azul_every_cell_of_a_line_and_every_tile_of_a_colour_can_be_clicked() {
    let mut window = onto_sample("azul-1-two.toml");
    let tile = first_on(&window, "factories");
    click_place(&mut window, &tile);
    let line = window.query_all_by_label_contains("into line 3").map(|node| node.rect());
    let line = line.min_by(|a, b| a.left().total_cmp(&b.left())).expect("line 3 is open");
    click_at(&mut window, line.center() + egui::vec2(line.width(), 0.0));
    assert_eq!(done(&window).len(), 1, "the second cell of the line stands for it too");
}

#[test]
fn in_skirmish_a_fighter_then_a_cell_and_a_tick_are_a_turn() {
    let mut window = onto_sample("skirmish-bridge.toml");
    click_place(&mut window, "Aldis");
    assert_eq!(chosen(&window), 1);
    click_place(&mut window, "column 0, row 2: ");
    click(&mut window, "Aldis steps south");
    assert_eq!(done(&window), ["A:move:S"]);
    assert_eq!(chosen(&window), 0);
    click_place(&mut window, "Brand");
    click_place(&mut window, "Brand holds");
    click(&mut window, "Let a tick pass");
    assert_eq!(done(&window), ["A:move:S", "B:hold", "Tick"]);
}

#[test]
fn in_fleet_a_round_is_played_by_clicks() {
    let mut window = onto_sample("fleet-first-strike.toml");
    window.set_size(egui::vec2(1100.0, 760.0));
    window.run();
    click(&mut window, "Roll the die");
    click(&mut window, "Cass saves the lines");
    click(&mut window, "Dov saves the lines");
    assert_eq!(done(&window), ["roll", "A:save", "B:save"]);
}

#[test]
fn in_fleet_a_ship_then_its_target_is_a_choice() {
    let mut window = onto_turn("fleet-first-strike.loom", 10);
    click_place(&mut window, "Guardian A2");
    assert_eq!(chosen(&window), 1);
    click_place(&mut window, "Guardian A2 aims at Xenite B7");
    assert_eq!(document(&window).here().action, "A2:at:B7");
}

#[test]
fn in_fleet_a_ship_clicked_twice_holds_its_charges() {
    let mut window = onto_turn("fleet-first-strike.loom", 10);
    let ship = place(&window, "Guardian A2");
    click_at(&mut window, ship);
    click_at(&mut window, ship);
    click(&mut window, "Guardian A2 holds its charges");
    assert_eq!(document(&window).here().action, "A2:hold");
}

#[test]
fn escape_takes_one_step_back() {
    let mut window = onto_sample("skirmish-bridge.toml");
    click_place(&mut window, "Aldis");
    click_place(&mut window, "column 0, row 2: ");
    window.get_by_label("Aldis strikes south");
    key(&mut window, Key::Escape);
    assert!(window.query_by_label("Aldis strikes south").is_none(), "the menu is closed");
    assert_eq!(chosen(&window), 1);
    key(&mut window, Key::Escape);
    assert_eq!((chosen(&window), crate::turn(&window)), (0, 0));
}

#[test]
fn a_click_elsewhere_begins_another_choice() {
    let mut window = onto_sample("skirmish-bridge.toml");
    let other = place(&window, "Cuno");
    click_place(&mut window, "Aldis");
    let first = workspace(&window).pointing().chosen().to_vec();
    click_at(&mut window, other);
    assert_eq!(chosen(&window), 1);
    assert_ne!(workspace(&window).pointing().chosen(), first);
}

#[test]
fn a_choice_does_not_outlast_its_turn() {
    let mut window = onto_sample("skirmish-bridge.toml");
    click_place(&mut window, "Aldis");
    key(&mut window, Key::Space);
    assert_eq!((done(&window), chosen(&window)), (vec!["Tick".to_owned()], 0));
}

#[test]
fn a_past_turn_that_is_only_previewed_cannot_be_acted_on() {
    let mut window = onto_map(&ROOM);
    click_cell(&mut window, 2, 1);
    let start = window.get_by_label_contains("turn 0: start").rect().center();
    window.hover_at(start);
    window.run();
    assert!(document(&window).is_preview());
    assert!(window.query_by_label_contains("row 2: Walk south").is_none());
}
