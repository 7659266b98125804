//! A large level: 4,000 things on 100 x 100 cells, 200 of them guards, with 10,000 turns or edits of history.

use std::fmt::Write as _;

use timeloom::catalog;
use timeloom::game::{ActionBytes, Game};
use timeloom::scene::Cell;
use timeloom::sketch::Edit;

/// Cells on each side of the level.
const SIDE: usize = 100;
/// Number of things, including the player and the exit.
const THINGS: usize = 4000;
const GUARDS: usize = 200;
/// Number of turns of the game, and of edits of the drawing.
const TURNS: usize = 10_000;

/// A game on the large level.
pub(super) fn game() -> Box<dyn Game> {
    let unseen = catalog::find("unseen").expect("the ruleset is there");
    let header = unseen.begin(&level(), 1).expect("the level can be played");
    let mut game = catalog::open_bytes("a large level", &header.to_bytes()).expect("the game opens");
    for turn in 0..TURNS {
        let step = game.parse(["E", "E", ".", "W", "W"][turn % 5]).expect("a step");
        game.act(&step).expect("the way is free");
    }
    game
}

/// A drawing of the large level: a wall that is added and removed.
pub(super) fn drawing() -> Box<dyn Game> {
    let mut game = catalog::draw_text("a large level", &level(), None).expect("the level can be drawn");
    for turn in 0..TURNS {
        let (cells, t) = (vec![Cell { x: 3, y: 3 }], 0);
        let wall = Edit::Paint { brush: "wall".into(), cells: cells.clone(), t };
        let edit = if turn % 2 == 0 { wall } else { Edit::Erase { cells, t } };
        game.act(&ActionBytes(edit.to_bytes())).expect("the cell is there");
    }
    game
}

/// Guards that walk back and forth, with boxes and walls between them; the player has a closed room in the corner.
fn level() -> String {
    let mut rows = vec![vec!['.'; SIDE]; SIDE];
    let mut left = THINGS;
    let mut guards = String::new();
    for (x, y) in room_walls() {
        rows[y][x] = '#';
    }
    (rows[1][1], rows[1][5]) = ('@', '>');
    left -= room_walls().count() + 2;
    for n in 0..GUARDS {
        let (x, y) = (10 + (n % 20) * 4, 10 + n / 20 * 8);
        let _ = write!(
            guards,
            "\n[[entity]]\nkind = \"enemy\"\nname = \"guard {n}\"\npatrol = {{ path = [[{x},{y}],[{},{y}]], loops = true }}\nvision = {{ facing = \"east\", fov = 90 }}\n",
            x + 1
        );
        left -= 1;
    }
    let free = (0..SIDE * SIDE).map(|n| n * 7919 % (SIDE * SIDE)).map(|n| (n % SIDE, n / SIDE));
    let free = free.filter(|&(x, y)| (x > 8 || y > 8) && !(y >= 10 && (y - 10) % 8 == 0));
    for ((x, y), n) in free.take(left).zip(0..) {
        rows[y][x] = if n % 4 == 0 { 'B' } else { '#' };
    }
    let rows: Vec<String> =
        rows.into_iter().map(|row| format!("  \"{}\",\n", String::from_iter(row))).collect();
    let depth = TURNS + 10;
    format!(
        "[meta]\nid = \"large\"\nname = \"Large\"\n[world]\ntime_depth = {depth}\n[map]\nrows = [\n{}]\n{guards}",
        rows.concat()
    )
}

fn room_walls() -> impl Iterator<Item = (usize, usize)> {
    (0..=8).flat_map(|y| (0..=8).map(move |x| (x, y))).filter(|&(x, y)| x == 0 || y == 0 || x == 8 || y == 8)
}
