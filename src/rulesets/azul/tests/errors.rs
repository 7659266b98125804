//! Validation errors: which comes first, and what they say.

use serde_json::json;

use super::*;
use crate::rules::Refusal;

/// Everything is wrong at once and is fixed step by step: the errors come in their fixed order.
#[test]
fn the_first_reason_that_applies_is_given_in_a_fixed_order() {
    let mut state = state(
        "factories - -
         centre -
         > 0 | . RR ... .... ..... | ##### ..#.. ..... ..... ..... | -
           0 | - | - | -",
    );
    state.players[0].wall[1] = [false, true, false, false, false];
    state.active_player_id = 7;
    let mut reasons = Vec::new();
    let mut give = |state: &State, action: &str| reasons.push(refused(state, action).code);
    give(&state, "F9:blue:9");
    state.active_player_id = 0;
    give(&state, "F9:blue:9");
    state.players[0].wall[0][0] = false;
    give(&state, "F9:blue:9");
    state.factories[1] = tiles("K");
    give(&state, "F9:blue:9");
    give(&state, "F0:blue:9");
    state.factories[0] = tiles("BB");
    give(&state, "F0:blue:9");
    give(&state, "F0:blue:1");
    state.players[0].pattern_lines[1].count_filled = 1;
    give(&state, "F0:blue:1");
    state.players[0].pattern_lines[1] = PatternLine::empty(1);
    give(&state, "F0:blue:1");
    state.players[0].wall[1][1] = false;
    assert!(apply_action(&state, &"F0:blue:1".parse().unwrap()).is_ok());
    assert_eq!(
        reasons,
        [
            "INVALID_PLAYER",
            "GAME_OVER",
            "ROUND_OVER",
            "INVALID_SOURCE",
            "SOURCE_EMPTY",
            "INVALID_DESTINATION",
            "PATTERN_LINE_COMPLETE",
            "COLOR_MISMATCH",
            "WALL_CONFLICT"
        ]
    );
}

#[test]
fn every_reason_has_a_sentence_and_its_facts() {
    use TileColor::{Blue, Red};
    let source = ActionSource::Factory(0);
    for (error, message, context) in [
        (ValidationError::invalid_player(7), "Player ID 7 is out of range", json!({ "player_id": 7 })),
        (
            ValidationError::invalid_source(9),
            "Factory index 9 is out of bounds",
            json!({ "factory_index": 9 }),
        ),
        (
            ValidationError::source_empty(source, Blue),
            "Source Factory 0 does not contain Blue tiles",
            json!({ "source": { "Factory": 0 }, "color": "Blue" }),
        ),
        (ValidationError::invalid_destination(5), "Pattern line row 5 is out of bounds", json!({ "row": 5 })),
        (
            ValidationError::pattern_line_complete(2),
            "Pattern line 2 is already complete",
            json!({ "row": 2 }),
        ),
        (
            ValidationError::color_mismatch(1, Red, Blue),
            "Cannot place Blue tiles into pattern line 1 which contains Red",
            json!({ "row": 1, "existing_color": "Red", "attempted_color": "Blue" }),
        ),
        (
            ValidationError::wall_conflict(1, Blue),
            "Color Blue already exists in wall row 1",
            json!({ "row": 1, "color": "Blue" }),
        ),
        (
            ValidationError::game_over(&[0, 1]),
            "The game is over: go back to an earlier turn to try something else",
            json!({ "winners": [0, 1] }),
        ),
        (
            ValidationError::round_over(),
            "The round is over: neither the factories nor the center hold any tiles",
            json!({}),
        ),
        (ValidationError::invariant_violation("two are lost".into()), "two are lost", json!({})),
    ] {
        let report = error.report();
        assert_eq!((report.message.as_str(), &report.context), (message, &context));
        assert_eq!(report.code, error.code);
        assert_eq!(report.code, report.code.to_ascii_uppercase());
    }
}

#[test]
fn a_tile_that_would_be_lost_is_reported_and_nothing_panics() {
    let mut overfull = create_test_state();
    overfull.factories[0] = TileCounts::new([1, 255, 0, 0, 0]);
    overfull.center.tiles = TileCounts::new([0, 255, 0, 0, 0]);
    let error = refused(&overfull, "F0:blue:0");
    assert_eq!(error.code, "INVARIANT_VIOLATION");
    assert_eq!(error.message, "Tile conservation violated: expected 511, found 256 (510 yellow became 255)");
}

#[test]
fn lines_that_cannot_be_are_refused_like_full_ones() {
    let mut state = create_test_state();
    state.factories[0] = tiles("BB");
    state.players[0].pattern_lines[2] = PatternLine { capacity: 3, color: None, count_filled: 200 };
    assert_eq!(refused(&state, "F0:blue:2").code, "PATTERN_LINE_COMPLETE");
    assert!(!can_place_in_pattern_line(&state.players[0], 99, TileColor::Blue));
}
