//! CPU time of a frame on a large level with a long history, without a GPU: the panels, and the triangles passed to
//! the painter.
//!
//! The same frames are built in several runs, and the minimum of each frame counts: its own cost, not that of other
//! programs. `cargo bench -p timeloom-editor --bench frame` prints the table and fails if a limit is not met. Words
//! after `--` measure only the rows that contain one of them.

#[path = "frame/bushy.rs"]
mod bushy;
#[path = "../../benches/shared/cpu.rs"]
mod cpu;
#[path = "frame/large.rs"]
mod large;
#[path = "frame/night.rs"]
mod night;
#[path = "frame/strip.rs"]
mod strip;
#[path = "../../benches/shared/table.rs"]
mod table;

use std::process::ExitCode;
use std::time::Duration;

use cpu::cpu_time;
use egui::{
    Context, Event, FullOutput, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, ViewportId, pos2, vec2,
};
use table::Table;
use timeloom::game::Game;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::{AskCommand, Command, ViewCommand};
use timeloom_editor::document::Document;
use timeloom_editor::settings::{Centre, Tab};
use timeloom_editor::theme;
use timeloom_editor::workspace::Workspace;

/// The budget of a frame, in milliseconds.
const MOST: f64 = 8.0;
const LAW: &str = "at most 8 ms";

/// Number of runs over the same frames.
const RUNS: usize = 5;
/// Number of frames in a row of the table.
const FRAMES: usize = 300;

/// A window, and the rows of frames to measure in it.
struct Scene {
    open: fn() -> App,
    /// Whether answers are computed meanwhile.
    answers: bool,
    rows: &'static [LogRow],
}

