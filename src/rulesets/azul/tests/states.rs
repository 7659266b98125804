//! States as JSON and as bytes, and the faults of impossible ones.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::codec;
use crate::fault;

fn read(value: Value) -> Result<State, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[test]
fn what_is_missing_gets_its_default() {
    let state = read(json!({ "players": [{}, {}] })).expect("a state");
    assert_eq!(drawing(&state), "factories \ncentre -\n> 0 | - | - | -\n0 | - | - | -");
    assert_eq!(state.round, 1);
    assert!(Azul::resume(&state).is_ok());
}

#[test]
fn counts_have_no_zero_entries_and_may_be_given_with_them() {
    let state = read(json!({ "bag": { "White": 2, "Blue": 0 }, "players": [{}, {}] })).expect("a state");
    assert_eq!(serde_json::to_value(&state).expect("plain data")["bag"], json!({ "White": 2 }));
}

#[test]
fn a_state_survives_json_and_bytes() {
    let state = played(&Level::new(3).start(4), "F0:blue:1 C:white:3");
    let text = serde_json::to_string(&state).expect("plain data");
    assert_eq!(serde_json::from_str::<State>(&text).expect("read back"), state);
    assert_eq!(codec::decode::<State>(&codec::encode(&state)), Ok(state));
}

#[test]
fn a_clone_shares_everything_until_it_is_changed() {
    let state = Level::new(4).start(1);
    let mut copy = state.clone();
    assert!(std::ptr::eq(&*state, &*copy));
    copy.round = 9;
    assert_eq!((state.round, copy.round), (1, 9));
    assert_eq!(size_of::<State>(), size_of::<Arc<Position>>());
}

/// All faults of a state, in one text.
fn complaint(state: &State) -> String {
    Azul::resume(state).map_or_else(|faults| fault::listing(&faults), |_| "possible".into())
}

/// Checks the fault of a state of two players with a change.
#[track_caller]
fn check_fault(change: impl Fn(&mut Position), expected: &str) {
    let mut state = Level::new(2).start(1);
    change(&mut state);
    assert_eq!(complaint(&state), expected);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    use TileColor::{Blue, Red};
    let line = |count_filled, color| PatternLine { capacity: 3, color, count_filled };
    check_fault(|_| {}, "possible");
    check_fault(|p| p.players.truncate(1), "azul takes 2 to 4 players, not 1");
    check_fault(|p| p.players.clear(), "azul takes 2 to 4 players, not 0");
    check_fault(|p| p.players = vec![PlayerBoard::default(); 5], "azul takes 2 to 4 players, not 5");
    check_fault(|p| p.active_player_id = 2, "Player ID 2 is out of range");
    check_fault(|p| p.factories.push(TileCounts::NONE), "there are 6 factories: 2 players use 5");
    check_fault(
        |p| (p.factories[1], p.bag) = (tiles("BBBBB"), TileCounts::NONE),
        "factory 1 holds 5 tiles: at most 4 are allowed",
    );
    check_fault(
        |p| p.players[1].pattern_lines[2] = line(0, Some(Blue)),
        "player 1: line 2 names blue and holds no tiles",
    );
    check_fault(
        |p| p.players[1].pattern_lines[2] = line(2, None),
        "player 1: line 2 holds tiles and names no colour",
    );
    check_fault(
        |p| (p.players[0].pattern_lines[2], p.bag) = (line(4, Some(Red)), TileCounts::NONE),
        "player 0: line 2 holds 4 tiles: it takes 3",
    );
    check_fault(
        |p| p.players[0].pattern_lines[1].capacity = 3,
        "player 0: line 1 has the capacity 3: it takes 2 tiles",
    );
    check_fault(
        |p| p.players[0].floor_line.has_first_player_token = true,
        "there are 2 first-player tokens: there is only one",
    );
    check_fault(
        |p| p.lid = TileCounts::new([0, 0, 255, 0, 0]),
        "there are 275 red tiles: at most 20 are allowed",
    );
}

#[test]
fn a_line_whose_colour_is_on_the_wall_is_impossible() {
    for line in ["KKK", "K.."] {
        let drawing = format!("centre W\n > 0 | . .. {line} .... ..... | ..... ..... #.... ..... ..... | -");
        let state = state(&format!("{drawing}\n 0 | - | - | -"));
        assert_eq!(complaint(&state), "player 0: line 2 gathers black, which row 2 of the wall already has");
    }
}

#[test]
fn all_that_is_impossible_is_said_at_once() {
    let mut state = Level::new(2).start(1);
    state.active_player_id = 9;
    state.lid = TileCounts::new([100, 0, 0, 0, 0]);
    state.players[0].pattern_lines[0].count_filled = 7;
    state.players[1].floor_line.has_first_player_token = true;
    assert_eq!(complaint(&state).lines().count(), 4, "{}", complaint(&state));
}

#[test]
fn the_sentences_say_what_was_expected() {
    let said = |value| read(value).expect_err("refused");
    assert!(said(json!(5)).contains("expected a state of azul"));
    assert!(said(json!({ "players": [{ "pattern_line": [] }] })).contains("unknown field `pattern_line`"));
    assert!(said(json!({ "bag": { "Green": 1 } })).contains("unknown field `Green`"));
    assert!(said(json!({ "bag": { "Blue": 256 } })).contains("expected u8"));
    assert!(said(json!({ "bag": { "Blue": -1 } })).contains("expected u8"));
    assert!(
        said(json!({ "players": [{ "pattern_lines": [{}, {}, {}, {}, {}, {}] }] }))
            .contains("fewer elements")
    );
    assert!(said(json!({ "players": [{ "wall": [[true]] }] })).contains("invalid length"));
    assert!(
        said(json!({ "players": [{ "floor_line": { "tiles": ["Pink"] } }] }))
            .contains("unknown variant `Pink`")
    );
}
