//! Pictures of each board with the places where a choice goes on, in dark and in light.

use super::*;
use crate::pictures::check;

fn both(window: &mut Window, name: &str) {
    window.set_size(egui::vec2(1100.0, 760.0));
    window.run();
    check(window, &format!("{name}.png"));
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(window, &format!("{name}-light.png"));
}

#[test]
fn a_level_of_unseen_with_the_player_chosen() {
    let mut window = onto_map(&ROOM);
    key(&mut window, Key::ArrowRight);
    click_cell(&mut window, 2, 1);
    both(&mut window, "point-unseen");
}

#[test]
fn a_bump_with_its_hint() {
    let mut window = onto_map(&ROOM);
    window.set_size(egui::vec2(1100.0, 760.0));
    window.run();
    key(&mut window, Key::ArrowRight);
    key(&mut window, Key::ArrowRight);
    window.run_steps(2);
    check(&mut window, "point-bump.png");
}

#[test]
fn a_table_of_azul_with_a_colour_chosen() {
    let mut window = onto_turn("azul-across-the-table.loom", 4);
    let tile = window.query_all_by_label_contains("factories, column ").next().expect("tiles").rect();
    click_at(&mut window, tile.center());
    both(&mut window, "point-azul");
}

#[test]
fn a_battle_with_a_fighter_chosen_and_then_a_menu() {
    let mut window = onto_sample("skirmish-bridge.toml");
    click_place(&mut window, "Aldis");
    both(&mut window, "point-skirmish");
    window.ctx.set_theme(egui::Theme::Dark);
    click_place(&mut window, "column 0, row 2: ");
    check(&mut window, "point-menu.png");
}

#[test]
fn a_match_of_fleet_with_a_ship_chosen() {
    let mut window = onto_turn("fleet-first-strike.loom", 10);
    click_place(&mut window, "Guardian A2");
    both(&mut window, "point-fleet");
}

#[test]
fn the_places_of_an_action_in_the_list() {
    let mut window = onto_turn("fleet-first-strike.loom", 10);
    window.set_size(egui::vec2(1100.0, 760.0));
    window.run();
    window.get_by_label_contains("Guardian A2 aims at Xenite B7: ").hover();
    window.run();
    check(&mut window, "point-listed.png");
}

#[test]
fn the_place_with_the_keyboard_focus() {
    let mut window = onto_map(&ROOM);
    window.set_size(egui::vec2(1100.0, 760.0));
    tab_to(&mut window, "column 1, row 2: Walk south");
    window.run_steps(4);
    check(&mut window, "point-keys.png");
}

#[test]
fn the_actions_of_fleet_that_are_at_no_place() {
    let mut window = onto_sample("fleet-first-strike.toml");
    key(&mut window, Key::Space);
    check(&mut window, "point-placeless.png");
}
