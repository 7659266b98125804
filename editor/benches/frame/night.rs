//! A level of 20 x 20 cells and 50 slices with six patrolling guards, boxes, goals and a rift, after 60 turns.

use std::fmt::Write as _;

use timeloom::catalog;
use timeloom::game::Game;

/// Cells on each side.
const SIDE: usize = 20;
/// Number of turns played.
const TURNS: usize = 60;

/// A game on this level: down a corridor, through the rift to the start of time, down again, then back and forth.
pub(super) fn game() -> Box<dyn Game> {
    let unseen = catalog::find("unseen").expect("the ruleset is there");
    let header = unseen.begin(&level(), 1).expect("the level can be played");
    let mut game = catalog::open_bytes("a night", &header.to_bytes()).expect("the game opens");
    for turn in 0..TURNS {
        // From (1, 1) to (1, 16) and through the rift, which leads to (2, 1) at t 1; from there down and on.
        let word = match turn {
            0..15 => "S",
            15 => "U",
            16..32 => "S",
            _ => ["E", "W"][turn % 2],
        };
        let step = game.parse(word).expect("a step");
        game.act(&step).expect("the way is free");
    }
    game
}

fn level() -> String {
    let mut rows = vec![vec!['.'; SIDE]; SIDE];
    (rows[0], rows[SIDE - 1]) = (vec!['#'; SIDE], vec!['#'; SIDE]);
    rows.iter_mut().for_each(|row| (row[0], row[SIDE - 1]) = ('#', '#'));
    (rows[1][1], rows[1][18], rows[9][8], rows[10][12]) = ('@', '>', '#', '#');
    for (x, y) in [(8, 3), (10, 12), (13, 5), (16, 16)] {
        (rows[y][x], rows[y + 1][x]) = ('B', 'o');
    }
    let rows: String = rows.into_iter().map(|row| format!("  \"{}\",\n", String::from_iter(row))).collect();
    let mut text = format!(
        "[meta]\nid = \"night\"\nname = \"Night\"\n[world]\ntime_depth = 50\nvision_radius = 2\n[map]\nrows = [\n{rows}]\n"
    );
    for n in 0..6 {
        let (left, top) = (9 + n % 3 * 3, 7 + n / 3 * 5);
        let path = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 1)].map(|(x, y)| [left + x, top + y]);
        let _ = write!(
            text,
            "[[entity]]\nkind = \"enemy\"\nname = \"guard {n}\"\npatrol = {{ path = {path:?}, loops = true }}\nvision = {{ facing = \"east\", fov = 90 }}\n"
        );
    }
    text + "[[entity]]\nkind = \"rift\"\nname = \"well\"\nat = [1, 16]\nrift = { target = [2, 1, 1] }\n"
}
