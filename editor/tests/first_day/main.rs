//! The first day of a designer, in the real window: a virtual display, real mouse and keyboard events, and a
//! picture of each step. A second window without a display gets the same input: it provides the positions of
//! controls, and in the end both must have written the same logs, except for intermediate positions, which
//! depend on the clock.
//!
//! Needs Xvfb, xdotool and ImageMagick; `scripts/first-day` installs them and runs it.

#[path = "../common/display.rs"]
mod display;
mod real;

use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use timeloom::catalog;
use timeloom::scene::Cell;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::theme;
use timeloom_editor::workspace::Mode;

use real::Real;

const SIZE: [f32; 2] = [1280.0, 800.0];

/// Two windows that receive the same input.
struct Day {
    real: Real,
    mirror: Harness<'static, App>,
    pictures: PathBuf,
    taken: u32,
}

#[test]
#[ignore = "needs Xvfb, xdotool and ImageMagick: run scripts/first-day"]
fn the_first_day() {
    let house = tempfile::tempdir().expect("there is room");
    // Both names have the same length, so that both windows look the same.
    let (real, copy) = (house.path().join("real"), house.path().join("copy"));
    let mut day = Day::begin(&real, &copy);
    day.morning();
    day.noon();
    day.afternoon();
    day.evening();
    assert_same_logs(&real, &copy);
    day.next_morning(&copy);
}

impl Day {
    fn begin(real: &Path, copy: &Path) -> Self {
        let pictures = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("first-day");
        std::fs::create_dir_all(&pictures).expect("there is room");
        println!("pictures: {}", pictures.display());
        let mirror = mirror(App::first(AppDirs::at(copy)));
        Self { real: Real::start(real, SIZE), mirror, pictures, taken: 0 }
    }

    /// The program opens on a sample level that can be played at once; then the level is edited.
    fn morning(&mut self) {
        assert_eq!(self.mode(), Mode::Play);
        self.picture("a-sample-is-open");
        self.key(Key::ArrowDown);
        self.key(Key::S);
        assert_eq!(self.turn(), 2);
        self.picture("played-with-the-keyboard");
        self.key(Key::E);
        assert_eq!(self.mode(), Mode::Draw);
        self.picture("drawing");
        self.click_on("Wall");
        self.drag(&[(6, 2), (6, 3)]);
        self.click_on("Box");
        self.drag(&[(2, 4), (3, 4)]);
        assert_eq!(self.turn(), 2, "two gestures, two steps");
        self.picture("walls-and-boxes");
    }

    /// Adds a guard with a patrol, and a rift that is dragged to another cell and another time.
    fn noon(&mut self) {
        self.click_on("Guard");
        self.drag(&[(5, 4)]);
        self.key(Key::P);
        self.drag(&[(5, 4)]);
        self.drag(&[(7, 4)]);
        self.picture("drawing-a-patrol");
        self.key(Key::Enter);
        self.keys(Modifiers::NONE, Key::PageUp);
        self.picture("what-it-sees-at-t-1");
        self.keys(Modifiers::NONE, Key::PageUp);
        self.picture("what-it-sees-at-t-2");
        self.keys(Modifiers::NONE, Key::PageDown);
        self.keys(Modifiers::NONE, Key::PageDown);
        self.key(Key::T);
        self.drag(&[(1, 2), (2, 2), (3, 2)]);
        self.picture("a-rift");
        self.hold(&[(3, 2), (2, 3), (1, 3)]);
        self.keys(Modifiers::NONE, Key::PageUp);
        self.keys(Modifiers::NONE, Key::PageUp);
        self.keys(Modifiers::NONE, Key::PageUp);
        self.let_go((1, 3));
        self.picture("the-rift-leads-to-another-cell-and-time");
    }

    /// Plays from there, loses, goes back and tries another way; both branches stay.
    fn afternoon(&mut self) {
        self.key(Key::E);
        assert_eq!(self.mode(), Mode::Play, "{:?}", self.mirror.state().message());
        assert_eq!(self.turn(), 2, "what was played is played again on the new level");
        self.picture("playing-from-there");
        for key in [Key::ArrowUp, Key::ArrowUp, Key::ArrowRight, Key::ArrowRight] {
            self.key(key);
        }
        assert!(self.result().is_some_and(|result| result.contains("seen")), "{:?}", self.result());
        self.picture("lost");
        self.scrub_to(3);
        self.picture("the-slider-dragged-back");
        self.key(Key::Enter);
        self.key(Key::ArrowDown);
        assert_eq!((self.turn(), self.branches()), (5, 2), "the rift was used on a branch of its own");
        self.picture("another-way");
        self.click_on("Branches");
        self.picture("both-branches");
        self.key(Key::F7);
        self.picture("both-world-lines-in-the-cube");
        self.key(Key::F8);
        self.picture("board-and-cube");
        self.key(Key::F6);
    }

    fn evening(&mut self) {
        self.key(Key::E);
        self.keys(Modifiers::COMMAND, Key::S);
        assert!(!self.mirror.state().workspace().is_some_and(|workspace| workspace.is_unsaved()));
        self.picture("saved");
        self.keys(Modifiers::COMMAND, Key::Q);
        self.real.wait();
        self.mirror.state_mut().close().expect("everything is written");
    }

    /// Everything is as it was left, including undo.
    fn next_morning(&mut self, copy: &Path) {
        let (edits, walls) = (self.turn(), self.things());
        self.mirror = mirror(App::new(AppDirs::at(copy)));
        self.real.restart();
        self.picture("the-start-page");
        self.click_on("behind-his-back");
        assert_eq!((self.mode(), self.turn(), self.things()), (Mode::Draw, edits, walls));
        self.picture("everything-as-it-was");
        self.keys(Modifiers::COMMAND, Key::Z);
        assert_eq!(self.turn(), edits - 1);
        self.picture("undo-survived");
        self.key(Key::E);
        self.picture("so-did-the-game");
        self.keys(Modifiers::COMMAND, Key::Q);
    }
}

