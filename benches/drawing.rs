//! Laws about the cost of drawing: an edit on a large level, with everything that an editor requests after
//! it.
//!
//! `cargo bench --bench drawing` prints the table and fails if a law does not hold.

#[path = "shared/table.rs"]
mod table;
#[path = "drawing/versions.rs"]
mod versions;

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use cap::Cap;
use table::Table;
use timeloom::catalog;
use timeloom::game::{ActionBytes, Game, Play};
use timeloom::scene::{Cell, View};
use timeloom::sketch::{Edit, Fields};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    let mut table = Table::begin();
    let (small, large) = (costs(20, 100), costs(100, 4000));
    let mut law = |what: &str, cost: f64, most: f64| {
        table.row(what, cost, "us", Some((cost <= most, &format!("<= {most} us"))));
    };
    law("edit, 20 x 20, 100 things", small.edit, 200.0);
    law("edit, 100 x 100, 4,000 things", large.edit, 200.0);
    law("edit, view and scene, 100 x 100, 4,000 things", large.all, 8_000.0);
    law("another slice of the same, view and scene", large.slice, 4_000.0);
    law("a row of 98 walls over goals", large.stroke, 2_000.0);
    law("the text of the level", large.text, 8_000.0);
    versions::measure(&mut table);
    table.end()
}

/// Microseconds.
struct Costs {
    edit: f64,
    all: f64,
    slice: f64,
    stroke: f64,
    text: f64,
}

fn costs(side: u32, things: u32) -> Costs {
    let mut game = drawing(side, things);
    let at = |n: u32| Cell { x: 1 + n % (side - 2), y: 1 };
    let mut n = 0;
    let mut flip = |game: &mut dyn Play| {
        n += 1;
        let (brush, cells) = (if (n / (side - 2)).is_multiple_of(2) { "box" } else { "wall" }, vec![at(n)]);
        act(game, &Edit::Paint { brush: brush.into(), cells, t: 0 });
    };
    let edit = each(200, || flip(game.as_mut()));
    let all = each(10, || {
        flip(game.as_mut());
        look(game.as_ref(), 0);
    });
    let mut t = 0;
    let slice = each(10, || {
        t = (t + 1) % 40;
        look(game.as_ref(), t);
    });
    let row: Vec<Cell> = (1..side - 1).map(|x| Cell { x, y: 1 }).collect();
    let stroke = each(20, || {
        act(game.as_mut(), &Edit::Paint { brush: "goal".into(), cells: row.clone(), t: 0 });
        act(game.as_mut(), &Edit::Paint { brush: "wall".into(), cells: row.clone(), t: 0 });
    });
    let text = each(10, || drop(black_box(game.drawing().map(|drawing| drawing.level_text(game.cursor())))));
    Costs { edit, all, slice, stroke: stroke / 2.0, text }
}

fn look(game: &dyn Game, t: u32) {
    let view = View { t: Some(t), ..View::default() };
    black_box((
        game.drawing().map(|drawing| drawing.view(game.cursor(), view)),
        game.at(game.cursor()).scene(view),
    ));
}

/// Creates a level of a size: walls in every other row, twenty guards who walk, and a free row to draw in.
fn drawing(side: u32, things: u32) -> Box<dyn Game> {
    let drawable = catalog::drawable("unseen").expect("unseen can be drawn");
    let header = drawable.blank(side, side, Fields::new()).expect("a blank level");
    let mut game = catalog::open_bytes("new", &header.to_bytes()).expect("a drawing");
    let rows = (3..side - 2).step_by(2).flat_map(|y| (1..side - 1).map(move |x| Cell { x, y }));
    let walls = rows.take((things - 4 * side) as usize).collect();
    act(game.as_mut(), &Edit::Paint { brush: "wall".into(), cells: walls, t: 0 });
    for number in 0..20.min(side / 4) {
        let (y, id) = (
            side - 2,
            game.drawing()
                .map(|drawing| drawing.view(game.cursor(), View::default()))
                .expect("a drawing")
                .sketch
                .next_id(),
        );
        let x = 2 + number * 4;
        act(game.as_mut(), &Edit::Paint { brush: "guard".into(), cells: vec![Cell { x, y }], t: 0 });
        let path = format!("set:{}:patrol=({x},{y})({},{y})", id.0, x - 1);
        act(game.as_mut(), &path.parse().expect("an edit"));
    }
    game
}

fn act(game: &mut dyn Play, edit: &Edit) {
    game.act(&ActionBytes(edit.to_bytes())).unwrap_or_else(|error| panic!("{edit}: {error}"));
}

/// Returns microseconds per call, for `times` calls in the best of seven rounds.
fn each(times: u32, mut call: impl FnMut()) -> f64 {
    let round = |call: &mut dyn FnMut()| {
        let since = Instant::now();
        (0..times).for_each(|_| call());
        since.elapsed().as_secs_f64() * 1e6 / f64::from(times)
    };
    (0..7).map(|_| round(&mut call)).fold(f64::MAX, f64::min)
}
