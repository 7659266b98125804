//! What a frame costs on a large level with a long history, in CPU time without a GPU: the panels, and the triangles that
//! are handed to the painter.
//!
//! `cargo bench -p timeloom-editor --bench frame` prints the table and fails if a law does not hold.

#[path = "../../benches/shared/table.rs"]
mod table;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use egui::{Context, Event, FullOutput, Pos2, RawInput, Rect, ViewportId, pos2, vec2};
use table::Table;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom_editor::app::App;
use timeloom_editor::theme;

/// Cells on each side of the level.
const SIDE: usize = 100;
/// Things on it, the player and the exit among them.
const THINGS: usize = 4000;
const TURNS: usize = 10_000;
/// The budget of a frame, in milliseconds.
const MOST: f64 = 8.0;
const LAW: &str = "at most 8 ms";

fn main() -> ExitCode {
    let mut table = Table::begin();
    let mut bench = Bench::new(App::with_game(large()));
    bench.rest();
    bench.row(&mut table, "nothing happens", |_| Vec::new());
    bench.row(&mut table, "the mouse moves over the board", |n| {
        vec![Event::PointerMoved(pos2(500.0 + (n % 200) as f32, 300.0 + (n % 90) as f32))]
    });
    bench.row(&mut table, "a turn back", |_| press(egui::Key::ArrowLeft, egui::Modifiers::COMMAND));
    bench.row(&mut table, "another slice of time", |_| press(egui::Key::PageDown, egui::Modifiers::NONE));
    idle(&mut table, &mut bench);
    table.end()
}

fn press(key: egui::Key, modifiers: egui::Modifiers) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
}

/// After the last input the window asks for no further frame.
fn idle(table: &mut Table, bench: &mut Bench) {
    bench.rest();
    let asked = bench.frame(Vec::new()).viewport_output.get(&ViewportId::ROOT).map(|view| view.repaint_delay);
    let seconds = asked.map_or(0.0, |delay| delay.as_secs_f64().min(1e9));
    table.row(
        "idle: seconds until the next frame is asked for",
        seconds,
        "s",
        Some((seconds >= 1e9, "never")),
    );
}

struct Bench {
    ctx: Context,
    app: App,
    time: f64,
}

impl Bench {
    fn new(app: App) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        Self { ctx, app, time: 0.0 }
    }

    /// Frames until nothing is asked for any more.
    fn rest(&mut self) {
        (0..30).for_each(|_| drop(self.frame(Vec::new())));
    }

    fn row(&mut self, table: &mut Table, what: &str, events: impl Fn(usize) -> Vec<Event>) {
        let mut costs: Vec<f64> = (0..300).map(|n| self.cost(events(n))).collect();
        costs.sort_by(f64::total_cmp);
        let (median, worst) = (costs[costs.len() / 2], costs[costs.len() * 99 / 100]);
        table.row(&format!("{what}: median"), median, "ms", None);
        table.row(&format!("{what}: 99 of 100 within"), worst, "ms", Some((worst <= MOST, LAW)));
    }

    /// Milliseconds for the panels and the triangles of a frame.
    fn cost(&mut self, events: Vec<Event>) -> f64 {
        let since = Instant::now();
        let mut output = self.frame(events);
        let shapes = std::mem::take(&mut output.shapes);
        std::hint::black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
        since.elapsed().as_secs_f64() * 1e3
    }

    fn frame(&mut self, events: Vec<Event>) -> FullOutput {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1600.0, 1000.0)));
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let mut output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        output.textures_delta.clear();
        output
    }
}

/// A level of 4,000 things on 100 x 100 cells, played for 10,000 turns.
fn large() -> Box<dyn Game> {
    let unseen = catalog::find("unseen").expect("the ruleset is there");
    let header = unseen.begin(&level(), 1).expect("the level can be played");
    let mut game = catalog::open_bytes("a large level", &header.to_bytes()).expect("the game opens");
    for turn in 0..TURNS {
        let step = game.parse(["E", "E", ".", "W", "W"][turn % 5]).expect("a step");
        game.act(&step).expect("the way is free");
    }
    game
}

/// Guards that walk to and fro, and boxes and walls between them; the player has a room of its own in the corner.
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

const GUARDS: usize = 200;

fn room_walls() -> impl Iterator<Item = (usize, usize)> {
    (0..=8).flat_map(|y| (0..=8).map(move |x| (x, y))).filter(|&(x, y)| x == 0 || y == 0 || x == 8 || y == 8)
}