/// Input to both windows.
impl Day {
    fn key(&mut self, key: Key) {
        self.keys(Modifiers::NONE, key);
    }

    fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.mirror.key_press_modifiers(modifiers, key);
        self.settle();
        self.real.keys(modifiers, key);
    }

    /// Clicks the first control whose label contains these words.
    #[track_caller]
    fn click_on(&mut self, words: &str) {
        let found = self.mirror.query_all_by_label_contains(words).next();
        let node = found.unwrap_or_else(|| panic!("nothing is called {words}"));
        let at = node.accesskit_node().bounding_box().expect("it is somewhere");
        let at = Pos2::new(((at.x0 + at.x1) / 2.0) as f32, ((at.y0 + at.y1) / 2.0) as f32);
        self.move_to(at);
        self.button(at, true);
        self.button(at, false);
    }

    /// Presses in a cell, drags through others, and releases in the last.
    fn drag(&mut self, cells: &[(u32, u32)]) {
        self.hold(cells);
        self.let_go(cells[cells.len() - 1]);
    }

    fn hold(&mut self, cells: &[(u32, u32)]) {
        self.move_to(self.at(cells[0]));
        self.button(self.at(cells[0]), true);
        cells[1..].iter().for_each(|cell| self.move_to(self.at(*cell)));
    }

    fn let_go(&mut self, cell: (u32, u32)) {
        self.button(self.at(cell), false);
    }

    /// Drags the slider of the turns.
    fn scrub_to(&mut self, turn: u32) {
        let track = self.mirror.get_by_label("turn").rect();
        let last = self.mirror.state().document().expect("it is open").last_turn();
        let x = |turn: u32| track.left() + track.width() * turn as f32 / last as f32;
        let (from, to) = (Pos2::new(x(last), track.center().y), Pos2::new(x(turn), track.center().y));
        self.move_to(from);
        self.button(from, true);
        self.move_to(from.lerp(to, 0.5));
        self.move_to(to);
        self.button(to, false);
        assert_eq!(self.turn(), turn);
    }

    fn move_to(&mut self, at: Pos2) {
        self.mirror.event(Event::PointerMoved(at));
        self.settle();
        self.real.move_to(at);
    }

    fn button(&mut self, pos: Pos2, pressed: bool) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.mirror.event(Event::PointerButton { pos, button, pressed, modifiers });
        self.settle();
        self.real.button(pressed);
    }

    /// Waits for toasts and flashes to expire.
    fn settle(&mut self) {
        self.mirror.run_steps(6);
    }

    fn picture(&mut self, name: &str) {
        self.taken += 1;
        self.real.picture(&self.pictures.join(format!("{:02}-{name}.png", self.taken)));
    }
}

/// Queries of the window without a display.
impl Day {
    fn mode(&self) -> Mode {
        self.mirror.state().workspace().expect("it is open").mode()
    }

    fn turn(&self) -> u32 {
        self.mirror.state().document().expect("it is open").cursor().turn
    }

    fn result(&self) -> Option<String> {
        self.mirror.state().document()?.result().map(ToString::to_string)
    }

    fn branches(&self) -> usize {
        self.mirror.state().document().expect("it is open").game().tree().tips().count()
    }

    fn things(&self) -> usize {
        let drawing_view = self.mirror.state().document().and_then(|document| document.drawing_view());
        drawing_view.expect("a drawing").sketch.things().count()
    }

    fn at(&self, (x, y): (u32, u32)) -> Pos2 {
        let edit_state = self.mirror.state().workspace().expect("it is open").edit_state();
        edit_state.stage().expect("the board was shown").fit(edit_state.camera()).rect(Cell { x, y }).center()
    }
}

fn mirror(app: App) -> Harness<'static, App> {
    let builder = Harness::builder().with_size(SIZE).with_context_setup(theme::install);
    // As fast as a real window, so that a press and its release count as a click.
    let builder = builder.with_theme(egui::Theme::Dark).with_step_dt(1.0 / 60.0);
    let mut window = builder.build_ui_state(|ui, app: &mut App| app.show(ui), app);
    window.run_steps(6);
    window
}

/// Asserts that both windows wrote the same logs.
fn assert_same_logs(real: &Path, copy: &Path) {
    let (real, copy) = (logs(real), logs(copy));
    assert!(
        real.len() >= 2,
        "a drawing and a game: {:?}",
        real.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    for (real, copy) in real.iter().zip(&copy) {
        assert!(real == copy, "{} is not what the other window wrote as {}", real.0, copy.0);
    }
    assert_eq!(real.len(), copy.len());
}

/// Returns the contents of the levels and logs in the folder of samples.
fn logs(home: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(AppDirs::at(home).samples().expect("the folder of the samples"))
        .expect("samples were copied");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let logs =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "loom" || ending == "toml"));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut logs: Vec<_> = logs.map(|path| (name(&path), contents(&path))).collect();
    logs.sort();
    logs
}

/// Returns the text of a level, or the nodes and the last position of a log.
fn contents(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("it can be read");
    if path.extension().is_none_or(|ending| ending != "loom") {
        return String::from_utf8(bytes).expect("a level is text");
    }
    let game = catalog::open_bytes("log", &bytes).expect("it is a save");
    let nodes = game.tree().ids().map(|id| format!("{:?}\n", game.node(id)));
    nodes.chain([game.cursor().to_string()]).collect()
}
