//! The golden cases: numbers that were computed by hand.

use super::*;

#[test]
fn there_are_66_ways_to_begin_from_the_golden_table() {
    let state = state(
        "factories BBRY KKKW - BYYY RRKK
         centre WWR
         > 0 | - | - | -
           0 | - | - | -",
    );
    assert_eq!(legal_actions(&state).len(), 66);
}

#[test]
fn three_red_into_a_line_of_two_that_holds_one_break_two() {
    check(
        "factories RRR
         centre W
         > 0 | . R. ... .... ..... | - | -
           0 | - | - | -",
        "F0:red:1",
        "factories -
         centre W
         0 | . RR ... .... ..... | - | RR
         > 0 | - | - | -",
    );
}

#[test]
fn three_points_with_six_tiles_and_the_token_on_the_floor_become_none() {
    check_boards(
        "factories -
         centre W
         > 3 | - | - | *RRRRRR
           0 | - | - | -",
        "C:white:4",
        "> 0 | . .. ... .... W.... | - | -
         0 | - | - | -",
    );
}

#[test]
fn a_full_wall_is_worth_95() {
    let bonuses = Bonuses::of(&[[true; SIDE]; SIDE]);
    assert_eq!((bonuses.rows, bonuses.columns, bonuses.colors), (5, 5, 5));
    assert_eq!(bonuses.points(), 95);
}

#[test]
fn the_floor_costs_0_1_2_4_6_8_11_14_and_no_more() {
    let costs: Vec<u32> = (0..10)
        .map(|count| floor_penalty(&FloorLine { tiles: vec![TileColor::Red; count], ..FloorLine::default() }))
        .collect();
    assert_eq!(costs, [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]);
    for (count, cost) in costs[1..].iter().enumerate() {
        let tiles = vec![TileColor::Red; count];
        let floor = FloorLine { tiles, has_first_player_token: true };
        assert_eq!(floor_penalty(&floor), *cost, "the token counts like a tile");
    }
}

#[test]
fn every_colour_has_one_place_in_each_row_and_column_of_the_wall() {
    let rows: Vec<String> = (0..SIDE)
        .map(|row| (0..SIDE).map(|column| get_wall_color_at(row, column).letter()).collect())
        .collect();
    assert_eq!(rows, ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]);
    for (row, color) in (0..SIDE).flat_map(|row| TileColor::ALL.map(|color| (row, color))) {
        assert_eq!(get_wall_color_at(row, get_wall_column_for_color(row, color)), color);
    }
}
