//! The end of a round: tiling, scoring, penalties, the token, who starts, and how the game ends.

use super::*;

#[test]
fn the_last_tile_ends_the_round_within_the_same_action() {
    check_boards(
        "centre W
         > 0 | B .. ... .... ..... | - | -
           0 | - | - | -",
        "C:white:1",
        "1 | . W. ... .... ..... | #.... ..... ..... ..... ..... | -
         > 0 | - | - | -",
    );
}

#[test]
fn a_complete_line_puts_one_tile_on_the_wall_and_the_rest_into_the_lid() {
    let before = state("centre W\n > 0 | . RR KKK .... ..... | - | -\n 0 | - | - | -");
    let tiled: Vec<_> = events(&before, "C:white:4")
        .into_iter()
        .filter_map(|event| match event {
            Event::Tiled { row, column, color, points, discarded, .. } => {
                Some((row, column, color, points, discarded))
            }
            _ => None,
        })
        .collect();
    assert_eq!(tiled, [(1, 3, TileColor::Red, 1, 1), (2, 0, TileColor::Black, 1, 2)]);
    let poured = events(&before, "C:white:4").into_iter().find_map(|event| match event {
        Event::LidPoured { tiles } => Some(tiles),
        _ => None,
    });
    assert_eq!(poured, Some(tiles("RKK")));
}

#[test]
fn rows_are_tiled_from_top_to_bottom_and_each_tile_scores_with_those_above_it() {
    // Blue in column 0, then white below it, then black below that: 1 + 2 + 3.
    check_boards(
        "centre Y
         > 0 | B WW KKK .... ..... | - | -
           0 | - | - | -",
        "C:yellow:4",
        "6 | . .. ... .... Y.... | #.... #.... #.... ..... ..... | -
         > 0 | - | - | -",
    );
}

#[test]
fn a_tile_scores_both_runs_that_it_joins() {
    // Row 1 has columns 0 and 2, column 1 has rows 0 and 2: blue in between joins three and three.
    check_boards(
        "centre K
         > 10 | . BB ... .... ..... | .#... #.#.. .#... ..... ..... | -
            0 | - | - | -",
        "C:black:4",
        "16 | . .. ... .... K.... | .#... ###.. .#... ..... ..... | -
         > 0 | - | - | -",
    );
}

#[test]
fn lines_that_are_not_complete_stay() {
    check_boards(
        "centre W
         > 0 | . R. KK. BBB. YYYY. | - | -
           0 | - | - | -",
        "C:white:floor",
        "0 | . R. KK. BBB. YYYY. | - | -
         > 0 | - | - | -",
    );
}

#[test]
fn broken_tiles_cost_points_after_the_wall_has_scored_and_go_to_the_lid() {
    let before = state("centre W\n > 0 | B .. ... .... ..... | - | RRR\n 7 | - | - | KK");
    assert_eq!(
        boards(&played(&before, "C:white:floor")),
        trimmed("0 | - | #.... ..... ..... ..... ..... | -\n > 5 | - | - | -")
    );
    let penalties: Vec<_> = events(&before, "C:white:floor")
        .into_iter()
        .filter_map(|event| match event {
            Event::Penalized { player, tiles, penalty, lost, .. } => {
                Some((player, letters(&tiles), penalty, lost))
            }
            _ => None,
        })
        .collect();
    assert_eq!(penalties, [(0, "RRRW".into(), 6, 1), (1, "KK".into(), 2, 2)]);
}

#[test]
fn whoever_has_the_token_starts_the_next_round_and_the_token_goes_back() {
    let three = "centre W\n 9 | - | - | -\n > 9 | - | - | -\n 9 | - | - | *";
    let after = played(&state(three), "C:white:4");
    assert_eq!((after.active_player_id, after.round), (2, 2));
    assert_eq!(after.center, Center { tiles: TileCounts::NONE, has_first_player_token: true });
    assert_eq!(after.players[2].score, 8, "the token by itself costs a point");
    assert!(after.players.iter().all(|player| !player.floor_line.has_first_player_token));
}

#[test]
fn if_nobody_took_the_token_the_next_in_turn_order_starts() {
    let state = state("factories BBBB\n centre *-\n 0 | - | - | -\n 0 | - | - | -\n > 0 | - | - | -");
    let after = played(&state, "F0:blue:3");
    assert_eq!(after.active_player_id, 0);
    assert!(after.center.has_first_player_token);
}

#[test]
fn the_last_action_may_take_the_token_and_start_the_next_round() {
    check_boards(
        "centre *W
         > 4 | - | - | -
           0 | - | - | -",
        "C:white:4",
        "> 3 | . .. ... .... W.... | - | -
         0 | - | - | -",
    );
}

#[test]
fn the_game_ends_with_the_round_in_which_a_row_is_complete() {
    let before = state(
        "centre Y
         > 20 | . .. ... .... ..... | ####. ..... ..... ..... ..... | -
           30 | W .. ... .... ..... | ####. ..... ..... ..... ..... | -",
    );
    let after = played(&before, "C:yellow:4");
    // The whole row scores 5 and then its bonus of 2.
    assert_eq!(
        boards(&after),
        trimmed(
            "> 20 | . .. ... .... Y.... | ####. ..... ..... ..... ..... | -
             37 | - | ##### ..... ..... ..... ..... | -"
        )
    );
    let rules = Azul::resume(&after).unwrap();
    assert_eq!(rules.result(&after).unwrap().to_string(), "won: Player B, 37 to 20");
    assert!(legal_actions(&after).is_empty());
    assert!(after.factories.is_empty(), "nothing is dealt any more");
    assert_eq!(refused(&after, "C:red:0").code, "GAME_OVER");
}

#[test]
fn a_complete_row_does_not_end_the_round_for_the_others() {
    let state = state(
        "factories RR
         centre Y
         > 20 | W .. ... .... ..... | ####. ..... ..... ..... ..... | -
            0 | - | - | -",
    );
    let after = played(&state, "C:yellow:4");
    assert!(Azul::resume(&after).unwrap().result(&after).is_none());
    assert_eq!(played(&after, "F0:red:1").players[1].score, 1, "Ben still gets his point");
}

#[test]
fn when_no_tile_is_left_anywhere_the_game_ends_with_bonuses() {
    let before = state(
        "centre B
         > 0 | . .. ... .... ..... | ..... #.... #.... #.... #.... | -
           0 | - | - | -",
    );
    let after = played(&before, "C:blue:0");
    // The tile completes the column: a run of 5, and a bonus of 7.
    assert_eq!(after.players[0].score, 12);
    let rules = Azul::resume(&after).unwrap();
    assert_eq!(rules.result(&after).unwrap().to_string(), "won: Player A, 12 to 0");
    assert_eq!(refused(&after, "C:blue:0").code, "ROUND_OVER");
}

#[test]
fn the_largest_score_and_round_do_not_overflow() {
    let mut before = state("centre B\n > 0 | - | - | -\n 0 | - | - | -\n");
    before.players[0].score = u32::MAX;
    before.round = u32::MAX;
    let after = played(&before, "C:blue:0");
    assert_eq!((after.players[0].score, after.round), (u32::MAX, u32::MAX));
}
