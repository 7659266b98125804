//! Time until a designer has answers after an edit: recorded runs on a changed level, and the shortest way of
//! the samples.
//!
//! `cargo bench --bench answers` prints the table and fails if a law does not hold.

#[path = "shared/cpu.rs"]
mod cpu;
#[path = "shared/table.rs"]
mod table;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

use cpu::cpu_time;
use table::Table;
use timeloom::catalog::{self, Drawable};
use timeloom::check::{PlayedGame, Recording};
use timeloom::game::{Game, Offer};
use timeloom::rng::Mulberry32;
use timeloom::solver::{Budget, Verdict, Watch};

/// Number of recorded runs, and of turns in each.
const RUNS: u32 = 1000;
const TURNS: usize = 100;

fn main() -> ExitCode {
    let mut table = Table::begin();
    rerun(&mut table);
    rerun_branches(&mut table);
    samples(&mut table);
    table.end()
}

/// Returns the milliseconds of a call, the best of some rounds.
fn milliseconds(rounds: usize, mut call: impl FnMut()) -> f64 {
    let round = |_| {
        let since = cpu_time();
        call();
        (cpu_time() - since).as_secs_f64() * 1e3
    };
    (0..rounds).map(round).fold(f64::MAX, f64::min)
}

fn drawable() -> &'static Drawable {
    catalog::drawable("unseen").expect("it is drawn")
}

/// Returns a level of 20x20 cells and 120 slices, of which a run of 100 turns needs 100, with guards, boxes
/// and walls.
fn level() -> String {
    let row = |y: usize| -> String {
        let cell = |x: usize| match (x, y) {
            (1, 1) => '@',
            (18, 18) => '>',
            _ if y >= 6 && x.is_multiple_of(3) && y.is_multiple_of(3) => 'B',
            _ if y >= 6 && (x + y).is_multiple_of(5) => '#',
            _ => '.',
        };
        (0..20).map(cell).collect()
    };
    let rows: Vec<String> = (0..20).map(row).collect();
    let guard = |n: usize| {
        format!(
            "[[entity]]\nkind = \"enemy\"\nname = \"guard {n}\"\nvision = {{ facing = \"south\", fov = 90 }}\n\
             patrol = {{ path = [[{n}, 19], [{}, 19], [{}, 19]], loops = true }}\n",
            n + 1,
            n + 2
        )
    };
    let guards: String = [2, 7, 12].map(guard).concat();
    format!("ruleset = \"unseen\"\n[world]\ntime_depth = 120\n[map]\nrows = {rows:?}\n{guards}")
}

/// Returns random walks in the free rows.
fn recordings(text: &str) -> Vec<Recording> {
    let header = catalog::find("unseen").expect("it is there").begin(text, 0).expect("a level");
    let one = |seed: u32| {
        let mut game = catalog::open_bytes("a walk", &header.to_bytes()).expect("it opens");
        walk(game.as_mut(), &mut Mulberry32::new(seed));
        let recorded = game.recorded(game.cursor());
        Recording { name: format!("walk {seed}"), seed: 0, actions: recorded.actions, ending: None }
    };
    (0..20).map(one).cycle().take(RUNS as usize).collect()
}

/// Continues at random until enough turns are played.
fn walk(game: &mut dyn Game, rng: &mut Mulberry32) {
    while game.node(game.cursor()).turn < TURNS as u32 {
        let offers = game.offers();
        let is_legal = |offer: &&Offer| offer.refused.is_none() && offer.action != "R";
        let legal: Vec<_> = offers.iter().filter(is_legal).collect();
        let node = game.act(&legal[rng.below(legal.len() as u32) as usize].bytes).expect("legal");
        if game.at(node).result().is_some() {
            game.undo();
        }
    }
}

fn rerun(table: &mut Table) {
    let text = level();
    let recordings = recordings(&text);
    let level = drawable().questions(drawable().sketch(&text).expect("a level"));
    let reruns = level.rerun(&recordings).expect("it can be played");
    assert!(reruns.iter().all(|rerun| rerun.holds), "a walk is legal on its own level");
    let took = milliseconds(7, || drop(black_box(level.rerun(&recordings))));
    let law = (took <= 150.0, "at most 150 ms");
    table.row("1,000 playthroughs of 100 turns, re-run", took, "ms", Some(law));
}

/// Measures one game with as many branches of as many turns: each leaves the first walk at one of its turns,
/// and shared turns are run once.
fn rerun_branches(table: &mut Table) {
    let text = level();
    let header = catalog::find("unseen").expect("it is there").begin(&text, 0).expect("a level");
    let mut game = catalog::open_bytes("branches", &header.to_bytes()).expect("it opens");
    let mut rng = Mulberry32::new(1);
    walk(game.as_mut(), &mut rng);
    while game.tree().tips().count() < RUNS as usize {
        let line = game.line().to_vec();
        game.seek(line[rng.below(TURNS as u32) as usize]);
        walk(game.as_mut(), &mut rng);
    }
    let games = [Arc::new(PlayedGame::of(game.as_ref(), "branches".to_owned()))];
    let level = drawable().questions(drawable().sketch(&text).expect("a level"));
    let mut runs = 0;
    let took = milliseconds(7, || {
        runs = 0;
        _ = level.rerun_games(&games, &mut |_, rerun| {
            assert!(rerun.holds, "a walk is legal on its own level");
            runs += 1;
            ControlFlow::Continue(())
        });
    });
    assert_eq!(runs, RUNS);
    let law = (took <= 150.0, "at most 150 ms");
    table.row("a game with 1,000 branches of 100 turns, re-run", took, "ms", Some(law));
}

/// Measures the time from the drawing to the shortest way, for every sample.
fn samples(table: &mut Table) {
    let folder = std::fs::read_dir("saves/levels").expect("the samples are there");
    let mut levels: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
    levels.retain(|path| path.display().to_string().contains("/unseen-"));
    levels.sort();
    for path in levels {
        let text = std::fs::read_to_string(&path).expect("a level");
        let sketch = drawable().sketch(&text).expect("a level");
        let took = milliseconds(7, || {
            let level = drawable().questions(sketch.clone());
            let puzzle = level.puzzle().expect("it can be played");
            let answer = puzzle.solve(&Watch::new(Budget::default()));
            assert!(matches!(answer.verdict, Verdict::Solved(_)), "{}", path.display());
        });
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let law = (took <= 100.0, "at most 100 ms");
        table.row(&format!("the shortest way of {name}"), took, "ms", Some(law));
    }
}
