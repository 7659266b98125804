//! Layers of a slice, shown and hidden.

use expect_test::{Expect, expect};

use super::{GUARD, level, played};
use crate::rules::Rules;
use crate::rulesets::unseen::Unseen;
use crate::rulesets::unseen::overlays::LAYERS;
use crate::scene::text::{Ink, paint};
use crate::scene::{Layers, Scene, View};
use crate::show::Show;

/// The scene with exactly these layers.
fn scene(rows: &[&str], rest: &str, actions: &str, t: Option<u32>, layers: &[&str]) -> Scene {
    let rules = Unseen::new(level(rows, rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let place = |id: &&str| LAYERS.iter().position(|layer| layer.id == *id).expect("a layer of unseen");
    let wanted = layers.iter().map(place).fold(Layers::default(), |wanted, place| wanted.with(place, true));
    rules.scene(&played(&rules, actions), View { t, layers: Some(wanted), ..View::default() })
}

fn check(rows: &[&str], t: Option<u32>, layers: &[&str], expected: &Expect) {
    expected.assert_eq(&paint(&scene(rows, "", "", t, layers), Ink::Plain));
}

const ROOM: [&str; 5] = ["#######", "#@B...#", "#.###.#", "#....>#", "#######"];

#[test]
fn what_can_be_reached_on_foot_grows_with_time() {
    check(
        &ROOM,
        Some(2),
        &["reach"],
        &expect![[r#"
            t 2 of 19, the player is at t 0

              0 1 2 3 4 5 6
            0 # # # # # # #
            1 # + B . . . #
            2 # + # # # . #
            3 # + . . . > #
            4 # # # # # # #

            > exit  B box  + reachable
        "#]],
    );
}

#[test]
fn nothing_can_be_reached_in_the_past() {
    let marks = scene(&ROOM, "", "S S", Some(1), &["reach"]).boards[0].marks.len();
    assert_eq!(marks, 0);
}

#[test]
fn without_layers_only_the_slice_itself_is_shown() {
    let rows = ["#########", "#.......#", "#.......#", "#@B.....#", "#......>#", "#########"];
    let bare = scene(&rows, GUARD, "PE", None, &[]);
    assert!(bare.boards[0].marks.is_empty());
    let all: Vec<&str> = LAYERS.iter().map(|layer| layer.id).collect();
    assert!(scene(&rows, GUARD, "PE", None, &all).boards[0].marks.len() > 10);
}

#[test]
fn ghosts_are_what_stands_elsewhere_a_slice_earlier_or_later() {
    let faded = |layers: &[&str]| {
        let scene = scene(&ROOM, "", "PE PE", Some(1), layers);
        let ghosts = scene.boards[0].pieces.iter().filter(|piece| piece.faded && piece.glyph == 'B');
        ghosts.map(|piece| (piece.at.x, piece.label.clone())).collect::<Vec<_>>()
    };
    assert_eq!(faded(&[]), []);
    assert_eq!(faded(&["before"]), [(2, "the box at t 0".into())]);
    assert_eq!(faded(&["after"]), [(4, "the box at t 2".into())]);
    assert_eq!(faded(&["before", "after"]).len(), 2);
}

#[test]
fn the_world_line_leads_through_the_slices_around() {
    let links = scene(&ROOM, "", "S S E . E", Some(3), &["line"]).boards[0].links.clone();
    let told: Vec<_> = links.iter().map(|link| &*link.label).collect();
    assert_eq!(
        told,
        ["turn 1: t 0 to t 1", "turn 2: t 1 to t 2", "turn 3: t 2 to t 3", "turn 5: t 4 to t 5"]
    );
    assert!(scene(&ROOM, "", "S S", Some(12), &["line"]).boards[0].links.is_empty(), "far from the path");
}