/// Name of a row, and the input of each of its frames.
type LogRow = (&'static str, fn(usize) -> Vec<Event>);

const SCENES: [Scene; 8] = [
    Scene {
        answers: false,
        open: || App::with_game(large::game()),
        rows: &[
            ("play: nothing happens", nothing),
            ("play: the mouse moves over the board", hover),
            ("play: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND)),
            ("play: another slice of time", |_| press(Key::PageDown, Modifiers::NONE)),
        ],
    },
    Scene {
        answers: false,
        open: || {
            App::with_workspace(AppDirs::none(), Workspace::draw(Document::new(large::drawing(), None), None))
        },
        rows: &[
            ("draw: nothing happens", nothing),
            ("draw: the mouse moves over the board", hover),
            ("draw: a wall is painted, every other frame", paint),
            ("draw: an edit is undone", |_| press(Key::Z, Modifiers::COMMAND)),
            ("draw: another slice of time", |_| press(Key::PageUp, Modifiers::NONE)),
        ],
    },
    Scene {
        answers: true,
        open: || {
            App::with_workspace(AppDirs::none(), Workspace::draw(Document::new(large::drawing(), None), None))
        },
        rows: &[
            ("draw with answers: nothing happens", nothing),
            ("draw with answers: a wall is painted, every other frame", paint),
            ("draw with answers: an edit is undone", |_| press(Key::Z, Modifiers::COMMAND)),
        ],
    },
    Scene {
        answers: false,
        open: || in_the_cube(large::game()),
        rows: &[
            ("cube: nothing happens", nothing),
            ("cube: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND)),
            ("cube: the mouse moves over it", hover),
            ("cube: it is turned", turn),
        ],
    },
    // A level of the usual size, with everything that the cube shows.
    Scene {
        answers: false,
        open: || in_the_cube(night::game()),
        rows: &[
            ("cube of 20 x 20 x 50: the mouse moves over it", hover),
            ("cube of 20 x 20 x 50: it is turned", turn),
            ("cube of 20 x 20 x 50: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND)),
        ],
    },
    // A history of 100,000 branches.
    Scene {
        answers: false,
        open: || with_branches_shown(bushy::game()),
        rows: &[
            // First, because the game is still at the end of its longest branch.
            ("100,000 branches: a new turn", |n| {
                press(if n % 2 == 0 { Key::D } else { Key::A }, Modifiers::NONE)
            }),
            ("100,000 branches: nothing happens", nothing),
            ("100,000 branches: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND)),
            ("100,000 branches: far forth and back", |n| {
                press(if n % 2 == 0 { Key::Home } else { Key::End }, Modifiers::COMMAND)
            }),
        ],
    },
    // All of them from one node.
    Scene {
        answers: false,
        open: || with_branches_shown(bushy::fan()),
        rows: &[
            ("a fan of 100,000: nothing happens", nothing),
            ("a fan of 100,000: back and forth", |n| {
                press(if n % 2 == 0 { Key::Home } else { Key::End }, Modifiers::COMMAND)
            }),
            ("a fan of 100,000: from branch to branch", |_| press(Key::ArrowUp, Modifiers::COMMAND)),
        ],
    },
    Scene {
        answers: false,
        open: || in_the_cube(bushy::game()),
        rows: &[("cube with 100,000 branches: a turn back", |_| press(Key::ArrowLeft, Modifiers::COMMAND))],
    },
];

fn with_branches_shown(game: Box<dyn Game>) -> App {
    let mut app = App::with_game(game);
    app.ask(Command::View(ViewCommand::Tab(Tab::Branches)));
    app
}

fn in_the_cube(game: Box<dyn Game>) -> App {
    let mut app = App::with_game(game);
    app.put_in_the_middle(Centre::Cube);
    app
}

fn main() -> ExitCode {
    let mut table = Table::begin();
    SCENES.iter().for_each(|scene| scene.measure(&mut table));
    strip::measure(&mut table);
    table.end()
}

impl Scene {
    fn measure(&self, table: &mut Table) {
        let rows: Vec<&LogRow> = self.rows.iter().filter(|(what, _)| is_wanted(what)).collect();
        if rows.is_empty() {
            return;
        }
        let mut least = vec![vec![f64::INFINITY; FRAMES]; rows.len()];
        let mut rests = true;
        for _ in 0..RUNS {
            let mut bench = Bench::new((self.open)());
            if self.answers {
                bench.app.answer(&bench.ctx);
            }
            for ((_, events), least) in rows.iter().zip(&mut least) {
                (0..FRAMES).for_each(|n| least[n] = least[n].min(bench.cost(events(n))));
            }
            rests &= bench.rests();
        }
        rows.iter().zip(least).for_each(|((what, _), costs)| tell(table, what, costs));
        let asked = if rests { 0.0 } else { 1.0 };
        table.row("   idle: frames that are asked for", asked, "", Some((rests, "none")));
    }
}

fn is_wanted(what: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    words.peek().is_none() || words.any(|word| what.contains(&word))
}

fn tell(table: &mut Table, what: &str, mut costs: Vec<f64>) {
    costs.sort_by(f64::total_cmp);
    let (median, worst) = (costs[FRAMES / 2], costs[FRAMES - 1]);
    table.row(&format!("{what}: median"), median, "ms", None);
    table.row(&format!("{what}: the dearest"), worst, "ms", Some((worst <= MOST, LAW)));
}

fn nothing(_: usize) -> Vec<Event> {
    Vec::new()
}

fn hover(n: usize) -> Vec<Event> {
    vec![Event::PointerMoved(pos2(500.0 + (n % 200) as f32, 300.0 + (n % 90) as f32))]
}

/// Drags the mouse back and forth.
fn turn(n: usize) -> Vec<Event> {
    let pos = pos2(600.0 + (n % 150) as f32 * 2.0, 350.0 + (n % 40) as f32);
    let (button, pressed, modifiers) = (PointerButton::Primary, true, Modifiers::NONE);
    let down = (n == 0).then_some(Event::PointerButton { pos, button, pressed, modifiers });
    let up = (n + 1 == FRAMES).then_some(Event::PointerButton { pos, button, pressed: false, modifiers });
    [Some(Event::PointerMoved(pos)), down, up].into_iter().flatten().collect()
}

/// Presses in one frame and releases in the next, each time in another cell.
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

    /// Runs frames until the window has settled.
    fn rest(&mut self) {
        (0..90).for_each(|_| drop(self.frame(Vec::new())));
    }

    /// Whether the window has settled: it requests no further frame some time after the last input.
    fn rests(&mut self) -> bool {
        self.app.ask(Command::Ask(AskCommand::Stop));
        self.rest();
        while self.app.answers().is_working() {
            std::thread::sleep(Duration::from_millis(1));
            drop(self.frame(Vec::new()));
        }
        self.rest();
        let output = self.frame(Vec::new());
        let asked = output.viewport_output.get(&ViewportId::ROOT).map(|view| view.repaint_delay);
        asked == Some(Duration::MAX)
    }

    /// Returns the CPU milliseconds of a frame: the panels and the triangles.
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
