//! The six tests that drafting was specified with, under their original names.

use super::*;

#[test]
fn test_simple_action() {
    check(
        "factories RRBY -
         centre K
         > 0 | - | - | -
           0 | - | - | -",
        "F0:red:2",
        "factories - -
         centre BYK
         0 | . .. RR. .... ..... | - | -
         > 0 | - | - | -",
    );
}

#[test]
fn test_action_with_overflow() {
    check(
        "factories RRR -
         centre K
         > 0 | . R. ... .... ..... | - | -
           0 | - | - | -",
        "F0:red:1",
        "factories - -
         centre K
         0 | . RR ... .... ..... | - | RR
         > 0 | - | - | -",
    );
}

#[test]
fn test_factory_remnants() {
    let after = played(&state("factories BRYW -\n centre B\n > 0 | - | - | -\n 0 | - | - | -"), "F0:blue:0");
    assert!(after.factories[0].is_empty());
    assert_eq!(after.center.tiles, tiles("BYRW"));
    assert!(!after.center.has_first_player_token, "a factory gives no token");
}

#[test]
fn test_first_player_token_transfer() {
    check(
        "factories -
         centre *WWK
           0 | - | - | -
         > 0 | - | - | -",
        "C:white:4",
        "factories -
         centre K
         > 0 | - | - | -
         0 | . .. ... .... WW... | - | *",
    );
    let second = played(&state("factories KKYY\n centre *WWK\n > 0|-|-|-\n 0|-|-|-"), "C:white:4 C:black:4");
    let holders: Vec<bool> =
        second.players.iter().map(|player| player.floor_line.has_first_player_token).collect();
    assert_eq!(holders, [true, false], "only the first to take from the centre gets it");
}

#[test]
fn test_tile_conservation_holds() {
    let rules = Azul::new(Level::new(2)).expect("playable");
    let mut state = rules.start(3);
    assert_eq!(check_tile_conservation(&state), Ok(()));
    while let Some(action) = legal_actions(&state).last() {
        state = apply_action(&state, action).expect("listed");
        assert_eq!(check_tile_conservation(&state), Ok(()));
        if state.round > 8 {
            break;
        }
    }
    assert!(state.round > 8, "even if everything is broken, nothing is lost");
}

#[test]
fn test_illegal_action_errors() {
    let state = state(
        "factories RRR KKBB -
         centre Y
         > 0 | . R. KKK .... ..... | ..... .#... ..... ..... ..... | -
           0 | - | - | -",
    );
    for (action, code) in [
        ("F9:red:0", "INVALID_SOURCE"),
        ("F2:red:0", "SOURCE_EMPTY"),
        ("C:red:0", "SOURCE_EMPTY"),
        ("F0:red:5", "INVALID_DESTINATION"),
        ("F1:black:2", "PATTERN_LINE_COMPLETE"),
        ("F1:black:1", "COLOR_MISMATCH"),
    ] {
        assert_eq!(refused(&state, action).code, code, "{action}");
    }
    let mut free = state;
    free.players[0].pattern_lines[1] = PatternLine::empty(1);
    assert_eq!(refused(&free, "F1:blue:1").code, "WALL_CONFLICT");
}
