//! The examples of the specification of drafting, under their original names, with their slips corrected: overflow is
//! counted, a source holds what is taken from it, and a tile stays on the table so that the round does not end.

use serde_json::{Value, json};

use super::*;

fn put(row: u64) -> DraftAction {
    let destination = Destination::PatternLine(row);
    DraftAction { source: ActionSource::Factory(0), color: TileColor::Blue, destination }
}

#[test]
fn test_exact_fit() {
    let mut state = create_test_state();
    state.factories[0].insert(TileColor::Blue, 2);
    state.players[0].pattern_lines[2] =
        PatternLine { capacity: 3, color: Some(TileColor::Blue), count_filled: 1 };

    let new_state = apply_action(&state, &put(2)).unwrap();

    assert_eq!(new_state.players[0].pattern_lines[2].count_filled, 3);
    assert_eq!(new_state.players[0].floor_line.tiles.len(), 0);
}

#[test]
fn test_overflow_to_floor() {
    let mut state = create_test_state();
    state.players[0].pattern_lines[1] =
        PatternLine { capacity: 2, color: Some(TileColor::Red), count_filled: 1 };
    state.factories[0].insert(TileColor::Red, 3);

    let new_state = apply_action(&state, &DraftAction { color: TileColor::Red, ..put(1) }).unwrap();

    assert_eq!(new_state.players[0].pattern_lines[1].count_filled, 2);
    assert_eq!(new_state.players[0].floor_line.tiles, [TileColor::Red; 2]);
}

#[test]
fn test_empty_pattern_line_with_overflow() {
    let mut state = create_test_state();
    state.factories[0].insert(TileColor::Yellow, 4);

    let new_state = apply_action(&state, &DraftAction { color: TileColor::Yellow, ..put(0) }).unwrap();

    assert_eq!(new_state.players[0].pattern_lines[0].count_filled, 1);
    assert_eq!(new_state.players[0].pattern_lines[0].color, Some(TileColor::Yellow));
    assert_eq!(new_state.players[0].floor_line.tiles.len(), 3);
}

#[test]
fn test_all_to_floor() {
    let mut state = create_test_state();
    state.factories[0].insert(TileColor::Black, 3);

    let action = DraftAction { color: TileColor::Black, destination: Destination::Floor, ..put(0) };
    let new_state = apply_action(&state, &action).unwrap();

    assert_eq!(new_state.players[0].floor_line.tiles, [TileColor::Black; 3]);
    assert_eq!(new_state.players[0].pattern_lines, state.players[0].pattern_lines);
}

#[test]
fn five_tiles_and_the_token_cost_eleven() {
    let floor = FloorLine { tiles: colors("BBBBB"), has_first_player_token: true };
    assert_eq!(floor_penalty(&floor), 11);
}

/// A request as another program writes it, and its response.
fn applied(state: Value, action: Value) -> Value {
    let state: State = serde_json::from_value(state).expect("a state");
    Azul::resume(&state).expect("a possible state");
    let action: DraftAction = serde_json::from_value(action).expect("an action");
    serde_json::to_value(apply_action(&state, &action).expect("legal")).expect("plain data")
}

#[test]
fn example_1_simple_factory_take() {
    let after = applied(
        json!({
            "factories": [{ "Red": 2, "Blue": 1, "Yellow": 1 }],
            "center": { "tiles": { "Black": 1 }, "has_first_player_token": false },
            "active_player_id": 0,
            "players": [{ "pattern_lines": [{}, {}, { "capacity": 3, "color": null, "count_filled": 0 }] }, {}],
        }),
        json!({ "source": { "Factory": 0 }, "color": "Red", "destination": { "PatternLine": 2 } }),
    );
    assert_eq!(after["factories"], json!([{}]));
    assert_eq!(
        after["center"],
        json!({ "tiles": { "Blue": 1, "Yellow": 1, "Black": 1 }, "has_first_player_token": false })
    );
    assert_eq!(after["active_player_id"], 1);
    let line = &after["players"][0]["pattern_lines"][2];
    assert_eq!(*line, json!({ "capacity": 3, "color": "Red", "count_filled": 2 }));
}

#[test]
fn example_2_center_take_with_first_player_token() {
    let after = applied(
        json!({
            "center": { "tiles": { "White": 2, "Black": 1 }, "has_first_player_token": true },
            "active_player_id": 1,
            "players": [{}, { "floor_line": { "tiles": [], "has_first_player_token": false } }],
        }),
        json!({ "source": "Center", "color": "White", "destination": { "PatternLine": 4 } }),
    );
    assert_eq!(after["center"], json!({ "tiles": { "Black": 1 }, "has_first_player_token": false }));
    assert_eq!(after["active_player_id"], 0);
    let player = &after["players"][1];
    let line = json!({ "capacity": 5, "color": "White", "count_filled": 2 });
    assert_eq!(player["pattern_lines"][4], line);
    assert_eq!(player["floor_line"], json!({ "tiles": [], "has_first_player_token": true }));
}

#[test]
fn example_3_overflow_scenario() {
    let after = applied(
        json!({
            "factories": [{}, { "Blue": 4 }],
            "center": { "tiles": { "Red": 1 } },
            "players": [
                {
                    "pattern_lines": [{}, { "capacity": 2, "color": "Blue", "count_filled": 1 }],
                    "floor_line": { "tiles": [], "has_first_player_token": false },
                },
                {},
            ],
        }),
        json!({ "source": { "Factory": 1 }, "color": "Blue", "destination": { "PatternLine": 1 } }),
    );
    assert_eq!(after["factories"], json!([{}, {}]));
    let player = &after["players"][0];
    let line = json!({ "capacity": 2, "color": "Blue", "count_filled": 2 });
    assert_eq!(player["pattern_lines"][1], line);
    assert_eq!(player["floor_line"]["tiles"], json!(["Blue", "Blue", "Blue"]));
}
