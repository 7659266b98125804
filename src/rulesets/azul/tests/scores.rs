//! Points of walls, and who wins.

use super::*;

fn wall(rows: &str) -> Wall {
    player(&format!("0 | - | {rows} | -")).wall
}

/// Checks the points of a tile at the `?`.
#[track_caller]
fn check_points(rows: &str, points: u32) {
    let words: Vec<&str> = rows.split_whitespace().collect();
    let row = words.iter().position(|row| row.contains('?')).expect("a place to try");
    let column = words[row].find('?').expect("a place to try");
    assert_eq!(Runs::at(&wall(rows), row, column).points(), points, "{rows}");
}

#[test]
fn a_tile_scores_the_runs_it_is_part_of() {
    check_points("?.... ..... ..... ..... .....", 1);
    check_points("?#... ..... ..... ..... .....", 2);
    check_points("?.#.. ..... ..... ..... .....", 1);
    check_points("?.... #.... ..... ..... .....", 2);
    check_points("?#... #.... ..... ..... .....", 4);
    check_points("##?## ..... ..... ..... .....", 5);
    check_points("..#.. ..#.. ##?## ..#.. ..#..", 10);
    check_points("#.#.. .#.#. #.?.# .#.#. #.#..", 1);
    check_points("..... ..... ..... ...## ...#?", 4);
}

#[track_caller]
fn check_bonus(rows: &str, expected: (u32, u32, u32), points: u32) {
    let bonuses = Bonuses::of(&wall(rows));
    assert_eq!((bonuses.rows, bonuses.columns, bonuses.colors), expected, "{rows}");
    assert_eq!(bonuses.points(), points, "{rows}");
}

#[test]
fn rows_columns_and_colours_earn_bonuses() {
    check_bonus("..... ..... ..... ..... .....", (0, 0, 0), 0);
    check_bonus("##### ..... ..... ..... .....", (1, 0, 0), 2);
    check_bonus("#.... #.... #.... #.... #....", (0, 1, 0), 7);
    check_bonus("#.... .#... ..#.. ...#. ....#", (0, 0, 1), 10);
    check_bonus("##### ##... #.#.. #..#. #...#", (1, 1, 1), 19);
    check_bonus("##### ##### ##### ##### ####.", (4, 4, 4), 76);
}

/// Checks the result of a game with these scores and complete rows.
#[track_caller]
fn check_result(players: &[(u32, u32)], expected: &str) {
    let rows = players.iter().map(|(score, rows)| {
        let wall = "##### ".repeat(*rows as usize) + &"..... ".repeat(SIDE - *rows as usize);
        format!("{score} | - | {wall} | -")
    });
    let state = state(&rows.collect::<Vec<_>>().join("\n"));
    let rules = Azul::resume(&state).expect("possible");
    assert_eq!(rules.result(&state).expect("over").to_string(), expected);
}

#[test]
fn most_points_win_then_most_rows_and_else_it_is_shared() {
    check_result(&[(40, 1), (39, 2)], "won: Player A, 40 to 39");
    check_result(&[(40, 1), (40, 2)], "won: Player B, 40 to 40");
    check_result(&[(40, 1), (40, 1)], "draw: Player A and Player B share it with 40 each");
    check_result(&[(5, 1), (7, 0), (7, 0)], "draw: Player B and Player C share it with 7 each to 5");
    check_result(
        &[(7, 1), (7, 1), (7, 1), (7, 0)],
        "draw: Player A, Player B and Player C share it with 7 each to 7",
    );
}
