//! What a frame costs on a large level with a long history, in CPU time without a GPU: the panels, and the triangles that
//! are handed to the painter.
//!
//! `cargo bench -p timeloom-editor --bench frame` prints the table and fails if a law does not hold. A word after `--`
//! measures only the rows that contain it.

#[path = "frame/large.rs"]
mod large;
#[path = "frame/night.rs"]
mod night;
#[path = "../../benches/shared/table.rs"]
mod table;

use std::process::ExitCode;
use std::time::Duration;

use egui::{
    Context, Event, FullOutput, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, ViewportId, pos2, vec2,
};
use table::Table;
use timeloom_editor::app::App;
use timeloom_editor::desk::Desk;
use timeloom_editor::document::Document;
use timeloom_editor::settings::Centre;
use timeloom_editor::shelf::Shelf;
use timeloom_editor::theme;

/// The budget of a frame, in milliseconds.
const MOST: f64 = 8.0;
const LAW: &str = "at most 8 ms";

fn main() -> ExitCode {
    let mut table = Table::begin();
    play(&mut table);
    draw(&mut table);
    cube(&mut table);
    usual_cube(&mut table);
    table.end()
}

fn play(table: &mut Table) {
    let mut bench = Bench::new(App::with_game(large::game()));
    bench.row(table, "play: nothing happens", |_| Vec::new());
    bench.row(table, "play: the mouse moves over the board", hover);
    bench.row(table, "play: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND));
    bench.row(table, "play: another slice of time", |_| press(Key::PageDown, Modifiers::NONE));
    bench.idle(table);
}

fn draw(table: &mut Table) {
    let drawing = Document::new(large::drawing(), None);
    let mut bench = Bench::new(App::with_desk(Shelf::none(), Desk::draw(drawing, None)));
    bench.row(table, "draw: nothing happens", |_| Vec::new());
    bench.row(table, "draw: the mouse moves over the board", hover);
    bench.row(table, "draw: a wall is painted, every other frame", paint);
    bench.row(table, "draw: an edit is undone", |_| press(Key::Z, Modifiers::COMMAND));
    bench.row(table, "draw: another slice of time", |_| press(Key::PageUp, Modifiers::NONE));
    bench.idle(table);
}

fn cube(table: &mut Table) {
    let mut app = App::with_game(large::game());
    app.put_in_the_middle(Centre::Cube);
    let mut bench = Bench::new(app);
    bench.row(table, "cube: nothing happens", |_| Vec::new());
    bench.row(table, "cube: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND));
    bench.row(table, "cube: the mouse moves over it", hover);
    bench.row(table, "cube: it is turned", turn);
    bench.idle(table);
}

/// A level as large as levels usually are, with all that a cube shows.
fn usual_cube(table: &mut Table) {
    let mut app = App::with_game(night::game());
    app.put_in_the_middle(Centre::Cube);
    let mut bench = Bench::new(app);
    bench.row(table, "cube of 20 x 20 x 50: the mouse moves over it", hover);
    bench.row(table, "cube of 20 x 20 x 50: it is turned", turn);
    bench.row(table, "cube of 20 x 20 x 50: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND));
    bench.idle(table);
}

fn hover(n: usize) -> Vec<Event> {
    vec![Event::PointerMoved(pos2(500.0 + (n % 200) as f32, 300.0 + (n % 90) as f32))]
}

/// Dragged with the mouse, which goes to and fro.
fn turn(n: usize) -> Vec<Event> {
    let pos = pos2(600.0 + (n % 150) as f32 * 2.0, 350.0 + (n % 40) as f32);
    let (button, pressed, modifiers) = (PointerButton::Primary, true, Modifiers::NONE);
    let down = (n == 0).then_some(Event::PointerButton { pos, button, pressed, modifiers });
    let up = (n == 299).then_some(Event::PointerButton { pos, button, pressed: false, modifiers });
    [Some(Event::PointerMoved(pos)), down, up].into_iter().flatten().collect()
}

/// Down in one frame and up in the next, each time elsewhere.
fn paint(n: usize) -> Vec<Event> {
    let pos = pos2(500.0 + (n / 2 % 40) as f32 * 10.0, 250.0 + (n / 80) as f32 * 10.0);
    let button = Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed: n.is_multiple_of(2),
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(pos), button]
}

fn press(key: egui::Key, modifiers: egui::Modifiers) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
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
        let mut bench = Self { ctx, app, time: 0.0 };
        bench.rest();
        bench
    }

    /// Frames until nothing is asked for any more.
    fn rest(&mut self) {
        (0..90).for_each(|_| drop(self.frame(Vec::new())));
    }

    /// After the last input the window asks for no further frame.
    fn idle(&mut self, table: &mut Table) {
        self.rest();
        let output = self.frame(Vec::new());
        let asked = output.viewport_output.get(&ViewportId::ROOT).map(|view| view.repaint_delay);
        let never = asked == Some(Duration::MAX);
        let frames = if never { 0.0 } else { 1.0 };
        table.row("   idle: frames that are asked for", frames, "", Some((never, "none")));
    }

    fn row(&mut self, table: &mut Table, what: &str, events: impl Fn(usize) -> Vec<Event>) {
        if std::env::args().skip(1).any(|word| !word.starts_with("--") && !what.contains(&word)) {
            return;
        }
        let mut costs: Vec<f64> = (0..300).map(|n| self.cost(events(n))).collect();
        costs.sort_by(f64::total_cmp);
        let (median, worst) = (costs[costs.len() / 2], costs[costs.len() * 99 / 100]);
        table.row(&format!("{what}: median"), median, "ms", None);
        table.row(&format!("{what}: 99 of 100 within"), worst, "ms", Some((worst <= MOST, LAW)));
    }

    /// Milliseconds of CPU for the panels and the triangles of a frame.
    fn cost(&mut self, events: Vec<Event>) -> f64 {
        let since = cpu_time();
        let mut output = self.frame(events);
        let shapes = std::mem::take(&mut output.shapes);
        std::hint::black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
        (cpu_time() - since).as_secs_f64() * 1e3
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

/// What this thread has cost so far; others that want the machine do not count.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("time is not negative")
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
