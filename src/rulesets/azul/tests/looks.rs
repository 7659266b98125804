//! Scenes, descriptions and causes.

use std::collections::BTreeSet;

use expect_test::expect;

use super::*;
use crate::diff::{Cause, changes};
use crate::rules::Level as _;
use crate::scene::text::{Ink, paint};

fn rules() -> Azul {
    let level = Level::parse("names = [\"Ann\", \"Ben\"]").expect("a level");
    Azul::new(level).expect("playable")
}

#[test]
fn a_scene_reads_well_without_colour() {
    let state = state(
        "factories BBRY - KKKW - -
         centre WWR
         bag BBYYRRKKWW
         lid RK
         > 12 | Y BB RR. .... W.... | #.... ..#.. ..... ..... ..... | *RR
            3 | - | - | -",
    );
    expect![[r#"
        round 1

        factories
          0 1 2 3
        0 B B Y R
        1 . . . .
        2 K K K W
        3 . . . .
        4 . . . .

        centre
          0 1 2 3 4 5 6 7
        0 R W W . . . . .
        1 . . . . . . . .

        Ann, to move
                              1
          0 1 2 3 4 5 6 7 8 9 0
        0         Y > B y r k w
        1       B B > w b Y r k
        2     . R R   k w b y r
        3   . . . .   r k w b y
        4 . . . . W   y r k w b
        5 * R R 2 2 3 3

        Ben
                              1
          0 1 2 3 4 5 6 7 8 9 0
        0         .   b y r k w
        1       . .   w b y r k
        2     . . .   k w b y r
        3   . . . .   r k w b y
        4 . . . . .   y r k w b
        5 1 1 2 2 2 3 3

        scores
        player  score  tiles on the wall  complete rows  floor
        Ann     12     2                  0              -4
        Ben     3      0                  0              0

        tiles
             B  Y  R  K  W  all
        bag  2  2  2  2  2  10
        lid  0  0  1  1  0  2

        Ann is to move
        B blue, Y yellow, R red, K black, W white, * the first-player token
        a small letter is a free place on the wall, a digit what the next broken tile costs
    "#]]
    .assert_eq(&paint(&rules().scene(&state, View::default()), Ink::Plain));
}

#[test]
fn every_tile_on_the_table_is_a_piece_with_a_name() {
    let state = rules().start(4);
    let scene = rules().scene(&state, View::default());
    let labels: BTreeSet<_> = scene.boards.iter().flat_map(|board| &board.pieces).map(|p| &p.label).collect();
    assert!(labels.iter().all(|label| !label.is_empty()));
    assert_eq!(scene.boards[0].pieces.len(), 20);
    let within = |board: &crate::scene::Board| {
        let cells = board.pieces.iter().map(|p| p.at).chain(board.marks.iter().map(|m| m.at));
        cells.into_iter().all(|at| at.x < board.width && at.y < board.height)
    };
    assert!(scene.boards.iter().all(within));
}

#[test]
fn more_broken_tiles_than_the_board_is_wide_still_fit_on_it() {
    let crowded = state(&format!("centre W\n > 0 | - | - | *{}\n 0 | - | - | -", "R".repeat(20)));
    let scene = rules().scene(&crowded, View::default());
    assert!(scene.boards.iter().all(|board| board.pieces.iter().all(|piece| piece.at.x < board.width)));
}

#[track_caller]
fn check_told(state: &State, action: &str, expected: &str) {
    let (_, outcome) = rules().apply(state, &action.parse().expect("an action")).expect("legal");
    assert_eq!(rules().tell(&outcome), expected);
}

#[test]
fn a_turn_is_told_in_one_line() {
    let table = state("factories RRRB K\n centre *W\n > 0 | - | - | -\n 0 | - | - | -");
    check_told(&table, "F0:red:3", "Ann takes 3 red from factory 0, fills 3 of 4 in line 3");
    check_told(&table, "F0:red:1", "Ann takes 3 red from factory 0, completes line 1, breaks 1");
    check_told(&table, "F0:red:floor", "Ann takes 3 red from factory 0, breaks 3");
    check_told(&table, "C:white:0", "Ann takes 1 white from the centre with the token, completes line 0");
}

#[test]
fn the_end_of_a_round_and_of_a_game_are_told_in_the_same_line() {
    let table = "centre W\n > 5 | B .. ... .... ..... | .###. ..... ..... ..... ..... | R\n 2 | - | - | *K";
    check_told(
        &state(table),
        "C:white:1",
        "Ann takes 1 white from the centre, fills 1 of 2 in line 1; the round ends: Ann +4 -1, Ben +0 -2; \
         the lid is poured into the bag; Ben starts round 2",
    );
    check_told(
        &state(&table.replace(".###.", ".####")),
        "C:white:1",
        "Ann takes 1 white from the centre, fills 1 of 2 in line 1; the round ends: Ann +5 -1, Ben +0 -2; \
         bonus for Ann +2; the game ends, Ann wins with 11 to 0",
    );
}

/// Whether a cause explains a change at that path: it covers everything below its own.
fn covers(cause: &Cause, path: &str) -> bool {
    let rest = path.strip_prefix(cause.path.as_str());
    rest.is_some_and(|rest| cause.path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

#[test]
fn causes_explain_every_change_and_name_nothing_that_did_not_change() {
    let rules = rules();
    let mut state = rules.start(11);
    let data = |state: &State| crate::show::data(&rules, state, View::default());
    while let Some(action) = rules.advise(&state) {
        let (next, outcome) = rules.apply(&state, &action).expect("legal");
        let (causes, changes) = (rules.causes(&outcome), changes(&data(&state), &data(&next)));
        for change in &changes {
            assert!(causes.iter().any(|cause| covers(cause, &change.path)), "{action}: {change}");
        }
        if !outcome.events.contains(&Event::RoundEnded { round: state.round }) {
            let idle = causes.iter().find(|cause| !changes.iter().any(|change| covers(cause, &change.path)));
            assert_eq!(idle, None, "{action}");
        }
        state = next;
    }
}
